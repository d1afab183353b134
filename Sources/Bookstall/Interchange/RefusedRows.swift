internal import CSV

/// The rows that an import refused, as a table to mend and import again.
///
/// Behind the columns of the file stand the line, the reason, the row as it came where its cells don't fit the
/// columns, and the order of day and month where the delimiter doesn't tell it. An import passes over these. What
/// is no table has its texts in a column of their own.
package final class RefusedRows {
  /// The header of the column with the line in the original file.
  package static let lineColumn = "refused_line"
  /// The header of the column with the reason in words.
  package static let reasonColumn = "refused_reason"
  /// The header of the column with the whole row as it came.
  package static let rowColumn = "refused_row"
  /// The header of the column with the order of day and month.
  package static let datesColumn = "refused_dates"

  /// How many rows the table has.
  package private(set) var count = 0
  /// Whether the rows can be mended there and imported again.
  package let isTable: Bool

  /// The columns of the file.
  private let columns: [String]
  /// The places of our columns, where the file is itself such a table.
  private let passedOver: [Int]
  /// The place of the rows as they came among them.
  private let rowPlace: Int?
  /// How the file's dates are read, where the table itself would not tell.
  private let dates: DateReading.Decision?
  /// The delimiter is the file's, which also tells its reader the order of day and month.
  private let writer: CSVWriter
  private let table = SpillBuffer()
  private let reason: (RowProblem) -> String

  /// A table under the columns of the file, with the reasons in somebody's words.
  init(
    columns: [String], isTable: Bool = true, hasSemicolons: Bool = false, dates: DateReading.Decision? = nil,
    reason: @escaping (RowProblem) -> String
  ) {
    let dialect = hasSemicolons ? CSVDialect.semicolon : .comma
    writer = CSVWriter(dialect: dialect, lineEnd: .crlf, quoting: .minimal)
    self.isTable = isTable
    passedOver = columns.indices.filter { RefusedRows.isOurs(columns[$0]) }
    rowPlace = columns.firstIndex(of: RefusedRows.rowColumn)
    self.columns = isTable ? columns.filter { !RefusedRows.isOurs($0) } : []
    self.dates = dates == (hasSemicolons ? .dayFirst : .monthFirst) ? nil : dates
    self.reason = reason
  }

  /// Whether the file came from such a table, so that its own columns say nothing of the books.
  var isAgain: Bool { !passedOver.isEmpty }

  /// Whether a header is one of those that say nothing of a book.
  static func isOurs(_ header: String) -> Bool {
    [lineColumn, reasonColumn, rowColumn, datesColumn].contains(header)
  }

  /// Adds a row; throws `ExportError` where the disk has no room for it.
  ///
  /// Every row fits the header. One with too many cells, or cut short by a quote, has all of them in the column of
  /// its own, since its other cells would pass for a sound row.
  func append(_ record: CSVRecord, _ problem: RowProblem) throws {
    let cells = isTable ? tableCells(of: record, problem) : textCells(of: record, problem)
    try table.append { bytes in
      if count == 0 { writer.write(header, into: &bytes) }
      writer.write(cells, into: &bytes)
    }
    count += 1
  }

  private var header: [String] {
    columns + [RefusedRows.lineColumn, RefusedRows.reasonColumn, RefusedRows.rowColumn]
      + (dates == nil ? [] : [RefusedRows.datesColumn])
  }

  private func textCells(of record: CSVRecord, _ problem: RowProblem) -> [String] {
    [String(record.line), reason(problem), record.fields.joined(separator: "\n")]
  }

  private func tableCells(of record: CSVRecord, _ problem: RowProblem) -> [String] {
    var cells = record.fields
    let earlier = rowPlace.flatMap { $0 < cells.count && !cells[$0].isEmpty ? cells[$0] : nil }
    // In an overlong row ours have moved to the right with the end of the row.
    let shift = max(0, cells.count - columns.count - passedOver.count)
    for index in passedOver.reversed() where index + shift < cells.count { cells.remove(at: index + shift) }
    var row = ""
    switch problem {
    case .tooManyCells, .unclosedQuote: row = earlier ?? text(of: cells)
    default: break
    }
    cells.removeLast(max(0, cells.count - columns.count))
    cells += repeatElement("", count: columns.count - cells.count)
    return cells + [String(record.line), reason(problem), row] + (dates.map { [$0.rawValue] } ?? [])
  }

  private func text(of cells: [String]) -> String {
    var bytes: [UInt8] = []
    writer.write(cells, into: &bytes)
    // Without CR and LF.
    return String(decoding: bytes.dropLast(2), as: UTF8.self)
  }

  /// How many bytes the table has.
  package var size: Int { table.count }

  /// Calls the closure with the table as CSV in UTF-8, piece by piece.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    try table.forEachPiece(body)
  }
}

/// Tells rows of a table of refused rows that nobody has mended.
struct UnmendedRows {
  private let rowPlace: Int
  private let places: [Int]
  private let dialect: CSVDialect

  /// Nil for a table that is none of refused rows.
  init?(header: [String], dialect: CSVDialect) {
    guard let place = header.firstIndex(of: RefusedRows.rowColumn) else { return nil }
    rowPlace = place
    places = header.indices.filter { !RefusedRows.isOurs(header[$0]) }
    self.dialect = dialect
  }

  /// Why the row was refused, where its cells are still those of the row as it came.
  func problem(of fields: [String]) throws -> RowProblem? {
    guard rowPlace < fields.count, !fields[rowPlace].isEmpty else { return nil }
    var chunks = [Array(fields[rowPlace].utf8)]
    var reader = CSVReader(dialect: dialect, read: { chunks.popLast() ?? [] })
    guard let original = try reader.next()?.fields else { return nil }
    let isSame = places.enumerated().allSatisfy { number, place in
      let before = number < original.count ? original[number] : ""
      return before == (place < fields.count ? fields[place] : "")
    }
    guard isSame else { return nil }
    return original.count > places.count
      ? .tooManyCells(found: original.count, expected: places.count)
      : .unclosedQuote(found: original.count, expected: places.count)
  }
}

extension BookRecord {
  /// Takes away what a table of refused rows said of the row and not of the book.
  mutating func removeRefusal() {
    for index in services.indices.reversed() {
      let columns = services[index].other.columns
      let others = columns.filter { !RefusedRows.isOurs($0.name) }
      guard others.count < columns.count else { continue }
      services[index].other.columns = others
      if others.isEmpty, services[index].serviceID == nil { services.remove(at: index) }
    }
  }
}
