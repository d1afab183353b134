/// Rewrites bytes of a settled encoding as UTF-8 and keeps the report.
struct Transcoder {
  private enum Strategy {
    case utf8(misfits: Misfits)
    case windows1252
    case utf16(isBigEndian: Bool)
    case utf32(isBigEndian: Bool)
  }

  /// How bytes that are no UTF-8 are read.
  private enum Misfits {
    case asWindows1252
    case asReplacementCharacter
  }

  private(set) var report: TextDecodingReport
  private let strategy: Strategy
  private var lines = LineCounter()
  private var validSequences = 0

  /// The text of the call under way, and how much of it the line counter has seen.
  private var output: [UInt8] = []
  private var counted = 0

  init(report: TextDecodingReport) {
    self.report = report
    switch report.encoding {
    case .utf8:
      strategy = .utf8(misfits: report.basis == .named ? .asReplacementCharacter : .asWindows1252)
    case .utf8WithWindows1252: strategy = .utf8(misfits: .asWindows1252)
    case .windows1252: strategy = .windows1252
    case .utf16LittleEndian: strategy = .utf16(isBigEndian: false)
    case .utf16BigEndian: strategy = .utf16(isBigEndian: true)
    case .utf32LittleEndian: strategy = .utf32(isBigEndian: false)
    case .utf32BigEndian: strategy = .utf32(isBigEndian: true)
    }
  }

  /// Decodes all but a character cut off by the end of `input`, unless that is the end of everything.
  ///
  /// The answer has the text and the number of bytes used.
  mutating func decode(_ input: [UInt8], isFinal: Bool) -> (text: [UInt8], used: Int) {
    output = []
    counted = 0
    let used = input.withUnsafeBufferPointer { bytes in
      switch strategy {
      case .utf8(let misfits): decodeUTF8(bytes, misfits: misfits, isFinal: isFinal)
      case .windows1252: decodeWindows1252(bytes)
      case .utf16(let isBigEndian): decodeUTF16(bytes, isBigEndian: isBigEndian, isFinal: isFinal)
      case .utf32(let isBigEndian): decodeUTF32(bytes, isBigEndian: isBigEndian, isFinal: isFinal)
      }
    }
    // The usual case, sound UTF-8, is handed on without a copy.
    if let used {
      countLines()
      return (output, used)
    }
    output = input
    countLines()
    return (input, input.count)
  }

  // MARK: - The encodings; each answers with the bytes used, nil for all of them as they are.

  private mutating func decodeUTF8(
    _ bytes: UnsafeBufferPointer<UInt8>, misfits: Misfits, isFinal: Bool
  ) -> Int? {
    var copied = 0
    var offset = WordBytes.offsetOfNULOrNonASCII(in: bytes, from: 0)
    scan: while offset < bytes.count {
      if bytes[offset] == 0 {
        output.append(contentsOf: bytes[copied..<offset])
        dropNUL()
        offset &+= 1
        copied = offset
      } else {
        switch UTF8Sequence(in: bytes, at: offset) {
        case .valid(let length):
          validSequences &+= 1
          offset &+= length
        case .cutOff where !isFinal: break scan
        case .cutOff, .invalid:
          output.append(contentsOf: bytes[copied..<offset])
          replace(bytes[offset], misfits)
          offset &+= 1
          copied = offset
        }
      }
      offset = WordBytes.offsetOfNULOrNonASCII(in: bytes, from: offset)
    }
    if copied == 0 && offset == bytes.count { return nil }
    output.append(contentsOf: bytes[copied..<offset])
    return offset
  }

  private mutating func replace(_ byte: UInt8, _ misfits: Misfits) {
    noteReplacement()
    switch misfits {
    case .asReplacementCharacter: append("\u{FFFD}")
    case .asWindows1252:
      append(Windows1252.scalar(for: byte))
      let isAllWindows1252 = validSequences == 0 && report.basis == .guessed
      report.encoding = isAllWindows1252 ? .windows1252 : .utf8WithWindows1252
    }
  }

  private mutating func decodeWindows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var offset = 0
    while true {
      let next = WordBytes.offsetOfNULOrNonASCII(in: bytes, from: offset)
      output.append(contentsOf: bytes[offset..<next])
      guard next < bytes.count else { return next }
      if bytes[next] == 0 {
        dropNUL()
      } else {
        let scalar = Windows1252.scalar(for: bytes[next])
        if report.basis == .guessed || scalar == "\u{FFFD}" { noteReplacement() }
        append(scalar)
      }
      offset = next &+ 1
    }
  }

  private mutating func decodeUTF16(
    _ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, isFinal: Bool
  ) -> Int? {
    func unit(at offset: Int) -> UInt32 {
      let first = UInt32(bytes[offset])
      let second = UInt32(bytes[offset &+ 1])
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    output.reserveCapacity(bytes.count)
    var offset = 0
    while offset &+ 2 <= bytes.count {
      let high = unit(at: offset)
      offset &+= 2
      guard 0xD800...0xDBFF ~= high else {
        append(high)
        continue
      }
      guard offset &+ 2 <= bytes.count else {
        if !isFinal { return offset &- 2 }
        appendReplacement()
        continue
      }
      let low = unit(at: offset)
      if 0xDC00...0xDFFF ~= low {
        offset &+= 2
        append(0x10000 &+ (high &- 0xD800) << 10 &+ (low &- 0xDC00))
      } else {
        appendReplacement()
      }
    }
    return endOfCutUnit(bytes, at: offset, isFinal: isFinal)
  }

  private mutating func decodeUTF32(
    _ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool, isFinal: Bool
  ) -> Int? {
    output.reserveCapacity(bytes.count / 2)
    var offset = 0
    while offset &+ 4 <= bytes.count {
      var value: UInt32 = 0
      for step in 0..<4 {
        value = value << 8 | UInt32(bytes[offset &+ (isBigEndian ? step : 3 &- step)])
      }
      append(value)
      offset &+= 4
    }
    return endOfCutUnit(bytes, at: offset, isFinal: isFinal)
  }

  /// Passes over a part of a code unit at the end of the input: it is no character, and only the report tells of it.
  private mutating func endOfCutUnit(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isFinal: Bool
  ) -> Int {
    guard isFinal && offset < bytes.count else { return offset }
    noteReplacement()
    return bytes.count
  }

  // MARK: - Output

  private mutating func append(_ value: UInt32) {
    if value == 0 {
      dropNUL()
    } else if value < 0x80 {
      output.append(UInt8(truncatingIfNeeded: value))
    } else if let scalar = Unicode.Scalar(value) {
      append(scalar)
    } else {
      appendReplacement()
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
  }

  private mutating func appendReplacement() {
    noteReplacement()
    append("\u{FFFD}")
  }

  private mutating func noteReplacement() {
    countLines()
    report.replaced.add(line: lines.line)
  }

  private mutating func dropNUL() {
    countLines()
    report.nuls.add(line: lines.line)
  }

  private mutating func countLines() {
    output.withUnsafeBufferPointer { lines.advance(over: $0[counted...]) }
    counted = output.count
  }
}
