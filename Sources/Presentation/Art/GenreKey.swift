@_spi(_Unicode) import Swift

/// The number a genre's derived picture hangs on: the same for every spelling of the name, on every machine.
///
/// The standard library's own hasher is seeded anew in each process, so this is FNV-1a with 64 bits.
struct GenreKey {
  let hash: UInt64

  /// Upper and lower case, composed and decomposed letters and runs of white space make no difference.
  init(_ genre: String) {
    hash = GenreKey.hash(of: GenreKey.folded(genre))
  }

  /// The name in the form that is hashed.
  static func folded(_ genre: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in TextLayout.squeezed(genre).unicodeScalars {
      // Through upper case, so that ß meets ss and a final sigma meets its sisters.
      for upper in scalar.properties.uppercaseMapping.unicodeScalars {
        folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
      }
    }
    // `_nfc` is the standard library's own normalisation, which its equality of strings rests on;
    // Foundation's would cost every start of the tool.
    var composed = String.UnicodeScalarView()
    for scalar in String(folded)._nfc { composed.append(scalar) }
    return String(composed)
  }

  static func hash(of text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 {
      hash ^= UInt64(byte)
      hash = hash &* 0x0000_0100_0000_01B3
    }
    return hash
  }

  /// Degrees on the colour wheel.
  var hue: Int { Int(hash % 360) }
  /// Which of a number of kinds.
  func choice(of count: UInt64) -> Int { Int((hash >> 9) % max(1, count)) }
}

/// Numbers drawn from a seed, the same for the same seed (SplitMix64).
struct SeededDraw {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A whole number of the range.
  mutating func next(in range: ClosedRange<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return range.lowerBound + Int(mixed % UInt64(range.count))
  }

  /// A whole number of the range, for use as a coordinate.
  mutating func coordinate(in range: ClosedRange<Int>) -> Double {
    Double(next(in: range))
  }
}
