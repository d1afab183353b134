/// What ends a written record.
public enum CSVLineEnd: Sendable, Hashable {
  /// CR LF, as RFC 4180 has it.
  case crlf
  /// LF alone.
  case lf
}

/// Which cells are written in quotes.
public enum CSVQuoting: Sendable, Hashable {
  /// Those that could not be read back without.
  case minimal
  /// All of them.
  case all
}

/// Turns records into bytes that `CSVReader` reads back as they were.
///
/// Give it whole records with `write`, or cell by cell with `append` and `endRecord`, which build no arrays.
/// A dialect without quoting loses something: its delimiter and line ends become spaces in the text, and a
/// record of one empty cell becomes a blank line.
public struct CSVWriter: Sendable {
  private let dialect: CSVDialect
  private let lineEnd: CSVLineEnd
  private let quotesAll: Bool
  private var cellCount = 0
  private var isRecordEmpty = true

  /// Makes a writer; it adds no byte-order mark.
  public init(
    dialect: CSVDialect = .comma, lineEnd: CSVLineEnd = .crlf, quoting: CSVQuoting = .minimal
  ) {
    self.dialect = dialect
    self.lineEnd = lineEnd
    quotesAll = quoting == .all
  }

  /// Appends a record with its line end; no fields at all make a record of one empty cell.
  public func write(_ fields: [String], into output: inout [UInt8]) {
    var writer = self
    writer.cellCount = 0
    for field in fields { writer.append(field, into: &output) }
    writer.endRecord(into: &output)
  }

  /// Appends the next cell of the record under way.
  public mutating func append(_ text: String, into output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(bytes: $0, into: &output) }
  }

  /// Appends the next cell of the record under way, from UTF-8 bytes.
  public mutating func append(utf8 bytes: [UInt8], into output: inout [UInt8]) {
    bytes.withUnsafeBufferPointer { append(bytes: $0, into: &output) }
  }

  /// Appends the next cell of the record under way, from UTF-8 bytes.
  public mutating func append(bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    if cellCount > 0 { output.append(dialect.delimiter) }
    cellCount += 1
    isRecordEmpty = cellCount == 1 && bytes.isEmpty
    if !dialect.quoting {
      for byte in bytes {
        let isSpecial = byte == dialect.delimiter || ASCII.isLineEnd(byte)
        output.append(isSpecial ? UInt8(ascii: " ") : byte)
      }
    } else if quotesAll || needsQuotes(bytes) {
      appendQuoted(bytes, to: &output)
    } else {
      output.append(contentsOf: bytes)
    }
  }

  /// Ends the record under way and appends its line end.
  ///
  /// A record of one empty cell is written as `""`, so that it is no blank line.
  public mutating func endRecord(into output: inout [UInt8]) {
    if isRecordEmpty && dialect.quoting && !(quotesAll && cellCount > 0) {
      output.append(ASCII.quote)
      output.append(ASCII.quote)
    }
    if lineEnd == .crlf { output.append(ASCII.carriageReturn) }
    output.append(ASCII.lineFeed)
    cellCount = 0
    isRecordEmpty = true
  }

  private func needsQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if hasSpecialByte(bytes) { return true }
    // At the start of a file these two would be taken for something else.
    return first == 0xEF && byteOrderMarkLength(in: bytes) > 0
      || first == UInt8(ascii: "s") && SeparatorLine(in: bytes, at: 0) != nil
  }

  /// Whether there is a byte that no cell without quotes may hold; looks at sixteen at a time.
  private func hasSpecialByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    if let base = UnsafeRawBufferPointer(bytes).baseAddress {
      while place &+ 16 <= bytes.count {
        let here = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
        let isSpecial =
          here.lanes(equalTo: dialect.delimiter) .| here.lanes(equalTo: ASCII.quote)
          .| here.lanes(equalTo: ASCII.lineFeed) .| here.lanes(equalTo: ASCII.carriageReturn)
        if isSpecial.hasAny { return true }
        place &+= 16
      }
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte == dialect.delimiter || byte == ASCII.quote || ASCII.isLineEnd(byte) { return true }
      place &+= 1
    }
    return false
  }

  private func appendQuoted(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(ASCII.quote)
    if bytes.count <= CSVWriter.scratchLimit {
      // Doubled in scratch memory and copied once: a cell of JSON is one quote after the other.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * bytes.count) { scratch in
        var count = 0
        for byte in bytes {
          scratch[count] = byte
          count &+= 1
          guard byte == ASCII.quote else { continue }
          scratch[count] = byte
          count &+= 1
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: scratch[..<count]))
      }
    } else {
      var copied = 0
      while let quote = bytes[copied...].firstIndex(of: ASCII.quote) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...quote]))
        output.append(ASCII.quote)
        copied = quote + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    }
    output.append(ASCII.quote)
  }

  /// Cells up to this many bytes are doubled on the stack.
  private static let scratchLimit = 4096
}
