/// The CSV of the iOS app Reading List: lists parted by semicolons with escapes, last names first.
///
/// It has no column for the status; the dates of reading tell it.
package struct ReadingList: TableFormat {
  package static let service = "readinglist"
  static let people = PeopleStyle.lastNameFirst
  static let lists = ListStyle.semicolons
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Authors"], .isbn13: ["ISBN-13"], .pages: ["Page Count"],
    .year: ["Publication Date"], .publisher: ["Publisher"], .tags: ["Subjects"],
    .started: ["Started Reading"], .finished: ["Finished Reading"], .rating: ["Rating"], .review: ["Notes"],
    .id: ["Google Books ID"],
  ]

  var table: BookTable
  private let shelves: HeaderMap.Column?

  package static let marks = ["Google Books ID"] + usual
  private static let usual = [
    "ISBN-13", "Page Count", "Language Code", "Started Reading", "Finished Reading", "Current Page",
    "Current Percentage",
  ]

  /// Takes the name of its ids, or several of the others, each of which is common.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return map["Google Books ID"] != nil || (map["Authors"] != nil && map.count(of: usual) >= 4)
  }

  init(table: BookTable) {
    self.table = table
    shelves = table.header["Lists"]
  }

  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    var tags = TagList(leavingOut: Self.noTags, record.tags)
    tags.add(contentsOf: cells.items(shelves, .semicolons).map(ReadingList.withoutPlace))
    // The place on the list has no room in a tag.
    if cells.glance(shelves)?.utf8.contains(UInt8(ascii: "(")) == true { cells.keep(shelves) }
    record.tags = tags.tags
    guard record.book.status == nil else { return }
    record.book.status =
      record.reads.last.map { $0.ended == nil ? .reading : $0.finished == nil ? .didNotFinish : .read }
      ?? .toRead
  }

  /// The name in `Beach reads (12)`.
  private static func withoutPlace(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.utf8.lastIndex(of: UInt8(ascii: "(")) else { return name }
    let inside = name.utf8[name.utf8.index(after: open)...].dropLast()
    guard !inside.isEmpty, inside.allSatisfy({ (0x30...0x39).contains($0) }) else { return name }
    return TextNormalisation.line(String(name[..<open])) ?? name
  }
}
