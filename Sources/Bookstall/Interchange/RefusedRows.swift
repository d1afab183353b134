internal import CSV

/// The rows that an import refused, as a table to mend and import again.
///
/// Behind the columns of the file stand the line, the reason, the order of day and month where the delimiter doesn't tell
/// it, and last the row as it came where its cells don't fit the columns. What is no table has its texts there.
package final class RefusedRows {
  /// The header of the column with the line in the original file.
  package static let lineColumn = "refused_line"
  /// The header of the column with the reason in words.
  package static let reasonColumn = "refused_reason"
  /// The header of the column with the whole row as it came.
  package static let rowColumn = "refused_row"
  /// The header of the column with the order of day and month.
  package static let datesColumn = "refused_dates"
  /// The header of the column with the format of texts that are no table's rows.
  package static let formatColumn = "refused_format"

  /// How many rows the table has.
  package private(set) var count = 0

  /// The columns of the file; none where it is no table.
  private let columns: [String]
  /// Where they stand among the cells.
  private let places: [Int]
  /// How many cells a row of the file has.
  private let width: Int
  /// The place of the rows as they came among the cells, where the file is itself such a table.
  private let rowPlace: Int?
  /// How the file's dates are read, where the table itself would not tell.
  private let dates: DateReading.Decision?
  /// What the rows are, where the table itself would not tell.
  private let format: String?
  /// The delimiter is the file's, which also tells its reader the order of day and month.
  private let writer: CSVWriter
  private let table = SpillBuffer()
  private let reason: (RowProblem) -> String

  /// A table under the columns of the file, or of texts in a format, with the reasons in somebody's words.
  init(
    columns: [String], format: String? = nil, dialect: CSVDialect = .comma,
    dates: DateReading.Decision? = nil, reason: @escaping (RowProblem) -> String
  ) {
    // The same delimiter, so that the rows stand in it as they came; texts of several lines need quotes in any table.
    writer = CSVWriter(dialect: CSVDialect(delimiter: dialect.delimiter), lineEnd: .crlf, quoting: .minimal)
    self.format = format
    places = columns.indices.filter { format == nil && !RefusedRows.isOurs(columns[$0]) }
    self.columns = places.map { columns[$0] }
    width = columns.count
    rowPlace = columns.firstIndex(of: RefusedRows.rowColumn)
    // Where semicolons part the cells, they tell it.
    self.dates = dates == .dayFirst && dialect == .semicolon ? nil : dates
    self.reason = reason
  }

  /// Whether a header is one of those that say nothing of a book.
  static func isOurs(_ header: String) -> Bool {
    header.utf8.first == UInt8(ascii: "r")
      && [lineColumn, reasonColumn, datesColumn, formatColumn, rowColumn].contains(header)
  }

  /// Adds a row; throws `ExportError` where the disk has no room for it.
  ///
  /// A row whose cells can't be told from each other stands in the last column alone: under the others they would pass
  /// for a sound row, and be mended only in part.
  func append(_ record: CSVRecord, _ problem: RowProblem) throws {
    let (cells, row) = parts(of: record, problem)
    let facts = [String(record.line), reason(problem)] + [dates?.rawValue, format].compactMap(\.self)
    try table.append { bytes in
      if count == 0 { writer.write(header, into: &bytes) }
      writer.write(cells + facts + [row], into: &bytes)
    }
    count += 1
  }

  private var header: [String] {
    columns + [RefusedRows.lineColumn, RefusedRows.reasonColumn]
      + (dates == nil ? [] : [RefusedRows.datesColumn]) + (format == nil ? [] : [RefusedRows.formatColumn])
      + [RefusedRows.rowColumn]
  }

  /// The cells under the columns of the file, and the row as it came.
  private func parts(of record: CSVRecord, _ problem: RowProblem) -> (cells: [String], row: String) {
    let fields = record.fields
    if format != nil { return ([], fields.joined(separator: "\n")) }
    let cells = places.map { $0 < fields.count ? fields[$0] : "" }
    guard problem.isOfWholeRow else { return (cells, "") }
    // In a table of refused rows that holds together, each part stays where it is.
    if let rowPlace, fields.count == width, record.problems.isEmpty { return (cells, fields[rowPlace]) }
    return (places.map { _ in "" }, record.text ?? text(of: fields))
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
