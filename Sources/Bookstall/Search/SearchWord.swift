internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
///
/// A class, since it is asked for every text of the store and need not be copied for each.
final class SearchWord: Sendable {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents; empty for what folding leaves nothing of.
  let folded: [UInt8]
  private let way: Way
  /// Whether its script has no spaces between words, so that it may begin anywhere.
  private let isSpaceless: Bool

  private enum Way {
    case word(FoldedNeedle)
    /// The words must follow each other.
    case phrase(SearchPhrase)
  }

  /// nil for what folding leaves nothing of.
  init?(_ text: String) {
    let word = text.folded
    guard !word.isEmpty else { return nil }
    typed = text
    folded = Array(word.utf8)
    way = .word(FoldedNeedle(word))
    isSpaceless = text.unicodeScalars.first.map(WordBoundary.isSpaceless) ?? false
  }

  /// A phrase of several words.
  init(phrase parts: [SearchWord], typed: String) {
    self.typed = typed
    folded = Array(parts.map(\.folded).joined(separator: [0x20]))
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
  func mayStand(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch way {
    case .word(let needle): needle.match(in: text, from: 0) != nil
    case .phrase(let phrase): phrase.mayStand(in: text)
    }
  }

  /// Looks for the word in a text as it is stored.
  func finding(in text: UnsafeBufferPointer<UInt8>) -> Finding {
    var finding = Finding.nowhere
    forEachPlace(in: text) { _, isAtStart in
      finding = isAtStart ? .atStart : .inside
      return !isAtStart
    }
    return finding
  }

  /// The places of the word in a text, without overlaps.
  func places(in text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    var places: [Range<Int>] = []
    forEachPlace(in: text) { place, isAtStart in
      if inside || isAtStart, place.lowerBound >= places.last?.upperBound ?? 0 { places.append(place) }
      return true
    }
    return places
  }

  /// Calls the closure with one place after the other, and whether it is at the start of a word, until that returns
  /// false.
  func forEachPlace(
    in text: UnsafeBufferPointer<UInt8>, _ body: (_ place: Range<Int>, _ isAtStart: Bool) -> Bool
  ) {
    switch way {
    case .phrase(let phrase): phrase.forEachPlace(in: text, body)
    case .word(let needle):
      var start = 0
      while let match = needle.match(in: text, from: start) {
        let isAtStart =
          isSpaceless || !match.isInner && WordBoundary.isStart(match.start, in: text)
        if !body(match.start..<match.end, isAtStart) { return }
        start = match.start + 1
      }
    }
  }

  /// Where the word ends if it stands at a place, at which a scalar begins; nil for another text and for phrases.
  func end(in text: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
    if case .word(let needle) = way { needle.end(in: text, from: place) } else { nil }
  }
}
