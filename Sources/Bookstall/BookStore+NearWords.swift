internal import Persistence

extension BookStore {
  /// The word of the store's own texts that is nearest to a mistyped one, folded; of equals one in a title or another name,
  /// then the most frequent.
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
    let limit = max(1, min(2, wanted.count / 3))
    // Mostly a name or a title is mistyped, and the long texts need not be looked at.
    let names = try words(in: [\Book.title, \Book.author, \Book.genre], near: wanted, within: limit)
    if let best = names.best(by: distance), best.distance == 1 { return best.word }
    let all = try words(in: BookStore.searchedColumns, near: wanted, within: limit)
    return all.best(by: distance)?.word
  }

  /// The words of some columns and of the tags that may be near to a wanted one.
  private func words(
    in columns: [PartialKeyPath<Book>], near wanted: [Unicode.Scalar], within limit: Int
  ) throws -> NearWords {
    let none = NearWords(wanted: wanted, limit: limit)
    let places = columns.indices
    return try container.readTogether {
      try container.forEachTexts(
        of: Book.self, columns, by: \Book.id, state: { none }, where: { _, _, _ in true }
      ) { near, texts in
        for place in places { texts.bytes(at: place).map { near.take($0) } }
      }
        + container.forEachTexts(
          of: BookTag.self, [\BookTag.name], by: \BookTag.bookID, state: { none }, where: { _, _, _ in true }
        ) { near, texts in
          texts.bytes(at: 0).map { near.take($0) }
        }
    }.reduce(into: none) { $0.join($1) }
  }
}

/// Counts the words that may be near to a wanted one while texts go by.
private struct NearWords: Sendable {
  private let wanted: [Unicode.Scalar]
  private let limit: Int
  private let letters: UInt32
  private let isASCII: Bool
  /// For each byte a bit for its letter, whatever its case; 0 for what belongs to no word.
  private let bits: [UInt32]
  /// The words seen that have about the right letters, and how often they stood somewhere.
  private var seen: [String: Int] = [:]

  /// The bit of a byte beyond ASCII.
  private static let high: UInt32 = 1 << 31

  init(wanted: [Unicode.Scalar], limit: Int) {
    self.wanted = wanted
    self.limit = limit
    letters = wanted.reduce(0) { $0 | NearWords.bit($1.value) }
    isASCII = wanted.allSatisfy(\.isASCII)
    bits = (0...255).map { byte in
      byte >= 0x80
        ? NearWords.high : WordBoundary.isASCIILetter(byte) ? NearWords.bit(UInt32(byte | 0x20)) : 0
    }
  }

  private static func bit(_ value: UInt32) -> UInt32 { 1 << (value % 31) }

  /// Adds what another thread has seen.
  mutating func join(_ other: NearWords) { seen.merge(other.seen, uniquingKeysWith: +) }

  /// The nearest word and how far it is away, the most frequent of equals.
  func best(
    by distance: ([Unicode.Scalar], [Unicode.Scalar]) -> Int
  ) -> (distance: Int, count: Int, word: String)? {
    var best: (distance: Int, count: Int, word: String)?
    for (word, count) in seen {
      let away = distance(wanted, Array(word.unicodeScalars))
      guard (1...limit).contains(away) else { continue }
      if let best, (best.distance, -best.count, best.word) < (away, -count, word) { continue }
      best = (away, count, word)
    }
    return best
  }

  /// Looks at each stretch of letters; most differ so much in length or letters that no word need be made.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < text.count {
      let start = place
      var mask: UInt32 = 0
      while place < text.count {
        let bit = bits[Int(text[place])]
        if bit == 0 { break }
        mask |= bit
        place += 1
      }
      if mask & NearWords.high != 0 {
        let stretch = UnsafeBufferPointer(rebasing: text[start..<place])
        // Without accents, what is beyond ASCII only parts the words of ASCII, and most of it stands in other scripts.
        if isASCII, !NearWords.hasAccents(stretch) {
          takePlain(stretch)
        } else {
          ByteFolding.withFolded(stretch) { takeFolded($0) }
        }
      } else {
        note(text[start..<place], place - start, mask)
      }
      place += 1
    }
  }

  /// Whether folding may change any of the bytes to ASCII; quotes, dashes and Chinese it does not.
  private static func hasAccents(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.indices.contains { place in
      let next = place + 1 < text.count ? text[place + 1] : 0
      return switch text[place] {
      case 0xC3...0xCD, 0xE1: true
      case 0xE2: next == 0x84
      // Full-width digits and letters, not the marks before them, which Chinese text is full of.
      case 0xEF: next == 0xBD || next == 0xBC && place + 2 < text.count && text[place + 2] >= 0x90
      default: false
      }
    }
  }

  /// Looks at the words of ASCII in a stretch that has no accents.
  private mutating func takePlain(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, mask) = (0, UInt32(0))
    for place in 0...text.count {
      let bit = place < text.count ? bits[Int(text[place])] : NearWords.high
      if bit != NearWords.high {
        mask |= bit
      } else {
        note(text[start..<place], place - start, mask)
        (start, mask) = (place + 1, 0)
      }
    }
  }

  /// Looks at the words of a folded stretch, which quotation marks and dashes may part.
  private mutating func takeFolded(_ text: UnsafeBufferPointer<UInt8>) {
    var (start, place, length) = (0, 0, 0)
    var mask: UInt32 = 0
    while place < text.count {
      guard let (value, size) = UTF8Bytes.scalar(at: place, in: text) else { return }
      // Letters of other scripts are far from one of ASCII, whatever words they stand in.
      let isMeant = value < 0x80 || !isASCII
      if isMeant, Unicode.Scalar(value).map(WordBoundary.isInWord) ?? false {
        mask |= NearWords.bit(value)
        length += 1
      } else {
        note(text[start..<place], length, mask)
        (start, length, mask) = (place + size, 0, 0)
      }
      place += size
    }
    note(text[start..<place], length, mask)
  }

  private mutating func note(_ word: Slice<UnsafeBufferPointer<UInt8>>, _ length: Int, _ mask: UInt32) {
    guard length > 0, mayBeNear(length, mask) else { return }
    seen[String(decoding: word.lazy.map(FoldedNeedle.lowered), as: UTF8.self), default: 0] += 1
  }

  /// Whether a word of such length and letters may be near: each change takes at most one letter away and adds one.
  private func mayBeNear(_ length: Int, _ mask: UInt32) -> Bool {
    abs(length - wanted.count) <= limit && (mask & ~letters).nonzeroBitCount <= limit
      && (letters & ~mask).nonzeroBitCount <= limit
  }
}
