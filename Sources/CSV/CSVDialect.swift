/// The bytes that give a table its shape: what stands between cells, and whether quotes mean anything.
public struct CSVDialect: Sendable, Hashable {
  /// Stands between two cells; an ASCII byte other than a quote, CR or LF.
  public var delimiter: UInt8

  /// Whether a cell may stand in quotes; when false, a quote is a character like any other.
  public var quoting: Bool

  /// Makes a dialect; quotes count unless said otherwise.
  public init(delimiter: UInt8, quoting: Bool = true) {
    self.delimiter = delimiter
    self.quoting = quoting
  }

  /// RFC 4180: commas and quotes.
  public static let comma = CSVDialect(delimiter: UInt8(ascii: ","))

  /// What spreadsheets write where the comma is the decimal mark.
  public static let semicolon = CSVDialect(delimiter: UInt8(ascii: ";"))

  /// Tabs between cells, quotes as in RFC 4180.
  public static let tab = CSVDialect(delimiter: UInt8(ascii: "\t"))

  /// Tabs between cells and no quoting at all, as LibraryThing exports.
  public static let plainTab = CSVDialect(delimiter: UInt8(ascii: "\t"), quoting: false)

  /// Vertical bars between cells.
  public static let pipe = CSVDialect(delimiter: UInt8(ascii: "|"))

  /// The dialects with quotes among which `sniffed` chooses, the earlier one on a tie.
  public static let delimited = [tab, comma, semicolon, pipe]
}

extension CSVDialect {
  /// Guesses the delimiter from the first lines: tab, comma, semicolon or vertical bar.
  ///
  /// A `sep=;` line decides. Otherwise the candidate that stands most often outside quotes on the first line
  /// that has any wins, the earlier of the four on a tie; without one it is the comma. Looks at 20 lines and
  /// 64 KiB at most. Whether quotes count cannot be seen from a header, so the answer always has them on.
  public static func sniffed(fromStartOf bytes: [UInt8]) -> CSVDialect {
    bytes.withUnsafeBufferPointer { bytes in
      let start = byteOrderMarkLength(in: bytes)
      if let hint = SeparatorLine(in: bytes, at: start) { return CSVDialect(delimiter: hint.delimiter) }
      return CSVDialect(delimiter: mostFrequentDelimiter(in: bytes, from: start))
    }
  }

  private static func mostFrequentDelimiter(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt8 {
    let candidates = delimited.map(\.delimiter)
    var counts = [0, 0, 0, 0]
    var isInsideQuotes = false
    // At the start of a cell, or right after a closing quote, which may turn out to be half of a pair.
    var mayOpenQuotes = true
    var lines = 0
    for byte in bytes[start..<min(bytes.count, start + 65_536)] {
      if byte == ASCII.quote && (isInsideQuotes || mayOpenQuotes) {
        isInsideQuotes.toggle()
        mayOpenQuotes = true
      } else if !isInsideQuotes, let candidate = candidates.firstIndex(of: byte) {
        counts[candidate] += 1
        mayOpenQuotes = true
      } else if !isInsideQuotes && (byte == ASCII.lineFeed || byte == ASCII.carriageReturn) {
        lines += 1
        if lines == 20 || counts != [0, 0, 0, 0] { break }
        mayOpenQuotes = true
      } else {
        mayOpenQuotes = false
      }
    }
    guard let highest = counts.max(), highest > 0, let winner = counts.firstIndex(of: highest) else {
      return comma.delimiter
    }
    return candidates[winner]
  }
}

/// The spreadsheet's hint line, `sep=;`, at the start of a file.
struct SeparatorLine {
  let delimiter: UInt8

  /// From the first byte of the line to the first byte of the next one.
  let length: Int

  init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard start + 5 <= bytes.count, bytes[start..<start + 4].elementsEqual("sep=".utf8) else { return nil }
    delimiter = bytes[start + 4]
    var end = start + 5
    guard delimiter < 0x80, delimiter != ASCII.quote, !ASCII.isLineEnd(delimiter) else { return nil }
    if end < bytes.count {
      guard ASCII.isLineEnd(bytes[end]) else { return nil }
      end = lineStart(afterLineEndAt: end, in: bytes)
    }
    length = end - start
  }
}

/// Three when the bytes begin with a UTF-8 byte-order mark, else zero.
func byteOrderMarkLength(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  bytes.starts(with: [0xEF, 0xBB, 0xBF] as [UInt8]) ? 3 : 0
}
