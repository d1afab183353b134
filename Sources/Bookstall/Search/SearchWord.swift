internal import Persistence

/// One word of a search, ready to be looked for in stored bytes.
///
/// A class, since it is asked for every text of the store and need not be copied for each.
final class SearchWord: Sendable {
  /// As the reader typed it.
  let typed: String
  /// In lower case and without accents.
  let folded: [UInt8]
  private let needle: FoldedNeedle
  /// The words that must follow, with nothing but marks and spaces between them; the last may be the beginning of one.
  private let rest: [SearchWord]
  /// Whether its script has no spaces between words, so that it may begin anywhere.
  private let isSpaceless: Bool

  /// nil for what folding leaves nothing of.
  init?(_ text: String) {
    let word = text.folded
    guard !word.isEmpty else { return nil }
    typed = text
    folded = Array(word.utf8)
    needle = FoldedNeedle(word)
    rest = []
    isSpaceless = text.unicodeScalars.first.map(WordBoundary.isSpaceless) ?? false
  }

  /// A phrase of one word or more.
  init(phrase words: [SearchWord], typed: String) {
    self.typed = typed
    folded = Array(words.map(\.folded).joined(separator: [0x20]))
    needle = words[0].needle
    rest = Array(words.dropFirst())
    isSpaceless = words[0].isSpaceless
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
    needle.match(in: text, from: 0) != nil && rest.allSatisfy { $0.mayStand(in: text) }
  }

  /// Looks for the word in a text as it is stored.
  func finding(in text: UnsafeBufferPointer<UInt8>) -> Finding {
    var finding = Finding.nowhere
    forEachMatch(in: text) { match in
      finding = isAtStart(match, in: text) ? .atStart : .inside
      return finding != .atStart
    }
    return finding
  }

  /// The places of the word in a text, without overlaps.
  func places(in text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    var places: [Range<Int>] = []
    forEachMatch(in: text) { match in
      if inside || isAtStart(match, in: text), match.start >= places.last?.upperBound ?? 0 {
        places.append(match.start..<match.end)
      }
      return true
    }
    return places
  }

  /// Calls the closure with one match after the other, until it returns false.
  func forEachMatch(in text: UnsafeBufferPointer<UInt8>, _ body: (FoldedNeedle.Match) -> Bool) {
    needle.forEachMatch(in: text) { match in
      if rest.isEmpty { return body(match) }
      guard let end = endOfRest(in: text, from: match.end) else { return true }
      return body(FoldedNeedle.Match(start: match.start, end: end, isInner: match.isInner))
    }
  }

  /// Whether a match is at the start of a word, or wherever it may be in scripts without spaces.
  func isAtStart(_ match: FoldedNeedle.Match, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    isSpaceless || !match.isInner && WordBoundary.isStart(match.start, in: text)
  }

  /// Where a phrase ends whose first word ends at a place; nil where its other words don't follow.
  private func endOfRest(in text: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
    var end = place
    for word in rest {
      guard let next = WordBoundary.nextStart(after: end, in: text),
        let endOfWord = word.needle.end(in: text, from: next)
      else { return nil }
      end = endOfWord
    }
    return end
  }
}
