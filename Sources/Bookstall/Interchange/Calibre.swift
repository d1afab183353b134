/// calibre's catalogue as CSV, whose columns the reader chooses and orders.
///
/// It has no status, no review and no dates of reading unless the reader maps columns of their own;
/// `comments` is the publisher's description.
package struct Calibre: TableFormat {
  package static let service = "calibre"
  static let people = PeopleStyle.ampersands
  static let names: [ImportField: [String]] = [
    .title: ["title"], .author: ["authors"], .isbn: ["isbn"], .publisher: ["publisher"], .rating: ["rating"],
    .series: ["series"], .seriesNumber: ["series_index"], .tags: ["tags"], .id: ["uuid"],
  ]

  var table: BookTable
  private let published: HeaderMap.Column?
  private let added: HeaderMap.Column?
  private let identifiers: HeaderMap.Column?

  package static let marks = [
    "author_sort", "title_sort", "library_name", "series_index", "pubdate", "timestamp", "identifiers",
    "formats", "comments", "uuid",
  ]

  /// Takes any two of the names that calibre uses, or the one that nobody else has.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return (map.count(of: marks) >= 2 || map["title_sort"] != nil) && map["author"] == nil
  }

  init(table: BookTable) {
    self.table = table
    published = table.header["pubdate"]
    added = table.header["timestamp"]
    identifiers = table.header["identifiers"]
  }

  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    if record.book.year == nil { record.book.year = day(published, from: &cells)?.year }
    if record.book.dateAdded == nil { record.book.dateAdded = day(added, from: &cells) }
    for entry in cells.glance(identifiers).map(ListStyle.commas.items) ?? [] {
      let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      if parts[0] == "isbn", record.book.isbn13 == nil { record.book.isbn13 = ISBN.normalised13(parts[1]) }
    }
  }

  /// A date, kept for its time; calibre writes the year 101 where it knows none.
  private func day(_ column: HeaderMap.Column?, from cells: inout RowCells) -> Day? {
    guard let day = cells.day(column, table.dates), day.year > 101 else { return nil }
    cells.keepClock(column)
    return day
  }
}
