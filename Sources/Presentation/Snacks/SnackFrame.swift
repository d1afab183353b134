import Bookstall

/// What all snack views share: the room they have, and how lines are placed in it.
struct SnackFrame {
  let options: TerminalOptions
  let layout: TextLayout
  /// The width of the view, 20 to 80 cells on the left of the terminal.
  let columns: Int

  /// Lines of views end here on wide terminals.
  static let mostColumns = 80

  init(_ options: TerminalOptions) {
    self.options = options
    layout = options.layout
    columns = min(
      max(options.columns ?? SnackFrame.mostColumns, TerminalOptions.leastColumns), SnackFrame.mostColumns)
  }

  /// Whether boxes and blocks are drawn in ASCII; box glyphs are of ambiguous width.
  var drawsASCII: Bool { options.isASCII || options.ambiguousIsWide }
  /// Blanks at the left of text.
  var margin: Int { columns < 40 ? 1 : 2 }
  /// Whether surfaces can be filled with a colour that text keeps its contrast on.
  var fillsSurfaces: Bool { options.colour >= .palette256 && !drawsASCII }

  /// Blanks.
  func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// A text on one line, harmless for a terminal.
  static func line(_ text: String) -> String { TextLayout.squeezed(SafeText.line(text)) }

  /// A line in the middle of the view; a longer one is cut.
  func centred(_ text: String, _ style: Style = .plain) -> StyledText {
    let cut = layout.truncated(text, to: columns)
    var line = StyledText(spaces((columns - layout.width.cells(in: cut)) / 2))
    line.append(cut, style)
    return line
  }

  /// Runs in the middle of the view; nil where they don't fit.
  func centred(_ text: StyledText) -> StyledText? {
    let cells = text.cells(by: layout.width)
    guard cells <= columns else { return nil }
    var line = StyledText(spaces((columns - cells) / 2))
    line.append(text)
    return line
  }

  /// Text wrapped into the room right of an indent.
  func wrapped(_ text: String, indent: Int, _ style: Style = .plain) -> [StyledText] {
    layout.wrapped(text, to: max(2, columns - indent - margin)).map { text in
      if text.isEmpty { return StyledText() }
      var line = StyledText(spaces(indent))
      line.append(text, style)
      return line
    }
  }

  /// A line that is the last shown although another follows: it ends in the mark of a cut.
  func cut(_ line: String, before next: String, to cells: Int) -> String {
    let space = next.utf8.first.map { $0 < 0x80 } == true ? " " : ""
    // Enough of the next line that the two can't fit together.
    return layout.truncated(line + space + next + spaces(cells), to: cells)
  }

  /// Facts on as few lines as hold them, with the separator between those on one line.
  func joined(_ facts: [String], by separator: String, to cells: Int) -> [String] {
    facts.reduce(into: [String]()) { lines, fact in
      if let last = lines.last, layout.width.cells(in: last + separator + fact) <= cells {
        lines[lines.count - 1] = last + separator + fact
      } else {
        lines.append(layout.truncated(fact, to: cells))
      }
    }
  }

  /// A text for screen readers, wrapped to the terminal.
  func spoken(_ text: String) -> [StyledText] {
    let room = options.columns.map { max($0, TerminalOptions.leastColumns) }
    return layout.wrapped(SnackFrame.line(text), to: room ?? Int.max).map { StyledText($0) }
  }

  /// A horizontal rule of that many cells.
  func rule(_ cells: Int) -> StyledText {
    let count = options.ambiguousIsWide && !options.isASCII ? cells / 2 : cells
    return StyledText(
      String(repeating: options.isASCII ? "-" : "─", count: max(0, count)), options.style(.rule))
  }

  /// The one form of section titles: a blank line, a bold brown line and a blank line.
  ///
  /// Chinese characters are set apart; where only ASCII is wanted the English stands alone.
  func sectionTitle(_ title: Bilingual) -> [StyledText] {
    [
      StyledText(), StyledText(spaces(margin) + heading(title, in: columns - 2 * margin), headingStyle),
      StyledText(),
    ]
  }

  /// The look of titles, the same on every snack view.
  var headingStyle: Style { options.style(.brownAdaptive, isBold: true) }

  private func heading(_ title: Bilingual, in cells: Int) -> String {
    if options.isASCII { return layout.truncated(title.english, to: cells) }
    return layout.truncated(SnackFrame.spaced(title.chinese) + "   " + title.english, to: cells)
  }

  /// The characters with blanks between them.
  static func spaced(_ text: String) -> String {
    text.map(String.init).joined(separator: " ")
  }
}
