package import CSV

/// Writes Bookstall's own CSV, which loses nothing: RFC 4180 with CRLF, one book per record.
///
/// Texts stand as they are stored, and a cell is empty where the store holds nothing. Names go into lists
/// (see `OwnCSVList`), and what has parts of its own goes into JSON arrays.
package struct OwnCSV: Sendable {
  /// The columns in the order in which they are written.
  package let fields: [OwnCSVField]
  /// The header of the column that says of a record that its texts are marked for spreadsheets.
  static let markedHeader = "spreadsheetSafe"
  /// What stands in that column.
  static let markedCell = "yes"

  private let marksTexts: Bool
  private var writer: CSVWriter
  /// The cell at hand, kept so that its memory serves the whole export.
  private var cell: [UInt8] = []

  /// A writer of the columns given.
  ///
  /// A spreadsheet runs a cell that begins like a formula. With `spreadsheetSafe` such texts get an
  /// apostrophe in front, and an additional column tells the reader to take it away again.
  package init(
    fields: [OwnCSVField] = OwnCSVField.allCases, spreadsheetSafe: Bool = false, dialect: CSVDialect = .comma
  ) {
    self.fields = fields
    writer = CSVWriter(dialect: dialect, lineEnd: .crlf, quoting: .minimal)
    marksTexts = spreadsheetSafe
  }

  /// Appends the names of the columns.
  package mutating func appendHeader(into bytes: inout [UInt8]) {
    for field in fields { writer.append(field.rawValue, into: &bytes) }
    if marksTexts { writer.append(OwnCSV.markedHeader, into: &bytes) }
    writer.endRecord(into: &bytes)
  }

  /// Appends one book.
  package mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) {
    for field in fields {
      cell.removeAll(keepingCapacity: true)
      fill(with: field, of: record)
      writer.append(utf8: cell, into: &bytes)
    }
    if marksTexts { writer.append(OwnCSV.markedCell, into: &bytes) }
    writer.endRecord(into: &bytes)
  }

  private mutating func fill(with field: OwnCSVField, of record: BookRecord) {
    // No copy of the book, which for each cell would count up its references.
    switch field {
    case .title: fill(with: record.book.title)
    case .author: fill(with: record.book.author)
    case .additionalAuthors: fill(with: record.additionalAuthors)
    case .series: if !record.series.isEmpty { BookJSON.append(record.series, into: &cell) }
    case .genre: fill(with: record.book.genre)
    case .rating: fill(with: record.book.rating)
    case .status: fill(with: record.book.status?.rawValue)
    case .review: fill(with: record.book.review)
    case .reads: if !record.reads.isEmpty { BookJSON.append(record.reads, into: &cell) }
    case .readCount: fill(with: record.book.readCount)
    case .dateAdded:
      if let day = record.book.dateAdded { BookJSON.append(day, separator: UInt8(ascii: "-"), into: &cell) }
    case .tags: fill(with: record.tags)
    case .isbn13: fill(with: record.book.isbn13)
    case .publisher: fill(with: record.book.publisher)
    case .year: fill(with: record.book.year)
    case .originalYear: fill(with: record.book.originalYear)
    case .pages: fill(with: record.book.pages)
    case .contributors: if !record.contributors.isEmpty { BookJSON.append(record.contributors, into: &cell) }
    case .privateNotes: fill(with: record.book.privateNotes)
    case .id: JSONWriter.append(record.book.id, into: &cell)
    case .uuid: BookJSON.append(record.book.uuid, into: &cell)
    case .services: if !record.services.isEmpty { OwnCSV.append(record.services, into: &cell) }
    }
  }

  private mutating func fill(with text: String?) {
    guard let text else { return }
    cell.append(contentsOf: text.utf8)
    mark()
  }

  private mutating func fill(with names: [String]) {
    OwnCSVList.append(names, into: &cell)
    mark()
  }

  private mutating func fill(with number: Int?) {
    if let number { JSONWriter.append(number, into: &cell) }
  }

  private mutating func fill(with rating: Rating?) {
    if let stars = rating?.stars, stars.isFinite { JSONWriter.append(shortest: stars, into: &cell) }
  }

  private mutating func mark() {
    if marksTexts, OwnCSV.looksLikeFormula(cell) { cell.insert(UInt8(ascii: "'"), at: 0) }
  }

  /// Whether a text needs the mark: it begins like a formula, in full-width form too, or with the mark
  /// itself.
  private static func looksLikeFormula(_ text: [UInt8]) -> Bool {
    guard let first = text.first else { return false }
    if "=+-@\t\r\n'".utf8.contains(first) { return true }
    return ["＝", "＋", "－", "＠"].contains { text.starts(with: $0.utf8) }
  }

  private static func append(_ services: [ServiceRecord], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(services, into: &bytes) { service, bytes in
      JSONWriter.append(literal: "{\"service\":", into: &bytes)
      JSONWriter.append(service.service, into: &bytes)
      JSONWriter.append(literal: ",\"id\":", into: &bytes)
      JSONWriter.append(service.serviceID, into: &bytes)
      if !service.other.isEmpty {
        JSONWriter.append(literal: ",\"other\":", into: &bytes)
        service.other.append(into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
