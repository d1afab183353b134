internal import CSV

extension CSVRecord {
  /// Why quotes that don't fit have left a row that can't be trusted; nil where they cost nothing.
  ///
  /// A cell may hold the rest of its row, or some of the next ones. The row is to have as many cells as expected.
  func quoteFault(expectedCount expected: Int) -> RowProblem? {
    let found = fields.count
    for problem in problems {
      switch problem {
      case .mendedQuotes: break
      case .doubtfulQuotes: return .misplacedQuote(found: found, expected: expected)
      case .unclosedQuote:
        if found < expected { return .unclosedQuote(found: found, expected: expected) }
      case .textAfterClosingQuote(_, let field):
        let spansLines = field < found && fields[field].utf8.contains { $0 == 0x0A || $0 == 0x0D }
        if found != expected || spansLines { return .misplacedQuote(found: found, expected: expected) }
      }
    }
    return nil
  }
}
