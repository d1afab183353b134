package import Persistence

/// A row of another program's file that a book holds already.
///
/// It only spares work, so it is no entity of the store's model: it has no history, and SQLite drops it with
/// its book.
package struct BookSource: PersistentModel {
  package var id: Int64 = 0
  /// The key of the book.
  package var bookID: Int64
  /// The row's `RowDigest`.
  package var digest: Int64

  package static let schema = EntitySchema<BookSource>(
    "book_source", key: \.id, [Attribute("book_id", \.bookID), Attribute("digest", \.digest)])

  init(bookID: Int64, digest: UInt64) {
    self.bookID = bookID
    self.digest = Int64(bitPattern: digest)
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    digest = try row.integer()
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(bookID)
    try row.write(digest)
  }
}
