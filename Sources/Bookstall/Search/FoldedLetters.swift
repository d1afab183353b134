internal import Persistence

/// Which letters fold to which.
enum FoldedLetters {
  /// Whether a scalar beyond ASCII stands in what another folds to, but not at the beginning.
  static func isSecondPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return false }
    // Korean vowels and endings, and vowels of India that others are put together from.
    return (0x1160...0x11FF).contains(scalar.value) || (0x16D60...0x16D7F).contains(scalar.value)
      || scalar.properties.generalCategory == .spacingMark
  }

  /// The letters that fold to something beginning with the first scalar; with Korean syllables the next two count too.
  static func beginnings(of scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard let first = scalars.first else { return [] }
    if (0x1100...0x1112).contains(first.value) { return [first] + syllables(scalars) }
    var letters = [first]
    for range in sources(of: first.value) {
      for value in range {
        guard let letter = Unicode.Scalar(value), letter != first else { continue }
        if String(letter).folded.unicodeScalars.first == first { letters.append(letter) }
      }
    }
    return letters
  }

  /// The Korean syllables that may begin with an initial consonant, a vowel and a final consonant.
  private static func syllables(_ parts: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let initial = 0xAC00 + (parts[0].value - 0x1100) * 588
    guard let vowel = parts.dropFirst().first.map({ $0.value &- 0x1161 }), vowel < 21 else {
      return (initial..<initial + 588).compactMap(Unicode.Scalar.init)
    }
    let open = initial + vowel * 28
    guard let final = parts.dropFirst(2).first.map({ $0.value &- 0x11A7 }) else {
      return (open..<open + 28).compactMap(Unicode.Scalar.init)
    }
    // A final consonant may also stand by itself behind the syllable.
    return ((1..<28).contains(final) ? [open, open + final] : [open]).compactMap(Unicode.Scalar.init)
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
}
