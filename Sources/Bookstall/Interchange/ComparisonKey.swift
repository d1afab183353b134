// Decomposition (`_nfd`) is in the standard library, behind this door; Foundation would offer it at the cost
// of start-up time.
@_spi(_Unicode) private import Swift

/// Text in the form in which titles and names are compared, never shown.
///
/// Lower case, no diacritics, `&` as `and`, apostrophes gone, all other punctuation a blank.
struct ComparisonKey: Hashable, Sendable {
  /// The words in their order, as UTF-8.
  let words: [[UInt8]]

  /// Folds a title or a name.
  init(_ text: String) {
    var text = text
    let plain = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? ComparisonKey.plainWords(bytes) : nil
    }
    words = plain ?? ComparisonKey.foldedWords(text)
  }

  init(words: [[UInt8]]) {
    self.words = words
  }

  /// The words with single blanks between them.
  var bytes: [UInt8] { Array(words.joined(separator: [0x20])) }

  private static func plainWords(_ bytes: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    var collector = WordCollector()
    for byte in bytes { collector.append(byte) }
    return collector.finished()
  }

  private static func foldedWords(_ text: String) -> [[UInt8]] {
    var collector = WordCollector()
    for scalar in text._nfd {
      switch scalar.value {
      case 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x200B...0x200F, 0x2060, 0xFEFF:
        // Accents and vowel points; the marks of Japanese kana tell words apart and stay.
        continue
      case 0x2018, 0x2019, 0x2BC:
        collector.append(UInt8(ascii: "'"))
      case 0xFF01...0xFF5E:
        collector.append(UInt8(truncatingIfNeeded: scalar.value &- 0xFEE0))
      case 0..<0x80:
        collector.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        if let letters = spelledOut[scalar] {
          for letter in letters.utf8 { collector.append(letter) }
        } else if isPartOfWord(scalar) {
          collector.append(letter: scalar.properties.lowercaseMapping, isWordByItself: isIdeographic(scalar))
        } else {
          collector.endWord()
        }
      }
    }
    return collector.finished()
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

/// Collects words byte by byte.
private struct WordCollector {
  private var words: [[UInt8]] = []
  private var word: [UInt8] = []

  mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: word.append(byte)
    case 0x41...0x5A: word.append(byte + 0x20)
    case UInt8(ascii: "'"): break
    case UInt8(ascii: "&"):
      endWord()
      words.append(Array("and".utf8))
    default: endWord()
    }
  }

  mutating func append(letter: String, isWordByItself: Bool) {
    if isWordByItself { endWord() }
    word += letter.utf8
    if isWordByItself { endWord() }
  }

  mutating func endWord() {
    guard !word.isEmpty else { return }
    words.append(word)
    word.removeAll(keepingCapacity: true)
  }

  mutating func finished() -> [[UInt8]] {
    endWord()
    return words
  }
}
