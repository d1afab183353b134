internal import FoundationEssentials
internal import Persistence

/// Finds the books that a row may be, by the keys of `MatchKeys`.
///
/// A book of the store is known by its number, a book of the running import by −1, −2 and so on.
struct MatchIndex {
  private var identities: [UUID: Int64] = [:]
  private var services = Keys()
  private var isbns = Keys()
  private var titles = Keys()

  /// An index of all books in the store.
  init(_ container: PersistentContainer) throws {
    try container.forEach(FetchRequest(Book.self)) { book in
      insert(MatchKeys(BookRecord(book: book)), book.id)
    }
    try container.forEach(FetchRequest(BookService.self, where: .not(.equal(\.serviceID, nil)))) { row in
      var record = BookRecord(book: Book(uuid: Book.unassignedUUID, title: nil))
      record.services = [ServiceRecord(service: row.service, serviceID: row.serviceID)]
      insert(MatchKeys(record), row.bookID)
    }
  }

  mutating func insert(_ keys: MatchKeys, _ book: Int64) {
    if let identity = keys.identity { identities[identity] = book }
    for key in keys.services { services.insert(key, book) }
    if let isbn = keys.isbn13 { isbns.insert(isbn, book) }
    for key in keys.titles { titles.insert(key, book) }
  }

  /// The books that share a key, those with the strongest evidence first.
  func candidates(_ keys: MatchKeys) -> [Int64] {
    var books: [Int64] = []
    func add(_ found: [Int64]) {
      for book in found where !books.contains(book) { books.append(book) }
    }
    if let identity = keys.identity, let book = identities[identity] { books.append(book) }
    for key in keys.services { add(services[key]) }
    if let isbn = keys.isbn13 { add(isbns[isbn]) }
    for key in keys.titleQueries { add(titles[key]) }
    return books
  }

  /// Books by key: nearly always one, so that only the rest pays for a list.
  private struct Keys {
    private var first: [UInt64: Int64] = [:]
    private var more: [UInt64: [Int64]] = [:]

    mutating func insert(_ key: UInt64, _ book: Int64) {
      guard let known = first[key] else {
        first[key] = book
        return
      }
      if known != book, more[key]?.contains(book) != true { more[key, default: []].append(book) }
    }

    subscript(key: UInt64) -> [Int64] {
      guard let book = first[key] else { return [] }
      return [book] + (more[key] ?? [])
    }
  }
}
