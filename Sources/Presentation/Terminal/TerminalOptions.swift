/// What a screen needs to know of the terminal it is made for.
package struct TerminalOptions: Equatable, Sendable {
  /// Cells in a line; nil where it is unknown, as in a pipe, and then nothing is cut.
  package var columns: Int?
  /// What of colour may be sent.
  package var colour: ColourDepth
  /// The best picture wanted; what the other options rule out is replaced by the next one down.
  package var art: ArtTier
  /// The ground that colours are chosen for.
  package var theme: Theme
  /// Whether everything but the user's own text is ASCII.
  package var isASCII: Bool
  /// Whether words replace pictures and glyphs, for screen readers.
  package var isAccessible: Bool
  /// Whether the terminal draws characters such as `★` over two cells.
  package var ambiguousIsWide: Bool

  /// A pipe: no width, no colour, no picture.
  package init(
    columns: Int? = nil, colour: ColourDepth = .none, art: ArtTier = .none, theme: Theme = .dark,
    isASCII: Bool = false, isAccessible: Bool = false, ambiguousIsWide: Bool = false
  ) {
    self.columns = columns
    self.colour = colour
    self.art = art
    self.theme = theme
    self.isASCII = isASCII
    self.isAccessible = isAccessible
    self.ambiguousIsWide = ambiguousIsWide
  }

  /// The narrowest terminal that screens are laid out for.
  package static let leastColumns = 20

  /// How text is measured and cut.
  package var layout: TextLayout {
    TextLayout(width: CellWidth(ambiguousIsWide: ambiguousIsWide), ascii: isASCII)
  }

  /// The picture that can really be shown.
  package var shownArt: ArtTier {
    if isAccessible || art == .none { return .none }
    if isASCII { return .ascii }
    return art == .blocks && colour == .none ? .mono : art
  }

  /// A style of one palette colour.
  package func style(_ colour: PaletteColour, isBold: Bool = false) -> Style {
    Style(foreground: theme.colour(colour), isBold: isBold)
  }

  /// The look of words that stand out as stars do.
  ///
  /// The yellow of 16 colours can be made out as a star on white, and not be read there: words are heavy instead.
  package func accent(isBold: Bool = false) -> Style {
    if self.colour == .sixteen, theme == .light { return Style(isBold: true) }
    return style(.starOn, isBold: isBold)
  }

  /// The lines as the terminal takes them, each ended by a line break.
  package func rendered(_ lines: [StyledText]) -> String {
    lines.reduce(into: "") { text, line in
      text += line.rendered(colour)
      text += "\n"
    }
  }

  /// What stands between two facts on one line.
  package var separator: String { isAccessible ? ", " : isASCII ? " - " : " · " }
  /// What stands for a missing value in a table.
  var dash: String { isASCII ? "-" : "—" }
}
