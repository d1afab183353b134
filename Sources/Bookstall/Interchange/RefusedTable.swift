internal import CSV

/// Reads the rows of a table of refused rows, each from its cells or from the row as it came, whichever was mended.
///
/// What is in doubt is refused again, so that no part of a row is lost and none gets under another column.
struct RefusedTable {
  private let width: Int
  private let linePlace: Int
  private let rowPlace: Int
  /// Where the columns of the books stand.
  private let places: [Int]
  private let dialect: CSVDialect
  /// The columns, where the rows come from a table in which a quote is a character like any other.
  private let plainHeader: [String]?

  /// Nil for a table that is none of refused rows; those of some services quote nothing between tabs.
  init?(header: [String], dialect: CSVDialect, quotesTabbedCells: Bool) {
    guard let rowPlace = header.firstIndex(of: RefusedRows.rowColumn),
      let linePlace = header.firstIndex(of: RefusedRows.lineColumn)
    else { return nil }
    self.rowPlace = rowPlace
    self.linePlace = linePlace
    width = header.count
    places = header.indices.filter { !RefusedRows.isOurs(header[$0]) }
    self.dialect = dialect
    let isPlain = dialect == .tab && !quotesTabbedCells
    plainHeader = isPlain ? places.map { header[$0] } : nil
  }

  /// The row with its cells under their columns and blank ones under ours, or why it is no sound row yet.
  func mended(_ record: CSVRecord) -> Result<CSVRecord, RowProblem> {
    let fields = record.fields
    if !record.problems.isEmpty, let inner = loosely(record.text) {
      return .success(row(inner, under: record))
    }
    if let fault = record.quoteFault(expectedCount: width) { return .failure(fault) }
    guard fields.count <= width else {
      return .failure(.tooManyCells(found: fields.count, expected: width))
    }
    guard linePlace < fields.count, fields[linePlace].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .failure(.movedCells)
    }
    let cells = places.map { $0 < fields.count ? fields[$0] : "" }
    let text = rowPlace < fields.count ? fields[rowPlace] : ""
    guard !text.isEmpty else { return .success(row(cells, under: record, problems: record.problems)) }
    let isBlank = cells.allSatisfy(TextNormalisation.isBlank)
    guard let inner = parsed(text) else { return .failure(.mendedTwice) }
    if inner.problems.isEmpty, inner.fields.count == places.count {
      return isBlank || zip(cells, inner.fields).allSatisfy(RefusedTable.isAlike)
        ? .success(row(inner.fields, under: record)) : .failure(.mendedTwice)
    }
    // A row of such a table may itself have been refused, with all of its cells.
    if isBlank, inner.problems.isEmpty, inner.fields.count == width { return mended(inner) }
    if isBlank { return .failure(problem(of: inner, expected: places.count)) }
    // Mended cells and the row as it came have the same letters, or something was forgotten.
    return letters(of: cells.joined()) == letters(of: text)
      ? .success(row(cells, under: record)) : .failure(.mendedTwice)
  }

  /// The cells in the place of a record.
  private func row(_ cells: [String], under record: CSVRecord, problems: [CSVProblem] = []) -> CSVRecord {
    var fields = Array(repeating: "", count: width)
    for (place, cell) in zip(places, cells) { fields[place] = cell }
    return CSVRecord(line: record.line, number: record.number, fields: fields, problems: problems)
  }

  /// Whether two cells say the same, be they blank in one way or the other.
  private static func isAlike(_ cell: String, _ other: String) -> Bool {
    if cell == other { return true }
    func line(_ cell: String) -> String? { cell == "=\"\"" ? nil : TextNormalisation.line(cell) }
    return line(cell) == line(other)
  }

  /// The only record of a text, which in a table without quotes may have got some from a spreadsheet.
  ///
  /// A spreadsheet that has saved the table with another delimiter leaves the row as it came within its cell.
  private func parsed(_ text: String) -> CSVRecord? {
    if let plainHeader, let plain = parsed(text, .plainTab), plain.fields.count == places.count,
      !TabbedQuotes.areUsed(in: Array(text.utf8)[...], header: plainHeader)
    {
      return plain
    }
    let record = parsed(text, dialect)
    if let record, record.fields.count >= places.count { return record }
    let others = CSVDialect.delimited.lazy.filter { $0.delimiter != dialect.delimiter }
    return others.compactMap { parsed(text, $0) }.first {
      $0.problems.isEmpty && $0.fields.count == places.count
    }
      ?? record
  }

  private func parsed(_ text: String, _ dialect: CSVDialect) -> CSVRecord? {
    var chunks = [Array(text.utf8)]
    var reader = CSVReader(dialect: dialect, read: { chunks.popLast() ?? [] })
    guard let record = try? reader.next(), (try? reader.next()) == .some(nil) else { return nil }
    return record
  }

  /// The row in the last cell where quotes were set within it as they stand in a row, and not doubled.
  private func loosely(_ text: String?) -> [String]? {
    guard let text, rowPlace == width - 1, let whole = parsed(text, dialect), rowPlace < whole.fields.count
    else {
      return nil
    }
    var start: [UInt8] = []
    CSVWriter(dialect: dialect, lineEnd: .lf, quoting: .minimal).write(
      Array(whole.fields[..<rowPlace]), into: &start)
    start[start.count - 1] = dialect.delimiter
    let beginning = String(decoding: start, as: UTF8.self) + "\""
    guard text.hasPrefix(beginning), text.hasSuffix("\""), places.allSatisfy({ whole.fields[$0].isEmpty }),
      let inner = parsed(String(text.dropFirst(beginning.count).dropLast()).replacing("\"\"", with: "\""))
    else { return nil }
    return inner.problems.isEmpty && inner.fields.count == places.count ? inner.fields : nil
  }

  private func problem(of record: CSVRecord, expected: Int) -> RowProblem {
    let found = record.fields.count
    if let fault = record.quoteFault(expectedCount: expected) { return fault }
    return found > expected
      ? .tooManyCells(found: found, expected: expected) : .tooFewCells(found: found, expected: expected)
  }

  private static let delimiters = CSVDialect.delimited.map { UInt32($0.delimiter) }

  /// A text without what quotes and delimiters may change, be it the delimiter of the table or of the row as it came.
  private func letters(of text: String) -> String {
    var letters = String.UnicodeScalarView()
    // A blank ISBN of a spreadsheet, `=""`, is blank in the row and in a cell.
    letters.append(
      contentsOf: text.replacing("=\"", with: "\"").unicodeScalars.lazy.filter {
        $0 != "\"" && !RefusedTable.delimiters.contains($0.value) && !$0.properties.isWhitespace
      })
    return String(letters)
  }
}
