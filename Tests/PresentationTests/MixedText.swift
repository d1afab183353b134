/// Numbers that look random and are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Text out of many scripts, with spaces, marks, emoji and flags.
enum MixedText {
  private static let clusters = [
    "a", "B", "z", "Q", "-", "é", "e\u{301}", "ß", "Ж", "ω", "א", "ش", "क्ष", "ไ", "ก็", "骆", "驼", "の", "한",
    "ｗ", "。", "「", "★", "…", "👩‍👩‍👧‍👦", "🇨🇳", "👍🏽", "☹\u{FE0F}", "\u{200B}", "𠀀",
  ]

  static func random(length: Int, using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<length {
      let isSpace = Int.random(in: 0..<7, using: &generator) == 0
      text += isSpace ? " " : clusters.randomElement(using: &generator) ?? "x"
    }
    return text
  }
}
