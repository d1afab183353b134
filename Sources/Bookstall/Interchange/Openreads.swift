/// The CSV of an Openreads backup: every reading of a book in one cell, tags parted by five bars.
package struct Openreads: TableFormat {
  package static let service = "openreads"
  static let people = PeopleStyle.commasAsTyped
  static let lists = ListStyle.fiveBars
  // Here people type each tag, so one that says "owned" is meant.
  static let noTags: Set<String> = []
  static let names: [ImportField: [String]] = [
    .title: ["title"], .author: ["author"], .status: ["status"], .rating: ["rating"], .pages: ["pages"],
    .year: ["publication_year"], .isbn: ["isbn"], .tags: ["tags"], .review: ["my_review"],
    .privateNotes: ["notes"], .dateAdded: ["date_added"], .id: ["olid"],
  ]

  var table: BookTable
  private let deleted: HeaderMap.Column?
  private let readings: HeaderMap.Column?

  package static let marks = ["readings", "olid", "my_review", "book_format", "date_modified"]

  init(table: BookTable) {
    self.table = table
    deleted = table.header["deleted"]
    readings = table.header["readings"]
  }

  func check(_ cells: inout RowCells, title: String?) throws(RowProblem) {
    if cells.line(deleted)?.lowercased() == "true" { throw .deletedInSource(title: title) }
  }

  /// Reads `start|finish|milliseconds` between semicolons, where each part may be blank.
  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    guard let column = readings, let cell = cells.take(column) else { return }
    for entry in cell.utf8.split(separator: UInt8(ascii: ";")) {
      let parts = entry.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      var days: [Day?] = [nil, nil]
      for (place, part) in parts.prefix(2).enumerated() {
        switch table.dates.day(String(Substring(part))) {
        case .value(let day): days[place] = day
        case .blank: break
        case .unreadable:
          cells.warnings.append(.unreadableDate(column: column.name, text: String(Substring(part))))
          cells.keep(column)
        }
      }
      // The time spent reading has no place in a reading.
      if parts.count > 2, !parts[2].isEmpty { cells.keep(column) }
      if days[0] != nil || days[1] != nil { record.reads.append(Read(started: days[0], finished: days[1])) }
    }
    record.reads = Read.chronological(record.reads)
  }
}
