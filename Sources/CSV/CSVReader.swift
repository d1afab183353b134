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
    set { scanner.expectedFieldCount = newValue }
  }

  private let source: () throws -> [UInt8]
  private let recordLimit: Int
  private var scanner: RecordScanner
  private var buffer: [UInt8] = []
  private var position = 0
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
    line = scanner.endLine
    position += length
    if expectedFieldCount == nil { expectedFieldCount = scanner.spans.count }
    return try buffer.withUnsafeBufferPointer { bytes in
      try body(
        CSVRecordView(
          line: recordLine, number: number, problems: scanner.problems,
          bytes: UnsafeBufferPointer(rebasing: bytes[start..<start + length]), spans: scanner.spans))
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
      if let length { return length }
      if edge == .limit { throw CSVError.recordTooLong(line: line, limit: recordLimit) }
      try readUntil(atLeast: 2 * unread)
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
