// The standard library's own normalisation; without it Foundation's would cost start-up time and be ten times slower.
@_spi(_Unicode) internal import Swift

/// Comparison without regard to case and accents.
enum Folding {
  /// The SQL function of queries; it never stands in a schema.
  static let functionName = "persistence_folded"

  /// What people type in the place of letters that Unicode takes for letters of their own, as keyboards lack them.
  static let plainLetters: [Unicode.Scalar: String] = {
    let pairs: [(letters: String, plain: String)] = [
      ("ßẞ", "ss"), ("æÆ", "ae"), ("œŒ", "oe"), ("øØ", "o"), ("łŁ", "l"), ("đĐðÐ", "d"), ("ħĦ", "h"),
      ("ı", "i"),
      ("ŧŦ", "t"), ("þÞ", "th"), ("ς", "σ"),
    ]
    return Dictionary(
      uniqueKeysWithValues: pairs.flatMap { pair in pair.letters.unicodeScalars.map { ($0, pair.plain) } })
  }()
}

extension String {
  /// The text without accents and in lower case, for comparing what people type with what is stored.
  ///
  /// `Mélanie` and `MELANIE` fold to the same text, as do `ß` and `ss`, `Łódź` and `Lodz`, and full-width letters and
  /// the usual ones.
  public var folded: String {
    var text = self
    let ascii: String? = text.withUTF8 { bytes in
      var isLower = true
      for byte in bytes {
        // Most Chinese characters fold to themselves, as their three bytes do.
        if byte >= 0xC0, !(0xE4...0xE9).contains(byte) { return nil }
        if byte >= 0x41, byte <= 0x5a { isLower = false }
      }
      if isLower { return String(decoding: bytes, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: bytes.count) { lowered in
        for index in bytes.indices {
          let byte = bytes[index]
          lowered[index] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
        }
        return bytes.count
      }
    }
    return ascii ?? foldedScalars
  }

  private var foldedScalars: String {
    var folded = String.UnicodeScalarView()
    // The standard library's own decomposition; Foundation's folding takes ten times as long.
    for scalar in _nfd {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      default: break
      }
      if scalar.value < 0x1F00, let plain = Folding.plainLetters[scalar] {
        folded.append(contentsOf: plain.unicodeScalars)
      } else if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
        folded.append(contentsOf: narrow.properties.lowercaseMapping.unicodeScalars)
      } else {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  /// The text in Unicode's composed form, so that equal texts have equal bytes.
  public var composed: String {
    if isComposed { return self }
    var composed = String.UnicodeScalarView()
    for scalar in _nfc { composed.append(scalar) }
    return String(composed)
  }

  /// The forms in which a store may have the text, one or two: the one that this module writes, and that of other tools.
  var storedForms: [String] { [composed] + [decomposed].compactMap { $0 } }

  /// The text in Unicode's decomposed form, as other tools may write it; nil where that is the composed one.
  var decomposed: String? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var decomposed = String.UnicodeScalarView()
    for scalar in _nfd { decomposed.append(scalar) }
    let text = String(decomposed)
    return text.utf8.elementsEqual(composed.utf8) ? nil : text
  }

  /// Whether the text is in composed form already.
  var isComposed: Bool {
    var text = self
    let isPlain = text.withUTF8 { bytes in
      var index = 0
      // Eight bytes at a time, since nearly all texts are ASCII from end to end.
      while index &+ 8 <= bytes.count {
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { break }
        index &+= 8
      }
      return ComposedForm.isPlain(bytes, from: index)
    }
    return isPlain || unicodeScalars.elementsEqual(_nfc)
  }
}

/// What can be said about Unicode's composed form without its tables.
enum ComposedForm {
  /// Whether a text has only scalars that composition never touches: neither do they change nor combine with others.
  ///
  /// These are ASCII, the Latin letters before U+0300, Cyrillic before U+0480, dashes and quotation marks, most Chinese
  /// characters, full stops and brackets of their kind, and emoji; anything else takes a look at the tables.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        index &+= 1
        continue
      }
      let second = index &+ 1 < bytes.count ? bytes[index &+ 1] : 0
      let third = index &+ 2 < bytes.count ? bytes[index &+ 2] : 0
      switch byte {
      case 0xc2...0xcb, 0xd0...0xd1: index &+= 2
      case 0xe4...0xe9: index &+= 3
      case 0xe2 where second == 0x80 && third > 0x81: index &+= 3
      case 0xe3 where second == 0x80 && third < 0xaa: index &+= 3
      case 0xf0 where second == 0x9f: index &+= 4
      default: return false
      }
    }
    return true
  }
}
