internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
///
/// A class, since it is asked for every text of the store and need not be copied for each.
final class SearchWord: Sendable {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents.
  let folded: Needle
  private let way: Way
  /// Whether its script has no spaces between words, so that it may begin anywhere.
  private let isSpaceless: Bool

  /// How the word is looked for in texts as they are stored.
  private enum Way {
    /// It is of ASCII, so that only accents and the like need be folded.
    case ascii(LetterPlaces)
    /// Texts are folded where it may begin.
    case needle(FoldedNeedle)
    /// It may begin anywhere. Texts are folded that have its end, where that is known to begin with certain letters.
    case folding(end: FoldedNeedle?)
    /// The words must follow each other.
    case phrase(SearchPhrase)
  }

  init(_ text: String) {
    typed = text
    let scalars = Array(text.folded.unicodeScalars)
    folded = Needle(Array(text.folded.utf8))
    if scalars.allSatisfy(\.isASCII) {
      way = .ascii(LetterPlaces(folded.bytes))
    } else if let needle = FoldedNeedle(scalars) {
      way = .needle(needle)
    } else {
      way = .folding(end: scalars.indices.lazy.compactMap { FoldedNeedle(scalars[$0...]) }.first)
    }
    isSpaceless = text.unicodeScalars.first.map(WordBoundary.isSpaceless) ?? false
  }

  /// A phrase of several words.
  init(phrase words: [String], typed: String) {
    let parts = words.map { SearchWord($0) }
    self.typed = typed
    folded = Needle(Array(parts.map(\.folded.bytes).joined(separator: [0x20])))
    (way, isSpaceless) = (.phrase(SearchPhrase(parts: parts)), false)
  }

  /// Where a word stands in a text, if anywhere.
  enum Finding: Int {
    case nowhere
    /// Only in the middle of words.
    case inside
    /// At the start of a word.
    case atStart
  }

  /// Whether the word may stand in a text or in one of several beside each other; false only if it stands in none.
  func mayStand(in text: SearchedText) -> Bool {
    switch way {
    case .ascii(let letters):
      folded.place(in: text.bytes, from: 0) != nil || text.accent(from: 0, for: letters) != nil
    case .needle(let needle), .folding(let needle?): needle.place(in: text.bytes, from: 0) != nil
    case .folding(nil): !text.isASCII
    case .phrase(let phrase): phrase.parts.allSatisfy { $0.mayStand(in: text) }
    }
  }

  /// Looks for the word in a text as it is stored.
  func finding(in text: SearchedText) -> Finding {
    switch way {
    case .ascii(let letters):
      let finding = finding(in: text.bytes, by: folded.place)
      if finding == .atStart { return finding }
      guard let accent = text.accent(from: 0, for: letters) else { return finding }
      return better(
        finding,
        letters.hasSigns ? findingInFolded(text.bytes) : findingInStretches(of: text, from: accent, letters))
    case .needle(let needle): return finding(in: text.bytes, by: needle.place)
    case .folding: return mayStand(in: text) ? findingInFolded(text.bytes) : .nowhere
    case .phrase(let phrase): return phrase.finding(in: text)
    }
  }

  private func findingInFolded(_ text: UnsafeBufferPointer<UInt8>) -> Finding {
    ByteFolding.withFolded(text) { finding(in: $0, by: folded.place) }
  }

  private func better(_ left: Finding, _ right: Finding) -> Finding {
    left.rawValue > right.rawValue ? left : right
  }

  private func finding(
    in text: UnsafeBufferPointer<UInt8>, by place: (UnsafeBufferPointer<UInt8>, Int) -> Int?
  ) -> Finding {
    var start = 0
    var finding = Finding.nowhere
    while let place = place(text, start) {
      if isSpaceless || WordBoundary.isStart(place, in: text) { return .atStart }
      finding = .inside
      start = place + 1
    }
    return finding
  }

  /// Folds only the stretches of letters that have accents which may stand in the word: they are few.
  private func findingInStretches(
    of text: SearchedText, from first: Int, _ letters: LetterPlaces
  ) -> Finding {
    let bytes = text.bytes
    var next: Int? = first
    var finding = Finding.nowhere
    while let accent = next {
      var start = accent
      while start > 0, WordBoundary.isStretch(bytes[start - 1]) { start -= 1 }
      var end = accent + 1
      while end < bytes.count, WordBoundary.isStretch(bytes[end]) { end += 1 }
      // What folds to so many letters has no fewer bytes.
      if end - start >= folded.bytes.count {
        finding = better(finding, findingInFolded(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        if finding == .atStart { return finding }
      }
      next = text.accent(from: end, for: letters)
    }
    return finding
  }

  /// The places of the word in a folded text.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    if case .phrase(let phrase) = way { return phrase.places(inFolded: text, inside: inside) }
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
