internal import CSV

/// The rows that an import refused, as a table to mend and import again.
///
/// Behind the columns of the file stand the line and the reason; an import passes over these two.
package struct RefusedRows: Sendable {
  /// The header of the column with the line in the original file.
  package static let lineColumn = "refused_line"
  /// The header of the column with the reason in words.
  package static let reasonColumn = "refused_reason"

  /// One refused row as it was read.
  package struct Row: Sendable {
    /// The physical line on which the row starts.
    package let line: Int
    /// The cells as they were.
    package let cells: [String]
    /// What was wrong.
    package let problem: RowProblem
  }

  /// The columns of the file.
  package let columns: [String]
  /// The rows in the file's order.
  package private(set) var rows: [Row] = []
  /// The places of the two columns, where the file is itself such a table.
  private let passedOver: [Int]

  /// The delimiter of the file, which also tells its reader the order of day and month.
  private let dialect: CSVDialect

  /// A table under the columns of the file.
  init(columns: [String], hasSemicolons: Bool = false) {
    dialect = hasSemicolons ? .semicolon : .comma
    passedOver = columns.indices.filter { RefusedRows.isOurs(columns[$0]) }
    self.columns = columns.filter { !RefusedRows.isOurs($0) }
  }

  /// Whether the file came from such a table, so that its two columns say nothing of the books.
  var isAgain: Bool { !passedOver.isEmpty }

  /// Whether a header is one of the two that say nothing of a book.
  static func isOurs(_ header: String) -> Bool { header == lineColumn || header == reasonColumn }

  mutating func append(_ record: CSVRecord, _ problem: RowProblem) {
    // A source that is no table has nothing to mend.
    guard !columns.isEmpty else { return }
    var cells = record.fields
    // In an overlong row the two have moved to the right with the end of the row.
    let shift = max(0, cells.count - columns.count - passedOver.count)
    for index in passedOver.reversed() where index + shift < cells.count { cells.remove(at: index + shift) }
    rows.append(Row(line: record.line, cells: cells, problem: problem))
  }

  /// The table as CSV in UTF-8.
  ///
  /// A row with too many cells keeps them all in front of its line, so that it fits the header once its comma
  /// is quoted. One that a quote has cut short gets a cell too many, since it would pass for a short row.
  package func csv(reason: (RowProblem) -> String) -> [UInt8] {
    let writer = CSVWriter(dialect: dialect, lineEnd: .crlf, quoting: .minimal)
    var bytes: [UInt8] = []
    writer.write(columns + [RefusedRows.lineColumn, RefusedRows.reasonColumn], into: &bytes)
    for row in rows {
      var cells = row.cells + repeatElement("", count: max(0, columns.count - row.cells.count))
      if case .unclosedQuote = row.problem { cells.append(reason(row.problem)) }
      writer.write(cells + [String(row.line), reason(row.problem)], into: &bytes)
    }
    return bytes
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
