internal import CSV

/// The rows that an import refused, as a table to mend and import again.
///
/// Behind the columns of the file stand the line and the reason; an import passes over these two.
package final class RefusedRows {
  /// The header of the column with the line in the original file.
  package static let lineColumn = "refused_line"
  /// The header of the column with the reason in words.
  package static let reasonColumn = "refused_reason"

  /// How many rows the table has.
  package private(set) var count = 0
  /// The columns of the file.
  private let columns: [String]
  /// The places of the two columns, where the file is itself such a table.
  private let passedOver: [Int]
  /// The delimiter is the file's, which also tells its reader the order of day and month.
  private let writer: CSVWriter
  private let table = SpillBuffer()
  private let reason: (RowProblem) -> String

  /// A table under the columns of the file, with the reasons in somebody's words.
  init(columns: [String], hasSemicolons: Bool = false, reason: @escaping (RowProblem) -> String) {
    let dialect = hasSemicolons ? CSVDialect.semicolon : .comma
    writer = CSVWriter(dialect: dialect, lineEnd: .crlf, quoting: .minimal)
    passedOver = columns.indices.filter { RefusedRows.isOurs(columns[$0]) }
    self.columns = columns.filter { !RefusedRows.isOurs($0) }
    self.reason = reason
  }

  /// Whether the file came from such a table, so that its two columns say nothing of the books.
  var isAgain: Bool { !passedOver.isEmpty }

  /// Whether a header is one of the two that say nothing of a book.
  static func isOurs(_ header: String) -> Bool { header == lineColumn || header == reasonColumn }

  /// Adds a row; throws `ExportError` where the disk has no room for it.
  ///
  /// A row with too many cells keeps them all in front of its line, so that it fits the header once its comma
  /// is quoted. One that a quote has cut short gets a cell too many, since it would pass for a short row.
  func append(_ record: CSVRecord, _ problem: RowProblem) throws {
    // A source that is no table has nothing to mend.
    guard !columns.isEmpty else { return }
    var cells = record.fields
    // In an overlong row the two have moved to the right with the end of the row.
    let shift = max(0, cells.count - columns.count - passedOver.count)
    for index in passedOver.reversed() where index + shift < cells.count { cells.remove(at: index + shift) }
    cells += repeatElement("", count: max(0, columns.count - cells.count))
    let reason = reason(problem)
    if case .unclosedQuote = problem { cells.append(reason) }
    cells += [String(record.line), reason]
    try table.append { bytes in
      if count == 0 {
        writer.write(columns + [RefusedRows.lineColumn, RefusedRows.reasonColumn], into: &bytes)
      }
      writer.write(cells, into: &bytes)
    }
    count += 1
  }

  /// How many bytes the table has.
  package var size: Int { table.count }

  /// Calls the closure with the table as CSV in UTF-8, piece by piece.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    try table.forEachPiece(body)
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
