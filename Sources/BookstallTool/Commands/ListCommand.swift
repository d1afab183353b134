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
      ],
      discussion: [
        "On a terminal the first 20 are listed; --limit 0 lists all.",
        "Ratings that another program wrote out of range count as they are shown: as 5 above, as none at 0 and below.",
      ])
  }

  var filters = FilterOptions()
  var order = OrderOptions()
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let isForEyes = session.console.outputIsTTY && !global.json && !global.plain
    let query = order.apply(to: filters.query, usualLimit: isForEyes ? 20 : 0)
    if try store.count() > 0 { try filters.checkNames(in: store) }
    if global.json { return try printJSON(query, of: store, in: session) }
    let (shown, first) = try printRows(query, of: store, in: session)
    if shown == 0 { try explainNothing(in: store, session) }
    if shown > 0, shown == query.limit, !global.plain {
      let all = try store.count(query)
      let way =
        order.limit == nil ? "\(session.messages.separator)bookstall list --limit 0 shows all" : ""
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

  private func explainNothing(in store: BookStore, _ session: Session) throws {
    if let path = session.missingFile {
      session.note("There is no file '\(SafeText.line(path))'; adding a book would make it.")
    } else if try store.count() == 0 {
      session.note("There are no books yet. Add one with: bookstall add")
    } else {
      session.note(
        filters.parameters.filter(\.isGiven).count > 1
          ? "No book fits all of these filters." : "No book fits this filter.")
    }
  }
}
