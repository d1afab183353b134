internal import CSV
internal import Glibc
// Composition (`_nfc`) is in the standard library, behind this door; Foundation would offer it at the cost of
// start-up time.
@_spi(_Unicode) private import Swift

/// Brings text from other services into the one form that the store keeps.
///
/// Composed characters (NFC), no zero-width characters, no outer white space; blank text is nil.
package enum TextNormalisation {
  /// Text for one line, such as a title: every inner run of white space becomes one blank.
  package static func line(_ text: String) -> String? {
    if let range = cleanRange(of: text, inLine: true) { return slice(text, range) }
    var kept = String.UnicodeScalarView()
    var blankBefore = false
    for scalar in withoutInvisibles(text) {
      if scalar.properties.isWhitespace {
        blankBefore = !kept.isEmpty
        continue
      }
      if blankBefore { kept.append(" ") }
      blankBefore = false
      kept.append(scalar)
    }
    return kept.isEmpty ? nil : String(kept)
  }

  /// Text of several lines, such as a review: inner spacing stays, every line ends with LF.
  package static func paragraphs(_ text: String) -> String? {
    if let range = cleanRange(of: text, inLine: false) { return slice(text, range) }
    var kept = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in withoutInvisibles(text) {
      if scalar == "\n", afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = scalar == "\r"
      kept.append(afterReturn ? "\n" : scalar)
    }
    while let last = kept.last, last.properties.isWhitespace { kept.removeLast() }
    let trimmed = kept.drop { $0.properties.isWhitespace }
    return trimmed.isEmpty ? nil : String(trimmed)
  }

  /// Whether a cell says nothing: white space alone, or a spreadsheet's empty `=""`.
  package static func isBlank(_ cell: String) -> Bool {
    // Nearly every cell begins with a letter or a digit, and that decides.
    guard let first = cell.utf8.first else { return true }
    if first > 0x20, first < 0x7F, first != UInt8(ascii: "=") { return false }
    var cell = cell
    let isPlain = cell.withUTF8 { bytes -> Bool? in
      var seen = 0
      for byte in bytes {
        if byte >= 0x80 { return nil }
        if byte != 0x20, !(0x09...0x0D).contains(byte) { seen += 1 }
        if seen > 3 { return false }
      }
      return seen == 0
    }
    if isPlain == true { return true }
    if isPlain == false, cell.utf8.count > 5 { return false }
    return line(cell).map { $0 == "=\"\"" } ?? true
  }

  /// Whether a text holds a NUL.
  static func hasNUL(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, 0, bytes.count) != nil
    }
  }

  /// The part to keep when the text needs nothing but trimming; nil when it must be rewritten.
  ///
  /// Nearly every cell is such, and the answer costs one look at each byte. Scalars below U+0300 are composed
  /// already.
  private static func cleanRange(of text: String, inLine: Bool) -> Range<Int>? {
    var text = text
    return text.withUTF8 { bytes in
      var start = 0
      var end = bytes.count
      while start < end, isASCIISpace(bytes[start]) { start += 1 }
      while end > start, isASCIISpace(bytes[end - 1]) { end -= 1 }
      let plain = endOfPlainBytes(in: bytes, start..<end, inLine: inLine)
      var previous: UInt8 = plain > start ? bytes[plain - 1] : 0
      for byte in bytes[plain..<end] {
        if byte >= 0xCC { return nil }
        if previous == 0xC2, byte == 0xA0 || byte == 0x85 { return nil }
        if byte == 0x0D { return nil }
        if inLine, (0x09...0x0C).contains(byte) || (byte == 0x20 && previous == 0x20) { return nil }
        previous = byte
      }
      return start..<end
    }
  }

  /// Passes over bytes, sixteen at a time, that ask for nothing: ASCII but for what `cleanRange` looks at.
  private static func endOfPlainBytes(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, inLine: Bool
  ) -> Int {
    guard let base = UnsafeRawBufferPointer(bytes).baseAddress else { return range.lowerBound }
    var place = range.lowerBound
    // One byte more than the sixteen, for the blank behind a blank.
    while place + 16 < range.upperBound {
      let here = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let next = base.loadUnaligned(fromByteOffset: place + 1, as: SIMD16<UInt8>.self)
      // In several lines only returns matter.
      let isOdd =
        inLine
        ? here.lanes(outside: 0x20...0x7F) .| (here.lanes(equalTo: 0x20) .& next.lanes(equalTo: 0x20))
        : here.lanes(outside: 0...0x7F) .| here.lanes(equalTo: 0x0D)
      if isOdd.hasAny { break }
      place += 16
    }
    return place
  }

  private static func slice(_ text: String, _ range: Range<Int>) -> String? {
    if range.isEmpty { return nil }
    let utf8 = text.utf8
    if range.count == utf8.count { return text }
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return String(text[start..<utf8.index(start, offsetBy: range.count)])
  }

  private static func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The composed scalars without those that nobody sees.
  private static func withoutInvisibles(_ text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    scalars.reserveCapacity(text.utf8.count)
    var joiner: Unicode.Scalar?
    for scalar in text._nfc {
      switch scalar {
      case "\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{FEFF}":
        continue
      case "\u{200C}", "\u{200D}":
        // Persian, Indic scripts and emoji need their joiners; between Latin letters they are dirt.
        joiner = scalar
      default:
        if let held = joiner, let before = scalars.last, before.value >= 0x300, scalar.value >= 0x300 {
          scalars.append(held)
        }
        joiner = nil
        scalars.append(scalar)
      }
    }
    return scalars
  }
}
