/// What characters that are mere forms of others stand for, where titles are written with them.
///
/// Ligatures, Roman numerals, raised and circled signs, the alphabets of mathematics, and kana of half the width; full
/// width is `ComparisonKey`'s own affair. The standard library decomposes canonically only.
enum CompatibilityForms {
  /// The plain characters for one; nil for nearly all.
  static func plain(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0xAA, 0xB2...0xBA, 0x132...0x133, 0x17F, 0x1C4...0x1CC, 0x1F1...0x1F3, 0x2070...0x209C,
      0x2100...0x2189, 0x2460...0x24FF, 0xFB00...0xFB06, 0xFF65...0xFF9F:
      forms[scalar]
    case 0x1D400...0x1D6A3: letter((scalar.value - 0x1D400) % 52)
    case 0x1D7CE...0x1D7FF: String((scalar.value - 0x1D7CE) % 10)
    default: nil
    }
  }

  private static func letter(_ place: UInt32) -> String {
    let code = place < 26 ? 0x41 + place : 0x61 + place - 26
    return Unicode.Scalar(code).map { String($0) } ?? ""
  }

  private static let forms: [Unicode.Scalar: String] = {
    var forms: [Unicode.Scalar: String] = [
      "ª": "a", "º": "o", "¹": "1", "²": "2", "³": "3", "ſ": "s", "Ĳ": "ij", "ĳ": "ij", "Ǆ": "dž", "ǅ": "dž",
      "ǆ": "dž", "Ǉ": "lj", "ǈ": "lj", "ǉ": "lj", "Ǌ": "nj", "ǋ": "nj", "ǌ": "nj", "Ǳ": "dz", "ǲ": "dz",
      "ǳ": "dz", "№": "no", "™": "tm", "ℓ": "l", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
      "ﬅ": "st", "ﬆ": "st",
    ]
    func add(from first: UInt32, _ texts: [String]) {
      for (offset, text) in texts.enumerated() {
        if let scalar = Unicode.Scalar(first + UInt32(offset)) { forms[scalar] = text }
      }
    }
    let romans = [
      "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "l", "c", "d", "m",
    ]
    add(from: 0x2160, romans)
    add(from: 0x2170, romans)
    add(from: 0x2460, (1...20).map { String($0) })
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(Unicode.Scalar($0)) }
    add(from: 0x24B6, letters)
    add(from: 0x24D0, letters)
    add(from: 0x24EA, ["0"])
    add(from: 0x2070, ["0", "i"])
    add(from: 0x2074, ["4", "5", "6", "7", "8", "9"])
    add(from: 0x207F, ["n"])
    add(from: 0x2080, (0...9).map { String($0) })
    // In the order of the code; the last two are the marks of voice, which combine with what stands before them.
    let kana = "・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
    add(from: 0xFF65, kana.unicodeScalars.map { String($0) } + ["\u{3099}", "\u{309A}"])
    return forms
  }()
}
