import Bookstall
import Glibc
import Presentation

/// A form's way from its first field to the command that saves what it holds.
struct FormJob {
  let title: String
  let record: BookRecord
  let isNew: Bool
  /// The command that goes on where a form was left early, such as `bookstall add --resume`.
  let resuming: String
  /// Where answers are kept; nil without a home folder.
  let draft: EntryDraft?
  /// What was kept and is taken up again.
  var kept: EntryDraft.Content?
  /// The fields that plain questions ask for; the form shows all.
  var asking = EntryDialogue.Field.allCases
}

/// What came of a form or of plain questions.
enum FormAnswer {
  /// Save this; `isDrawn` says that the form is gone from the screen, and with it what was typed.
  case record(BookRecord, isDrawn: Bool)
  case none
  /// The command is over.
  case ended(ExitStatus)
}

extension Session {
  /// Whether a form can be drawn; where not, plain questions do.
  var canDraw: Bool {
    let isDumb = (environment[.term] ?? "dumb") == "dumb"
    return canAsk && !isDumb && !output.isAccessible
  }

  /// Lets a person fill in the fields, in the form or by plain questions.
  func ask(_ job: FormJob, _ suggestions: () throws -> FormSuggestions) throws -> FormAnswer {
    guard canDraw else { return try askPlainly(job) }
    var form = EntryForm(
      title: job.title, record: job.record, isNew: job.isNew, values: job.kept?.values ?? [:],
      focus: job.kept?.focus, suggestions: try suggestions())
    if job.kept == nil, job.draft?.load() != nil {
      form.notice = "There are answers of a form left early: \(job.resuming)"
    }
    let terminal = try console.takeTerminal()
    var session = FormSession(
      terminal: terminal, options: drawing, draft: job.draft, editor: ReviewEditor(environment))
    let end = session.run(&form)
    terminal.release()
    switch end {
    case .saved(let record): return .record(record, isDrawn: true)
    case .discarded:
      job.draft?.remove()
      return .none
    case .left(let isInterrupted, let isKept):
      sayLeft(isKept: isKept, job)
      return .ended(isInterrupted ? .interrupted : .success)
    case .signal(let number, let isKept):
      sayLeft(isKept: isKept, job)
      return .ended(RawTerminal.end(by: number))
    }
  }

  private func askPlainly(_ job: FormJob) throws -> FormAnswer {
    var record = job.record
    if let kept = job.kept {
      let form = EntryForm(title: "", record: record, isNew: job.isNew, values: kept.values)
      record = form.record
    }
    var dialogue = EntryDialogue(
      record: record, asking: job.asking, isFilled: !job.isNew || job.kept != nil)
    do {
      guard let answered = try fill(&dialogue, title: job.title) else {
        job.draft?.remove()
        return .none
      }
      return .record(answered, isDrawn: false)
    } catch ConsoleError.interrupted where dialogue.record != job.record {
      let form = EntryForm(title: "", record: dialogue.record, isNew: job.isNew)
      console.report("\n")
      sayLeft(isKept: job.draft?.save(form.contents.values, focus: .title) == true, job)
      return .ended(.interrupted)
    }
  }

  private func sayLeft(isKept: Bool, _ job: FormJob) {
    let kept = isKept ? " Your answers are kept for 7 days: \(job.resuming)" : ""
    let text = "Not saved.\(kept)"
    let columns = console.errorWidth ?? messages.columns
    let lines = columns.map { messages.layout.wrapped(text, to: $0) } ?? [text]
    console.report(lines.map { $0 + "\n" }.joined())
  }

  /// The draft of a command's form.
  func draft(_ name: String) -> EntryDraft? {
    EntryDraft(name, environment: environment, arguments: arguments.filter { $0 != "--resume" })
  }

  /// What a form left early holds, for `--resume`.
  func keptAnswers(_ draft: EntryDraft?) throws -> EntryDraft.Content {
    guard let content = draft?.load() else {
      throw Failure("There are no answers to go on with; they are kept for 7 days.", .notFound)
    }
    return content
  }
}
