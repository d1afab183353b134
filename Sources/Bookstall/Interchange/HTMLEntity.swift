/// One character reference such as `&amp;` or `&#233;`.
struct HTMLEntity {
  /// The character it stands for.
  let scalar: Unicode.Scalar
  /// The index behind the `;`.
  let end: Int

  /// Reads the reference that begins at a `&`; nil where it is a plain ampersand.
  init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var end = start + 1
    while end < bytes.count, end - start < 12, bytes[end] != UInt8(ascii: ";") {
      guard bytes[end] < 0x80, bytes[end] > 0x20 else { return nil }
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > start + 1 else { return nil }
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    guard let scalar = HTMLEntity.numbered(name) ?? HTMLEntity.named[name] else { return nil }
    self.scalar = scalar
    self.end = end + 1
  }

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let value =
      digits.hasPrefix("x") || digits.hasPrefix("X") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // NUL would cut the text short in programs that read the file by C strings.
    guard let value, value != 0 else { return nil }
    return Unicode.Scalar(value)
  }

  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "hellip": "…", "bull": "•", "dagger": "†", "Dagger": "‡",
      "permil": "‰", "prime": "′", "Prime": "″", "trade": "™", "euro": "€", "larr": "←", "uarr": "↑",
      "rarr": "→", "darr": "↓", "minus": "−", "ne": "≠", "le": "≤", "ge": "≥", "hearts": "♥", "OElig": "Œ",
      "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜",
    ]
    for (offset, name) in latin1.split(separator: " ").enumerated() {
      table[String(name)] = Unicode.Scalar(UInt8(0xA0 + offset))
    }
    return table
  }()

  /// The names of U+00A0 to U+00FF in order.
  private static let latin1 = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 \
    sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc \
    Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
    Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute \
    acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde \
    ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
}
