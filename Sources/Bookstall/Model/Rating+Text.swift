extension Rating {
  /// Reads what people type at the command: `4`, `4.5`, `4,5`, `4½`, `4/5`, `★★★★☆` or `★★★½`, outer blanks aside.
  ///
  /// Accepts 0.25 to 5 in quarter steps and nothing else; the caller handles `0` and blank text.
  package init?(typed: String) {
    let parts = typed.split(separator: "/", omittingEmptySubsequences: false)
    // What is out of anything but five would have to be guessed.
    guard parts.count == 1 || parts.count == 2 && Rating.trimmed(parts[1]) == "5", let first = parts.first
    else { return nil }
    let text = Rating.trimmed(first)
    if let stars = Rating.plainDecimal(Substring(text.map { $0 == "," ? "." : $0 })) {
      self.init(stars: stars)
    } else if let stars = Rating.mixedNumber(text) ?? Rating.drawnStars(text) {
      self.init(stars: stars)
    } else {
      return nil
    }
  }

  /// The number of stars without needless zeros, such as `4` or `4.25`.
  package var text: String {
    let text = String(stars)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A number in digits with at most one point between them; no sign, no exponent.
  static func plainDecimal(_ text: Substring) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Twelve digits are plenty, and keep a cell of noise from reaching the number parser.
    guard (1...2).contains(parts.count), text.utf8.count <= 12 else { return nil }
    for part in parts {
      guard !part.isEmpty, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    }
    return Double(text)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.unicodeScalars.first, first.properties.isWhitespace {
      text.unicodeScalars.removeFirst()
    }
    while let last = text.unicodeScalars.last, last.properties.isWhitespace {
      text.unicodeScalars.removeLast()
    }
    return text
  }

  private static let fractions: [Character: Double] = ["¼": 0.25, "½": 0.5, "¾": 0.75]

  /// A digit and a fraction, as `4½`.
  private static func mixedNumber(_ text: Substring) -> Double? {
    guard let fraction = text.last.flatMap({ fractions[$0] }) else { return nil }
    let whole = trimmed(text.dropLast())
    guard whole.utf8.count == 1, let digit = whole.first?.wholeNumberValue else { return nil }
    return Double(digit) + fraction
  }

  /// Counts full stars with at most one fraction behind them; empty ones fill the row.
  private static func drawnStars(_ text: Substring) -> Double? {
    var stars = 0.0
    var ended = false
    // A row with empty stars is one of five.
    if text.contains("☆"), text.count != 5 { return nil }
    for character in text {
      switch character {
      case "★" where !ended: stars += 1
      case "☆": ended = true
      case _ where !ended:
        guard let fraction = fractions[character] else { return nil }
        stars += fraction
        ended = true
      default: return nil
      }
    }
    return stars
  }
}
