/// Turns bytes into records, one at a time, however the bytes are cut into chunks.
///
/// RFC 4180 plus what files are like: CR LF, LF and bare CR end a row outside quotes, in any mixture, and the
/// last one may be missing; quotes inside an unquoted cell are plain characters; blank lines count as lines
/// but are no records; a byte-order mark and a `sep=;` line at the start are passed over. A quote that never
/// closes costs its record, not the rest of the file: see `CSVProblem`.
///
/// Memory holds a chunk and a record, time is linear in the bytes.
public struct CSVReader {
  /// How the next records are read; may be changed between two of them, for instance after the header.
  public var dialect: CSVDialect {
    get { scanner.dialect }
    set { scanner.dialect = newValue }
  }

  /// How many cells a row has, to tell rows from text where a quote never closes.
  ///
  /// The first record sets it. Set it again when the header turns out to be a later record.
  public var expectedFieldCount: Int? {
    get { scanner.expectedFieldCount }
    set {
      if newValue != scanner.expectedFieldCount { style = QuoteStyle() }
      scanner.expectedFieldCount = newValue
    }
  }

  private let source: () throws -> [UInt8]
  private let recordLimit: Int
  private var scanner: RecordScanner
  private var style = QuoteStyle()
  private var buffer: [UInt8] = []
  private var position = 0
  /// The offset up to which no quote stands but one that opens a cell.
  private var calmEnd = 0
  /// The record at the position, where its quotes are out of place.
  private var mended: MendedRecord?
  private var hasStarted = false
  private var isAtEnd = false
  private var line = 1
  private var number = 0

  /// Reads from chunks of bytes; an empty chunk ends the input, and `read` is not called again.
  ///
  /// A record longer than `recordLimit` bytes throws `CSVError.recordTooLong`; so does each later call.
  public init(
    dialect: CSVDialect = .comma, recordLimit: Int = 16 << 20, read: @escaping () throws -> [UInt8]
  ) {
    self.recordLimit = max(recordLimit, 1)
    source = read
    scanner = RecordScanner(dialect: dialect)
  }

  /// Reads with the delimiter found on the first lines; see `CSVDialect.sniffed(fromStartOf:)`.
  ///
  /// Rethrows what `read` throws. The answer's `dialect` tells what was found.
  public static func sniffing(
    recordLimit: Int = 16 << 20, read: @escaping () throws -> [UInt8]
  ) throws -> CSVReader {
    var reader = CSVReader(recordLimit: recordLimit, read: read)
    while reader.buffer.count < 65_536, try reader.readChunk() {}
    reader.dialect = .sniffed(fromStartOf: reader.buffer)
    return reader
  }

  /// The next record, or nil after the last one.
  ///
  /// Throws `CSVError` and what `read` throws.
  public mutating func next() throws -> CSVRecord? {
    try withNext { CSVRecord($0) }
  }

  /// The bytes that were read from the source and not taken for a record yet.
  public var unreadBytes: ArraySlice<UInt8> { buffer[position...] }

  /// Hands the next record to `body` without making strings; nil after the last record.
  ///
  /// The view must not leave the closure.
  public mutating func withNext<Result>(_ body: (CSVRecordView) throws -> Result) throws -> Result? {
    guard let length = try scanNext() else { return nil }
    number += 1
    let (recordLine, start) = (line, position)
    line = mended?.endLine ?? scanner.endLine
    position += length
    if expectedFieldCount == nil { scanner.expectedFieldCount = scanner.spans.count }
    return try buffer.withUnsafeBufferPointer { bytes in
      let record = UnsafeBufferPointer(rebasing: bytes[start..<start + length])
      if let mended {
        return try mended.withView(line: recordLine, number: number, record, body)
      }
      return try body(
        CSVRecordView(
          line: recordLine, number: number, problems: scanner.problems, bytes: record, cells: record,
          spans: scanner.spans))
    }
  }

  /// Scans the record at the position and answers with its length, or nil at the end of the input.
  private mutating func scanNext() throws -> Int? {
    if !hasStarted { try start() }
    while true {
      guard try skipBlankLines() else { return nil }
      let unread = buffer.count - position
      let edge: ScanWindow.Edge = unread > recordLimit ? .limit : isAtEnd ? .endOfInput : .unread
      // A second reference to the bytes, so that the scanner may change while they are looked at.
      let bytes = buffer
      let length = bytes.withUnsafeBufferPointer { bytes in
        let window = bytes[position..<position + min(unread, recordLimit)]
        return scanner.scan(ScanWindow(bytes: .init(rebasing: window), edge: edge), line: line)
      }
      if let length {
        if let length = try settled(length) { return length }
        continue
      }
      if edge == .limit { throw CSVError.recordTooLong(line: line, limit: recordLimit) }
      try readUntil(atLeast: 2 * unread)
    }
  }

  // MARK: Quotes out of place

