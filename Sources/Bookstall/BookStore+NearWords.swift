internal import Persistence

extension BookStore {
  /// The word of the store's own texts that is nearest to a mistyped one, folded; of equals the most frequent.
  ///
  /// - Parameters:
  ///   - word: What no book has.
  ///   - distance: How many changes lead from one word to the other.
  /// - Returns: The word, or nil if none is near.
  /// - Throws: `StoreError`.
  package func word(
    nearestTo word: String, by distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) throws -> String? {
    let wanted = Array(word.folded.unicodeScalars)
    guard (3...40).contains(wanted.count) else { return nil }
    var near = NearWords(wanted: wanted, limit: max(1, min(2, wanted.count / 3)))
    try container.readTogether {
      let columns = BookStore.searchedColumns
      try container.forEachTexts(of: Book.self, columns, by: \Book.id) { _, texts in
        for place in columns.indices { texts.bytes(at: place).map { near.take($0, distance) } }
      }
      try container.forEachTexts(of: BookTag.self, [\BookTag.name], by: \BookTag.bookID) { _, texts in
        texts.bytes(at: 0).map { near.take($0, distance) }
      }
    }
    return near.best
  }
}

/// Counts the words near to a wanted one while texts go by.
private struct NearWords {
  let wanted: [Unicode.Scalar]
  let limit: Int
  private let letters: UInt32
  /// The words seen of about the right length, with their distance and how often they stood somewhere.
  private var seen: [String: (distance: Int, count: Int)] = [:]

  init(wanted: [Unicode.Scalar], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    letters = wanted.reduce(0) { $0 | 1 << ($1.value & 31) }
  }

  var best: String? {
    seen.filter { (1...limit).contains($0.value.distance) }.min {
      ($0.value.distance, -$0.value.count, $0.key) < ($1.value.distance, -$1.value.count, $1.key)
    }?
    .key
  }

  /// Looks at each stretch of letters; most differ in length or letters so much that no word need be made.
  mutating func take(
    _ text: UnsafeBufferPointer<UInt8>, _ distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) {
    var start = 0
    while start < text.count {
      var end = start
      var mask: UInt32 = 0
      var bits: UInt8 = 0
      while end < text.count, WordBoundary.isStretch(text[end]) {
        mask |= 1 << UInt32((text[end] | 0x20) & 31)
        bits |= text[end]
        end += 1
      }
      if bits >= 0x80 {
        let scalars = String(decoding: text[start..<end], as: UTF8.self).folded.unicodeScalars
        for word in scalars.split(whereSeparator: { !WordBoundary.isInWord($0) }) {
          consider(Array(word), distance)
        }
      } else if abs(end - start - wanted.count) <= limit, (mask ^ letters).nonzeroBitCount <= 2 * limit {
        consider(
          text[start..<end].map { Unicode.Scalar((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) }, distance)
      }
      start = end + 1
    }
  }

  private mutating func consider(
    _ word: [Unicode.Scalar], _ distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) {
    guard abs(word.count - wanted.count) <= limit else { return }
    let text = String(String.UnicodeScalarView(word))
    // Far words are kept too, so that the distance to each is measured once.
    seen[text, default: (distance(wanted, word), 0)].count += 1
  }
}
