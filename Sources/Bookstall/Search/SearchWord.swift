internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
///
/// A class, since it is asked for every text of the store and need not be copied for each.
final class SearchWord: Sendable {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents.
  let folded: Needle
  /// What is looked for in texts as they are stored.
  private let plain: Needle
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
    folded = Needle(Array(text.folded.utf8))
    let isASCII = folded.bytes.allSatisfy { $0 < 0x80 }
    plain = isASCII ? folded : Needle(Array(text.composed.utf8))
    let scalars = text.unicodeScalars
    if folded.bytes.allSatisfy(WordBoundary.isASCIILetter) {
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
    folded = Needle(Array(parts.map(\.folded.bytes).joined(separator: [0x20])))
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
  func finding(in text: inout SearchedText) -> Finding {
    if let phrase { return phrase.finding(in: &text) }
    let finding = finding(of: plain, in: text.bytes)
    if finding == .atStart { return finding }
    switch need {
    case .nothing: return finding
    case .stretch:
      return text.firstAccent() == text.bytes.count ? finding : better(finding, findingInStretches(of: &text))
    case .everything:
      if text.isASCII { return finding }
      return ByteFolding.withFolded(text.bytes) { better(finding, self.finding(of: folded, in: $0)) }
    }
  }

  private func better(_ left: Finding, _ right: Finding) -> Finding {
    left.rawValue > right.rawValue ? left : right
  }

  private func finding(of needle: Needle, in text: UnsafeBufferPointer<UInt8>) -> Finding {
    var start = 0
    var finding = Finding.nowhere
    while let place = needle.place(in: text, from: start) {
      if isSpaceless || WordBoundary.isStart(place, in: text) { return .atStart }
      finding = .inside
      start = place + 1
    }
    return finding
  }

  /// Folds only the stretches of letters that have accents: they are few.
  private func findingInStretches(of text: inout SearchedText) -> Finding {
    let bytes = text.bytes
    var accent = text.firstAccent()
    var finding = Finding.nowhere
    while accent < bytes.count {
      var start = accent
      while start > 0, WordBoundary.isStretch(bytes[start - 1]) { start -= 1 }
      var end = accent + 1
      while end < bytes.count, WordBoundary.isStretch(bytes[end]) { end += 1 }
      // What folds to so many letters has no fewer bytes.
      if end - start >= folded.bytes.count {
        finding = better(
          finding,
          ByteFolding.withFolded(UnsafeBufferPointer(rebasing: bytes[start..<end])) {
            self.finding(of: folded, in: $0)
          })
        if finding == .atStart { return finding }
      }
      accent = text.accent(from: end)
    }
    return finding
  }

  /// The places of the word in a folded text.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    if let phrase { return phrase.places(inFolded: text, inside: inside) }
    var places: [Range<Int>] = []
    var start = 0
    while let place = folded.place(in: text, from: start) {
      if inside || isSpaceless || WordBoundary.isStart(place, in: text) {
        places.append(place..<place + folded.bytes.count)
        start = place + folded.bytes.count
      } else {
        start = place + 1
      }
    }
    return places
  }
}
