/// All books by the hash of their loose titles, to find those that look alike once an import has run.
struct LikenessList {
  /// The upper half is the hash, the lower the book: its number, or with the highest bit set the place of a new one.
  private var entries: [UInt64] = []

  private static let isNew: UInt64 = 1 << 31
  /// As many books of one hash are compared with each other.
  private static let neighbours = 16

  /// Adds a book: of the store by its number, a new one by −1, −2 and so on.
  mutating func insert(_ hash: UInt32, _ book: Int64) {
    let number = UInt64(book.magnitude)
    guard number < LikenessList.isNew else { return }
    entries.append(UInt64(hash) << 32 | (book < 0 ? LikenessList.isNew : 0) | number)
  }

  /// Calls the closure for every new book with another one of its hash, those of the store first; true ends the
  /// search for this new book.
  mutating func forEachPair(_ body: (_ new: Int64, _ other: Int64) throws -> Bool) rethrows {
    // Its own last use of the list, so it may as well be sorted in place.
    entries.sort()
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end] >> 32 == entries[start] >> 32 { end += 1 }
      for place in start + 1..<max(end, start + 1) where entries[place] & LikenessList.isNew != 0 {
        for other in start..<min(place, start + LikenessList.neighbours) {
          if try body(book(entries[place]), book(entries[other])) { break }
        }
      }
      start = end
    }
  }

  private func book(_ entry: UInt64) -> Int64 {
    let number = Int64(entry & (LikenessList.isNew - 1))
    return entry & LikenessList.isNew == 0 ? number : -number
  }
}
