internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
struct SearchWord {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents.
  let folded: [UInt8]
  /// What is looked for in texts as they are stored.
  private let plain: [UInt8]
  private let need: Need
  /// Whether its script has no spaces between words, so that it may begin anywhere.
  private let isSpaceless: Bool
  /// The words that must follow each other, where there are several.
  private let phrase: SearchPhrase?

  /// When a text that doesn't hold the word as typed may still hold it folded.
  private enum Need {
    /// The word is of ASCII letters: only accents on such letters matter.
    case stretch
    /// Chinese characters don't fold.
    case nothing
    case everything
  }

  init(_ text: String) {
    typed = text
    folded = Array(text.folded.utf8)
    plain = folded.allSatisfy { $0 < 0x80 } ? folded : Array(text.composed.utf8)
    let scalars = text.unicodeScalars
    if folded.allSatisfy(WordBoundary.isASCIILetter) {
      need = .stretch
    } else {
      need = scalars.allSatisfy { (0x4E00...0x9FFF).contains($0.value) } ? .nothing : .everything
    }
    isSpaceless = scalars.first.map(WordBoundary.isSpaceless) ?? false
    phrase = nil
  }

  /// A phrase of several words.
  init(phrase words: [String], typed: String) {
    let parts = words.map { SearchWord($0) }
    self.typed = typed
    phrase = SearchPhrase(parts: parts)
    folded = Array(parts.map(\.folded).joined(separator: [0x20]))
    (plain, need, isSpaceless) = (folded, .nothing, false)
  }

  /// Where a word stands in a text, if anywhere.
  enum Finding: Int {
    case nowhere
    /// Only in the middle of words.
    case inside
    /// At the start of a word.
    case atStart
  }

  /// Looks for the word in a text as it is stored.
  func finding(in text: UnsafeBufferPointer<UInt8>) -> Finding {
    if let phrase { return phrase.finding(in: text) }
    let finding = finding(of: plain, in: text)
    if finding == .atStart { return finding }
    switch need {
    case .nothing: return finding
    case .stretch: return better(finding, findingInStretches(of: text))
    case .everything:
      return text.contains { $0 >= 0x80 } ? better(finding, findingFolded(in: text[...])) : finding
    }
  }

  private func better(_ left: Finding, _ right: Finding) -> Finding {
    left.rawValue > right.rawValue ? left : right
  }

  private func finding(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Finding {
    var start = 0
    var finding = Finding.nowhere
    while let place = ByteScan.first(of: word, in: text, from: start) {
      if isSpaceless || WordBoundary.isStart(place, in: text) { return .atStart }
      finding = .inside
      start = place + 1
    }
    return finding
  }

  private func findingFolded(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Finding {
    let finding = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * text.count + 4) { buffer in
      LatinFolding.fold(text, into: buffer).map { count in
        self.finding(of: folded, in: UnsafeBufferPointer(rebasing: buffer[..<count]))
      }
    }
    if let finding { return finding }
    return Array(String(decoding: text, as: UTF8.self).folded.utf8).withUnsafeBufferPointer {
      self.finding(of: folded, in: $0)
    }
  }

  /// Folds only the stretches of letters that have accents: they are few.
  private func findingInStretches(of text: UnsafeBufferPointer<UInt8>) -> Finding {
    var place = 0
    var finding = Finding.nowhere
    while let accent = ByteScan.firstBeyondASCII(in: text, from: place) {
      place = accent + 1
      guard SearchWord.isAccent(at: accent, in: text) else { continue }
      var start = accent
      while start > 0, WordBoundary.isStretch(text[start - 1]) { start -= 1 }
      var end = accent + 1
      while end < text.count, WordBoundary.isStretch(text[end]) { end += 1 }
      finding = better(finding, findingFolded(in: text[start..<end]))
      if finding == .atStart { return finding }
      place = end
    }
    return finding
  }

  /// The places of the word in a folded text.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    if let phrase { return phrase.places(inFolded: text, inside: inside) }
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

  /// Whether a letter that folding changes may begin here, such as one with an accent; quotes, dashes and Chinese don't.
  private static func isAccent(at place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text[place] {
    case 0xC3...0xCD, 0xE1: true
    case 0xE2: place + 1 < text.count && (0x84...0x85).contains(text[place + 1])
    // Full-width digits and letters, not the marks between them, which Chinese text is full of.
    case 0xEF where place + 2 < text.count && text[place + 1] == 0xBC:
      (0x90...0x99).contains(text[place + 2]) || (0xA1...0xBA).contains(text[place + 2])
    case 0xEF where place + 2 < text.count && text[place + 1] == 0xBD: (0x81...0x9A).contains(text[place + 2])
    default: false
    }
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

  /// Whether the byte may belong to a word.
  static func isStretch(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIILetter(byte) }

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
