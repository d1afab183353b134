package import Bookstall

/// One banner of the snack guide: the dish's picture, its caption on it, and the English below.
package struct SnackBanner: Sendable {
  private let header: SnackHeader
  private let frame: SnackFrame

  /// A banner for one kind of terminal.
  package init(_ header: SnackHeader, _ options: TerminalOptions) {
    self.header = header
    frame = SnackFrame(options)
  }

  /// Cells of the picture: at most 60 by 12.
  package var size: (columns: Int, rows: Int) {
    let columns = min(60, frame.columns)
    // Narrow ones are taller for their width, so that the caption leaves some of the picture.
    return (columns, columns < 50 ? columns / 5 + 2 : columns / 5)
  }

  /// What of the board is shown: all of its height, and the dish right of the middle, clear of the caption.
  private var shownPart: ClosedRange<Double> {
    let width = min(Scene.size.width, Scene.size.height * Double(size.columns) / Double(2 * size.rows))
    let start = min(max(0, Scene.size.width / 2 - 0.6 * width), Scene.size.width - width)
    return start...start + width
  }

  /// The caption's place on the picture, in cells from its top left.
  var captionPlace: (column: Int, row: Int, columns: Int, rows: Int) {
    let (columns, rows) = size
    // 285 of 480 points, as long as a line then still holds some words.
    let width = min(columns - 3, max((columns * 285 + 240) / 480, 26))
    let height = 3
    let row = min((rows * 1875 + 1600) / 3200, rows - 1 - height)
    return (2, row, width, height)
  }

  /// The banner with its caption so many rows below its place; what falls off the picture is not seen.
  package func lines(captionDrop: Int = 0) -> [StyledText] {
    if frame.options.isAccessible {
      return frame.spoken(
        "\(header.headline.chinese), \(header.headline.english). \(header.subheadline.english) "
          + header.subheadline.chinese)
    }
    return picture(captionDrop: captionDrop) + english
  }

  private var title: String { SnackFrame.line(header.headline.chinese) }

  private func picture(captionDrop: Int) -> [StyledText] {
    let tier = frame.options.shownArt
    let picture = Picture(
      scene: Scene(snack: header.image), theme: frame.options.theme, depth: frame.options.colour,
      columns: size.columns, rows: size.rows,
      part: shownPart)
    guard var grid = picture.grid(tier: tier, width: frame.layout.width) else { return plainCaption }
    writeCaption(into: &grid, isColoured: tier == .blocks, drop: captionDrop)
    return tier == .blocks ? grid.lines : grid.lines.map { $0.trimmed() }
  }

  /// Title and at most two more lines.
  private func captionTexts(cells: Int) -> [String] {
    let text = balanced(SnackFrame.line(header.subheadline.chinese), to: cells)
    var lines = Array(text.prefix(2))
    if text.count > 2, let last = lines.popLast() {
      lines.append(frame.cut(last, before: text[2], to: cells))
    }
    return [frame.layout.truncated(title, to: cells)] + lines
  }

  /// In two lines that part at a comma or are about equally long: a last word would look lost by itself.
  private func balanced(_ text: String, to cells: Int) -> [String] {
    let lines = frame.layout.wrapped(text, to: cells)
    guard lines.count == 2 else { return lines }
    let layout = frame.layout
    func longest(_ lines: [String]) -> Int { lines.map { layout.width.cells(in: $0) }.max() ?? 0 }
    let halves = text.indices.filter { "，；".contains(text[$0]) }.map { comma in
      [String(text[...comma]), String(text[text.index(after: comma)...])]
    }
    if let best = halves.min(by: { longest($0) < longest($1) }), longest(best) <= cells { return best }
    return (1...cells).lazy.map { layout.wrapped(text, to: $0) }.first { $0.count == 2 } ?? lines
  }

  private func writeCaption(into grid: inout CellGrid, isColoured: Bool, drop: Int) {
    let place = captionPlace
    let texts = captionTexts(cells: place.columns - 3)
    let width = frame.layout.width
    for row in 0..<place.rows {
      let gridRow = place.row + row + drop
      guard (0..<grid.rows).contains(gridRow) else { continue }
      for column in place.column..<place.column + place.columns {
        let ground = isColoured ? shaded(grid.style(column: column, row: gridRow)) : Style.plain
        grid.set(" ", ground, column: column, row: gridRow)
      }
      writeBar(into: &grid, column: place.column, row: gridRow, isColoured: isColoured)
      guard texts.indices.contains(row) else { continue }
      var column = place.column + 2
      for character in texts[row] {
        var style = grid.style(column: column, row: gridRow)
        if isColoured { style.foreground = Colour(RGB(0xFFFFFF), basic: 15) }
        style.isBold = row == 0
        grid.write(String(character), style, column: column, row: gridRow, width: width)
        column += width.cells(in: character)
      }
    }
  }

  private func writeBar(into grid: inout CellGrid, column: Int, row: Int, isColoured: Bool) {
    var style = grid.style(column: column, row: row)
    if isColoured { style.foreground = frame.options.theme.colour(.brownMedium) }
    grid.set(frame.drawsASCII ? "|" : "▌", style, column: column, row: row)
  }

  /// The look of a cell under black at the opacity of `ColorBlackTransparentLight`.
  private func shaded(_ style: Style) -> Style {
    guard let bottom = style.background?.rgb else { return style }
    let top = style.foreground?.rgb ?? bottom
    let left = 255 - Int(PaletteColour.blackTransparentLight.opacity)
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 { UInt8((Int(first) + Int(second)) / 2 * left / 255) }
    let colour = RGB(
      red: mix(top.red, bottom.red), green: mix(top.green, bottom.green), blue: mix(top.blue, bottom.blue))
    // A gray among the 256: tints so dark would come out as patches.
    return Style(background: Colour(colour, indexed: Colour.grayIndex(of: colour), basic: 0))
  }

  /// The caption without a picture.
  private var plainCaption: [StyledText] {
    let bar = frame.drawsASCII ? "| " : "▌ "
    let room = min(60, frame.columns) - frame.layout.width.cells(in: bar) - frame.margin
    return captionTexts(cells: room).enumerated().map { index, text in
      var line = StyledText(frame.spaces(frame.margin))
      line.append(bar, frame.options.style(.brownAdaptive))
      line.append(text, index == 0 ? Style(isBold: true) : .plain)
      return line
    }
  }

  private var english: [StyledText] {
    let text = SnackFrame.line(header.headline.english + frame.options.separator + header.subheadline.english)
    let room = max(2, min(60, frame.columns) - 2 * frame.margin)
    return frame.layout.wrapped(text, to: room).map {
      var line = StyledText(frame.spaces(frame.margin))
      line.append($0, frame.options.style(.dim))
      return line
    }
  }
}
