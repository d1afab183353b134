/// BookWyrm's export of books in all its widths: the columns of ids grow, shelves and dates came in 2024.
///
/// Reviews are Markdown and stay so. Shelves go by their identifiers, since their names are translated.
package struct BookWyrm: TableFormat {
  package static let service = "bookwyrm"
  static let reviewsAreMarkdown = true
  static let names: [ImportField: [String]] = [
    .title: ["title"], .author: ["author_text"], .isbn13: ["isbn_13"], .isbn: ["isbn_10"], .pages: ["pages"],
    .started: ["start_date"], .finished: ["finish_date"], .stopped: ["stopped_date"], .rating: ["rating"],
    .review: ["review_content"], .dateAdded: ["shelf_date"], .id: ["remote_id"],
  ]

  var table: BookTable
  private let shelf: HeaderMap.Column?
  private let shelfName: HeaderMap.Column?

  package static let marks = [
    "author_text", "remote_id", "review_cw", "inventaire_id", "shelf_name", "review_content",
  ]

  init(table: BookTable) {
    self.table = table
    shelf = table.header["shelf"]
    shelfName = table.header["shelf_name"]
  }

  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    guard record.book.status == nil else { return }
    if let name = cells.line(shelf) {
      record.book.status = StatusWords.status(name)
      if record.book.status == nil { addShelf(name, to: &record, from: &cells) }
    }
    guard record.book.status == nil, let read = record.reads.last else { return }
    // A shelf of the reader's own hides the status, but the dates of the reading tell it.
    record.book.status = read.finished != nil ? .read : read.stopped != nil ? .didNotFinish : .reading
  }

  private func addShelf(_ identifier: String, to record: inout BookRecord, from cells: inout RowCells) {
    cells.keep(shelf)
    let name = cells.line(shelfName) ?? BookWyrm.withoutNumber(identifier)
    var tags = TagList(leavingOut: [], record.tags)
    tags.add(contentsOf: [name])
    record.tags = tags.tags
    if record.reads.isEmpty, let shelf {
      cells.warnings.append(.unknownShelf(column: shelf.name, name: name))
    }
  }

  /// The name in `cooking-9`.
  private static func withoutNumber(_ identifier: String) -> String {
    guard let hyphen = identifier.utf8.lastIndex(of: UInt8(ascii: "-")), hyphen > identifier.startIndex,
      identifier.utf8[hyphen...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return identifier }
    return String(identifier[..<hyphen])
  }
}
