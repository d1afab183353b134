package import Bookstall

/// The snack bars as a table, on narrow terminals as cards of a few lines.
package struct SnackBarTable: Sendable {
  private let bars: [SnackBar]
  private let frame: SnackFrame

  /// A table for one kind of terminal.
  package init(_ bars: [SnackBar], _ options: TerminalOptions) {
    self.bars = bars
    frame = SnackFrame(options)
  }

  private static let numberCells = 4
  private static let titleCells = 18

  /// The table from top to bottom.
  package var lines: [StyledText] {
    if frame.options.isAccessible { return bars.flatMap(spoken) }
    guard frame.columns >= 72 else { return bars.flatMap(narrowRow) }
    return [header] + bars.flatMap(row)
  }

  /// One line for other programs: number, both titles, rating, diners, minutes, heat and `bookmarked` or nothing.
  package static func plainRow(_ bar: SnackBar) -> String {
    [
      String(bar.id), SnackFrame.line(bar.title.chinese), SnackFrame.line(bar.title.english),
      Stars(bar.rating).number, String(bar.serves), String(bar.preparation), String(bar.hot),
      bar.isBookmarked ? "bookmarked" : "",
    ].joined(separator: "\t")
  }

  private func spoken(_ bar: SnackBar) -> [StyledText] {
    frame.spoken(
      "\(bar.id): \(bar.title.chinese), \(bar.title.english), \(SnackFacts(bar: bar, frame: frame).spoken)")
  }

  private var layout: TextLayout { frame.layout }

  private func number(_ text: String) -> String {
    layout.padded(text, to: SnackBarTable.numberCells, alignment: .trailing)
  }

  private var starCells: Int { max(6, Stars.cells(frame.options)) }

  private var header: StyledText {
    let titles = [
      number("#") + "   " + layout.padded("SNACK BAR", to: SnackBarTable.titleCells),
      layout.padded("RATING", to: starCells), layout.padded("DINERS", to: 6, alignment: .trailing),
      layout.padded("PREP", to: 6, alignment: .trailing), "HEAT",
    ]
    return StyledText(titles.joined(separator: "  "), frame.options.style(.dim))
  }

  private func row(_ bar: SnackBar) -> [StyledText] {
    let facts = SnackFacts(bar: bar, frame: frame)
    var line = StyledText(number(String(bar.id)) + " ", frame.options.style(.dim))
    line.append(facts.flag)
    line.append(" " + layout.fitted(SnackFrame.line(bar.title.chinese), to: SnackBarTable.titleCells) + "  ")
    let stars = facts.glyphs
    line.append(stars)
    line.append(frame.spaces(starCells - stars.cells(by: layout.width)) + "  ")
    line.append(layout.padded(String(bar.serves), to: 6, alignment: .trailing) + "  ")
    line.append(layout.padded("\(bar.preparation) min", to: 6, alignment: .trailing) + "  ")
    line.append(facts.heat())
    return [line, english(bar, indent: SnackBarTable.numberCells + 3)]
  }

  private func english(_ bar: SnackBar, indent: Int) -> StyledText {
    let text = SnackFrame.line(bar.title.english + frame.options.separator + bar.headline.english)
    var line = StyledText(frame.spaces(indent))
    line.append(layout.truncated(text, to: frame.columns - indent), frame.options.style(.dim))
    return line
  }

  private func narrowRow(_ bar: SnackBar) -> [StyledText] {
    let facts = SnackFacts(bar: bar, frame: frame)
    let indent = 5
    let stars = facts.glyphs
    let starCells = Stars.cells(frame.options)
    var first = StyledText(
      layout.padded(String(bar.id), to: 2, alignment: .trailing) + " ", frame.options.style(.dim))
    first.append(facts.flag)
    let room = frame.columns - indent - starCells - 1
    first.append(" ")
    if room >= 6 {
      first.append(layout.fitted(SnackFrame.line(bar.title.chinese), to: room) + " ")
      first.append(stars)
    } else {
      first.append(layout.truncated(SnackFrame.line(bar.title.chinese), to: frame.columns - indent))
    }
    let lines = facts.lines(to: frame.columns - indent).map {
      var line = StyledText(frame.spaces(indent))
      line.append($0)
      return line
    }
    return [first.trimmed(), english(bar, indent: indent)] + lines
  }
}
