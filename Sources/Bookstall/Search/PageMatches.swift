/// Where words stand in bytes that hold many texts, so that the texts need not be looked at one by one.
///
/// Places are counted from the bytes' address, which is kept as a number: it is compared and never read from.
struct PageMatches: Sendable {
  private struct Place {
    let start: UInt32
    let end: UInt32
    let isInner: Bool
  }

  /// Where the bytes stand; empty where there are none and where they have too many matches to be kept.
  private var page: Range<UInt> = 0..<0
  /// Those of one word after those of another, each word's in the order of their starts.
  private var places: [Place] = []
  /// For each word which of the places are its own.
  private var ranges: [Range<Int>]
  /// The words in the order in which they are looked for, those that stand on fewer pages first.
  private var order: [Int]
  /// For each word how many pages had it when it was looked for.
  private var pages: [Int]
  /// The words found anywhere, as bits, the first word the lowest.
  private(set) var words: UInt64 = 0

  /// With more, it is faster to look at each text until something is found.
  private static let most = 4096

  /// No matches yet.
  ///
  /// - Parameter count: How many words the search has.
  init(ofWords count: Int) {
    ranges = Array(repeating: 0..<0, count: count)
    order = Array(0..<count)
    pages = Array(repeating: 0, count: count)
  }

  /// Forgets the matches.
  mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    for index in ranges.indices { ranges[index] = 0..<0 }
    page = 0..<0
    words = 0
  }

  /// Finds the matches of the words in the place of those known before.
  ///
  /// - Parameters:
  ///   - searched: The words of the search.
  ///   - bytes: What holds the texts.
  ///   - needsAll: Whether the bytes are of no interest once one of the words is missing from them; the words that were
  ///     not looked for then count as not found.
  mutating func find(
    _ searched: SearchWords, in bytes: UnsafeBufferPointer<UInt8>, needingAll needsAll: Bool
  ) {
    removeAll()
    guard let base = bytes.baseAddress.map({ UInt(bitPattern: $0) }), bytes.count <= UInt32.max else {
      return
    }
    // Taken out, so that the closure has a variable of its own.
    var places: [Place] = []
    swap(&places, &self.places)
    for index in order {
      let first = places.count
      searched.words[index].forEachMatch(in: bytes) { match in
        places.append(
          Place(
            start: UInt32(truncatingIfNeeded: match.start), end: UInt32(truncatingIfNeeded: match.end),
            isInner: match.isInner))
        return places.count <= PageMatches.most
      }
      ranges[index] = first..<places.count
      if places.count > first {
        words |= 1 << UInt64(index)
        pages[index] += 1
      } else if needsAll {
        break
      }
    }
    if places.count <= PageMatches.most { page = base..<base + UInt(bytes.count) }
    swap(&places, &self.places)
    for place in order.indices.dropFirst() where pages[order[place]] < pages[order[place - 1]] {
      order.swapAt(place, place - 1)
    }
  }

  /// Where a text stands in the bytes; nil if it is no part of them.
  private func part(_ text: UnsafeBufferPointer<UInt8>) -> Range<UInt32>? {
    let start = UInt(bitPattern: text.baseAddress)
    guard page.lowerBound <= start, start &+ UInt(text.count) <= page.upperBound, !page.isEmpty else {
      return nil
    }
    let offset = UInt32(truncatingIfNeeded: start - page.lowerBound)
    return offset..<offset + UInt32(truncatingIfNeeded: text.count)
  }

  /// Which of a word's places is the first that doesn't begin before another.
  private func first(of word: Int, from start: UInt32) -> Int {
    var (low, high) = (ranges[word].lowerBound, ranges[word].upperBound)
    while low < high {
      let middle = (low + high) >> 1
      if places[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The words that may stand in a part of the bytes, as bits; nil if it is no part of them.
  func words(in text: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let part = part(text) else { return nil }
    var words: UInt64 = 0
    for index in ranges.indices {
      let place = first(of: index, from: part.lowerBound)
      if place < ranges[index].upperBound, places[place].start < part.upperBound {
        words |= 1 << UInt64(index)
      }
    }
    return words
  }

  /// The words that stand in a text, which is a part of the bytes; nil if it is not.
  ///
  /// - Parameters:
  ///   - searched: The words of the search.
  ///   - wanted: The words that are looked for, as bits.
  ///   - text: The text.
  /// - Returns: Those that stand in it.
  func found(
    of searched: SearchWords, among wanted: UInt64, in text: UnsafeBufferPointer<UInt8>
  ) -> SearchWords.Found? {
    guard let part = part(text) else { return nil }
    var found = SearchWords.Found()
    for index in ranges.indices where wanted & 1 << UInt64(index) != 0 {
      let bit: UInt64 = 1 << UInt64(index)
      var next = first(of: index, from: part.lowerBound)
      while next < ranges[index].upperBound, places[next].start < part.upperBound {
        let place = places[next]
        next += 1
        guard place.end <= part.upperBound else { continue }
        found.anywhere |= bit
        let match = FoldedNeedle.Match(
          start: Int(place.start - part.lowerBound), end: Int(place.end - part.lowerBound),
          isInner: place.isInner)
        if searched.words[index].isAtStart(match, in: text) {
          found.atStart |= bit
          break
        }
      }
    }
    return found
  }
}
