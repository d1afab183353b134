internal import FoundationEssentials
internal import Persistence

/// Finds the books that a row may be, by the keys of `MatchKeys`.
///
/// A book of the store is known by its number, a book of the running import by −1, −2 and so on.
struct MatchIndex {
  private var identities = CompactIndex()
  private var services = CompactIndex()
  private var isbns = CompactIndex()
  /// The titles of books with an ISBN, which a row with another one never is.
  private var titlesWithISBN = CompactIndex()
  private var titles = CompactIndex()
  /// For the report of books that look alike.
  private(set) var likenesses = LikenessList()

  /// An index of all books in the store.
  init(_ container: PersistentContainer) throws {
    try container.forEach(FetchRequest(Book.self)) { book in
      let keys = MatchKeys(BookRecord(book: book))
      insert(keys, book.id)
      noteLikeness(keys, book.id)
    }
    try container.forEach(FetchRequest(BookService.self, where: .not(.equal(\.serviceID, nil)))) { row in
      let service = ServiceRecord(service: row.service, serviceID: row.serviceID)
      if let key = MatchKeys.serviceKey(service) { services.insert(key, row.bookID) }
    }
  }

  mutating func insert(_ keys: MatchKeys, _ book: Int64) {
    if let identity = keys.identity { identities.insert(MatchIndex.key(identity), book) }
    for key in keys.services { services.insert(key, book) }
    if let isbn = keys.isbn13 {
      isbns.insert(isbn, book)
      if let key = keys.title { titlesWithISBN.insert(key, book) }
      if let key = keys.shortTitle { titlesWithISBN.insert(key, book) }
    } else {
      if let key = keys.title { titles.insert(key, book) }
      if let key = keys.shortTitle { titles.insert(key, book) }
    }
  }

  /// Has a book told among those that look alike, once.
  mutating func noteLikeness(_ keys: MatchKeys, _ book: Int64) {
    if let hash = keys.likeness { likenesses.insert(hash, book) }
  }

  /// The books that share a key, those with the strongest evidence first; one that shares none is rare.
  func candidates(_ keys: MatchKeys) -> [Int64] {
    var books: [Int64] = []
    if let identity = keys.identity { identities.collect(MatchIndex.key(identity), into: &books) }
    for key in keys.services { services.collect(key, into: &books) }
    if let isbn = keys.isbn13 { isbns.collect(isbn, into: &books) }
    if let key = keys.title { collectTitle(key, keys, into: &books) }
    if let key = keys.otherTitle { collectTitle(key, keys, into: &books) }
    return books
  }

  private func collectTitle(_ key: UInt64, _ keys: MatchKeys, into books: inout [Int64]) {
    titles.collect(key, into: &books)
    if keys.isbn13 == nil { titlesWithISBN.collect(key, into: &books) }
  }

  private static func key(_ identity: UUID) -> UInt64 {
    withUnsafeBytes(of: identity.uuid) { bytes in
      bytes.loadUnaligned(as: UInt64.self) ^ bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    }
  }
}
