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
  @Flag(help: "Say what would be added, add nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: fields.title))
    record.book.dateAdded = Day.today
    fields.apply(to: &record)
    if let file = fields.reviewFile { record.book.review = try session.review(from: file) }
    if session.canAsk, fields.reviewFile != "-" {
      let dialogue = EntryDialogue(record: record, asking: missingFields)
      guard let answered = try session.fill(dialogue, title: "Add a book") else {
        session.note("Not saved.")
        return .success
      }
      record = answered
    } else if record.book.title == nil {
      throw missingTitle(session)
    }
    if record.book.genre == nil, fields.genre == nil { record.book.genre = Genre.names.first }
    if record.book.status == nil, fields.status == nil { record.book.status = statusByDates }
    return try save(record, in: session)
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
    EntryDialogue.Field.allCases.filter { field in
      switch field {
      case .title: fields.title == nil
      case .author: fields.author == nil
      case .genre: fields.genre == nil
      case .rating: fields.rating == nil
      case .review: fields.review == nil && fields.reviewFile == nil
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
