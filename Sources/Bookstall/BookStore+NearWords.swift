internal import Persistence

extension BookStore {
  /// The word of the store's own texts that is nearest to a mistyped one, folded; of equals the most frequent.
  ///
  /// - Parameters:
  ///   - word: What no book has.
  ///   - distance: How many changes lead from one word to the other.
  /// - Returns: The word, or nil if none is near.
  /// - Throws: `StoreError` when the store can't be read.
  package func word(
    nearestTo word: String, by distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) throws -> String? {
    let wanted = Array(word.folded.unicodeScalars)
    guard (3...40).contains(wanted.count) else { return nil }
    var near = NearWords(wanted: wanted, limit: max(1, min(2, wanted.count / 3)))
    try container.readTogether {
      let columns = BookStore.searchedColumns
      try container.forEachTexts(of: Book.self, columns, by: \Book.id) { _, texts in
        for place in columns.indices { texts.withBytes(at: place) { near.take($0, distance) } }
      }
      try container.forEachTexts(of: BookTag.self, [\BookTag.name], by: \BookTag.bookID) { _, texts in
        texts.withBytes(at: 0) { near.take($0, distance) }
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
  /// The words seen that are near, with their distance and how often they stood somewhere.
  private var seen: [String: (distance: Int, count: Int)] = [:]

  init(wanted: [Unicode.Scalar], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    letters = wanted.reduce(0) { $0 | 1 << ($1.value & 31) }
  }

  var best: String? {
    seen.min { ($0.value.distance, -$0.value.count, $0.key) < ($1.value.distance, -$1.value.count, $1.key) }?
      .key
  }

  mutating func take(
    _ text: UnsafeBufferPointer<UInt8>, _ distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) {
    if text.allSatisfy({ $0 < 0x80 }) {
      takeASCII(text, distance)
      return
    }
    let scalars = String(decoding: text, as: UTF8.self).folded.unicodeScalars
    for word in scalars.split(whereSeparator: { !WordBoundary.isInWord($0) }) {
      consider(Array(word), distance)
    }
  }

  /// Most words differ in length or letters so much that none of them need be made.
  private mutating func takeASCII(
    _ text: UnsafeBufferPointer<UInt8>, _ distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) {
    var start = 0
    while start < text.count {
      var end = start
      var mask: UInt32 = 0
      while end < text.count, WordBoundary.isASCIILetter(text[end]) {
        mask |= 1 << UInt32((text[end] | 0x20) & 31)
        end += 1
      }
      if abs(end - start - wanted.count) <= limit, (mask ^ letters).nonzeroBitCount <= 2 * limit {
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
    if let known = seen[text] {
      seen[text] = (known.distance, known.count + 1)
      return
    }
    let changes = distance(wanted, word)
    if changes > 0, changes <= limit { seen[text] = (changes, 1) }
  }
}
