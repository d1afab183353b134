/// Reads JSON strictly, in one pass over the bytes and with a bounded stack.
struct JSONParser {
  /// Arrays and objects may be nested so deep; more would let a hostile text exhaust the stack.
  static let depthLimit = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var depth = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The one value that the bytes hold.
  static func value(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSON {
    var parser = JSONParser(bytes)
    parser.skipWhiteSpace()
    let value = try parser.value()
    parser.skipWhiteSpace()
    guard parser.offset == bytes.count else { throw JSONError(.textAfterValue, at: parser.offset) }
    return value
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The error at the current byte: the end, or a byte that doesn't belong there.
  private var unexpected: JSONError {
    JSONError(offset < bytes.count ? .unexpectedByte : .unexpectedEnd, at: offset)
  }

  private mutating func skipWhiteSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private mutating func value() throws(JSONError) -> JSON {
    guard let byte = next else { throw unexpected }
    switch byte {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw unexpected }
      offset += 1
    }
    return value
  }

  private mutating func enter() throws(JSONError) {
    guard depth < JSONParser.depthLimit else { throw JSONError(.tooDeep, at: offset) }
    depth += 1
    offset += 1
    skipWhiteSpace()
  }

  /// Steps over a comma (true) or over the closing bracket (false).
  private mutating func continues(until close: UInt8) throws(JSONError) -> Bool {
    skipWhiteSpace()
    guard next == UInt8(ascii: ",") else {
      guard next == close else { throw unexpected }
      depth -= 1
      offset += 1
      return false
    }
    offset += 1
    skipWhiteSpace()
    return true
  }

  private mutating func elements() throws(JSONError) -> [JSON] {
    let close = UInt8(ascii: "]")
    try enter()
    var elements: [JSON] = []
    if next == close {
      _ = try continues(until: close)
      return elements
    }
    repeat {
      elements.append(try value())
    } while try continues(until: close)
    return elements
  }

  private mutating func members() throws(JSONError) -> [JSON.Member] {
    let close = UInt8(ascii: "}")
    try enter()
    var members: [JSON.Member] = []
    if next == close {
      _ = try continues(until: close)
      return members
    }
    repeat {
      guard next == UInt8(ascii: "\"") else { throw unexpected }
      let name = try string()
      skipWhiteSpace()
      guard next == UInt8(ascii: ":") else { throw unexpected }
      offset += 1
      skipWhiteSpace()
      members.append(JSON.Member(name: name, value: try value()))
    } while try continues(until: close)
    return members
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
    guard offset > start else { throw JSONError(.invalidNumber, at: offset) }
  }

  private mutating func number() throws(JSONError) -> String {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    // Most strings hold no escape and are taken in one piece.
    try skipPlainBytes()
    if next == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return try text(start..<offset)
    }
    var unescaped: [UInt8] = []
    append(start..<offset, to: &unescaped)
    while next == UInt8(ascii: "\\") {
      try appendEscape(to: &unescaped)
      let plain = offset
      try skipPlainBytes()
      append(plain..<offset, to: &unescaped)
    }
    offset += 1
    guard let text = unescaped.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) else {
      throw JSONError(.invalidUTF8, at: start)
    }
    return text
  }

  /// Copies bytes in one piece.
  private func append(_ range: Range<Int>, to copy: inout [UInt8]) {
    copy.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
  }

  /// Stops at a quote or a backslash.
  private mutating func skipPlainBytes() throws(JSONError) {
    while let byte = next {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: offset) }
      offset += 1
    }
    throw unexpected
  }

  private func text(_ range: Range<Int>) throws(JSONError) -> String {
    // As one buffer, the standard library checks and copies it whole.
    guard let text = String(validating: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) else {
      throw JSONError(.invalidUTF8, at: range.lowerBound)
    }
    return text
  }

  private mutating func appendEscape(to unescaped: inout [UInt8]) throws(JSONError) {
    let start = offset
    offset += 1
    guard let letter = next else { throw unexpected }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): unescaped.append(contentsOf: String(Character(try scalar(from: start))).utf8)
    default: throw JSONError(.invalidEscape, at: start)
    }
  }

  /// The scalar of `\uXXXX`, or of two of them that form a surrogate pair.
  private mutating func scalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourHexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.count - offset >= 6, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { throw JSONError(.loneSurrogate, at: start) }
    offset += 2
    let second = try fourHexDigits(from: offset - 2)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw JSONError(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func fourHexDigits(from start: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw unexpected }
      guard let digit = JSONParser.hexDigit(byte) else { throw JSONError(.invalidEscape, at: start) }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
