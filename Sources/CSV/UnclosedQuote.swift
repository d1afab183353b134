/// A cell whose quote has opened.
struct OpenCell {
  /// The offset of the opening quote.
  let quote: Int

  /// The physical line of the opening quote.
  let line: Int

  /// Where the line after the opening one starts, once the cell has got that far.
  var secondLineStart: Int?

  /// Where the last line the cell has got to starts.
  var lastLineStart = 0

  var hasDoubledQuotes = false

  init(quote: Int, line: Int) {
    self.quote = quote
    self.line = line
  }
}

/// What one physical line would be if it stood at the start of a record.
struct LineShape {
  var fieldCount = 0

  /// Whether every quote stands where a well-formed row has it.
  var isClean = true

  /// Whether the line ends inside quotes.
  var endsInQuotes = false

  /// The offset of the line end, or of the window's end.
  var end = 0
}

enum RowSearch {
  case found(Int)
  case none
  /// The window ends before the question is decided.
  case incomplete
}

// Where a quote never closes, the next lines tell: one that reads as a whole row is a row. Each line is looked
// at once per opening quote, and the lines up to the next odd quote cannot open another, so this stays linear.
extension RecordScanner {
  /// The first line after the opening one that reads as a row, for a cell that runs to the window's end.
  ///
  /// Before the header is known any line that is not blank will do: a header does not fill a whole file.
  func firstRow(after cell: OpenCell, in window: ScanWindow) -> Int? {
    guard let second = cell.secondLineStart else { return nil }
    return firstRow(from: second, to: window.bytes.count, in: window.bytes)
  }

  /// Decides about a closing quote with text behind it, in a cell of several lines.
  ///
  /// It may be the opening quote of another row, or stand in a cell without quotes. Where one of the two lines tells so,
  /// the cell ends before the first line that is a row.
  func rowStart(after cell: OpenCell, misplacedQuoteIn window: ScanWindow) -> RowSearch {
    guard let expectedFieldCount, expectedFieldCount > 1, let second = cell.secondLineStart else {
      return .none
    }
    let bytes = window.bytes
    let lastLine = cell.lastLineStart
    let last = shape(ofLineAt: lastLine, in: bytes)
    if last.end == bytes.count && window.edge == .unread { return .incomplete }
    let isRow =
      last.isClean
      && (last.endsInQuotes
        ? last.fieldCount > 1 && last.fieldCount <= expectedFieldCount
        : last.fieldCount == expectedFieldCount)
    if isRow || bytes[lastLine] == ASCII.quote && isRestOfRow(at: lastLine + 1, after: 0, in: bytes) {
      return .found(firstRow(from: second, to: lastLine, in: bytes) ?? lastLine)
    }
    // In the last column any text is the rest of a row.
    guard spans.count + 1 < expectedFieldCount,
      isRestOfRow(at: cell.quote + 1, after: spans.count, in: bytes),
      let row = firstRow(from: second, to: lastLine, in: bytes)
    else { return .none }
    return .found(row)
  }

  /// Whether a line, read on behind a quote that is one too many, makes a whole row with the cells before it.
  private func isRestOfRow(at start: Int, after count: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let shape = shape(ofLineAt: start, in: bytes)
    return shape.isClean && !shape.endsInQuotes && count + shape.fieldCount == expectedFieldCount
  }

  private func firstRow(from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var lineOffset = start
    while lineOffset < end {
      if ASCII.isLineEnd(bytes[lineOffset]) {
        lineOffset += 1
        continue
      }
      let shape = shape(ofLineAt: lineOffset, in: bytes)
      let isWhole = shape.isClean && !shape.endsInQuotes
      if expectedFieldCount == nil || isWhole && shape.fieldCount == expectedFieldCount { return lineOffset }
      lineOffset = shape.end
    }
    return nil
  }

  /// What a line would be at the start of a record.
  func shape(ofLineAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> LineShape {
    var shape = LineShape()
    var offset = start
    while true {
      shape.fieldCount += 1
      if offset < bytes.count && bytes[offset] == ASCII.quote {
        offset = closingQuote(ofCellAt: offset, in: bytes)
        guard offset < bytes.count, bytes[offset] == ASCII.quote else {
          shape.endsInQuotes = true
          shape.end = offset
          return shape
        }
        offset += 1
        if offset < bytes.count && bytes[offset] != dialect.delimiter && !ASCII.isLineEnd(bytes[offset]) {
          shape.isClean = false
        }
      }
      let stop = cellEnds.offset(in: bytes, from: offset)
      if bytes[offset..<stop].contains(ASCII.quote) { shape.isClean = false }
      guard stop < bytes.count, bytes[stop] == dialect.delimiter else {
        shape.end = stop
        return shape
      }
      offset = stop + 1
    }
  }

  /// The offset of the quote that closes the cell on its own line, else that of the line's end.
  private func closingQuote(ofCellAt quote: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = quote + 1
    while true {
      offset = quotedStops.offset(in: bytes, from: offset)
      guard offset < bytes.count, bytes[offset] == ASCII.quote, offset + 1 < bytes.count,
        bytes[offset + 1] == ASCII.quote
      else { return offset }
      offset += 2
    }
  }
}
