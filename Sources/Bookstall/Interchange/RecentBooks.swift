/// Books of the store as an import last saw them, and changes of them that are not written yet.
///
/// Rows that follow each other often meet the same book, which is read and written once for many of them.
struct RecentBooks {
  private var seen: [Int64: BookRecord] = [:]
  private var changed: [Int64: BookRecord] = [:]

  /// As many books are kept that have not changed.
  private static let limit = 64

  /// The book by its reference, as it will be.
  subscript(reference: Int64) -> BookRecord? { changed[reference] ?? seen[reference] }

  /// How many books wait to be written.
  var changedCount: Int { changed.count }

  /// Keeps a book that was read.
  mutating func see(_ record: BookRecord, _ reference: Int64) {
    if seen.count >= RecentBooks.limit { seen.removeAll(keepingCapacity: true) }
    seen[reference] = record
  }

  /// Keeps a book that is to be written.
  mutating func change(_ record: BookRecord, _ reference: Int64) {
    seen[reference] = nil
    changed[reference] = record
  }

  /// The books to be written, which then are no longer kept.
  mutating func takeChanged() -> [BookRecord] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed.sorted { $0.key < $1.key }.map(\.value)
  }
}
