package import Bookstall

/// A rating as glyphs and as words, the same on every screen.
///
/// Words are exact. Glyphs are whole stars: the nearest number, a half counting up, since terminals lack a
/// half star. Colour only repeats what the shape says. Values out of range are pulled into it, and nothing
/// above zero is no rating.
package struct Stars: Equatable, Sendable {
  /// Hundredths of a star, 0 to 500; 0 means not rated.
  private let hundredths: Int

  /// The stars of a book; nil is not rated.
  package init(_ rating: Rating?) {
    hundredths = Int(((rating?.clamped ?? 0) * 100).rounded())
  }

  /// So many whole stars.
  package init(count: Int) {
    hundredths = min(max(count, 0), Stars.most) * 100
  }

  /// The number of stars a row can have.
  package static let most = 5

  /// Whether there is a rating at all.
  package var isRated: Bool { hundredths > 0 }

  /// How many stars are filled, 0 to 5.
  package var filled: Int { (hundredths + 50) / 100 }

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
    var text = StyledText()
    for place in 0..<(outlined ? Stars.most : filled) {
      if spaced, place > 0 { text.append(" ") }
      let isOn = place < filled
      text.append(isOn ? on : off, options.style(isOn ? .starOn : .starOff))
    }
    return text
  }

  /// Cells of a full row of glyphs that are not spaced.
  package static func cells(_ options: TerminalOptions) -> Int {
    Stars(count: most).glyphs(options).cells(by: options.layout.width)
  }
}
