/// Where words begin.
enum WordBoundary {
  /// Whether the place is not in the middle of a word.
  static func isStart(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var end = place
    while end > 0 {
      let byte = text[end - 1]
      if byte < 0x80 { return !isASCIILetter(byte) }
      guard let scalar = UTF8Bytes.scalar(before: end, in: text) else { return true }
      // Quotation marks and dashes, without a look at Unicode's tables.
      if (0x2010..<0x2060).contains(scalar.value) { return true }
      guard isDropped(scalar) else { return isSpaceless(scalar) || !isInWord(scalar) }
      end -= UTF8.width(scalar)
    }
    return true
  }

  /// Where the next word begins behind the end of one; nil where the word goes on, or where nothing follows.
  static func nextStart(after end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = end
    while place < text.count {
      guard let (value, length) = UTF8Bytes.scalar(at: place, in: text), let scalar = Unicode.Scalar(value)
      else { return nil }
      let isLetter = isInWord(scalar) || isSpaceless(scalar) && scalar.properties.isAlphabetic
      if isLetter, !isDropped(scalar) {
        return isStart(place, in: text) || isSpaceless(scalar) ? place : nil
      }
      place += length
    }
    return nil
  }

  /// The end of the marks, such as accents, that begin at a place.
  static func endOfMarks(from place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = place
    while end < text.count, text[end] >= 0x80, let (value, length) = UTF8Bytes.scalar(at: end, in: text),
      Unicode.Scalar(value).map(isDropped) ?? false
    {
      end += length
    }
    return end
  }

  /// Whether folding leaves nothing of the scalar, as of an accent by itself.
  static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    if isPlainLetter(scalar.value) { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Most letters, without a look at Unicode's tables.
  private static func isPlainLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x4E00..<0x9FFD, 0xAC00..<0xD7A4, 0xD8..<0xF7, 0xF8..<0x250, 0x400..<0x482: true
    default: false
    }
  }

  static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether the byte may belong to a word.
  static func isStretch(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIILetter(byte) }

  /// Whether the scalar belongs to a word: a letter, a digit or a mark on one.
  static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIILetter(UInt8(truncatingIfNeeded: scalar.value)) }
    if isPlainLetter(scalar.value) { return true }
    if scalar.properties.isAlphabetic { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .decimalNumber: true
    default: false
    }
  }

  /// Whether the scalar is of a script that sets no spaces between words.
  static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0xA4CF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
