// Decomposition (`_nfd`) is in the standard library, behind this door; Foundation would offer it at the cost
// of start-up time.
@_spi(_Unicode) private import Swift

/// Text in the form in which titles and names are compared, never shown.
///
/// Lower case, no diacritics, `&` as `and`, apostrophes gone, `+` and `#` at the end of words, all other punctuation a
/// blank.
struct ComparisonKey: Hashable, Sendable {
  /// The words in their order, as UTF-8, with single blanks between them.
  let bytes: [UInt8]

  /// Folds a title or a name.
  init(_ text: String) {
    var text = text
    let plain = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? ComparisonKey.plainWords(bytes) : nil
    }
    bytes = plain ?? ComparisonKey.foldedWords(text)
  }

  /// The words in their order.
  var words: [ArraySlice<UInt8>] { bytes.split(separator: 0x20) }

  private static func plainWords(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var collector = WordCollector(capacity: bytes.count)
    for byte in bytes { collector.append(byte) }
    return collector.bytes
  }

  private static func foldedWords(_ text: String) -> [UInt8] {
    var collector = WordCollector(capacity: text.utf8.count)
    for scalar in text._nfd { append(scalar, to: &collector) }
    return collector.bytes
  }

  private static func append(_ scalar: Unicode.Scalar, to collector: inout WordCollector) {
    switch scalar.value {
    case 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x200B...0x200F, 0x2060, 0xFEFF:
      // Accents and vowel points; the marks of Japanese kana tell words apart and stay.
      return
    case 0x2018, 0x2019, 0x2BC:
      collector.append(UInt8(ascii: "'"))
    case 0xFF01...0xFF5E:
      collector.append(UInt8(truncatingIfNeeded: scalar.value &- 0xFEE0))
    case 0..<0x80:
      collector.append(UInt8(truncatingIfNeeded: scalar.value))
    default:
      if let letters = spelledOut[scalar] {
        for letter in letters.utf8 { collector.append(letter) }
      } else if let plain = CompatibilityForms.plain(scalar) {
        for letter in plain._nfd { append(letter, to: &collector) }
      } else if isPartOfWord(scalar) {
        collector.append(letter: scalar.properties.lowercaseMapping, isWordByItself: isIdeographic(scalar))
      } else {
        collector.endWord()
      }
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      false
    }
  }

  /// Chinese and Japanese write no blanks, so each character counts as a word.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x30FF).contains(scalar.value) || scalar.properties.isIdeographic
  }

  /// Letters that don't decompose but are often written by others.
  private static let spelledOut: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
    "đ": "d", "Đ": "d", "ı": "i", "þ": "th", "Þ": "th", "ð": "d", "Ð": "d",
  ]
}

/// Collects words byte by byte, with a blank before each but the first.
private struct WordCollector {
  private(set) var bytes: [UInt8] = []
  private var isInWord = false

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: appendLetter(byte)
    case 0x41...0x5A: appendLetter(byte + 0x20)
    case UInt8(ascii: "'"): break
    // Behind a letter they tell C++ and C# from C.
    case UInt8(ascii: "+") where isInWord, UInt8(ascii: "#") where isInWord: appendLetter(byte)
    case UInt8(ascii: "&"): append(letter: "and", isWordByItself: true)
    default: endWord()
    }
  }

  mutating func append(letter: String, isWordByItself: Bool) {
    if isWordByItself { endWord() }
    for byte in letter.utf8 { appendLetter(byte) }
    if isWordByItself { endWord() }
  }

  mutating func endWord() {
    isInWord = false
  }

  private mutating func appendLetter(_ byte: UInt8) {
    if !isInWord, !bytes.isEmpty { bytes.append(0x20) }
    isInWord = true
    bytes.append(byte)
  }
}
