/// Turns bytes of any usual encoding into UTF-8, chunk by chunk.
///
/// What is decided when: the first mebibyte (or all, if there is less) settles the encoding. A byte-order mark
/// decides; else NULs at the even or odd offsets mean UTF-16; else UTF-8, unless the bytes that are not UTF-8
/// outnumber its sequences by far: then the whole file is Windows-1252. A guess of UTF-8 is never taken back;
/// whatever does not fit, there or later, is read as Windows-1252 byte by byte, and the report counts it.
/// In UTF-16, UTF-32 and a named UTF-8, what does not fit becomes U+FFFD. NULs are dropped.
///
/// It reads once, so a pipe will do, and holds no more than that first mebibyte and a chunk. The byte-order
/// mark is not part of the text.
public struct TextDecoder {
  /// What was assumed and changed so far.
  public var report: TextDecodingReport { transcoder.report }

  private static let prefixLength = 1 << 20
  /// As many NULs within one line are more than any damage; a device would give them for ever.
  private static let nulLimit = 16 << 20

  private let source: () throws -> [UInt8]
  private var transcoder: Transcoder
  private var hasStarted = false
  private var isAtEnd = false

  /// Bytes of dropped NULs since the last line end.
  private var nulsInLine = 0
  /// The beginning of a character that a chunk's end cut off.
  private var pending: [UInt8] = []

  /// Reads from chunks of bytes; an empty chunk ends the input.
  ///
  /// A named encoding is not questioned, except that a byte-order mark settles the order in UTF-16 and UTF-32.
  public init(encoding: TextEncoding? = nil, read: @escaping () throws -> [UInt8]) {
    source = read
    let basis: TextDecodingReport.Basis = encoding == nil ? .guessed : .named
    transcoder = Transcoder(report: TextDecodingReport(encoding: encoding ?? .utf8, basis: basis))
  }

  /// The next piece of the text as valid UTF-8; empty at the end and only there.
  ///
  /// Throws what `read` throws, and `CSVError.recordTooLong` at a line of NULs alone that is longer than any record.
  public mutating func nextChunk() throws -> [UInt8] {
    while true {
      let input: [UInt8]
      if !hasStarted {
        input = try start()
      } else if isAtEnd {
        return []
      } else {
        let chunk = try readChunk()
        input = pending.isEmpty ? chunk : pending + chunk
      }
      let nuls = report.nuls.count
      let (text, used) = transcoder.decode(input, isFinal: isAtEnd)
      pending = Array(input[used...])
      try count(report.nuls.count > nuls ? max(0, used - text.count) : 0, in: text)
      if !text.isEmpty { return text }
    }
  }

  private mutating func count(_ bytes: Int, in text: [UInt8]) throws {
    if bytes == 0 && nulsInLine == 0 { return }
    nulsInLine = text.contains(where: ASCII.isLineEnd) ? 0 : nulsInLine + bytes
    if nulsInLine > Self.nulLimit {
      throw CSVError.recordTooLong(line: report.nuls.lines.last ?? 1, limit: Self.nulLimit)
    }
  }

  /// Settles the encoding and answers with the prefix, without its mark.
  private mutating func start() throws -> [UInt8] {
    var prefix: [UInt8] = []
    while prefix.count < Self.prefixLength && !isAtEnd { prefix += try readChunk() }
    hasStarted = true
    let named = report.basis == .named ? report.encoding : nil
    let guess = EncodingGuess(fromStartOf: prefix, named: named)
    prefix.removeFirst(guess.byteOrderMarkLength)
    transcoder = Transcoder(report: TextDecodingReport(encoding: guess.encoding, basis: guess.basis))
    return prefix
  }

  private mutating func readChunk() throws -> [UInt8] {
    let chunk = try source()
    if chunk.isEmpty { isAtEnd = true }
    return chunk
  }
}
