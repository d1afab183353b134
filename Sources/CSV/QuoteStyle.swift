/// What the sound rows of a table have shown of its writer: which columns it quotes whatever they hold.
struct QuoteStyle {
  /// The columns whose filled cells have been in quotes in every row so far, a bit for each of the first 64.
  private var always = UInt64.max
  /// Those of them with a cell that needed no quotes.
  private var needless: UInt64 = 0
  private var rows = 0
  /// Whether its writer puts blanks behind delimiters.
  private(set) var hasBlanks = false

  /// How many cells the last sound row had.
  var lastCount = 0

  /// So many rows are looked at closely.
  private static let closeRows = 64

  /// The columns that the writer always quotes.
  var columns: UInt64 { always & needless }

  /// Whether no more rows need to be looked at.
  var isSettled: Bool { rows >= QuoteStyle.closeRows && columns == 0 }

  /// Learns from a row with every quote in its place; the first one is the header, which may differ from the rows.
  mutating func learn(from spans: [FieldSpan], _ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
    let row = QuotedCells(spans, bytes, delimiter: rows < QuoteStyle.closeRows ? delimiter : nil)
    hasBlanks = hasBlanks || QuotedCells.haveBlanks(spans, bytes)
    if rows == 0 {
      if row.bare == 0 { needless = row.needless }
    } else {
      always &= ~row.bare
      needless |= row.needless
    }
    rows += 1
  }
}

/// The cells of a row by their quotes, a bit for each of the first 64.
struct QuotedCells {
  /// Filled cells without quotes.
  private(set) var bare: UInt64 = 0
  /// Cells in quotes although nothing in them needs any.
  private(set) var needless: UInt64 = 0

  /// Looks at the cells, and into them where a delimiter is given.
  init(_ spans: [FieldSpan], _ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8?) {
    for (index, span) in spans.prefix(64).enumerated() {
      let bit = UInt64(1) &<< UInt64(index)
      let isQuoted = span.start > 0 && bytes[span.start - 1] == ASCII.quote
      if !isQuoted {
        if span.start < span.end { bare |= bit }
      } else if let delimiter, span.start < span.end, !span.hasDoubledQuotes,
        !bytes[span.start..<span.end].contains(where: { $0 == delimiter || ASCII.isLineEnd($0) })
      {
        needless |= bit
      }
    }
  }

  /// Whether a cell without quotes begins with a blank, as the second half of a text does that a comma parts.
  static func haveBlanks(_ spans: [FieldSpan], _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    spans.contains {
      $0.start > 0 && $0.start < $0.end && bytes[$0.start] == UInt8(ascii: " ")
        && bytes[$0.start - 1] != ASCII.quote
    }
  }
}
