internal import CSV

/// Where in a text a word may begin whose first letter is beyond ASCII, by a look at sixteen places and the five bytes
/// behind each.
///
/// A few places more are let through than begin the word; none is left out.
struct LetterBeginning: Sendable {
  /// The first bytes of a letter that the word may begin with.
  struct Pattern: Equatable {
    let first: SIMD16<UInt8>
    let second: SIMD16<UInt8>
    /// Compared after bits are set, all of them where any byte will do.
    let third: SIMD16<UInt8>
    let thirdBits: SIMD16<UInt8>

    fileprivate init(_ first: UInt8, _ second: UInt8, _ third: UInt8?) {
      self.first = SIMD16(repeating: first)
      self.second = SIMD16(repeating: second)
      self.third = SIMD16(repeating: third ?? 0xFF)
      thirdBits = SIMD16(repeating: third == nil ? 0xFF : 0)
    }
  }

  /// What stands behind a two-byte letter: one out of 128 neighbours whose second byte has certain low bits, or a
  /// scalar from elsewhere, such as an accent, but nothing of ASCII.
  private struct Follower {
    private static let lowBits = SIMD16<UInt8>(repeating: 0x1F)
    /// The bits that are set in the first byte of whatever is beyond ASCII, and in no other byte.
    private static let firstBits = SIMD16<UInt8>(repeating: 0xC0)
    private static let lowestBit = SIMD16<UInt8>(repeating: 1)

    /// The first byte of the neighbours, with its lowest bit set.
    let lead: SIMD16<UInt8>
    /// The low bits, some of them perhaps more than once.
    let seconds: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

    /// nil for letters of which this can't be said.
    init?(_ scalar: Unicode.Scalar) {
      guard (0x80..<0x800).contains(scalar.value), !FoldedLetters.isSecondPart(scalar) else { return nil }
      let neighbours = (scalar.value & ~0x7F)...(scalar.value | 0x7F)
      let haveMarks = neighbours.contains { Unicode.Scalar($0).map(WordBoundary.isDropped) ?? false }
      var seconds: [UInt8] = []
      for letter in FoldedLetters.beginnings(of: [scalar]) where neighbours.contains(letter.value) {
        let low = UInt8(letter.value & 0x1F)
        if !seconds.contains(low) { seconds.append(low) }
      }
      guard !haveMarks, (1...4).contains(seconds.count) else { return nil }
      let low = (0..<4).map { SIMD16<UInt8>(repeating: seconds[min($0, seconds.count - 1)]) }
      lead = SIMD16(repeating: UInt8(0xC0 | scalar.value >> 6) | 1)
      self.seconds = (low[0], low[1], low[2], low[3])
    }

    /// Where something from elsewhere follows, and where one of the letters does.
    @inline(__always)
    func lanes(
      at place: UnsafeRawPointer
    ) -> (others: SIMDMask<SIMD16<Int8>>, letters: SIMDMask<SIMD16<Int8>>) {
      let bytes = place.loadUnaligned(as: SIMD16<UInt8>.self)
      let low = (place + 1).loadUnaligned(as: SIMD16<UInt8>.self) & Follower.lowBits
      let letters =
        (low .== seconds.0) .| (low .== seconds.1) .| (low .== seconds.2) .| (low .== seconds.3)
      // Looked at from the middle of a letter, what stands there is no first byte.
      let isFirst = (bytes & Follower.firstBits) .== Follower.firstBits
      return (isFirst .& ((bytes | Follower.lowestBit) .!= lead), letters)
    }
  }

  private let patterns: [Pattern]
  /// What is known of the second letter, and of the third.
  private let followers: [Follower]

  /// Beyond so many, letters are told by their first two bytes alone.
  private static let mostPatterns = 4

  /// - Parameter scalars: A folded word, the first scalar not of ASCII and not what another unfolds to as its second
  ///   part; none for what begins nowhere.
  init(_ scalars: [Unicode.Scalar]) {
    let letters = FoldedLetters.beginnings(of: Array(scalars.prefix(3))).map { Array(String($0).utf8) }
    var patterns: [Pattern] = []
    for places in [3, 2] where patterns.isEmpty || patterns.count > LetterBeginning.mostPatterns {
      patterns = []
      for units in letters {
        let pattern = Pattern(units[0], units[1], places == 3 && units.count > 2 ? units[2] : nil)
        if !patterns.contains(pattern) { patterns.append(pattern) }
      }
    }
    self.patterns = patterns
    let areOfTwo = letters.allSatisfy { $0.count == 2 }
    var followers = (areOfTwo ? scalars.dropFirst().prefix(2) : []).map { Follower($0) }
    if let unknown = followers.firstIndex(where: { $0 == nil }) { followers.removeSubrange(unknown...) }
    self.followers = followers.compactMap(\.self)
  }

  /// Calls the closure with one that finds the places, from an address on, at which the word may begin.
  @inline(__always)
  func withLanes<Result>(
    _ body: ((UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>>) -> Result
  ) -> Result {
    patterns.withUnsafeBufferPointer { patterns in
      guard let second = followers.first else { return body { LetterBeginning.lanes(of: patterns, at: $0) } }
      guard let third = followers.dropFirst().first else {
        return body { place in
          let (others, letters) = second.lanes(at: place + 2)
          return LetterBeginning.lanes(of: patterns, at: place, among: others .| letters)
        }
      }
      return body { place in
        let (others, letters) = second.lanes(at: place + 2)
        let (othersThen, lettersThen) = third.lanes(at: place + 4)
        return LetterBeginning.lanes(
          of: patterns, at: place, among: others .| letters .& (othersThen .| lettersThen))
      }
    }
  }

  /// Where the patterns stand among places; with many patterns it pays to ask first whether there are any.
  @inline(__always)
  private static func lanes(
    of patterns: UnsafeBufferPointer<Pattern>, at place: UnsafeRawPointer,
    among likely: SIMDMask<SIMD16<Int8>>
  ) -> SIMDMask<SIMD16<Int8>> {
    patterns.count > mostPatterns && !likely.hasAny ? likely : likely .& lanes(of: patterns, at: place)
  }

  @inline(__always)
  private static func lanes(
    of patterns: UnsafeBufferPointer<Pattern>, at place: UnsafeRawPointer
  ) -> SIMDMask<SIMD16<Int8>> {
    let bytes = place.loadUnaligned(as: SIMD16<UInt8>.self)
    let next = (place + 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let nextButOne = (place + 2).loadUnaligned(as: SIMD16<UInt8>.self)
    var likely = SIMDMask<SIMD16<Int8>>(repeating: false)
    for pattern in patterns {
      likely .|= (bytes .== pattern.first) .& (next .== pattern.second)
        .& ((nextButOne | pattern.thirdBits) .== pattern.third)
    }
    return likely
  }
}
