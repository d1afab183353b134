/// StoryGraph's library export, with the headers of 2021 and those of today.
///
/// It has a list of reads, ratings in quarter steps, and one cell for ISBN, ASIN or StoryGraph's own id; it
/// has neither publisher nor pages nor year.
package struct StoryGraph: TableFormat {
  package static let service = "storygraph"
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Authors", "Author"], .contributors: ["Contributors"],
    .status: ["Read Status"], .dateAdded: ["Date Added"], .readCount: ["Read Count"],
    .rating: ["Star Rating"], .review: ["Review"], .tags: ["Tags"],
  ]

  var table: BookTable
  private let identifier: HeaderMap.Column?
  private let readDates: HeaderMap.Column?
  private let lastRead: HeaderMap.Column?

  package static let marks = [
    "Dates Read", "Moods", "Star Rating", "Character- or Plot-Driven?", "ISBN/UID", "Content Warnings",
  ]

  /// Takes any two of the names that only this service uses.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    // Hardcover also has moods and content warnings.
    return map.count(of: marks) >= 2 && map["Hardcover Book ID"] == nil
  }

  init(table: BookTable) {
    self.table = table
    identifier = table.header["ISBN/UID", "ISBN"]
    readDates = table.header["Dates Read"]
    lastRead = table.header["Last Date Read"]
  }

  /// Learns the order of day and month from the reads too, which a spreadsheet may have rewritten.
  package mutating func observe(_ fields: [String]) {
    table.observe(fields, dates: lastRead)
  }

  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    let mapped = record.reads
    record.reads = Read.chronological(mapped + reads(status: record.book.status, from: &cells))
    if let day = cells.day(lastRead, table.dates), !record.reads.contains(where: { $0.latest == day }) {
      record.reads.append(record.book.status == .reading ? Read(started: day) : Read(finished: day))
    }
    if record.book.isbn13 == nil, !holdsOwnID(cells) { record.book.isbn13 = cells.isbn13(identifier) }
    if let isbn13 = record.book.isbn13 { cells.keep(identifier, unlessEqualTo: isbn13) }
  }

  func serviceID(from cells: inout RowCells) -> String? {
    if let id = cells.line(columns[.id]) { return id }
    return holdsOwnID(cells) ? cells.line(identifier) : nil
  }

  /// Whether the cell is StoryGraph's id of an edition or an ASIN rather than an ISBN.
  ///
  /// Any other text is no id, for books must not be taken for one another by a word such as "none".
  private func holdsOwnID(_ cells: RowCells) -> Bool {
    guard let text = cells.glance(identifier).flatMap(TextNormalisation.line) else { return false }
    let bytes = Array(text.utf8)
    let isAlphanumeric = bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
    }
    guard isAlphanumeric else { return false }
    if bytes.count == 36 { return bytes.count { $0 == UInt8(ascii: "-") } == 4 }
    return bytes.count == 10 && (bytes[0] | 0x20) == UInt8(ascii: "b")
  }

  /// The reads of `start-end, end, start-`.
  private func reads(status: ReadingStatus?, from cells: inout RowCells) -> [Read] {
    guard let column = readDates, let cell = cells.take(column) else { return [] }
    let entries = ListStyle.commas.items(of: cell)
    var reads: [Read] = []
    for (place, entry) in entries.enumerated() {
      guard let (start, end, isRange) = days(of: entry) else {
        cells.warnings.append(.unreadableDate(column: column.name, text: entry))
        cells.keep(column)
        continue
      }
      var read = Read(started: start, finished: end)
      // A lone date is the end of the reading, unless the book is still being read.
      if !isRange, status == .reading, place == entries.count - 1 { read = Read(started: end) }
      if read.latest != nil { reads.append(read) }
    }
    return reads
  }

  /// Reads `2024/01/20-2024/02/10`, where either side may be missing, or one date, which may have hyphens.
  private func days(of entry: String) -> (start: Day?, end: Day?, isRange: Bool)? {
    if case .value(let day) = table.dates.day(entry) { return (nil, day, false) }
    // No range is longer, and the search for its middle takes the square of the length.
    guard entry.utf8.count <= 80 else { return nil }
    var index = entry.utf8.startIndex
    while let hyphen = entry.utf8[index...].firstIndex(of: UInt8(ascii: "-")) {
      index = entry.utf8.index(after: hyphen)
      let sides = [table.dates.day(String(entry[..<hyphen])), table.dates.day(String(entry[index...]))]
      if sides.contains(.unreadable) || sides == [.blank, .blank] { continue }
      let found = sides.map { if case .value(let day) = $0 { day } else { Day?.none } }
      return (found[0], found[1], true)
    }
    return nil
  }
}
