/// A text as it is stored.
struct SearchedText {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The first place from one on of what folding changes to ASCII, such as letters with accents, where the word may
  /// stand only if that is folded; nil where there is none.
  func accent(from start: Int, for word: LetterPlaces) -> Int? {
    var place = accent(from: start, orSign: word.hasSigns)
    while place < bytes.count {
      if word.mayTake(place, in: bytes) { return place }
      place = accent(from: place + 1, orSign: word.hasSigns)
    }
    return nil
  }

  /// The first place of what folding may change to ASCII, a letter or any sign; the end where there is none.
  func accent(from start: Int, orSign: Bool) -> Int {
    var place = start
    // Of that very type each: a comparison with anything else goes lane by lane.
    let highHalf = SIMD16<UInt8>(repeating: 0xF0)
    let latinLead = SIMD16<UInt8>(repeating: 0xC0)
    let vietnamese = SIMD16<UInt8>(repeating: 0xE1)
    let letterlike = SIMD16<UInt8>(repeating: 0xE2)
    let fullWidth = SIMD16<UInt8>(repeating: 0xEF)
    // Quotation marks and dashes are frequent, and the second byte tells them from letters; any may be a sign.
    let even = SIMD16<UInt8>(repeating: orSign ? 0 : 0xFE)
    let ofLetterlike = SIMD16<UInt8>(repeating: orSign ? 0 : 0x84)
    let ofFullWidth = SIMD16<UInt8>(repeating: orSign ? 0 : 0xBC)
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while place + 17 <= bytes.count {
        let block = (base + place).loadUnaligned(as: SIMD16<UInt8>.self)
        let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 {
          let next = (base + place + 1).loadUnaligned(as: SIMD16<UInt8>.self) & even
          let latin = (block & highHalf) .== latinLead
          let signs = (block .== letterlike) .& (next .== ofLetterlike)
          let wide = (block .== fullWidth) .& (next .== ofFullWidth)
          let likely = latin .| (block .== vietnamese) .| signs .| wide
          let halves = unsafeBitCast(likely, to: SIMD2<UInt64>.self)
          for half in 0..<2 {
            var marks = halves[half]
            while marks != 0 {
              let index = marks.trailingZeroBitCount >> 3
              if isAccent(at: place + 8 * half + index, orSign) { return place + 8 * half + index }
              marks &= ~(0xFF << UInt64(8 * index))
            }
          }
        }
        place += 16
      }
    }
    while place < bytes.count {
      if bytes[place] >= 0xC3, isAccent(at: place, orSign) { return place }
      place += 1
    }
    return bytes.count
  }

  /// Whether a letter that folding changes may begin here, such as one with an accent; quotes, dashes and Chinese don't.
  private func isAccent(at place: Int, _ orSign: Bool) -> Bool {
    switch bytes[place] {
    case 0xC3...0xCD, 0xE1: true
    case 0xE2 where orSign, 0xEF where orSign: true
    case 0xE2: place + 1 < bytes.count && (0x84...0x85).contains(bytes[place + 1])
    // Full-width digits and letters, not the marks between them, which Chinese text is full of.
    case 0xEF where place + 2 < bytes.count && bytes[place + 1] == 0xBC:
      (0x90...0x99).contains(bytes[place + 2]) || (0xA1...0xBA).contains(bytes[place + 2])
    case 0xEF where place + 2 < bytes.count && bytes[place + 1] == 0xBD:
      (0x81...0x9A).contains(bytes[place + 2])
    default: false
    }
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var place = 0
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while place + 8 <= bytes.count {
        if (base + place).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
        place += 8
      }
    }
    return bytes[place...].allSatisfy { $0 < 0x80 }
  }
}
