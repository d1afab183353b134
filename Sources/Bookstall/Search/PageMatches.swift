/// Where words stand in bytes that hold many texts, so that the texts need not be looked at one by one.
///
/// Places are addresses as numbers: they are compared and never read from.
struct PageMatches: Sendable {
  private struct Place {
    let word: Int
    let start: UInt
    let end: UInt
    let isInner: Bool
  }

  /// Where the bytes stand; empty where there are too many matches to be kept.
  private var page: Range<UInt> = 0..<0
  private var places: [Place] = []
  /// The words found anywhere, as bits, the first word the lowest.
  private(set) var words: UInt64 = 0

  /// With more, it is faster to look at each text until something is found.
  private static let most = 100

  /// None.
  init() {}

  /// - Parameters:
  ///   - words: The words of the search.
  ///   - bytes: What holds the texts.
  ///   - other: What is no longer needed, for its memory.
  init(of words: SearchWords, in bytes: UnsafeBufferPointer<UInt8>, reusing other: consuming PageMatches) {
    places = other.places
    places.removeAll(keepingCapacity: true)
    guard let base = bytes.baseAddress.map({ UInt(bitPattern: $0) }) else { return }
    page = base..<base + UInt(bytes.count)
    for (index, word) in words.words.enumerated() {
      word.forEachMatch(in: bytes) { match in
        self.words |= 1 << UInt64(index)
        places.append(
          Place(
            word: index, start: base + UInt(match.start), end: base + UInt(match.end),
            isInner: match.isInner))
        return places.count <= PageMatches.most
      }
    }
    if places.count > PageMatches.most { page = 0..<0 }
  }

  private func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.baseAddress.map({ UInt(bitPattern: $0) }) else { return false }
    return page.lowerBound <= base && base + UInt(text.count) <= page.upperBound
  }

  /// The words that may stand in a part of the bytes, as bits; nil if it is no part of them.
  func words(in part: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard holds(part) else { return nil }
    let start = UInt(bitPattern: part.baseAddress)
    return places.reduce(0) {
      $1.start >= start && $1.end <= start + UInt(part.count) ? $0 | 1 << UInt64($1.word) : $0
    }
  }

  /// The words that stand in a text, which is a part of the bytes; nil if it is not.
  func found(of words: SearchWords, in text: UnsafeBufferPointer<UInt8>) -> SearchWords.Found? {
    guard holds(text) else { return nil }
    let start = UInt(bitPattern: text.baseAddress)
    var found = SearchWords.Found()
    for place in places where place.start >= start && place.end <= start + UInt(text.count) {
      let bit: UInt64 = 1 << UInt64(place.word)
      found.anywhere |= bit
      let match = FoldedNeedle.Match(
        start: Int(place.start - start), end: Int(place.end - start), isInner: place.isInner)
      if found.atStart & bit == 0, words.words[place.word].isAtStart(match, in: text) { found.atStart |= bit }
    }
    return found
  }
}
