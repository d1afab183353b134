import Bookstall
import Presentation

/// `bookstall list`: books by filters, in an order, as a table, as lines or as JSON.
struct ListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", aliases: ["ls"], abstract: "List books, the newest first.",
      examples: [
        "bookstall list --genre Horror --rating 4..", "bookstall list --status reading --sort title",
        "bookstall list --json | jq '.[].title'",
      ])
  }

  var filters = FilterOptions()
  @Option(
    .sortOrder, takesAnyValue: true, help: "title, author, genre, rating, added or id; -rating turns it.")
  var sort: SortOrder?
  @Flag(help: "Turn the order round.") var reverse
  @Option(.integer("n", in: 0...Int.max), short: "n", help: "At most so many; 0 for all (20 on a terminal).")
  var limit: Int?
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    var query = filters.query
    let order = sort ?? SortOrder(key: .id, isReversed: true)
    query.sort = order.key
    query.isReversed = order.isReversed != reverse
    let isForEyes = session.console.outputIsTTY && !global.json && !global.plain
    let most = limit ?? (isForEyes ? 20 : 0)
    query.limit = most > 0 ? most : nil
    if global.json { return try printJSON(query, of: store, in: session) }
    let (shown, first) = try printRows(query, of: store, in: session)
    if shown == 0 { try explainNothing(query, of: store, in: session) }
    if shown > 0, shown == query.limit, !global.plain {
      let all = try store.count(query)
      let way =
        limit == nil
        ? session.messages.isASCII
          ? " - bookstall list --limit 0 shows all" : " · bookstall list --limit 0 shows all" : ""
      if all > shown { session.note("\(shown) of \(all) books\(way)") }
    }
    if let first, isForEyes { session.hint("bookstall show \(first)") }
    return .success
  }

  /// Prints the rows and tells how many there were, and the first book's number.
  private func printRows(
    _ query: BookQuery, of store: BookStore, in session: Session
  ) throws -> (count: Int, first: Int64?) {
    let list = BookList(session.output)
    var shown = 0
    var first: Int64?
    try store.forEachBook(query) { book in
      if global.plain {
        try session.print(BookList.plainRow(book))
      } else {
        if shown == 0 { try session.print(list.header) }
        try session.print(list.row(book))
      }
      shown += 1
      first = first ?? book.id
    }
    return (shown, first)
  }

  private func printJSON(_ query: BookQuery, of store: BookStore, in session: Session) throws -> ExitStatus {
    var array = BookJSONArray()
    var bytes: [UInt8] = []
    try store.forEachRecord(query) { record in
      array.append(record, into: &bytes)
      try session.console.write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    array.finish(into: &bytes)
    try session.console.write(bytes)
    return .success
  }

  private func explainNothing(_ query: BookQuery, of store: BookStore, in session: Session) throws {
    if let path = session.missingFile {
      session.note("There is no file '\(SafeText.line(path))'; adding a book would make it.")
    } else if try store.count() == 0 {
      session.note("There are no books yet. Add one with: bookstall add")
    } else if let genre = query.genres.first, query.genres.count == 1 {
      let names = try store.genres().map(\.name)
      guard !names.contains(where: { $0.lowercased() == genre.lowercased() }) else {
        return session.note("No book fits all of these filters.")
      }
      let guess = Suggestion.nearest(to: genre, among: names).map {
        " Did you mean '\(SafeText.excerpt($0))'?"
      }
      session.note("No book has the genre '\(SafeText.excerpt(genre))'.\(guess ?? "")")
    } else {
      session.note("No book fits.")
    }
  }
}
