extension Rating {
  /// Reads what people type at the command: `4`, `4.5`, `3.75`, `★★★★★` or `★★★½`, outer blanks aside.
  ///
  /// Accepts 0.25 to 5 in quarter steps and nothing else; the caller handles `0` and blank text.
  package init?(typed: String) {
    var text = Substring(typed)
    while let first = text.unicodeScalars.first, first.properties.isWhitespace {
      text.unicodeScalars.removeFirst()
    }
    while let last = text.unicodeScalars.last, last.properties.isWhitespace {
      text.unicodeScalars.removeLast()
    }
    if let stars = Rating.plainDecimal(text) {
      self.init(stars: stars)
    } else if let stars = Rating.drawnStars(text) {
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

  /// Counts full stars with at most one half star behind them.
  private static func drawnStars(_ text: Substring) -> Double? {
    var stars = 0.0
    var ended = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★" where !ended: stars += 1
      case "½" where !ended:
        stars += 0.5
        ended = true
      default: return nil
      }
    }
    return stars
  }
}
