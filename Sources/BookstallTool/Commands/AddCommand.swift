import Bookstall
import Presentation

/// `bookstall add`: one new book, by options, by questions, or by both.
struct AddCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: "Add a book; on a terminal asks for what is missing.",
      examples: [
        "bookstall add",
        "bookstall add --title Beloved --author \"Toni Morrison\" --rating 4.5",
        "bookstall add --title Emma --review-file emma.txt --yes",
      ],
      usage: "--title <title> [--author <author>] [--genre <genre>] [--rating <stars>] "
        + "[--review <text>|--review-file <file>] [<options>]")
  }

  var fields = BookOptions()
  @Flag(help: "Go on with the answers of a form that was left early.") var resume
  @Flag(help: "Say what would be added, add nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let draft = session.draft("add")
    let kept = resume ? try session.keptAnswers(draft) : nil
    var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil))
    record.book.dateAdded = Day.today
    if let kept { AddCommand.options(of: kept)?.apply(to: &record) }
    fields.apply(to: &record)
    if let file = fields.reviewFile { record.book.review = try session.review(from: file) }
    var isDrawn = false
    if session.canAsk, fields.reviewFile != "-" {
      let job = FormJob(
        title: "Add a book", record: record, isNew: true, resuming: "bookstall add --resume", draft: draft,
        kept: kept, asking: missingFields)
      switch try session.ask(job, { try FormSuggestions(of: session.existingStore()) }) {
      case .record(let answered, let drawn): (record, isDrawn) = (answered, drawn)
      case .none:
        session.note("Not saved.")
        return .success
      case .ended(let status): return status
      }
    } else if let kept {
      record = EntryForm(title: "", record: record, isNew: true, values: kept.values).record
    }
    if record.book.title == nil { throw missingTitle(session) }
    if record.book.genre == nil, fields.genre == nil { record.book.genre = Genre.names.first }
    if record.book.status == nil, fields.status == nil { record.book.status = statusByDates }
    if isDrawn, session.console.outputIsTTY, !global.quiet, !global.json, !global.plain {
      try session.console.write(session.voice.summary(of: record) + "\n")
    }
    let status = try save(record, in: session)
    if !dryRun { draft?.remove() }
    return status
  }

  /// The options of the command line whose form was left early.
  private static func options(of kept: EntryDraft.Content) -> BookOptions? {
    guard
      case .command(let command as AddCommand, _)? = try? CommandLineParser(root: RootCommand.self).parse(
        kept.arguments)
    else { return nil }
    return command.fields
  }

  private func save(_ record: BookRecord, in session: Session) throws -> ExitStatus {
    let added = dryRun ? record : try session.storeForWriting().add(record)
    if global.json {
      try session.printJSON(added)
    } else if global.plain {
      try session.print(BookList.plainRow(added.book))
    } else if global.quiet {
      if !dryRun { try session.print(String(added.book.id)) }
    } else {
      let name = dryRun ? BookLabels(added.book).title : session.name(of: added.book)
      try session.confirm(done: StyledText("\(dryRun ? "Would add" : "Added") \(name)"), isDryRun: dryRun)
      if !dryRun { session.hint("bookstall show \(added.book.id)", "bookstall undo") }
    }
    return .success
  }

  private var missingFields: [EntryDialogue.Field] {
    EntryDialogue.Field.usual.filter { field in
      switch field {
      case .title: fields.title == nil
      case .author: fields.author == nil
      case .genre: fields.genre == nil
      case .rating: fields.rating == nil
      case .review: fields.review == nil && fields.reviewFile == nil
      case .series, .tags: false
      }
    }
  }

  /// What the dates given say about where the reader stands.
  private var statusByDates: ReadingStatus? {
    if fields.finished?.value != nil { return .read }
    if fields.stopped?.value != nil { return .didNotFinish }
    return fields.started?.value == nil ? nil : .reading
  }

  private func missingTitle(_ session: Session) -> UsageError {
    let reason =
      if global.noInput { "'--no-input' forbids to ask" } else if global.yes {
        "'--yes' asks nothing"
      } else if fields.reviewFile == "-" { "standard input holds the review" } else {
        "there is no terminal to ask on"
      }
    return UsageError(
      error: .refused(ValidationError(message: "Missing '--title <title>'; \(reason).")),
      path: [RootCommand.self, AddCommand.self])
  }
}
