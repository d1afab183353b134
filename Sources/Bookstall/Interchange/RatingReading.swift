/// Reads the rating cells of other services.
package enum RatingReading {
  /// Takes `4`, `5.0`, `4,5`, `4/5`, `8/10` and drawn stars; 0 and blank mean not rated.
  ///
  /// What is out of range or between the quarter steps is unreadable, never clamped or rounded.
  package static func rating(_ cell: String) -> CellReading<Rating> {
    if cell.utf8.count == 1, let byte = cell.utf8.first, (0x30...0x35).contains(byte) {
      return byte == 0x30 ? .blank : Rating(stars: Double(byte - 0x30)).map { .value($0) } ?? .unreadable
    }
    guard let text = TextNormalisation.line(cell), !TextNormalisation.isBlank(cell) else { return .blank }
    guard let stars = ratio(text) ?? decimal(Substring(text)) ?? drawn(text) else { return .unreadable }
    if stars == 0 { return .blank }
    return Rating(stars: stars).map { .value($0) } ?? .unreadable
  }

  /// Whether a cell is a number that only a scale up to ten has; 6 is a slip as easily.
  static func isOutOfTen(_ cell: String) -> Bool {
    TextNormalisation.line(cell).flatMap { decimal(Substring($0)) }.map { $0 > 6 && $0 <= 10 } ?? false
  }

  /// Stars out of five from `4/5`, `8/10` or `85/100`.
  private static func ratio(_ text: String) -> Double? {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let value = decimal(Substring(parts[0])),
      let whole = decimal(Substring(parts[1])),
      [5, 10, 100].contains(whole)
    else { return nil }
    return value * 5 / whole
  }

  /// A number with a decimal point or comma, blanks around it allowed.
  private static func decimal(_ text: Substring) -> Double? {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return Rating.plainDecimal(Substring(String(text.map { $0 == "," ? "." : $0 })))
  }

  /// Counts full stars of either shape, a half behind them, and lets outlined ones fill up the row.
  private static func drawn(_ text: String) -> Double? {
    var stars = 0.0
    var outlined = false
    var halved = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "★", "\u{2B50}", "\u{1F31F}":
        if outlined || halved { return nil }
        stars += 1
      case "½":
        if outlined || halved { return nil }
        stars += 0.5
        halved = true
      case "☆":
        outlined = true
      case " ", "\u{FE0F}":
        continue
      default:
        return nil
      }
    }
    return stars
  }
}
