import Bookstall
import Glibc
import Persistence
import Presentation

/// A form's way from its first field to the command that saves what it holds.
struct FormJob {
  let title: String
  let record: BookRecord
  let isNew: Bool
  /// The command that goes on where a form was left early, such as `bookstall add --resume`.
  let resuming: String
  /// Where answers are kept.
  let draft: EntryDraft
  /// What was kept and is taken up again.
  var kept: EntryDraft.Content?
  /// The fields that plain questions ask for; the form shows all.
  var asking = EntryDialogue.Field.allCases
  /// Writes the answers into the store; throws `FormConflicts` where the person must be asked again.
  let write: (FormEdit) throws -> Void
}

/// What came of a form or of plain questions.
enum FormAnswer {
  /// The answers are written; `isDrawn` says that the form is gone from the screen, and with it what was typed.
  case written(isDrawn: Bool)
  /// The command is over.
  case ended(ExitStatus)
}

extension Session {
  /// Whether a form can be drawn; where not, plain questions do.
  var canDraw: Bool {
    let isDumb = (environment[.term] ?? "dumb") == "dumb"
    return canAsk && !isDumb && !output.isAccessible
  }

  /// Lets a person fill in the fields, in the form or by plain questions, until the answers are written.
  func ask(_ job: FormJob, _ suggestions: FormSuggestions) throws -> FormAnswer {
    guard canDraw else { return try askPlainly(job, suggestions) }
    var form = EntryForm(
      title: job.title, record: job.record, isNew: job.isNew, values: job.kept?.values ?? [:],
      bases: job.kept?.bases ?? [:], focus: job.kept?.focus, suggestions: suggestions)
    if job.kept == nil, job.draft.isThere {
      form.notice = "There are answers of a form left early: \(job.resuming)"
    }
    while true {
      switch try show(&form, job.draft) {
      case .saved(let record):
        do {
          try job.write(FormEdit(opened: job.record, answered: record, bases: form.contents.bases))
          return .written(isDrawn: true)
        } catch let conflicts as FormConflicts {
          form.tell(conflicts)
        } catch {
          throw failure(error, job, form.record) { job.draft.save(form.contents, focus: form.focus) }
        }
      case .discarded(let keeping):
        sayLeft(keeping, job)
        return .ended(.success)
      case .left(let isInterrupted, let keeping):
        sayLeft(keeping, job)
        return .ended(isInterrupted ? .interrupted : .success)
      case .signal(let number, let keeping):
        sayLeft(keeping, job)
        return .ended(RawTerminal.end(by: number))
      }
    }
  }

  private func show(_ form: inout EntryForm, _ draft: EntryDraft) throws -> FormSession.End {
    let terminal = try console.takeTerminal()
    defer { terminal.release() }
    var session = FormSession(
      terminal: terminal, options: drawing, draft: draft, editor: ReviewEditor(environment))
    return session.run(&form)
  }

  private func askPlainly(_ job: FormJob, _ suggestions: FormSuggestions) throws -> FormAnswer {
    let contents = FormContents(
      of: job.record, isNew: job.isNew, values: job.kept?.values ?? [:], bases: job.kept?.bases ?? [:])
    var dialogue = EntryDialogue(
      record: job.kept == nil ? job.record : contents.record(spelledBy: suggestions), asking: job.asking,
      isFilled: !job.isNew || job.kept != nil, genres: suggestions.completions(of: "", in: .genre))
    do {
      guard let answered = try fill(&dialogue, title: job.title) else {
        sayLeft(keep(dialogue.record, contents.bases, job), job)
        return .ended(.success)
      }
      try settle(FormEdit(opened: job.record, answered: answered, bases: contents.bases), job)
      return .written(isDrawn: false)
    } catch let error where dialogue.record != job.record {
      guard error as? ConsoleError == .interrupted || error is InterruptedQuestion else {
        throw failure(error, job, dialogue.record) { keep(dialogue.record, contents.bases, job) }
      }
      let keeping = keep(dialogue.record, contents.bases, job)
      console.report("\n")
      sayLeft(keeping, job)
      return .ended(.interrupted)
    }
  }

  /// Keeps what plain questions made of a record; where they changed nothing there is nothing to keep.
  private func keep(
    _ answered: BookRecord, _ bases: [FormField: String], _ job: FormJob
  ) -> EntryDraft.Keeping {
    guard answered != job.record else { return .nothing }
    let answers = FormContents(of: job.record, isNew: job.isNew, answered: answered, bases: bases)
    return job.draft.save(answers, focus: .title)
  }

  /// Keeps all that the form says of a book as the answers for a new one.
  private func keepAsNew(_ answered: BookRecord) -> EntryDraft.Keeping {
    let blank = BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil))
    let contents = FormContents(of: blank, isNew: true, answered: answered, bases: [:])
    return EntryDraft("add", environment: environment, arguments: ["add"]).save(contents, focus: .title)
  }

  /// Writes the answers, and asks what shall hold where fields were changed elsewhere too.
  private func settle(_ edit: FormEdit, _ job: FormJob) throws {
    var edit = edit
    while true {
      do {
        return try job.write(edit)
      } catch let conflicts as FormConflicts {
        for sentence in conflicts.sentences { say(sentence) }
        let takesTheirs = try ask(
          "Which shall hold?", unanswered: "nothing was saved", choices: "[m]ine [t]heirs",
          replies: ["m": false, "mine": false, "t": true, "theirs": true])
        edit = edit.settled(conflicts, takingTheirs: takesTheirs)
      }
    }
  }

  /// An error with what became of the answers, which `keep` keeps.
  private func failure(
    _ error: any Error, _ job: FormJob, _ answered: BookRecord, keep: () -> EntryDraft.Keeping
  ) -> Failure {
    let failure = Failure(error)
    var (keeping, resuming) = (EntryDraft.Keeping.nothing, job.resuming)
    if case StoreError.objectDeleted = error {
      // No command opens a book that is gone: what was made of it waits to be added anew.
      (keeping, resuming) = (keepAsNew(answered), "bookstall add --resume")
      if keeping == .kept { job.draft.remove() }
    } else {
      keeping = keep()
    }
    return switch keeping {
    case .nothing: failure
    case .kept:
      Failure("\(failure.message) Your answers are kept for 7 days: \(resuming)", failure.status)
    case .lost(let reason): Failure("\(failure.message) Your answers are lost: \(reason)", failure.status)
    }
  }

  private func sayLeft(_ keeping: EntryDraft.Keeping, _ job: FormJob) {
    let text =
      switch keeping {
      case .nothing: "Not saved."
      case .kept: "Not saved. Your answers are kept for 7 days: \(job.resuming)"
      case .lost(let reason): "Not saved, and your answers are lost: \(reason)"
      }
    let columns = console.errorWidth ?? messages.columns
    let lines = columns.map { messages.layout.wrapped(SafeText.line(text), to: $0) } ?? [text]
    console.report(lines.map { $0 + "\n" }.joined())
  }

  /// Changes a book as it is now; a dry run only says what would come of it.
  func change(
    _ record: BookRecord, named name: String, in store: BookStore, isDryRun: Bool,
    _ body: (inout BookRecord) throws -> Void
  ) throws -> (old: BookRecord, new: BookRecord) {
    guard isDryRun else { return try store.change(record.book.id, named: name, body) }
    let old = try store.record(record.book.id) ?? record
    var new = old
    try body(&new)
    return (old, new)
  }
}
