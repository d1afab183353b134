internal import CSV

/// Appends JSON as UTF-8 to a growing output, without values in between.
///
/// Strings come out inert: everything that steers a terminal, turns the direction of text or ends a line for
/// some reader is written as an escape, so the output may be printed, pasted into a script or split at line
/// ends.
package enum JSONWriter {
  /// A fixed piece of syntax, as it stands.
  package static func append(literal: StaticString, into bytes: inout [UInt8]) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// A string, or null.
  package static func append(_ text: String?, into bytes: inout [UInt8]) {
    guard var text else { return append(literal: "null", into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { append(escaping: $0, into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A whole number, or null.
  package static func append(_ number: (some BinaryInteger)?, into bytes: inout [UInt8]) {
    guard let number else { return append(literal: "null", into: &bytes) }
    guard var rest = UInt64(exactly: number) else { return bytes.append(contentsOf: String(number).utf8) }
    // Digit by digit, from the last one: an export writes hundreds of thousands, and each text would be thrown away.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var place = 20
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }

  /// A number in the fewest digits that mean it, so 4 and 4.25; null for nil, and for what JSON cannot say.
  package static func append(_ number: Double?, into bytes: inout [UInt8]) {
    guard let number, number.isFinite else { return append(literal: "null", into: &bytes) }
    append(shortest: number, into: &bytes)
  }

  /// A finite number in the fewest digits that mean it.
  static func append(shortest number: Double, into bytes: inout [UInt8]) {
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      append(whole, into: &bytes)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  /// A whole value in compact form.
  package static func append(_ value: JSON, into bytes: inout [UInt8]) {
    switch value {
    case .null: append(literal: "null", into: &bytes)
    case .bool(let bool): append(literal: bool ? "true" : "false", into: &bytes)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let text): append(text, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      append(elements, into: &bytes) { append($0, into: &$1) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      append(members, into: &bytes) { member, bytes in
        append(member.name, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        append(member.value, into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The items one by one with commas between them, without brackets.
  package static func append<Item>(
    _ items: [Item], into bytes: inout [UInt8], each appendItem: (Item, inout [UInt8]) -> Void
  ) {
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      appendItem(item, &bytes)
    }
  }

  private static func append(escaping text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
    var runStart = 0
    var index = 0
    while index < text.count {
      // Nearly every byte is plain ASCII; only the others deserve a closer look.
      index = endOfPlainBytes(in: text, from: index)
      guard index < text.count else { break }
      guard let special = special(at: index, in: text) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<index]))
      append(escape: special.scalar, into: &bytes)
      index += special.length
      index = appendMarks(behindEscapeAt: index, in: text, into: &bytes)
      runStart = index
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
  }

  /// Escapes the marks that follow an escape, and returns the place behind them.
  ///
  /// As they are they would join with the escape's last letter when the JSON is composed: a line end with an acute
  /// accent behind it would become a backslash and `ń`.
  private static func appendMarks(
    behindEscapeAt start: Int, in text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]
  ) -> Int {
    var place = start
    // No mark has a lower first byte.
    while place < text.count, text[place] >= 0xCC,
      let (value, length) = UTF8Bytes.scalar(at: place, in: text), let scalar = Unicode.Scalar(value),
      scalar.properties.canonicalCombiningClass != .notReordered
    {
      for unit in String(scalar).utf16 { append(escape: unit, into: &bytes) }
      place += length
    }
    return place
  }

  /// The first place at which a byte is no ASCII or stands in no string as it is; else the number of bytes.
  static func endOfPlainBytes(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var place = start
    if let base = UnsafeRawBufferPointer(text).baseAddress {
      while place + 16 <= text.count {
        let bytes = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
        let isOdd =
          bytes.lanes(outside: 0x20...0x7E) .| bytes.lanes(equalTo: UInt8(ascii: "\""))
          .| bytes.lanes(equalTo: UInt8(ascii: "\\"))
        if isOdd.hasAny { break }
        place += 16
      }
    }
    while place < text.count {
      let byte = text[place]
      let isPlain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      guard isPlain else { return place }
      place += 1
    }
    return place
  }

  /// Whether the writer would escape the scalar whose first byte, beyond ASCII, stands there.
  static func isEscaped(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    special(at: index, in: text) != nil
  }

  private static func special(
    at index: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (scalar: UInt16, length: Int)? {
    let byte = text[index]
    if byte < 0x80 { return (UInt16(byte), 1) }
    // No continuation byte and no lead byte but these four begins a special scalar.
    guard byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF, index + 1 < text.count else {
      return nil
    }
    let second = text[index + 1]
    if byte < 0xE0 {
      let scalar = UInt16(byte & 0x1F) << 6 | UInt16(second & 0x3F)
      return (0x80...0x9F).contains(scalar) || scalar == 0x061C ? (scalar, 2) : nil
    }
    guard index + 2 < text.count else { return nil }
    let scalar = UInt16(byte & 0x0F) << 12 | UInt16(second & 0x3F) << 6 | UInt16(text[index + 2] & 0x3F)
    switch scalar {
    // Direction marks, line and paragraph separators, embeddings, isolates, and the byte order mark.
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return (scalar, 3)
    default: return nil
    }
  }

  private static func append(escape scalar: UInt16, into bytes: inout [UInt8]) {
    switch scalar {
    case 0x22: append(literal: "\\\"", into: &bytes)
    case 0x5C: append(literal: "\\\\", into: &bytes)
    case 0x0A: append(literal: "\\n", into: &bytes)
    case 0x0D: append(literal: "\\r", into: &bytes)
    case 0x09: append(literal: "\\t", into: &bytes)
    default:
      append(literal: "\\u", into: &bytes)
      for shift in [12, 8, 4, 0] {
        bytes.append(hexDigit(UInt8(scalar >> UInt16(shift) & 0xF)))
      }
    }
  }

  /// The lower-case hexadecimal digit of a number below 16.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }
}
