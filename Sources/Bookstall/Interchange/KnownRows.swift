internal import Persistence

/// The rows that books of the store hold already, by their digests, in an open table of one look each.
struct KnownRows: Sendable {
  private var digests: [UInt64]
  /// The numbers of the books, in half the memory that they could need.
  private var books: [UInt32]
  /// The numbers that are too large for that, by the places of their rows.
  private var largeNumbers: [Int: Int64] = [:]

  /// No rows at all.
  init() {
    digests = []
    books = []
  }

  /// The rows of the whole store.
  init(_ container: PersistentContainer) throws {
    let count = try container.count(FetchRequest(BookSource.self))
    // No power of two, since the next one may be twice of what is needed.
    let size = count == 0 ? 0 : max(16, count + count / 3)
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
    var place = start(of: digest)
    while digests[place] != 0, digests[place] != digest { place = next(after: place) }
    digests[place] = digest
    if let number = UInt32(exactly: book) {
      books[place] = number
      if !largeNumbers.isEmpty { largeNumbers[place] = nil }
    } else {
      largeNumbers[place] = book
    }
  }

  /// The book that holds the row; nil for a row that is to be read.
  subscript(digest: UInt64) -> Int64? {
    guard !digests.isEmpty, digest != 0 else { return nil }
    var place = start(of: digest)
    while digests[place] != 0 {
      if digests[place] == digest {
        return largeNumbers.isEmpty ? Int64(books[place]) : largeNumbers[place] ?? Int64(books[place])
      }
      place = next(after: place)
    }
    return nil
  }

  private func start(of digest: UInt64) -> Int {
    Int(truncatingIfNeeded: digest.multipliedFullWidth(by: UInt64(digests.count)).high)
  }

  private func next(after place: Int) -> Int { place &+ 1 == digests.count ? 0 : place &+ 1 }
}
