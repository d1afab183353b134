internal import Persistence

/// Folds the letters of Latin writing byte by byte, as `folded` does, but without making strings.
enum LatinFolding {
  /// What a scalar folds to: up to three bytes, and how many there are above them.
  private static let table: [UInt32] =
    (firstLetters.lowerBound..<firstLetters.upperBound).map(entry)
    + (furtherLetters.lowerBound..<furtherLetters.upperBound).map(entry)

  private static let firstLetters: Range<UInt32> = 0xC0..<0x250
  private static let furtherLetters: Range<UInt32> = 0x1E00..<0x1F00
  private static let marks: Range<UInt32> = 0x300..<0x370
  private static let none: UInt32 = .max

  private static func entry(_ value: UInt32) -> UInt32 {
    guard let scalar = Unicode.Scalar(value) else { return none }
    let bytes = Array(String(scalar).folded.utf8)
    guard bytes.count <= 3 else { return none }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(bytes.count) << 24
  }

  /// Folds a stretch of text into a buffer that is twice as long; the number of bytes, or nil where the stretch has more
  /// than Latin letters and their marks.
  static func fold(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, into result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    var place = text.startIndex
    while place < text.endIndex, count + 3 <= result.count {
      let byte = text[place]
      if byte < 0x80 {
        result[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        count += 1
        place += 1
        continue
      }
      guard let (value, length) = scalar(at: place, in: text) else { return nil }
      place += length
      if marks.contains(value) { continue }
      let index =
        firstLetters.contains(value)
        ? value - firstLetters.lowerBound
        : furtherLetters.contains(value)
          ? value - furtherLetters.lowerBound + UInt32(firstLetters.count) : UInt32.max
      guard index != .max else { return nil }
      var entry = table[Int(index)]
      guard entry != none else { return nil }
      for _ in 0..<entry >> 24 {
        result[count] = UInt8(truncatingIfNeeded: entry)
        entry >>= 8
        count += 1
      }
    }
    return place == text.endIndex ? count : nil
  }

  private static func scalar(
    at place: Int, in text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (UInt32, Int)? {
    switch text[place] {
    case 0xC3...0xCD where place + 1 < text.endIndex:
      return (UInt32(text[place] & 0x1F) << 6 | UInt32(text[place + 1] & 0x3F), 2)
    case 0xE1 where place + 2 < text.endIndex:
      return (0x1000 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F), 3)
    default: return nil
    }
  }
}
