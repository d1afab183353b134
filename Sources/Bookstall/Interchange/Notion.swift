/// A database exported from Notion: the columns are the reader's own, names may carry links to pages.
///
/// It is told from other tables by the column `Name`, which every such database has in the place of a title.
/// As a rule it is the first one, but the order of the columns in the view at hand is the reader's.
package struct Notion: TableFormat {
  package static let service = "notion"
  static let people = PeopleStyle.typed
  static let lists = ListStyle.typed
  static let scaleIsKnown = false
  static let reviewsAreMarkdown = true
  static let names = GenericTable.names.merging(
    [
      .title: ["name", "title", "book title"],
      .review: ["review", "my review", "summary", "thoughts", "notes"],
      .privateNotes: ["private notes"],
    ], uniquingKeysWith: { $1 })

  var table: BookTable
  package var unusedColumns: [String] { table.unusedNames }

  package static let marks = ["name"]

  /// Takes a table of books that have names and no titles, or names before anything else.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    guard map["name"] != nil, GenericTable.recognises(header: header) else { return false }
    return map.names.first?.lowercased() == "name" || map["title", "book title"] == nil
  }
}
