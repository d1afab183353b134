/// The five columns in which a community tool exports Literal's reviews; the date is that of the review.
package struct Literal: TableFormat {
  package static let service = "literal"
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Author"], .rating: ["Rating"], .review: ["Comment"],
  ]

  var table: BookTable

  /// Takes exactly its five columns, for each of them alone is common.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return map.names.count == 5 && map.count(of: ["Title", "Author", "Rating", "Date", "Comment"]) == 5
  }
}
