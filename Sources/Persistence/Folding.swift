// The standard library's own normalisation; without it Foundation's would cost start-up time and be ten times slower.
@_spi(_Unicode) internal import Swift

/// Comparison without regard to case and accents.
enum Folding {
  /// The SQL function of queries; it never stands in a schema.
  static let functionName = "persistence_folded"
}

extension String {
  /// The text without accents and in lower case, for comparing what people type with what is stored.
  ///
  /// `Mélanie` and `MELANIE` fold to the same text, as do `ß` and `ss`; letters that are no accented ones, such as `ø`,
  /// stay apart.
  public var folded: String {
    var text = self
    let ascii: String? = text.withUTF8 { bytes in
      var isLower = true
      for byte in bytes {
        if byte >= 0x80 { return nil }
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
      if scalar == "ß" || scalar == "ẞ" {
        folded.append(contentsOf: "ss".unicodeScalars)
      } else if scalar == "ς" {
        folded.append("σ")
      } else {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(folded)
  }

  /// The text in Unicode's composed form, so that equal texts have equal bytes.
  public var composed: String {
    var text = self
    let isASCII = text.withUTF8 { bytes in !bytes.contains { $0 >= 0x80 } }
    if isASCII { return self }
    var composed = String.UnicodeScalarView()
    for scalar in _nfc { composed.append(scalar) }
    return String(composed)
  }
}