  /// The length of the record with quotes out of place looked into; nil after more bytes were read for that.
  private mutating func settled(_ length: Int) throws -> Int? {
    if mended != nil { mended = nil }
    guard dialect.quoting else { return length }
    let isSound = scanner.problems.isEmpty && scanner.strayQuotes.isEmpty
    guard let expected = expectedFieldCount, expected > 1 else {
      if isSound { learn(from: length) }
      return length
    }
    if isSound {
      guard let isCalm = try isCalm(behind: length) else { return nil }
      if isCalm {
        learn(from: length)
        return length
      }
    }
    let unread = buffer.count - position
    let verdict = buffer.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[position...])
      let verdict = QuoteExamination(
        bytes: bytes, isAtEnd: isAtEnd, scanner: scanner, style: style, expected: expected,
        limit: max(length, min(CSVReader.quoteLimit, recordLimit))
      ).verdict(length: length)
      mended = MendedRecord(verdict, of: scanner, line: line, bytes)
      return verdict
    }
    if case .incomplete = verdict {
      try readUntil(atLeast: 2 * unread)
      return nil
    }
    if isSound && mended == nil { learn(from: length) }
    return mended?.length ?? length
  }

  /// As many bytes may go with a record whose quotes are out of place.
  private static let quoteLimit = 1 << 16

  /// A quote further away than this belongs to another row.
  static let quoteDistance = 1024

  /// Whether the next quote behind a record opens a cell, as all do but stray ones; nil after more bytes were read.
  @inline(__always)
  private mutating func isCalm(behind length: Int) throws -> Bool? {
    let end = position &+ length
    if end < calmEnd { return true }
    let limit = end &+ CSVReader.quoteDistance
    guard buffer.count >= limit || isAtEnd else {
      try readUntil(atLeast: length + CSVReader.quoteDistance)
      return nil
    }
    return lookForQuote(from: end, to: min(limit, buffer.count))
  }

  private mutating func lookForQuote(from start: Int, to end: Int) -> Bool {
    let quotes = ByteSearch(ASCII.quote, ASCII.quote, ASCII.quote)
    let delimiter = dialect.delimiter
    return buffer.withUnsafeBufferPointer { bytes in
      let quote = quotes.offset(in: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start)
      let before = quote < end && quote > start ? bytes[quote &- 1] : delimiter
      guard CSVReader.opensCell(behind: before, delimiter) else { return false }
      calmEnd = quote
      return true
    }
  }

  /// Whether a quote behind a byte opens a cell, or belongs to a spreadsheet's `="9786610000159"`.
  static func opensCell(behind byte: UInt8, _ delimiter: UInt8) -> Bool {
    byte == delimiter || byte == UInt8(ascii: "=") || ASCII.isLineEnd(byte)
  }

  @inline(__always)
  private mutating func learn(from length: Int) {
    style.lastCount = scanner.spans.count
    if style.isSettled { return }
    let end = position + length
    buffer.withUnsafeBufferPointer { bytes in
      style.learn(
        from: scanner.spans, UnsafeBufferPointer(rebasing: bytes[position..<end]),
        delimiter: dialect.delimiter)
    }
  }

  /// Passes over a byte-order mark and a separator line.
  private mutating func start() throws {
    // The longest start to be recognised: the mark, `sep=;` and CR LF.
    try readUntil(atLeast: 10)
    hasStarted = true
    let (length, isSeparatorLine) = buffer.withUnsafeBufferPointer { bytes in
      let mark = byteOrderMarkLength(in: bytes)
      let hint = SeparatorLine(in: bytes, at: mark)
      return (mark + (hint?.length ?? 0), hint != nil)
    }
    position = length
    if isSeparatorLine { line += 1 }
  }

  /// Moves to the next byte that is no line end; false when there is none.
  private mutating func skipBlankLines() throws -> Bool {
    while true {
      while position < buffer.count, ASCII.isLineEnd(buffer[position]) {
        if buffer[position] == ASCII.carriageReturn && position + 1 == buffer.count && !isAtEnd { break }
        position = buffer.withUnsafeBufferPointer { lineStart(afterLineEndAt: position, in: $0) }
        line += 1
      }
      if position < buffer.count && !ASCII.isLineEnd(buffer[position]) { return true }
      if isAtEnd { return false }
      try readUntil(atLeast: buffer.count - position + 1)
    }
  }

  /// Drops what has been consumed and reads until `count` bytes are there or the input ends.
  private mutating func readUntil(atLeast count: Int) throws {
    if position > 0 {
      buffer.removeFirst(position)
      calmEnd = max(0, calmEnd - position)
      position = 0
    }
    while buffer.count < count, try readChunk() {}
  }

  private mutating func readChunk() throws -> Bool {
    guard !isAtEnd else { return false }
    let chunk = try source()
    if chunk.isEmpty {
      isAtEnd = true
    } else if buffer.isEmpty {
      buffer = chunk
    } else {
      buffer += chunk
    }
    return !chunk.isEmpty
  }
}
