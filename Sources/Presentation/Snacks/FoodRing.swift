/// A dish's picture cut to a circle with two rings round it, 10 by 5 cells.
struct FoodRing {
  var image: String
  /// What stands in the ring where there are no colours; two wide characters fit.
  var name: String
  var frame: SnackFrame

  static let columns = 10
  static let rows = 5

  /// Radii in pixels of half a cell's height: the picture, the white ring, the ring with a gradient.
  static let radii = (picture: 3.25, white: 4.15, gradient: 5.0)

  /// Writes the ring over a grid; `ground` is the colour of a cell behind it, nil for the terminal's own.
  func write(into grid: inout CellGrid, column: Int, row: Int, ground: (Int, Int) -> RGB?) {
    if frame.options.shownArt == .blocks, frame.options.colour > .none, !frame.drawsASCII {
      writeBlocks(into: &grid, column: column, row: row, ground: ground)
    } else {
      writeGlyphs(into: &grid, column: column, row: row)
    }
  }

  private func writeBlocks(into grid: inout CellGrid, column: Int, row: Int, ground: (Int, Int) -> RGB?) {
    var paint = Paint(frame.options.colour)
    let raster = dish(paint)
    for y in 0..<FoodRing.rows {
      for x in 0..<FoodRing.columns {
        let behind = ground(column + x, row + y)
        let top = pixel(x, 2 * y, raster, behind: behind).map { colour(of: $0, &paint) }
        let bottom = pixel(x, 2 * y + 1, raster, behind: behind).map { colour(of: $0, &paint) }
        let (glyph, style) = FoodRing.cell(top, bottom, behind: behind)
        grid.set(glyph, style, column: column + x, row: row + y)
      }
    }
  }

  /// Among 16 colours the nearest is taken; the others know their own stand-ins.
  private func colour(of pixel: RGB, _ paint: inout Paint) -> Colour {
    frame.options.colour == .sixteen ? paint.colour(pixel) : Colour(pixel)
  }

  /// The middle of the dish's scene, in pixels of half a cell.
  private func dish(_ paint: Paint) -> Raster {
    let pixels = 2 * Int(FoodRing.radii.picture.rounded(.up))
    let (middle, side) = ((x: 120.0, y: 46.0), 60.0)
    let scale = Double(pixels) / side
    let height = Int((Scene.size.height * scale).rounded())
    let whole = Raster(
      paint.scene(Scene(snack: image), in: frame.options.theme, rows: height),
      theme: frame.options.theme, width: Int((Scene.size.width * scale).rounded()), height: height,
      blending: paint.blending)
    let (left, top) = (
      Int(((middle.x - side / 2) * scale).rounded()), Int(((middle.y - side / 2) * scale).rounded())
    )
    return whole.part(columns: left..<left + pixels, rows: top..<top + pixels)
  }

  /// What of the name fits into four cells.
  private var shortName: String {
    var short = ""
    for character in name where frame.layout.width.cells(in: short + String(character)) <= 4 {
      short.append(character)
    }
    return frame.layout.padded(short, to: 4, alignment: .centre)
  }

  private static func cell(_ top: Colour?, _ bottom: Colour?, behind: RGB?) -> (String, Style) {
    switch (top, bottom) {
    case (nil, nil): (" ", Style(background: behind.map { Colour($0) }))
    case (let top?, nil): ("▀", Style(foreground: top, background: behind.map { Colour($0) }))
    case (nil, let bottom?): ("▄", Style(foreground: bottom, background: behind.map { Colour($0) }))
    case (let top?, let bottom?): ("▀", Style(foreground: top, background: bottom))
    }
  }

  /// The mean of 4×4 samples; nil where the rings leave the ground as it is.
  private func pixel(_ x: Int, _ y: Int, _ raster: Raster, behind: RGB?) -> RGB? {
    let centre = Double(FoodRing.columns) / 2
    let around = behind ?? frame.options.theme.colour(.background).rgb
    // Means of 16 colours are none of them.
    if frame.options.colour == .sixteen {
      let (dx, dy) = (Double(x) + 0.5 - centre, Double(y) + 0.5 - centre)
      return colour(at: (dx * dx + dy * dy).squareRoot(), dx, dy, raster)
    }
    var sum = (red: 0, green: 0, blue: 0)
    var covered = 0
    for sample in 0..<16 {
      let (sampleX, sampleY) = (
        Double(x) + (Double(sample % 4) + 0.5) / 4, Double(y) + (Double(sample / 4) + 0.5) / 4
      )
      let (dx, dy) = (sampleX - centre, sampleY - centre)
      let colour = colour(at: (dx * dx + dy * dy).squareRoot(), dx, dy, raster)
      if colour != nil { covered += 1 }
      let shown = colour ?? around
      sum.red += Int(shown.red)
      sum.green += Int(shown.green)
      sum.blue += Int(shown.blue)
    }
    guard covered >= 4 else { return nil }
    return RGB(red: UInt8(sum.red / 16), green: UInt8(sum.green / 16), blue: UInt8(sum.blue / 16))
  }

  private func colour(at distance: Double, _ dx: Double, _ dy: Double, _ raster: Raster) -> RGB? {
    let radii = FoodRing.radii
    if distance < radii.picture {
      let scale = Double(raster.width) / (2 * radii.picture)
      return raster[Int((dx + radii.picture) * scale), Int((dy + radii.picture) * scale)]
    }
    if distance < radii.white { return RGB(0xFFFFFF) }
    guard distance < radii.gradient else { return nil }
    if frame.options.colour == .sixteen {
      return Colour.rgb(ofIndex: PaletteColour.brownMedium.basic(in: frame.options.theme))
    }
    // The card's gradient the other way round, lighter than the card so that it stands out from it.
    return frame.brown(at: 1 - (dx + radii.gradient) / (2 * radii.gradient)).lightened
  }

  private func writeGlyphs(into grid: inout CellGrid, column: Int, row: Int) {
    let glyphs =
      frame.drawsASCII
      ? ["  .----.  ", " /      \\ ", "|        |", " \\      / ", "  '----'  "]
      : ["  ▄▄▄▄▄▄  ", "▄█▀▀▀▀▀▀█▄", "█▌      ▐█", "▀█▄▄▄▄▄▄█▀", "  ▀▀▀▀▀▀  "]
    let width = frame.layout.width
    for (index, text) in glyphs.enumerated() {
      // The corners are left to what stands behind, but for the card's border that the ring hides.
      grid.write(text, frame.options.style(.brownAdaptive), column: column, row: row + index, width: width)
    }
    grid.write(shortName, Style(isBold: true), column: column + 3, row: row + 2, width: width)
  }
}

extension RGB {
  /// Two thirds of the colour and a third of white.
  fileprivate var lightened: RGB {
    func mix(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) * 2 + 255) / 3) }
    return RGB(red: mix(red), green: mix(green), blue: mix(blue))
  }
}

extension SnackFrame {
  /// A colour between `ColorBrownMedium` at 0 and `ColorBrownLight` at 1.
  func brown(at place: Double) -> RGB {
    let (first, last) = (
      PaletteColour.brownMedium.rgb(in: options.theme), PaletteColour.brownLight.rgb(in: options.theme)
    )
    func mix(_ low: UInt8, _ high: UInt8) -> UInt8 {
      UInt8((Double(low) + (Double(high) - Double(low)) * min(max(place, 0), 1)).rounded())
    }
    return RGB(
      red: mix(first.red, last.red), green: mix(first.green, last.green), blue: mix(first.blue, last.blue))
  }
}
