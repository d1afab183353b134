internal import Persistence

/// Where each letter stands in a word of ASCII, to tell at a glance whether a text's accent may stand in the word.
struct LetterPlaces: Sendable {
  /// For each byte of a text the places in the word as bits; a letter's both cases have the same.
  private let places: [UInt64]
  private let last: UInt64
  /// More places than a number has bits.
  private let isLong: Bool
  /// Whether the word has other signs than letters and digits.
  let hasSigns: Bool

  init(_ word: [UInt8]) {
    var places = [UInt64](repeating: 0, count: 256)
    for (place, byte) in word.enumerated().prefix(64) { places[Int(byte)] |= 1 << UInt64(place) }
    for upper in 0x41...0x5A { places[upper] = places[upper | 0x20] }
    // What stands beside an accent may itself be one.
    for byte in 0x80...0xFF { places[byte] = .max }
    self.places = places
    last = 1 << UInt64(max(0, min(word.count, 64) - 1))
    isLong = word.count > 64
    hasSigns = !word.allSatisfy(WordBoundary.isASCIILetter)
  }

  /// Whether the word may stand in a text only if what is at the place is folded.
  func mayTake(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if isLong { return true }
    guard let (value, length) = UTF8Bytes.scalar(at: place, in: text) else { return false }
    let entry = FoldedScalars.entry(value)
    if entry == FoldedScalars.itself { return false }
    let before = place > 0 ? places[Int(text[place - 1])] : 0
    let after = place + length < text.count ? places[Int(text[place + length])] : 0
    if entry == FoldedScalars.other {
      // Korean letters; what else the tables lack is a mark on a letter, or folds to other signs.
      if (0x1100..<0x1200).contains(value) { return false }
      return hasSigns || before << 1 & after != 0
    }
    if entry >> 24 == 0 { return before << 1 & after != 0 }
    // What folds to something beyond ASCII stands in no such word.
    if entry & 0x80 != 0 { return false }
    let first = places[Int(entry & 0x7F)]
    if entry >> 24 == 1 { return first & (before << 1 | 1) & (after >> 1 | last) != 0 }
    return first | places[Int(entry >> 8 & 0x7F)] != 0
  }
}
