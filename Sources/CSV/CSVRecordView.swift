/// Where a cell stands in a record's bytes.
struct FieldSpan {
  /// Of the cell's text, without an opening quote.
  var start: Int

  /// Of the cell's text, before a closing quote.
  var end: Int

  /// Where the text after a closing quote ends; equal to `end` when there is none.
  var tailEnd: Int

  /// Whether the text may hold doubled quotes.
  var hasDoubledQuotes: Bool

  /// A cell without quotes, or with nothing in them to undo.
  init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
    tailEnd = end
    hasDoubledQuotes = false
  }
}

/// A record still lying in the reader's buffer, whose cells become strings only when asked for.
///
/// Valid inside the closure it was handed to and nowhere else.
public struct CSVRecordView {
  /// The physical line on which the record starts, from 1.
  public let line: Int

  /// The place among the records, from 1.
  public let number: Int

  /// What was wrong with the record.
  public let problems: [CSVProblem]

  /// The record with its line end.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes in which the cells stand: the record's own unless its quotes had to be mended.
  let cells: UnsafeBufferPointer<UInt8>
  let spans: [FieldSpan]

  /// The record as it stands in the text, with its quotes and without its line end; UTF-8 if the input is.
  public var text: UnsafeBufferPointer<UInt8> {
    var end = bytes.count
    while end > 0, ASCII.isLineEnd(bytes[end &- 1]) { end &-= 1 }
    return UnsafeBufferPointer(rebasing: bytes[..<end])
  }

  /// Whether a line end stands behind the record; only the last one of the input may have none.
  public var hasLineEnd: Bool { bytes.last.map(ASCII.isLineEnd) ?? false }

  /// The number of cells.
  public var count: Int { spans.count }

  /// Whether the cell is empty; true beyond the last cell.
  public func isEmpty(at index: Int) -> Bool {
    guard spans.indices.contains(index) else { return true }
    return spans[index].start == spans[index].end && spans[index].tailEnd == spans[index].end
  }

  /// The text of a cell; empty beyond the last cell.
  ///
  /// Invalid UTF-8 becomes U+FFFD.
  public func text(at index: Int) -> String {
    spans.indices.contains(index) ? text(of: spans[index]) : ""
  }

  /// All cells as text.
  public var fields: [String] {
    var fields: [String] = []
    fields.reserveCapacity(spans.count)
    for span in spans { fields.append(text(of: span)) }
    return fields
  }

  @inline(__always)
  private func text(of span: FieldSpan) -> String {
    if span.start == span.end && span.tailEnd == span.end { return "" }
    if span.hasDoubledQuotes || span.tailEnd != span.end { return unescapedText(of: span) }
    return String(decoding: UnsafeBufferPointer(rebasing: cells[span.start..<span.end]), as: UTF8.self)
  }

  private func unescapedText(of span: FieldSpan) -> String {
    String(unsafeUninitializedCapacity: span.tailEnd - span.start) { target in
      var length = 0
      var offset = span.start
      while offset < span.end {
        target[length] = cells[offset]
        length &+= 1
        // Between the quotes every quote is the first of a pair, except after an unclosed one.
        let isPair =
          cells[offset] == ASCII.quote && offset &+ 1 < span.end && cells[offset &+ 1] == ASCII.quote
        offset &+= isPair ? 2 : 1
      }
      offset = span.end &+ 1
      while offset < span.tailEnd {
        target[length] = cells[offset]
        length &+= 1
        offset &+= 1
      }
      return length
    }
  }
}
