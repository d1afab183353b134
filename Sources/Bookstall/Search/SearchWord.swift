internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
struct SearchWord {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents.
  let folded: [UInt8]
  private let composed: [UInt8]
  private let need: Need
  /// Whether its script has no spaces between words, so that it may begin anywhere.
  private let isSpaceless: Bool

  /// When a text that doesn't hold the word as typed may still hold it folded.
  private enum Need {
    /// The word is ASCII: only letters that fold to ASCII matter.
    case accents
    /// Chinese characters don't fold.
    case nothing
    case everything
  }

  init(_ text: String) {
    typed = text
    folded = Array(text.folded.utf8)
    composed = Array(text.composed.utf8)
    let scalars = text.unicodeScalars
    if folded.allSatisfy({ $0 < 0x80 }) {
      need = .accents
    } else {
      need = scalars.allSatisfy { (0x4E00...0x9FFF).contains($0.value) } ? .nothing : .everything
    }
    isSpaceless = scalars.first.map(WordBoundary.isSpaceless) ?? false
  }

  /// Whether the word stands in a text: at the start of a word, or, with `inside`, anywhere.
  func isFound(in text: UnsafeBufferPointer<UInt8>, inside: Bool) -> Bool {
    if first(of: need == .accents ? folded : composed, in: text, from: 0, inside: inside) != nil {
      return true
    }
    switch need {
    case .nothing: return false
    case .accents: guard SearchWord.hasAccents(text) else { return false }
    case .everything: guard text.contains(where: { $0 >= 0x80 }) else { return false }
    }
    return Array(String(decoding: text, as: UTF8.self).folded.utf8).withUnsafeBufferPointer {
      first(of: folded, in: $0, from: 0, inside: inside) != nil
    }
  }

  /// The places of the word in a folded text.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var start = 0
    while let place = first(of: folded, in: text, from: start, inside: inside) {
      places.append(place..<place + folded.count)
      start = place + folded.count
    }
    return places
  }

  private func first(
    of word: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int, inside: Bool
  ) -> Int? {
    var start = start
    while let place = ByteScan.first(of: word, in: text, from: start) {
      if inside || isSpaceless || WordBoundary.isStart(place, in: text) { return place }
      start = place + 1
    }
    return nil
  }

  /// Whether there are letters that lose an accent by folding; quotes, dashes and Chinese have none.
  private static func hasAccents(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      switch text[index] {
      case 0xC3...0xCD, 0xE1: return true
      case 0xE2 where index + 1 < text.count && (0x84...0x85).contains(text[index + 1]): return true
      default: index += 1
      }
    }
    return false
  }
}

/// Where words begin.
enum WordBoundary {
  /// Whether the place is not in the middle of a word.
  static func isStart(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place > 0 else { return true }
    let byte = text[place - 1]
    if byte < 0x80 { return !isASCIILetter(byte) }
    guard let scalar = scalar(endingAt: place, in: text) else { return true }
    return isSpaceless(scalar) || !isInWord(scalar)
  }

  static func isASCIILetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether the scalar belongs to a word: a letter, a digit or a mark on one.
  static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIILetter(UInt8(truncatingIfNeeded: scalar.value)) }
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

  private static func scalar(endingAt end: Int, in text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: text[start..<end], as: UTF8.self).unicodeScalars.first
  }
}
