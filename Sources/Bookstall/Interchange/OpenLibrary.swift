/// Open Library's reading log and its ratings, which name works and editions and have no ISBN.
///
/// The log of former years had ids alone; its rows are refused by their ids.
package struct OpenLibrary: TableFormat {
  package static let service = "openlibrary"
  static let people = PeopleStyle.bars
  static let lists = ListStyle.bars
  static let mayLackTitles = true
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Authors", "Author(s)"], .originalYear: ["First Publish Year"],
    .status: ["Bookshelf"], .rating: ["My Ratings", "Rating"], .tags: ["Subjects"], .id: ["Edition ID"],
  ]

  var table: BookTable
  private let work: HeaderMap.Column?
  /// Whether the table is that of notes or reviews, which never has titles.
  private let isOfNotes: Bool

  package static let marks = ["Work ID"]

  /// Takes what names a work and an edition, or a work and something of it.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return map["Work ID"] != nil
      && map.count(of: ["Edition ID", "Bookshelf", "My Ratings", "Note", "Review Category"]) >= 1
  }

  init(table: BookTable) {
    self.table = table
    work = table.header["Work ID"]
    isOfNotes = table.header["Note", "Review Category"] != nil
  }

  func check(_ cells: inout RowCells, title: String?) throws(RowProblem) {
    guard columns[.title] == nil else { return }
    let ids = [cells.line(work), cells.line(columns[.id])].compactMap { $0 }.joined(separator: ", ")
    throw isOfNotes ? .noteWithoutBook(ids) : .onlyIDs(ids)
  }

  /// Knows the book by its work too, since the ratings may lack the edition that the log has.
  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    guard cells.glance(columns[.id]) != nil, let id = cells.line(work) else { return }
    record.services.append(ServiceRecord(service: Self.service, serviceID: id))
  }

  func serviceID(from cells: inout RowCells) -> String? {
    cells.line(columns[.id]) ?? cells.line(work)
  }
}
