/// The five columns in which a community tool exports Literal's reviews; the date is that of the review.
package struct Literal: TableFormat {
  package static let service = "literal"
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Author"], .rating: ["Rating"], .review: ["Comment"],
  ]

  /// As many columns may have been added by hand.
  private static let addedColumns = 2

  var table: BookTable

  package static let marks = ["title", "author", "rating", "date", "comment"]

  /// Takes its five columns, for each of them alone is common, and a few that say nothing of a book.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return map.hasAll(marks) && map.names.count <= marks.count + addedColumns
      && map.names.allSatisfy { marks.contains($0.lowercased()) || !GenericTable.knows($0.lowercased()) }
  }
}
