internal import Persistence

/// A folded word to look for in texts as they are stored, which are folded only where it may begin.
///
/// It is for words that begin with what no letter unfolds to as its second part, such as those of Cyrillic, Chinese or
/// Korean: in a text each begins with one of few letters.
struct FoldedNeedle: Sendable {
  /// The word's folded bytes.
  let bytes: [UInt8]
  /// The first two bytes of each letter that the word may begin with; the last letter's stand for those left over.
  private let pairs: [(first: SIMD16<UInt8>, second: SIMD16<UInt8>)]

  /// nil for words that may begin anywhere.
  init?(_ scalars: some Collection<Unicode.Scalar>) {
    guard let first = scalars.first, !first.isASCII, !FoldedNeedle.isSecondPart(first) else { return nil }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: scalars)
    bytes = Array(String(word).utf8)
    var pairs: [(first: UInt8, second: UInt8)] = []
    for letter in FoldedNeedle.beginnings(of: Array(scalars.prefix(2))) {
      let units = Array(String(letter).utf8)
      if !pairs.contains(where: { $0 == (units[0], units[1]) }) { pairs.append((units[0], units[1])) }
    }
    self.pairs = pairs.map { (SIMD16(repeating: $0.first), SIMD16(repeating: $0.second)) }
  }

  /// Whether a scalar stands in what another folds to, but not at the beginning.
  static func isSecondPart(_ scalar: Unicode.Scalar) -> Bool {
    // Korean vowels and endings, and vowels of India that others are put together from.
    (0x1160...0x11FF).contains(scalar.value) || (0x16D60...0x16D7F).contains(scalar.value)
      || scalar.properties.generalCategory == .spacingMark
  }

  /// The letters that fold to something beginning with the first scalar; with Korean syllables the second counts too.
  static func beginnings(of scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard let first = scalars.first else { return [] }
    if (0x1100...0x1112).contains(first.value) {
      let syllables = 0xAC00 + (first.value - 0x1100) * 588
      let vowel = scalars.dropFirst().first.map { $0.value &- 0x1161 } ?? .max
      let (start, count): (UInt32, UInt32) = vowel < 21 ? (syllables + vowel * 28, 28) : (syllables, 588)
      return [first] + (start..<start + count).compactMap(Unicode.Scalar.init)
    }
    var letters = [first]
    for range in sources(of: first.value) {
      for value in range {
        guard let letter = Unicode.Scalar(value), letter != first else { continue }
        if String(letter).folded.unicodeScalars.first == first { letters.append(letter) }
      }
    }
    return letters
  }

  /// Where the scalars are that fold to others of a script.
  private static func sources(of value: UInt32) -> [Range<UInt32>] {
    switch value {
    case 0x370..<0x400: [0x370..<0x400, 0x1F00..<0x2000, 0x2126..<0x2127]
    case 0x400..<0x530: [0x400..<0x530]
    case 0x3040..<0x3100: [0x3040..<0x3100]
    case 0x3400..<0xA000, 0x20000..<0x32000: [0xF900..<0xFB00, 0x2F800..<0x2FA20]
    case 0x590..<0x600: [0xFB1D..<0xFB50]
    case 0x600..<0x700: [0x600..<0x700]
    case 0xE00..<0xF00: []
    default: everySource
    }
  }

  /// All scalars that fold to others, and some between them.
  private static let everySource: [Range<UInt32>] = [
    0xC0..<0x250, 0x370..<0x557, 0x622..<0x6D4, 0x929..<0x9E0, 0xA33..<0xA5F, 0xB48..<0xBCD, 0xCC0..<0xCCC,
    0xD4A..<0xD4D, 0xDDA..<0xDDF, 0xF43..<0xF6A, 0x1026..<0x1027, 0x10A0..<0x10CE, 0x13A0..<0x13F6,
    0x1B06..<0x1B44, 0x1C89..<0x1CC0, 0x1E00..<0x2002, 0x2126..<0x232B, 0x24B6..<0x24D0, 0x2ADC..<0x2ADD,
    0x2C00..<0x2CF3, 0x304C..<0x30FF, 0xA640..<0xA69B, 0xA722..<0xA7F6, 0xF900..<0xFAFF, 0xFB1D..<0xFB4F,
    0xFF01..<0xFF5F, 0x10400..<0x10428, 0x104B0..<0x104D4, 0x10570..<0x105E5, 0x10C80..<0x10CB3,
    0x10D50..<0x10D66, 0x1109A..<0x110AC, 0x1134B..<0x113C9, 0x114BB..<0x114BF, 0x115BA..<0x115BC,
    0x118A0..<0x118C0, 0x11938..<0x11939, 0x16D68..<0x16D6B, 0x16E40..<0x16E60, 0x16EA0..<0x16EB9,
    0x1D15E..<0x1D1C1, 0x1E900..<0x1E922, 0x2F800..<0x2FA1E,
  ]

  /// The first place from a start on where the text, if it were folded, would go on with the word; nil where there is
  /// none.
  func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
    var place = start
    while place + 17 <= text.count {
      let here = (base + place).loadUnaligned(as: SIMD16<UInt8>.self)
      let words = unsafeBitCast(here, to: SIMD2<UInt64>.self)
      // All letters looked for are beyond ASCII.
      if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 {
        let next = (base + place + 1).loadUnaligned(as: SIMD16<UInt8>.self)
        var likely = SIMDMask<SIMD16<Int8>>(repeating: false)
        for pair in pairs { likely .|= (here .== pair.first) .& (next .== pair.second) }
        if let found = found(in: text, at: place, likely) { return found }
      }
      place += 16
    }
    while place + 1 < text.count {
      if text[place] >= 0xC0 {
        let (first, second) = (text[place], text[place + 1])
        if pairs.contains(where: { $0.first[0] == first && $0.second[0] == second }),
          stands(in: text, at: place)
        {
          return place
        }
      }
      place += 1
    }
    return nil
  }

  @inline(__always)
  private func found(
    in text: UnsafeBufferPointer<UInt8>, at place: Int, _ likely: SIMDMask<SIMD16<Int8>>
  ) -> Int? {
    let halves = unsafeBitCast(likely, to: SIMD2<UInt64>.self)
    if halves[0] | halves[1] == 0 { return nil }
    for half in 0..<2 {
      var marks = halves[half]
      while marks != 0 {
        let index = marks.trailingZeroBitCount >> 3
        let candidate = place + 8 * half + index
        if stands(in: text, at: candidate) { return candidate }
        marks &= ~(0xFF << UInt64(8 * index))
      }
    }
    return nil
  }

  /// Folds scalar by scalar for as long as they agree with the word.
  private func stands(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var place = start
    var done = 0
    while done < bytes.count {
      guard place < text.count, let (value, length) = UTF8Bytes.scalar(at: place, in: text) else {
        return false
      }
      // The word ends with whole scalars, of which this one may unfold to more than are left.
      switch FoldedScalars.entry(value) {
      case FoldedScalars.itself:
        guard length <= bytes.count - done else { return false }
        for index in 0..<length where text[place + index] != bytes[done + index] { return false }
        done += length
      case FoldedScalars.other:
        let isSame = ByteFolding.withFolded(value) { folded in
          let count = min(folded.count, bytes.count - done)
          for index in 0..<count where folded[index] != bytes[done + index] { return false }
          done += count
          return true
        }
        guard isSame else { return false }
      case let entry:
        for index in 0..<min(Int(entry >> 24), bytes.count - done) {
          guard UInt8(truncatingIfNeeded: entry >> UInt32(8 * index)) == bytes[done] else { return false }
          done += 1
        }
      }
      place += length
    }
    return true
  }
}
