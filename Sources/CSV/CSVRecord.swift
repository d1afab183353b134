/// One row of a table and where it stood.
public struct CSVRecord: Sendable, Hashable {
  /// The physical line on which the record starts, from 1, as an editor counts it.
  ///
  /// CR LF, LF and a bare CR each end a line, outside quotes and inside them.
  public let line: Int

  /// The place among the records, from 1; blank lines do not count, so the header is usually 1.
  public let number: Int

  /// The cells, unquoted; one at least.
  public let fields: [String]

  /// What was wrong with the record, in the order of its bytes; empty as a rule.
  public let problems: [CSVProblem]

  /// The record as it stands in the input, where something was wrong with it; without its line end.
  public let text: String?

  /// Makes a record out of its parts.
  public init(
    line: Int, number: Int, fields: [String], problems: [CSVProblem] = [], text: String? = nil
  ) {
    self.line = line
    self.number = number
    self.fields = fields
    self.problems = problems
    self.text = text
  }

  /// Makes a record out of one that lies in a reader's buffer; a sound one has its text only where it is kept.
  public init(_ view: CSVRecordView, keepsText: Bool = false) {
    let keepsText = keepsText || !view.problems.isEmpty
    self.init(
      line: view.line, number: view.number, fields: view.fields, problems: view.problems,
      text: keepsText ? String(decoding: view.text, as: UTF8.self) : nil)
  }
}

extension CSVRecord {
  /// The row inside the only cell: a spreadsheet has wrapped whole rows in quotes.
  ///
  /// Nil unless there is exactly one cell, and that cell holds exactly one record. Line and number stay this
  /// record's, and so do the problems if there are any.
  public func unwrapped(dialect: CSVDialect = .comma) throws -> CSVRecord? {
    guard fields.count == 1 else { return nil }
    var chunks = [Array(fields[0].utf8)]
    var reader = CSVReader(dialect: dialect, read: { chunks.popLast() ?? [] })
    guard let inner = try reader.next(), try reader.next() == nil else { return nil }
    return CSVRecord(line: line, number: number, fields: inner.fields, problems: problems + inner.problems)
  }
}

/// A fault in the quoting of a record that did not stop the reading.
public enum CSVProblem: Sendable, Hashable {
  /// After its closing quote the cell went on; the text is kept behind what the quotes held.
  ///
  /// `line` is the closing quote's physical line, `field` counts cells from 0.
  case textAfterClosingQuote(line: Int, field: Int)

  /// The quote that opened on `line` never closes; `field` counts cells from 0.
  ///
  /// The cell was closed at the end of a line and reading went on with line `resumedOnLine`. Nil means that
  /// no later line looked like a row, so that the cell holds the rest of the input.
  case unclosedQuote(line: Int, field: Int, resumedOnLine: Int?)

  /// A quote was lost, one too many or not doubled; the cells are the only ones that the row can have had.
  ///
  /// `line` is the record's first one.
  case mendedQuotes(line: Int)

  /// Quotes are out of place and more than one row would explain them, or none; the cells are worth nothing.
  ///
  /// The record's text holds all lines that may belong to it; `line` is the first one.
  case doubtfulQuotes(line: Int)
}
