/// A database exported from Notion: the columns are the reader's own, names may carry links to pages.
///
/// It is told from other tables by its first column, `Name`, which every such database has.
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

  /// Takes a table of books whose first column is the one that Notion puts first.
  package static func recognises(header: [String]) -> Bool {
    HeaderMap(header).names.first?.lowercased() == "name" && GenericTable.recognises(header: header)
  }
}
