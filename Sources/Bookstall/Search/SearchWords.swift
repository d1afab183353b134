internal import Persistence

/// The words and phrases of a search: all must be found, in any order, without regard to case and accents.
///
/// A word is found where a word of the text begins with it; in scripts without spaces it may stand anywhere.
package struct SearchWords {
  let words: [SearchWord]
  private let typed: [String]
  /// Whether words are also found inside of others.
  package var inside = false

  /// More words than that are no search, and a number has so many bits.
  private static let most = 64

  /// The words of the texts, without the marks around them, and the phrases between quotation marks; doubled ones count
  /// once.
  package init(_ texts: [String]) {
    typed = texts
    var words: [SearchWord] = []
    for word in SearchTerms.terms(in: texts) {
      if !words.contains(where: { $0.folded == word.folded }) { words.append(word) }
    }
    self.words = Array(words.prefix(SearchWords.most))
  }

  /// The same words in objects of their own, for a thread of its own.
  func copy() -> SearchWords {
    var copy = SearchWords(typed)
    copy.inside = inside
    return copy
  }

  /// Whether there is nothing to look for.
  package var isEmpty: Bool { words.isEmpty }

  /// The words as they were typed, phrases between quotation marks.
  package var texts: [String] { words.map(\.typed) }

  /// A set of words as bits, the first word the lowest.
  var all: UInt64 { words.count >= 64 ? .max : (1 << UInt64(words.count)) - 1 }

  /// Which words stand somewhere, as bits.
  struct Found {
    /// Those at the start of a word.
    var atStart: UInt64 = 0
    /// Those anywhere.
    var anywhere: UInt64 = 0

    mutating func formUnion(_ other: Found) {
      atStart |= other.atStart
      anywhere |= other.anywhere
    }
  }

  /// Which words may stand in one of several texts beside each other, as bits; others stand in none of them.
  func possible(in texts: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var possible: UInt64 = 0
    for index in words.indices where words[index].mayStand(in: texts) { possible |= 1 << UInt64(index) }
    return possible
  }

  /// Which of some words stand in a text.
  func found(in text: UnsafeBufferPointer<UInt8>, of possible: UInt64 = .max) -> Found {
    var found = Found()
    for index in words.indices where possible & 1 << UInt64(index) != 0 {
      switch words[index].finding(in: text) {
      case .nowhere: continue
      case .inside: found.anywhere |= 1 << UInt64(index)
      case .atStart:
        found.anywhere |= 1 << UInt64(index)
        found.atStart |= 1 << UInt64(index)
      }
    }
    return found
  }

  /// Where the words stand in a text, in order and without overlaps, with the accents on their letters.
  package func ranges(in text: String) -> [Range<String.Index>] {
    var text = text
    let places = text.withUTF8 { bytes in
      words.flatMap { $0.places(in: bytes, inside: inside) }.map { place in
        place.lowerBound..<WordBoundary.endOfMarks(from: place.upperBound, in: bytes)
      }
    }
    var ranges: [Range<Int>] = []
    for place in places.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
      if let last = ranges.last, place.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        ranges.append(place)
      }
    }
    return ranges.map { text.utf8Index($0.lowerBound)..<text.utf8Index($0.upperBound) }
  }

  /// A text in lower case and without accents, as searches compare it.
  package static func folded(_ text: String) -> String { text.folded }
}

extension String {
  fileprivate func utf8Index(_ offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }
}
