/// Looks for bytes without regard to the case of ASCII letters.
enum ByteScan {
  /// The first place of a word in lower case, or nil.
  ///
  /// Sixteen places at once are asked for the word's first two bytes; few of them need a closer look.
  static func first(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let initial = word.first, start >= 0, text.count - start >= word.count else { return nil }
    let last = text.count - word.count
    var place = start
    if word.count > 1, let base = UnsafeRawBufferPointer(text).baseAddress {
      let first = SIMD16<UInt8>(repeating: initial | 0x20)
      let second = SIMD16<UInt8>(repeating: word[1] | 0x20)
      let bit = SIMD16<UInt8>(repeating: 0x20)
      while place + 16 < text.count {
        let here = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self) | bit
        let next = base.loadUnaligned(fromByteOffset: place + 1, as: SIMD16<UInt8>.self) | bit
        let likely = (here .== first) .& (next .== second)
        if any(likely), let found = exact(word, in: text, from: place, through: min(place + 15, last)) {
          return found
        }
        place += 16
      }
    }
    return exact(word, in: text, from: place, through: last)
  }

  /// The first place at which a byte is no ASCII, or nil.
  static func firstBeyondASCII(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var place = start
    if let base = UnsafeRawBufferPointer(text).baseAddress {
      let highBits: UInt64 = 0x8080_8080_8080_8080
      while place + 8 <= text.count,
        base.loadUnaligned(fromByteOffset: place, as: UInt64.self) & highBits == 0
      {
        place += 8
      }
    }
    while place < text.count {
      if text[place] >= 0x80 { return place }
      place += 1
    }
    return nil
  }

  private static func exact(
    _ word: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int, through end: Int
  ) -> Int? {
    var place = start
    while place <= end {
      var index = 0
      while index < word.count, lowered(text[place + index]) == word[index] { index += 1 }
      if index == word.count { return place }
      place += 1
    }
    return nil
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
