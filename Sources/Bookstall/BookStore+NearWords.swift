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
    var words = try container.readTogether {
      try self.words(
        of: Book.self, [\Book.title, \Book.author, \Book.genre], by: \Book.id, near: wanted, within: limit)
        + self.words(of: BookTag.self, [\BookTag.name], by: \BookTag.bookID, near: wanted, within: limit)
    }
    let names = words.reduce(into: NearWords(wanted: wanted, limit: limit)) { $0.join($1) }
    if let best = names.best(by: distance), best.distance == 1 { return best.word }
    // Which books they are depends on their numbers alone, so that each run and any number of threads guess alike.
    let step = 1 + max(0, try container.largestKey(of: Book.self) - 1) / BookStore.booksForGuess
    words = try self.words(
      of: Book.self, [\Book.review, \Book.privateNotes], by: \Book.id, every: step, near: wanted,
      within: limit)
    return words.reduce(into: names) { $0.join($1) }.best(by: distance)?.word
  }

  /// Of so many books the long texts are read where there are more; the guess needn't know words that were used once.
  static let booksForGuess: Int64 = 20_000

  /// The words of some columns that may be near to a wanted one, as each thread has found them; of the rows only those
  /// with a key that is a multiple of the step.
  private func words<Model: PersistentModel>(
    of model: Model.Type, _ columns: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    every step: Int64 = 1, near wanted: [Unicode.Scalar], within limit: Int
  ) throws -> [NearWords] {
    let places = columns.indices
    // Each thread makes objects of its own.
    return try container.forEachTexts(
      of: Model.self, columns, by: key, state: { NearWords(wanted: wanted, limit: limit) },
      where: { _, _, _ in true },
      { near, texts in
        guard step == 1 || texts.key.map({ $0 % step == 0 }) ?? true else { return }
        for place in places { texts.bytes(at: place).map { near.take($0) } }
      })
  }
}

/// Counts the words that may be near to a wanted one while texts go by.
private struct NearWords: Sendable {
  private let wanted: [Unicode.Scalar]
  private let count: Int
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
    count = wanted.count
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
    let bits = bits
    bits.withUnsafeBufferPointer { take(text, $0) }
  }

  private mutating func take(_ text: UnsafeBufferPointer<UInt8>, _ bits: UnsafeBufferPointer<UInt32>) {
    guard let base = text.baseAddress else { return }
    let end = base + text.count
    var place = base
    while place < end {
      let start = place
      var mask: UInt32 = 0
      while place < end {
        let bit = bits[Int(place.pointee)]
        if bit == 0 { break }
        mask |= bit
        place += 1
      }
      let stretch = UnsafeBufferPointer(start: start, count: place - start)
      if mask & NearWords.high != 0 {
        // Without accents, what is beyond ASCII only parts the words of ASCII, and most of it stands in other scripts.
        if isASCII, !NearWords.hasAccents(stretch) {
          takePlain(stretch)
        } else {
          ByteFolding.withFolded(stretch) { takeFolded($0) }
        }
      } else {
        note(stretch, stretch.count, mask)
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
        note(UnsafeBufferPointer(rebasing: text[start..<place]), place - start, mask)
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
        note(UnsafeBufferPointer(rebasing: text[start..<place]), length, mask)
        (start, length, mask) = (place + size, 0, 0)
      }
      place += size
    }
    note(UnsafeBufferPointer(rebasing: text[start..<place]), length, mask)
  }

  @inline(__always)
  private mutating func note(_ word: UnsafeBufferPointer<UInt8>, _ length: Int, _ mask: UInt32) {
    if length > 0, mayBeNear(length, mask) { keep(word) }
  }

  @inline(never)
  private mutating func keep(_ word: UnsafeBufferPointer<UInt8>) {
    let lowered = String(unsafeUninitializedCapacity: word.count) { bytes in
      for index in word.indices { bytes[index] = FoldedNeedle.lowered(word[index]) }
      return word.count
    }
    seen[lowered, default: 0] += 1
  }

  /// Whether a word of such length and letters may be near: each change takes at most one letter away and adds one.
  private func mayBeNear(_ length: Int, _ mask: UInt32) -> Bool {
    length <= count &+ limit && length &+ limit >= count && isFew(mask & ~letters) && isFew(letters & ~mask)
  }

  /// Whether there are no more bits than changes allowed; to count them takes most machines longer.
  @inline(__always)
  private func isFew(_ bits: UInt32) -> Bool {
    var rest = bits
    for _ in 0..<limit { rest &= rest &- 1 }
    return rest == 0
  }
}
