package import Bookstall

/// A snack bar as a card: the picture with the bookmark over its top right, then title, headline, rating and facts.
package struct SnackBarCard: Sendable {
  private let bar: SnackBar
  private let frame: SnackFrame

  /// A card for one kind of terminal.
  package init(_ bar: SnackBar, _ options: TerminalOptions) {
    self.bar = bar
    frame = SnackFrame(options)
  }

  /// The box's width in cells.
  private var width: Int { min(60, frame.columns) }
  private var inner: Int { width - 2 }
  private var facts: SnackFacts { SnackFacts(bar: bar, frame: frame) }

  /// The card from top to bottom.
  package var lines: [StyledText] {
    if frame.options.isAccessible {
      return frame.spoken(
        "\(bar.id): \(bar.title.chinese), \(bar.title.english). \(bar.headline.english). \(facts.spoken)")
    }
    let glyphs = (frame.drawsASCII ? ".-.|'-'" : "╭─╮│╰─╯").map(String.init)
    let border = frame.options.style(.rule)
    let (top, bottom) = (
      glyphs[0] + String(repeating: glyphs[1], count: inner) + glyphs[2],
      glyphs[4] + String(repeating: glyphs[5], count: inner) + glyphs[6]
    )
    let rows = (picture + texts).map { content in
      var line = StyledText(glyphs[3], border)
      line.append(content)
      line.append(frame.spaces(inner - content.cells(by: frame.layout.width)))
      line.append(glyphs[3], border)
      return line
    }
    return [StyledText(top, border)] + rows + [StyledText(bottom, border)]
  }

  private var hasPicture: Bool { frame.options.shownArt != .none }

  /// The picture with the bookmark, 20 points from its right and 22 from its top.
  private var picture: [StyledText] {
    let tier = frame.options.shownArt
    let picture = Picture(
      scene: Scene(snack: bar.image), theme: frame.options.theme, depth: frame.options.colour,
      columns: inner, rows: max(4, inner / 6))
    guard var grid = picture.grid(tier: tier, width: frame.layout.width) else { return [] }
    let place = (column: inner - 3, row: 1)
    let flag = facts.flag.text
    if tier == .blocks {
      // White, on its shadow.
      for column in place.column - 1...place.column + 1 {
        let ground = grid.style(column: column, row: place.row).background?.rgb ?? RGB(0)
        grid.set(" ", Style(background: Colour(ground.shaded, basic: 0)), column: column, row: place.row)
      }
      var style = grid.style(column: place.column, row: place.row)
      style.foreground = Colour(RGB(0xFFFFFF), basic: 15)
      style.isBold = true
      grid.write(flag, style, column: place.column, row: place.row, width: frame.layout.width)
    } else {
      grid.write(" \(flag) ", .plain, column: place.column - 1, row: place.row, width: frame.layout.width)
    }
    return grid.lines
  }

  private var texts: [StyledText] {
    let room = inner - 4
    var title = StyledText(
      frame.layout.truncated(SnackFrame.line(bar.title.chinese), to: room - 2), frame.headingStyle)
    let left = room - title.cells(by: frame.layout.width) - 4
    if left >= 8 {
      title.append(
        "  " + frame.layout.truncated(SnackFrame.line(bar.title.english), to: left), frame.options.style(.dim)
      )
    }
    if !hasPicture {
      title.append("  ")
      title.append(facts.flag)
    }
    var lines = [title]
    lines += [bar.headline.chinese, bar.headline.english].enumerated().map { index, text in
      StyledText(
        frame.layout.truncated(SnackFrame.line(text), to: room),
        index == 0 ? .plain : frame.options.style(.dim))
    }
    let rating = facts.rating
    lines.append(rating.cells(by: frame.layout.width) <= room ? rating : StyledText(Stars(bar.rating).words))
    lines += facts.lines(to: room).map { StyledText($0, frame.options.style(.dim)) }
    return lines.map { line in
      var indented = StyledText("  ")
      indented.append(line)
      return indented
    }
  }
}
