/// The ways a terminal can show a picture, best first.
package enum ArtTier: String, CaseIterable, Sendable {
  /// Half blocks in colour, two pixels per cell.
  case blocks
  /// Quarter blocks without colour, four pixels per cell.
  case mono
  /// Characters of ASCII by lightness.
  case ascii
  /// No picture at all.
  case none
}

/// A scene in terminal cells, with a tag over its bottom right corner where one is wanted.
struct Picture {
  var scene: Scene
  var theme: Theme
  /// The colours there are for blocks.
  var depth: ColourDepth
  var columns: Int
  var rows: Int
  /// What of the board is shown, from left to right.
  var part = 0...Scene.size.width

  /// The scene in cells; without a tier that draws, no lines.
  func lines(tier: ArtTier, tag: String?, width: CellWidth) -> [StyledText] {
    let lines = grid(tier: tier, tag: tag, width: width)?.lines ?? []
    return tier == .blocks ? lines : lines.map { $0.trimmed() }
  }

  /// The scene in cells that can be written over; nil without a tier that draws.
  func grid(tier: ArtTier, tag: String? = nil, width: CellWidth) -> CellGrid? {
    switch tier {
    case .blocks: blocks(tag: tag, width: width)
    case .mono: mono(tag: tag, width: width)
    case .ascii: ascii(tag: tag, width: width)
    case .none: nil
    }
  }

  /// The part of the scene in pixels, without stretching it sideways by more than a pixel's rounding.
  func raster(
    of scene: Scene, in theme: Theme, width: Int, height: Int, blending: Raster.Blending = .mean
  ) -> Raster {
    let scale = Double(width) / max(1, part.upperBound - part.lowerBound)
    let whole = Raster(
      scene, theme: theme, width: Int((Scene.size.width * scale).rounded()), height: height,
      blending: blending)
    let first = Int((part.lowerBound * scale).rounded())
    return whole.part(columns: first..<first + width, rows: 0..<whole.height)
  }

  private func blocks(tag: String?, width: CellWidth) -> CellGrid {
    var paint = Paint(depth)
    let raster = raster(
      of: paint.scene(scene, in: theme, rows: rows * 2), in: theme, width: columns, height: rows * 2,
      blending: paint.blending)
    var grid = CellGrid(columns: columns, rows: rows)
    // Where the half block takes two cells, a cell is one colour.
    let isHalved = !width.ambiguousIsWide
    for row in 0..<rows {
      for column in 0..<columns {
        let pair = row * 2..<row * 2 + 2
        let top = paint.colour(
          isHalved ? raster[column, row * 2] : raster.average(columns: column..<column + 1, rows: pair))
        let bottom = isHalved ? paint.colour(raster[column, row * 2 + 1]) : top
        let style = Style(foreground: top == bottom ? nil : top, background: bottom)
        grid.set(top == bottom ? " " : "▀", style, column: column, row: row)
      }
    }
    guard let tag else { return grid }
    let place = tagPlace(" \(tag) ", width: width)
    let beneath = raster.average(
      columns: place.column..<place.column + place.cells, rows: place.row * 2..<place.row * 2 + 2)
    let style = Style(
      foreground: Colour(RGB(0xFFFFFF), basic: 15), background: Colour(beneath.shaded, basic: 0),
      isBold: true)
    grid.write(place.text, style, column: place.column, row: place.row, width: width)
    return grid
  }

  private func mono(tag: String?, width: CellWidth) -> CellGrid {
    // Full and half blocks are of ambiguous width.
    if width.ambiguousIsWide { return ascii(tag: tag, width: width) }
    let raster = raster(of: scene.flattened, in: .light, width: columns * 2, height: rows * 2)
    let figure = Silhouette(raster, sky: scene.sky(in: .light))
    var grid = CellGrid(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var index = 0
        for (bit, place) in [(0, 0), (1, 0), (0, 1), (1, 1)].enumerated() {
          if figure[column * 2 + place.0, row * 2 + place.1] { index |= 1 << bit }
        }
        grid.set(Picture.quadrants[index], column: column, row: row)
      }
    }
    writePlainTag(tag, into: &grid, width: width)
    return grid
  }

  private func ascii(tag: String?, width: CellWidth) -> CellGrid {
    let raster = raster(of: scene.flattened, in: theme, width: columns, height: rows)
    let contrast = Contrast(raster, sky: scene.sky(in: theme))
    var grid = CellGrid(columns: columns, rows: rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let level = contrast.level(of: raster[column, row], steps: Picture.ramp.count)
        grid.set(Picture.ramp[level], column: column, row: row)
      }
    }
    writePlainTag(tag, into: &grid, width: width)
    return grid
  }

  private static let quadrants = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
  private static let ramp = [" ", ".", ":", "-", "=", "+", "*", "#"]

  /// Brackets replace the tag's ground, and a blank on each side keeps it apart from the picture.
  private func writePlainTag(_ tag: String?, into grid: inout CellGrid, width: CellWidth) {
    guard let tag else { return }
    let place = tagPlace("[ \(tag) ]", width: width)
    grid.write(" \(place.text) ", .plain, column: place.column - 1, row: place.row, width: width)
  }

  private struct TagPlace {
    var text: String
    var cells: Int
    var column: Int
    var row: Int
  }

  /// The tag ends one column before the edge and stands one row above the bottom.
  private func tagPlace(_ text: String, width: CellWidth) -> TagPlace {
    let cells = width.cells(in: text)
    return TagPlace(
      text: text, cells: cells, column: max(1, columns - 1 - cells), row: max(0, rows - 2))
  }
}

extension Scene {
  /// The scene before a sky of one colour, so that without colours only what stands before it is drawn.
  var flattened: Scene {
    var flat = self
    flat.shapes = shapes.map { shape in
      guard case .gradient(_, let bottom) = shape else { return shape }
      return .gradient(from: bottom, to: bottom)
    }
    return flat
  }

  /// The colour of the flat sky.
  func sky(in theme: Theme) -> RGB {
    for case .gradient(_, let bottom) in shapes { return colour(bottom, in: theme) }
    return RGB(0)
  }
}
