package import Bookstall

/// The ways of cooking in two columns that mirror each other, a line with a heart between them.
package struct CookingWaysTable: Sendable {
  private let ways: [CookingWay]
  private let frame: SnackFrame
  private let iconCells: Int

  /// The width of every icon, in which the character stands centred.
  package static let iconCells = 2

  /// A table for one kind of terminal.
  package init(_ ways: [CookingWay], _ options: TerminalOptions, iconCells: Int = CookingWaysTable.iconCells)
  {
    self.ways = ways
    self.iconCells = iconCells
    frame = SnackFrame(options)
  }

  /// The table from top to bottom.
  package var lines: [StyledText] { table(choosing: nil) }

  /// The table with one of the ways chosen, and below it that way alone.
  package func lines(choosing place: Int) -> [StyledText] {
    guard ways.indices.contains(place) else { return lines }
    let title = ways[place].title
    var chosen = StyledText(SnackFrame.line(title.chinese), frame.headingStyle)
    chosen.append("  \(SnackFrame.line(title.english))")
    let before = max(0, frame.columns - chosen.cells(by: frame.layout.width)) / 2
    var line = StyledText(frame.spaces(before))
    line.append(chosen)
    return table(choosing: place) + [StyledText(), line]
  }

  private func table(choosing chosen: Int?) -> [StyledText] {
    if frame.options.isAccessible {
      return ways.enumerated().flatMap { frame.spoken("\($0 + 1): \($1.title.chinese), \($1.title.english)") }
    }
    let gap = frame.columns < 50 ? 1 : 3
    let middle = frame.layout.width.cells(in: heart)
    let side = (frame.columns - 2 * frame.margin - 2 * gap - middle) / 2
    // Below this a side has no room for an icon and a word.
    guard side >= iconCells + 10 else { return ways.indices.map { narrowRow($0, isChosen: $0 == chosen) } }
    let half = (ways.count + 1) / 2
    var lines: [StyledText] = []
    for row in 0..<half {
      if row > 0 { lines.append(joined(frame.rule(side), frame.rule(side), side: side, gap: gap)) }
      let right =
        half + row < ways.count ? cell(half + row, side: side, mirrored: true, chosen) : StyledText()
      lines.append(joined(cell(row, side: side, mirrored: false, chosen), right, side: side, gap: gap))
    }
    return lines.enumerated().map { index, line in
      index == lines.count / 2
        ? line.replacingMiddle(bar, with: heart, style: frame.options.style(.starOn)) : line
    }
  }

  private var bar: String { frame.options.isASCII ? "|" : "│" }
  private var heart: String { frame.options.isASCII ? "+" : "♡" }

  private func cell(_ place: Int, side: Int, mirrored: Bool, _ chosen: Int?) -> StyledText {
    let (way, layout) = (ways[place], frame.layout)
    let look = place == chosen ? frame.options.accent(isBold: true) : Style.plain
    let icon = layout.fitted(SnackFrame.line(way.title.chinese), to: iconCells, alignment: .centre)
    let word = layout.fitted(
      SnackFrame.line(way.title.english), to: side - iconCells, alignment: mirrored ? .leading : .trailing)
    var line = StyledText()
    if mirrored { line.append(word, look) }
    line.append(icon, frame.headingStyle)
    if !mirrored { line.append(word, look) }
    return line
  }

  private func joined(_ left: StyledText, _ right: StyledText, side: Int, gap: Int) -> StyledText {
    var line = StyledText(frame.spaces(frame.margin))
    line.append(left)
    line.append(frame.spaces(side - left.cells(by: frame.layout.width) + gap))
    line.append(bar, frame.options.style(.rule, isBold: true))
    line.append(frame.spaces(gap))
    line.append(right)
    return line.trimmed()
  }

  private func narrowRow(_ place: Int, isChosen: Bool) -> StyledText {
    let way = ways[place]
    let room = frame.columns - frame.margin - iconCells - 1
    var line = StyledText(frame.spaces(frame.margin))
    line.append(
      frame.layout.fitted(SnackFrame.line(way.title.chinese), to: iconCells, alignment: .centre),
      frame.headingStyle)
    line.append(
      " " + frame.layout.truncated(SnackFrame.line(way.title.english), to: room),
      isChosen ? frame.options.accent(isBold: true) : .plain)
    return line
  }
}

extension StyledText {
  /// The line with the one run of a glyph replaced.
  fileprivate func replacingMiddle(_ glyph: String, with other: String, style: Style) -> StyledText {
    runs.reduce(into: StyledText()) { line, run in
      if run.text == glyph { line.append(other, style) } else { line.append(run.text, run.style) }
    }
  }
}
