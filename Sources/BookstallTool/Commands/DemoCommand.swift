import Bookstall

/// `bookstall demo`: the sample book from a store in memory; touches no file.
struct DemoCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "demo", abstract: "Show a sample book without touching any file.",
      examples: ["bookstall demo", "bookstall demo --theme light"])
  }

  var global = GlobalOptions()

  var asksTerminal: TerminalAsking { .never }

  func run(in session: Session) throws -> ExitStatus {
    let store = try BookStore()
    var book = Book(uuid: BookStore.newUUID(), title: "Test book")
    book.author = "Test author"
    book.genre = "Fantasy"
    book.rating = Rating(stars: 4)
    book.review = "This was a great book; I really enjoyed it."
    try session.show(store.add(BookRecord(book: book)))
    return .success
  }
}
