internal import Persistence

/// The rows that books of the store hold already, by their digests, in an open table of one look each.
struct KnownRows: Sendable {
  private var digests: [UInt64]
  private var books: [Int64]
  private let mask: Int

  /// No rows at all.
  init() {
    digests = []
    books = []
    mask = 0
  }

  /// The rows of the whole store.
  init(_ container: PersistentContainer) throws {
    let count = try container.count(FetchRequest(BookSource.self))
    var size = count == 0 ? 0 : 16
    while size < count + count / 2 { size *= 2 }
    mask = max(0, size - 1)
    digests = Array(repeating: 0, count: size)
    books = Array(repeating: 0, count: size)
    try container.forEach(FetchRequest(BookSource.self)) { row in
      insert(UInt64(bitPattern: row.digest), row.bookID)
    }
  }

  var isEmpty: Bool { digests.isEmpty }

  private mutating func insert(_ digest: UInt64, _ book: Int64) {
    // 0 marks an empty place; a row with that digest is read like a new one.
    guard digest != 0 else { return }
    var place = Int(truncatingIfNeeded: digest) & mask
    while digests[place] != 0, digests[place] != digest { place = (place &+ 1) & mask }
    digests[place] = digest
    books[place] = book
  }

  /// The book that holds the row; nil for a row that is to be read.
  subscript(digest: UInt64) -> Int64? {
    guard !digests.isEmpty, digest != 0 else { return nil }
    var place = Int(truncatingIfNeeded: digest) & mask
    while digests[place] != 0 {
      if digests[place] == digest { return books[place] }
      place = (place &+ 1) & mask
    }
    return nil
  }
}
