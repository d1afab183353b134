/// A record whose quotes are out of place, with the lines that belong to it.
struct MendedRecord {
  /// From its first byte to the first one of the next record.
  let length: Int
  /// The physical line after it.
  let endLine: Int
  private let problems: [CSVProblem]
  /// The cells one behind the other; nil where they stand in the record.
  private var text: [UInt8]?
  private var spans: [FieldSpan] = []

  /// Makes a record of what a look at it has shown; nil where it is what the scanner has read.
  init?(_ verdict: QuoteVerdict, of scanner: RecordScanner, line: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch verdict {
    case .asRead, .incomplete: return nil
    case .mended(let length, let cells):
      self.length = length
      problems = [.mendedQuotes(line: line)]
      var text: [UInt8] = []
      for cell in cells {
        spans.append(FieldSpan(text.count, text.count + cell.count))
        text += cell
      }
      self.text = text
    case .doubtful(let length):
      self.length = length
      problems = scanner.problems + [.doubtfulQuotes(line: line)]
      spans = scanner.spans
      // The last cell takes the lines that go with the record.
      if let last = spans.indices.last {
        let isQuoted = spans[last].start > 0 && bytes[spans[last].start - 1] == ASCII.quote
        var end = length
        while end > spans[last].tailEnd, ASCII.isLineEnd(bytes[end - 1]) { end -= 1 }
        spans[last].tailEnd = end
        if !isQuoted { spans[last].end = end }
      }
    }
    var end = line
    var offset = 0
    while offset < length {
      if ASCII.isLineEnd(bytes[offset]) {
        offset = lineStart(afterLineEndAt: offset, in: bytes)
        end += 1
      } else {
        offset += 1
      }
    }
    endLine = end
  }

  /// Shows the record.
  func withView<Result>(
    line: Int, number: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ body: (CSVRecordView) throws -> Result
  ) rethrows -> Result {
    func show(_ cells: UnsafeBufferPointer<UInt8>) throws -> Result {
      try body(
        CSVRecordView(
          line: line, number: number, problems: problems, bytes: bytes, cells: cells, spans: spans))
    }
    return try text?.withUnsafeBufferPointer(show) ?? show(bytes)
  }
}
