/// A block of terminal cells that can be written over before it becomes lines.
struct CellGrid {
  /// What stands in one cell; empty in the further cells of a wide character.
  struct Cell {
    var glyph: String
    var style: Style
  }

  let columns: Int
  let rows: Int
  private var cells: [Cell]

  /// Blank cells in the terminal's own look.
  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = [Cell](repeating: Cell(glyph: " ", style: .plain), count: self.columns * self.rows)
  }

  /// How a cell looks; the terminal's own look outside of the grid.
  func style(column: Int, row: Int) -> Style {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return .plain }
    return cells[row * columns + column].style
  }

  /// Puts a glyph of one cell at a place of the grid.
  mutating func set(_ glyph: String, _ style: Style = .plain, column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    cells[row * columns + column] = Cell(glyph: glyph, style: style)
  }

  /// Writes text from a place to the right; what does not fit in the row is left out.
  mutating func write(_ text: String, _ style: Style, column: Int, row: Int, width: CellWidth) {
    var column = column
    for character in text {
      let needed = width.cells(in: character)
      guard column + needed <= columns else { return }
      set(String(character), style, column: column, row: row)
      for covered in stride(from: 1, to: needed, by: 1) {
        set("", style, column: column + covered, row: row)
      }
      column += needed
    }
  }

  /// The rows as text, top to bottom.
  var lines: [StyledText] {
    (0..<rows).map { row in
      cells[row * columns..<(row + 1) * columns].reduce(into: StyledText()) { line, cell in
        line.append(cell.glyph, cell.style)
      }
    }
  }
}
