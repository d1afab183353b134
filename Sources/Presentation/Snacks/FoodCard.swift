package import Bookstall

/// A dish's card: a brown box of at most six lines of text, the dish's ring on its left border.
package struct FoodCard: Sendable {
  private let food: SnackFood
  private let frame: SnackFrame
  private let texts: [String]
  /// How many of the lines are Chinese, and come first.
  private let chineseLines: Int

  /// Lines of text on a card; what is longer ends in an ellipsis.
  package static let mostLines = 6

  /// A card for one kind of terminal.
  package init(_ food: SnackFood, _ options: TerminalOptions) {
    self.food = food
    frame = SnackFrame(options)
    let room = FoodCard.place(in: frame).text
    let layout = frame.layout
    let chinese = layout.wrapped(SnackFrame.line(food.content.chinese), to: room)
    chineseLines = chinese.count
    texts = chinese + layout.wrapped(SnackFrame.line(food.content.english), to: room)
  }

  /// Whether the card leaves out some of the text.
  package var isCut: Bool { texts.count > FoodCard.mostLines }

  /// The text from the line on that is cut, for below such a card; nothing that the card shows whole comes again.
  package var furtherText: [StyledText] {
    let first = FoodCard.mostLines - 1
    let chinese = texts[..<chineseLines].dropFirst(first).joined()
    let english = texts.dropFirst(max(first, chineseLines)).joined(separator: " ")
    return [chinese, english].filter { !$0.isEmpty }.enumerated().flatMap { place, text in
      frame.wrapped((place == 0 ? frame.layout.ellipsis : "") + text, indent: frame.margin)
    }
  }

  /// The text as the card shows it, six lines at most.
  package var shownTexts: [String] {
    guard isCut, let last = texts.prefix(FoodCard.mostLines).last else { return texts }
    let room = FoodCard.place(in: frame).text
    return texts.prefix(FoodCard.mostLines - 1)
      + [frame.cut(last, before: texts[FoodCard.mostLines], to: room)]
  }

  /// The card from top to bottom.
  package var lines: [StyledText] {
    if frame.options.isAccessible {
      return frame.spoken("\(caption): \(food.title.english)") + frame.spoken(food.content.english)
        + frame.spoken(food.content.chinese)
    }
    return grid.lines.map { $0.trimmed() }
  }

  private var caption: String {
    "\(food.position)\(frame.options.separator)\(SnackFrame.line(food.title.chinese))"
  }

  /// Columns of the parts, counted from the left edge.
  private struct Place {
    var width: Int
    /// The box's left border.
    var left: Int
    var textStart: Int
    /// Cells of text.
    var text: Int
    var hasRing: Bool
  }

  private static func place(in frame: SnackFrame) -> Place {
    let width = min(72, frame.columns)
    // The ring needs thirteen columns, which a narrow terminal has not.
    let hasRing = width >= 40
    let left = hasRing ? FoodRing.columns / 2 : 0
    let start = hasRing ? FoodRing.columns + 2 : 2
    return Place(
      width: width, left: left, textStart: start, text: max(4, width - start - 3), hasRing: hasRing)
  }

  private var grid: CellGrid {
    let place = FoodCard.place(in: frame)
    let shown = shownTexts
    let inner = max(place.hasRing ? FoodRing.rows : 1, shown.count + 1)
    var grid = CellGrid(columns: place.width, rows: inner + 2)
    drawBox(into: &grid, place)
    if place.hasRing {
      let isFilled = frame.fillsSurfaces
      FoodRing(image: food.image, name: SnackFrame.line(food.title.chinese), frame: frame).write(
        into: &grid, column: 0, row: (grid.rows - FoodRing.rows) / 2
      ) { column, row in
        isFilled && column > place.left && row > 0 && row < inner + 1 ? ground(column, place) : nil
      }
    }
    for (index, text) in shown.enumerated() {
      write(text, column: place.textStart, row: index + 1, isBold: false, into: &grid)
    }
    let caption = frame.layout.truncated(
      caption + frame.options.separator + SnackFrame.line(food.title.english), to: place.text)
    let start = place.width - 3 - frame.layout.width.cells(in: caption)
    write(caption, column: max(place.textStart, start), row: inner, isBold: true, into: &grid)
    return grid
  }

  private func write(_ text: String, column: Int, row: Int, isBold: Bool, into grid: inout CellGrid) {
    var column = column
    for character in text {
      var style = grid.style(column: column, row: row)
      if frame.fillsSurfaces { style.foreground = Colour(RGB(0xFFFFFF), basic: 15) }
      style.isBold = isBold
      grid.write(String(character), style, column: column, row: row, width: frame.layout.width)
      column += frame.layout.width.cells(in: character)
    }
  }

  private func ground(_ column: Int, _ place: Place) -> RGB {
    // The cube of 256 colours has one brown that white can be read on: no gradient there.
    if frame.options.colour < .trueColour { return RGB(0x875F00) }
    return frame.brown(at: Double(column - place.left) / Double(max(1, place.width - 1 - place.left)))
  }

  private func drawBox(into grid: inout CellGrid, _ place: Place) {
    let (right, bottom) = (place.width - 1, grid.rows - 1)
    let glyphs = frame.fillsSurfaces ? "▗▄▖  ▝▀▘" : frame.drawsASCII ? ".-.||'-'" : "╭─╮││╰─╯"
    let parts = glyphs.map(String.init)
    for row in 0...bottom {
      for column in place.left...right {
        let side = column == place.left ? 0 : column == right ? 2 : 1
        let glyph =
          row == 0
          ? parts[side] : row == bottom ? parts[5 + side] : side == 1 ? " " : parts[side == 0 ? 3 : 4]
        var style = frame.options.style(.brownAdaptive)
        if frame.fillsSurfaces {
          let colour = Colour(ground(column, place))
          style = row == 0 || row == bottom ? Style(foreground: colour) : Style(background: colour)
        } else if side == 1, row > 0, row < bottom {
          style = .plain
        }
        grid.set(glyph, style, column: column, row: row)
      }
    }
  }
}
