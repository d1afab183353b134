import Bookstall
import Presentation

/// `bookstall add`: one new book, by options, by questions, or by both.
struct AddCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: "Add a book; without a title asks on a terminal.",
      examples: [
        "bookstall add --title Beloved --author \"Toni Morrison\" --rating 4.5",
        "bookstall add", "bookstall add --genre Horror --tag winter",
        "bookstall add --title Emma --review-file emma.txt",
      ],
      discussion: [
        "With a title the book is added at once, as Uncategorized where no genre is given. Without one a form "
          + "opens on a terminal, with the options given in it already; it proposes Fantasy.",
        "With --resume the options given now go before the answers that were kept.",
      ],
      usage: "--title <title> [--author <author>] [--genre <genre>] [--rating <stars>] "
        + "[--review <text>|--review-file <file>] [<options>]")
  }

  @Argument(.text("title"), help: ArgumentHelp("", isHidden: true)) var words: [String]
  var fields = BookOptions()
  @Flag(help: "Go on with the answers of the form that was left last.") var resume
  @Flag(help: "List the forms that were left early.") var drafts
  @Option(
    .integer("number", in: 1...Int.max),
    help: "Go on with that form of the list; one whose book is gone makes a new book.")
  var draft: Int?
  @Flag(help: "Forget the form that --draft names.") var drop
  @Flag(help: "Say what would be added, add nothing.") var dryRun
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    if drop, draft == nil { throw ValidationError(message: "'--drop' needs '--draft <number>'.") }
    guard !words.isEmpty else { return }
    let title = SafeText.excerpt(words.joined(separator: " "))
    throw ValidationError(message: "A title is given with --title: bookstall add --title '\(title)'")
  }

  func run(in session: Session) throws -> ExitStatus {
    var draft = session.draft("add")
    if drafts { return try session.list(draft) }
    if drop, let number = self.draft { return try session.drop(number) }
    var kept: EntryDraft.Content?
    if let orphan = try self.draft.flatMap(session.orphan) {
      (draft, kept) = (orphan.draft, orphan.content)
    } else if resumes {
      kept = try session.keptAnswers(draft, number: self.draft)
    }
    var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil))
    record.book.dateAdded = Day.today
    for line in kept?.arguments ?? [] {
      (AddCommand.options(of: line) ?? EditCommand.options(of: line))?.apply(to: &record)
    }
    fields.apply(to: &record)
    for field in fields.formFields { kept?.values[field] = nil }
    if let file = fields.reviewFile { record.book.review = try session.review(from: file) }
    var added = record
    if asks(session) {
      let job = FormJob(
        title: "Add a book", record: record, isNew: true,
        resuming: kept?.number.map { "bookstall add --draft \($0)" } ?? "bookstall add --resume",
        draft: draft, kept: kept, asking: missingFields
      ) { added = try add($0.answered, in: session) }
      switch try session.ask(job, FormSuggestions(of: session.existingStore())) {
      case .written(let isDrawn):
        if isDrawn, session.console.outputIsTTY, !global.plain {
          try session.console.write(session.voice.summary(of: added) + "\n")
        }
      case .ended(let status): return status
      }
    } else {
      if let kept {
        // Nobody sees what the form proposes.
        record.book.genre = record.book.genre ?? Genre.uncategorized
        record = FormContents(of: record, isNew: true, values: kept.values).record(
          spelledBy: FormSuggestions())
      }
      added = try add(record, in: session)
    }
    if !dryRun { draft.remove() }
    return try report(added, in: session)
  }

  /// Whether a form that was left early is gone on with.
  private var resumes: Bool { resume || draft != nil }

  /// Whether the form opens: who gives a title, or wants an answer for a program, has said all there is to say.
  private func asks(_ session: Session) -> Bool {
    session.canAsk && fields.reviewFile != "-" && !global.json && !global.quiet
      && (fields.title == nil || resumes)
  }

  /// The options of a command line whose form was left early.
  private static func options(of arguments: [String]) -> BookOptions? {
    guard
      case .command(let command as AddCommand, _)? = try? CommandLineParser(root: RootCommand.self).parse(
        arguments)
    else { return nil }
    return command.fields
  }

  /// Adds the book, with what is usual where nothing was said; what the form proposed is in it already.
  private func add(_ record: BookRecord, in session: Session) throws -> BookRecord {
    var record = record
    if record.book.title == nil { throw missingTitle(session) }
    record.book.genre = record.book.genre ?? Genre.uncategorized
    if record.book.status == nil, fields.status == nil { record.book.status = statusByDates }
    return dryRun ? record : try session.storeForWriting().add(record)
  }

  private func report(_ added: BookRecord, in session: Session) throws -> ExitStatus {
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
    if !global.quiet, let twin = try session.twin(of: added.book) {
      session.note("There is a book of that title and author already: \(session.name(of: twin))")
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
      } else if global.json {
        "'--json' asks nothing"
      } else if global.quiet {
        "'--quiet' asks nothing"
      } else if fields.reviewFile == "-" { "standard input holds the review" } else {
        "there is no terminal to ask on"
      }
    return UsageError(
      error: .refused(ValidationError(message: "Missing '--title <title>'; \(reason).")),
      path: [RootCommand.self, AddCommand.self])
  }
}
