package import Bookstall

/// A rating as glyphs and as words, the same on every screen.
///
/// Words are exact, and so are glyphs: after the whole stars a fraction stands as `¼`, `½` or `¾`, since terminals
/// lack a half star. Colour only repeats what the shape says. Values out of range are pulled into it, and nothing
/// above zero is no rating.
package struct Stars: Equatable, Sendable {
  /// Hundredths of a star, 0 to 500; 0 means not rated.
  private let hundredths: Int

  /// The stars of a book; nil is not rated.
  package init(_ rating: Rating?) {
    hundredths = Int(((rating?.clamped ?? 0) * 100).rounded())
  }

  /// So many quarters of a star.
  init(quarters: Int) {
    hundredths = min(max(quarters, 0), Stars.most * 4) * 25
  }

  /// So many whole stars.
  package init(count: Int) {
    hundredths = min(max(count, 0), Stars.most) * 100
  }

  /// The number of stars a row can have.
  package static let most = 5

  /// Whether there is a rating at all.
  package var isRated: Bool { hundredths > 0 }

  /// How many whole stars are filled, 0 to 5.
  package var filled: Int { quarters / 4 }

  /// The quarters of a star that the glyphs tell, 0 to 20; what is no quarter counts to the nearest.
  package var quarters: Int { (hundredths + 12) / 25 }

  /// `4 of 5`, with quarters as they are: `4.25 of 5`; or `not rated`.
  package var words: String {
    isRated ? "\(number) of \(Stars.most)" : "not rated"
  }

  /// What a screen reader says: `4 of 5 stars`.
  package var spokenWords: String {
    isRated ? words + " stars" : words
  }

  /// The number alone in its shortest form, such as `4` or `3.75`; empty when not rated.
  package var number: String {
    guard isRated else { return "" }
    let (whole, fraction) = (hundredths / 100, hundredths % 100)
    if fraction == 0 { return String(whole) }
    if fraction % 10 == 0 { return "\(whole).\(fraction / 10)" }
    return "\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// A row of glyphs; `spaced` sets them apart, `outlined` draws the missing ones too.
  package func glyphs(_ options: TerminalOptions, spaced: Bool = false, outlined: Bool = true) -> StyledText {
    let (on, off) = options.isASCII ? ("*", "-") : ("★", "☆")
    // ASCII has no quarters; a plus says that there is more, and the words say how much.
    let fractions = options.isASCII ? ["", "+", "+", "+"] : ["", "¼", "½", "¾"]
    var text = StyledText()
    let shown = (quarters + 3) / 4
    for place in 0..<(outlined ? Stars.most : shown) {
      if spaced, place > 0 { text.append(" ") }
      let glyph = place < filled ? on : place < shown ? fractions[quarters % 4] : off
      text.append(glyph, options.style(place < shown ? .starOn : .starOff))
    }
    return text
  }

  /// Cells of a full row of glyphs that are not spaced.
  package static func cells(_ options: TerminalOptions) -> Int {
    Stars(count: most).glyphs(options).cells(by: options.layout.width)
  }
}
