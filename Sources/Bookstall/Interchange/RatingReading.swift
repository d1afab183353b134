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
    guard let stars = ratio(text) ?? decimal(Substring(text)) ?? drawn(text) ?? halves(text) else {
      return .unreadable
    }
    if stars == 0 { return .blank }
    return Rating(stars: stars).map { .value($0) } ?? .unreadable
  }

  /// Whether a cell is a number that only a scale up to ten or a hundred has; 6 is a slip as easily.
  static func isOfOtherScale(_ cell: String) -> Bool {
    plainNumber(cell).map { $0 > 6 && $0 <= 100 } ?? false
  }

  /// A number above 0 and up to ten, or to another whole, without anything that tells its scale.
  static func number(_ cell: String, upTo whole: Int = 10) -> Double? {
    plainNumber(cell).flatMap { $0 > 0 && $0 <= Double(whole) ? $0 : nil }
  }

  /// A number with nothing beside it that tells its scale.
  static func plainNumber(_ cell: String) -> Double? {
    TextNormalisation.line(cell).flatMap { decimal(Substring($0)) }
  }

  /// The stars of a number out of a whole; unreadable between the quarter steps.
  static func rating(_ number: Double, outOf whole: Int) -> CellReading<Rating> {
    Rating(stars: number * 5 / Double(whole)).map { .value($0) } ?? .unreadable
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

  /// A whole number with a half behind it, such as `4½`.
  private static func halves(_ text: String) -> Double? {
    text.last == "½" ? decimal(text.dropLast()).flatMap { $0.rounded() == $0 ? $0 + 0.5 : nil } : nil
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

/// Finds out whether a column of ratings counts to ten or to a hundred, so that its 4 is not taken for four stars of
/// five.
struct RatingScale: Sendable {
  private var rated = 0
  private var aboveFive = 0
  private var aboveTen = 0

  /// Looks at a cell.
  mutating func observe(_ cell: String) {
    if let number = RatingReading.number(cell) {
      rated += 1
      if number > 5 { aboveFive += 1 }
    } else if let number = RatingReading.plainNumber(cell), number > 10, number <= 100 {
      aboveTen += 1
    } else if case .value = RatingReading.rating(cell) {
      rated += 1
    }
  }

  /// The number of the best rating: 5 unless numbers beyond are more than a slip, as one may be, or a few among many.
  var whole: Int {
    if aboveTen > 1, aboveTen * 10 >= rated + aboveTen { return 100 }
    return aboveFive > 1 && aboveFive * 10 >= rated ? 10 : 5
  }
}
