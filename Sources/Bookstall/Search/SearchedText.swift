/// A text as it is stored, and what is known of it already.
struct SearchedText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The first place of a letter that folding changes to ASCII; the end where there is none, -1 before it was looked for.
  private var knownAccent = -1

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The first place of a letter that folding changes to ASCII, such as one with an accent; the end where there is none.
  mutating func firstAccent() -> Int {
    if knownAccent < 0 { knownAccent = accent(from: 0) }
    return knownAccent
  }

  /// The first such place from one on.
  func accent(from start: Int) -> Int {
    var place = start
    // Of that very type each: a comparison with anything else goes lane by lane.
    let highHalf = SIMD16<UInt8>(repeating: 0xF0)
    let latinLead = SIMD16<UInt8>(repeating: 0xC0)
    let vietnamese = SIMD16<UInt8>(repeating: 0xE1)
    let letterlike = SIMD16<UInt8>(repeating: 0xE2)
    let fullWidth = SIMD16<UInt8>(repeating: 0xEF)
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while place + 16 <= bytes.count {
        let block = (base + place).loadUnaligned(as: SIMD16<UInt8>.self)
        let words = unsafeBitCast(block, to: SIMD2<UInt64>.self)
        if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 {
          let latin = (block & highHalf) .== latinLead
          let likely = latin .| (block .== vietnamese) .| (block .== letterlike) .| (block .== fullWidth)
          let halves = unsafeBitCast(likely, to: SIMD2<UInt64>.self)
          for half in 0..<2 {
            var marks = halves[half]
            while marks != 0 {
              let index = marks.trailingZeroBitCount >> 3
              if isAccent(at: place + 8 * half + index) { return place + 8 * half + index }
              marks &= ~(0xFF << UInt64(8 * index))
            }
          }
        }
        place += 16
      }
    }
    while place < bytes.count {
      if bytes[place] >= 0xC3, isAccent(at: place) { return place }
      place += 1
    }
    return bytes.count
  }

  /// Whether a letter that folding changes may begin here, such as one with an accent; quotes, dashes and Chinese don't.
  private func isAccent(at place: Int) -> Bool {
    switch bytes[place] {
    case 0xC3...0xCD, 0xE1: true
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
