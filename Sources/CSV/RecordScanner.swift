/// The bytes from a record's first one on, as far as they may be looked at.
struct ScanWindow {
  enum Edge {
    /// More bytes may follow once they have been read.
    case unread
    /// The input ends here.
    case endOfInput
    /// The longest record allowed ends here, the input does not.
    case limit
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let edge: Edge
}

/// Finds where the cells of one record stand.
///
/// It keeps nothing between two attempts: a record that is not all there is scanned again, from its start,
/// when more bytes have come. The reader doubles the bytes before each new attempt, so the work stays linear.
struct RecordScanner {
  var dialect: CSVDialect {
    didSet { cellEnds = ByteSearch(dialect.delimiter, ASCII.lineFeed, ASCII.carriageReturn) }
  }

  /// How many cells a line must have to be taken for a row when a quote never closes.
  var expectedFieldCount: Int?

  private(set) var spans: [FieldSpan] = []
  private(set) var problems: [CSVProblem] = []

  /// The cells without an opening quote that end with what can only close one.
  private(set) var strayQuotes: [Int] = []

  /// The physical line after the record.
  private(set) var endLine = 1

  var cellEnds: ByteSearch
  let quotedStops = ByteSearch(ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn)

  init(dialect: CSVDialect) {
    self.dialect = dialect
    cellEnds = ByteSearch(dialect.delimiter, ASCII.lineFeed, ASCII.carriageReturn)
  }

  /// Scans one record; the answer is its length with its line end, or nil when the window holds only a part.
  mutating func scan(_ window: ScanWindow, line: Int) -> Int? {
    spans.removeAll(keepingCapacity: true)
    if !problems.isEmpty { problems = [] }
    if !strayQuotes.isEmpty { strayQuotes = [] }
    endLine = line
    let bytes = window.bytes
    let delimiter = dialect.delimiter
    let quoting = dialect.quoting
    var position = 0
    while true {
      let stop: Int
      if quoting && position < bytes.count && bytes[position] == ASCII.quote {
        switch scanQuotedCell(window, at: position) {
        case .stop(let offset): stop = offset
        case .resumed(let offset): return offset
        case .incomplete: return nil
        }
      } else {
        stop = cellEnds.offset(in: bytes, from: position)
        if stop > position && quoting && bytes[stop &- 1] == ASCII.quote {
          noteQuote(behind: position..<stop, bytes)
        }
        spans.append(FieldSpan(position, stop))
      }
      guard stop < bytes.count else { return window.edge == .endOfInput ? stop : nil }
      guard bytes[stop] == delimiter else {
        let next = lineStart(afterLineEndAt: stop, in: bytes)
        // A CR with nothing behind it yet may be half of a CR LF.
        let isCut = next == bytes.count && bytes[next &- 1] == ASCII.carriageReturn
        if isCut && window.edge != .endOfInput { return nil }
        endLine &+= 1
        return next
      }
      position = stop &+ 1
    }
  }

  /// A quote behind a cell is a stray one unless it has its like before it, as in `="9786610000159"`.
  private mutating func noteQuote(behind cell: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    if !bytes[cell].count(where: { $0 == ASCII.quote }).isMultiple(of: 2) { strayQuotes.append(spans.count) }
  }

  private enum CellEnd {
    /// At the delimiter, the line end or the window's end.
    case stop(Int)
    /// The quote does not close: the record ends before this line.
    case resumed(Int)
    /// The window ends first.
    case incomplete
  }

  private mutating func scanQuotedCell(_ window: ScanWindow, at quote: Int) -> CellEnd {
    let bytes = window.bytes
    var cell = OpenCell(quote: quote, line: endLine)
    var offset = quote &+ 1
    while true {
      offset = quotedStops.offset(in: bytes, from: offset)
      guard offset < bytes.count else { return endUnclosedCell(cell, window) }
      if bytes[offset] != ASCII.quote {
        offset = lineStart(afterLineEndAt: offset, in: bytes)
        cell.lastLineStart = offset
        if cell.secondLineStart == nil { cell.secondLineStart = offset }
        endLine &+= 1
      } else if offset &+ 1 == bytes.count {
        guard window.edge == .endOfInput else { return endUnclosedCell(cell, window) }
        break
      } else if bytes[offset &+ 1] == ASCII.quote {
        cell.hasDoubledQuotes = true
        offset &+= 2
      } else {
        break
      }
    }
    return endCell(cell, closedAt: offset, window)
  }

  private mutating func endCell(_ cell: OpenCell, closedAt quote: Int, _ window: ScanWindow) -> CellEnd {
    let bytes = window.bytes
    let next = quote &+ 1
    var span = FieldSpan(cell.quote &+ 1, quote)
    span.hasDoubledQuotes = cell.hasDoubledQuotes
    if next < bytes.count && bytes[next] != dialect.delimiter && !ASCII.isLineEnd(bytes[next]) {
      switch rowStart(after: cell, misplacedQuoteIn: window) {
      case .found(let row): return resume(at: row, after: cell, window)
      case .incomplete: return .incomplete
      case .none: break
      }
      problems.append(.textAfterClosingQuote(line: endLine, field: spans.count))
      span.tailEnd = cellEnds.offset(in: bytes, from: next)
      spans.append(span)
      return .stop(span.tailEnd)
    }
    spans.append(span)
    return .stop(next)
  }

  private mutating func endUnclosedCell(_ cell: OpenCell, _ window: ScanWindow) -> CellEnd {
    if window.edge == .unread { return .incomplete }
    if let row = firstRow(after: cell, in: window) { return resume(at: row, after: cell, window) }
    guard window.edge == .endOfInput else { return .incomplete }
    let bytes = window.bytes
    problems.append(.unclosedQuote(line: cell.line, field: spans.count, resumedOnLine: nil))
    appendUnclosed(cell, upTo: bytes.count, bytes)
    return .stop(bytes.count)
  }

  private mutating func resume(at row: Int, after cell: OpenCell, _ window: ScanWindow) -> CellEnd {
    var offset = cell.quote
    var line = cell.line
    while true {
      offset = quotedStops.offset(in: window.bytes, from: offset)
      if offset >= row { break }
      if window.bytes[offset] == ASCII.quote {
        offset &+= 1
      } else {
        offset = lineStart(afterLineEndAt: offset, in: window.bytes)
        line &+= 1
      }
    }
    problems.append(.unclosedQuote(line: cell.line, field: spans.count, resumedOnLine: line))
    appendUnclosed(cell, upTo: row, window.bytes)
    endLine = line
    return .resumed(row)
  }

  /// Takes the text up to `end` for the cell, without the line ends before it.
  private mutating func appendUnclosed(
    _ cell: OpenCell, upTo end: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var textEnd = end
    while textEnd > cell.quote &+ 1, ASCII.isLineEnd(bytes[textEnd &- 1]) { textEnd &-= 1 }
    var span = FieldSpan(cell.quote &+ 1, textEnd)
    span.hasDoubledQuotes = cell.hasDoubledQuotes
    spans.append(span)
  }
}
