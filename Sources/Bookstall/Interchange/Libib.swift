/// Libib's export of a library, which may hold films, music and games besides books.
package struct Libib: TableFormat {
  package static let service = "libib"
  static let names: [ImportField: [String]] = [
    .title: ["title"], .author: ["creators"], .isbn13: ["ean_isbn13"], .isbn: ["upc_isbn10"],
    .publisher: ["publisher"], .year: ["publish_date"], .series: ["group"], .tags: ["tags"],
    .privateNotes: ["notes"], .pages: ["length"], .rating: ["rating"], .review: ["review"],
    .status: ["status"], .started: ["began", "began_date"], .finished: ["completed", "completed_date"],
    .dateAdded: ["added"],
  ]

  var table: BookTable
  private let kind: HeaderMap.Column?

  package static let marks = [
    "item_type", "ean_isbn13", "upc_isbn10", "number_of_discs", "number_of_players", "aspect_ratio",
  ]

  init(table: BookTable) {
    self.table = table
    kind = table.header["item_type"]
  }

  func check(_ cells: inout RowCells, title: String?) throws(RowProblem) {
    guard let kind = cells.line(kind), kind.lowercased() != "book", kind.lowercased() != "books" else {
      return
    }
    throw .notABook(kind: kind, title: title)
  }
}
