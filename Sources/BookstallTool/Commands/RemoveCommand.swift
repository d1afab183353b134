import Bookstall
import Presentation

/// `bookstall rm`: deletes books after asking.
struct RemoveCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rm", foreignNames: ["remove", "delete", "del"],
      abstract: "Delete books; asks before it does.",
      examples: ["bookstall rm 31", "bookstall rm 31 35 40 --yes", "bookstall rm \"Unknown Book\" --dry-run"])
  }

  @Argument(.text("book"), isRequired: true, help: "Numbers, titles, or parts of them.") var books: [String]
  @Flag(help: "Say what would be deleted, delete nothing.") var dryRun
  var global = GlobalOptions()

  /// From so many books on each one is asked about.
  private static let bulk = 4

  private static let unanswered = "nothing was deleted"

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    var found: [Book] = []
    for text in books {
      let book = try session.book(text, in: store)
      if !found.contains(where: { $0.id == book.id }) { found.append(book) }
    }
    let chosen = dryRun ? found : try choose(from: found, in: session)
    if chosen.isEmpty {
      session.note("Nothing was deleted.")
      return .success
    }
    let records = global.json ? try chosen.compactMap { try store.record($0.id) } : []
    if !dryRun { try store.remove(chosen.map(\.id)) }
    if global.json {
      try session.printJSON(records)
      return .success
    }
    for book in chosen {
      try session.confirm(
        done: StyledText(
          "\(dryRun ? "Would delete" : "Deleted") \(Self.name(of: book, in: session))"),
        isDryRun: dryRun
      )
    }
    if !dryRun { session.hint("undo: bookstall undo") }
    return .success
  }

  /// The book with its author; a name of any length is cut, as it only says which book is meant.
  private static func name(of book: Book, in session: Session) -> String {
    "\(session.name(of: book)), by \(session.output.layout.truncated(BookLabels(book).author, to: 60))"
  }

  private func choose(from books: [Book], in session: Session) throws -> [Book] {
    if global.yes { return books }
    guard session.canAsk else {
      let reason = global.noInput ? "'--no-input' forbids to ask" : "there is no terminal to ask on"
      throw UsageError(
        error: .refused(ValidationError(message: "Deleting needs '--yes'; \(reason).")),
        path: [RootCommand.self, RemoveCommand.self])
    }
    guard books.count >= Self.bulk else {
      for book in books {
        session.say("  \(Self.name(of: book, in: session))")
      }
      let question = books.count == 1 ? "Delete this book?" : "Delete these \(books.count) books?"
      return try session.confirm(question, unanswered: Self.unanswered) ? books : []
    }
    var chosen: [Book] = []
    for (index, book) in books.enumerated() {
      switch try session.confirmOneOfMany(
        "Delete \(session.name(of: book))?", unanswered: Self.unanswered)
      {
      case .yes: chosen.append(book)
      case .no: continue
      case .all: return chosen + books[index...]
      // Leaving in the middle means that the whole was a mistake.
      case .quit: return []
      }
    }
    return chosen
  }
}
