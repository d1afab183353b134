/// A picture in pixels, row by row from the top left.
package struct Raster: Hashable, Sendable {
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// All pixels, row by row from the top left.
  package let pixels: [RGB]

  /// The pixel at a place; black outside of the picture.
  package subscript(column: Int, row: Int) -> RGB {
    guard column >= 0, column < width, row >= 0, row < height else { return RGB(0) }
    let index = row * width + column
    return index < pixels.count ? pixels[index] : RGB(0)
  }

  /// The mean colour of a rectangle; black where it is empty.
  package func average(columns: Range<Int>, rows: Range<Int>) -> RGB {
    var sum = (red: 0, green: 0, blue: 0)
    var count = 0
    for row in rows.clamped(to: 0..<height) {
      for column in columns.clamped(to: 0..<width) {
        let pixel = self[column, row]
        sum.red += Int(pixel.red)
        sum.green += Int(pixel.green)
        sum.blue += Int(pixel.blue)
        count += 1
      }
    }
    guard count > 0 else { return RGB(0) }
    return RGB(
      red: UInt8(sum.red / count), green: UInt8(sum.green / count), blue: UInt8(sum.blue / count))
  }
}

extension Raster {
  /// A rectangle of the picture; black where it reaches beyond.
  func part(columns: Range<Int>, rows: Range<Int>) -> Raster {
    if columns == 0..<width, rows == 0..<height { return self }
    var pixels: [RGB] = []
    pixels.reserveCapacity(columns.count * rows.count)
    for row in rows {
      for column in columns { pixels.append(self[column, row]) }
    }
    return Raster(width: columns.count, height: rows.count, pixels: pixels)
  }

  /// Draws a scene in pixels of 4×4 samples each, averaged in sRGB as browsers do.
  ///
  /// The scene is stretched to the size given; a size that is not positive, or beyond 4096, gives an empty
  /// raster. Only sums, products and square roots are used, so every machine draws the same bytes.
  package init(_ scene: Scene, theme: Theme, width: Int, height: Int, blending: Blending = .mean) {
    guard (1...4096).contains(width), (1...4096).contains(height) else {
      self.init(width: 0, height: 0, pixels: [])
      return
    }
    var canvas = SampleCanvas(columns: width * Raster.samples, rows: height * Raster.samples)
    for shape in scene.shapes { canvas.draw(shape, of: scene, in: theme) }
    let pixels =
      switch blending {
      case .mean: Raster.averaged(canvas, width: width, height: height)
      case .majority: Raster.elected(canvas, sky: scene.sky(in: theme).value, width: width, height: height)
      }
    self.init(width: width, height: height, pixels: pixels)
  }

  private static let samples = 4

  private static func averaged(_ canvas: SampleCanvas, width: Int, height: Int) -> [RGB] {
    var pixels: [RGB] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        // Red and blue are added in one number, 16 bits apart: sixteen samples of 255 fit.
        var redAndBlue: UInt32 = 0
        var green: UInt32 = 0
        for sampleRow in 0..<samples {
          let start = (row * samples + sampleRow) * canvas.columns + column * samples
          for index in start..<start + samples {
            let sample = canvas.samples[index]
            redAndBlue &+= sample & 0xFF_00FF
            green &+= (sample >> 8) & 0xFF
          }
        }
        let red = ((redAndBlue >> 16) + 8) / 16
        let blue = ((redAndBlue & 0xFFFF) + 8) / 16
        pixels.append(RGB(red: UInt8(red), green: UInt8((green + 8) / 16), blue: UInt8(blue)))
      }
    }
    return pixels
  }

  /// How the samples of a pixel become its colour.
  package enum Blending: Sendable {
    /// The mean of all, as browsers do.
    case mean
    /// The colour of most, where colours cannot be mixed.
    case majority
  }

  /// Each pixel by the votes of its samples.
  ///
  /// The sky's weigh least, and those of what is rare in the picture most, or stars and windows would vanish.
  private static func elected(_ canvas: SampleCanvas, sky: UInt32, width: Int, height: Int) -> [RGB] {
    let counts = canvas.samples.reduce(into: [(colour: UInt32, count: Int)]()) { count($1, in: &$0) }
    func weight(_ colour: UInt32) -> Int {
      let count = counts.first { $0.colour == colour }?.count ?? 0
      return count * 25 < canvas.samples.count ? 6 : colour == sky ? 1 : 3
    }
    var pixels: [RGB] = []
    pixels.reserveCapacity(width * height)
    var votes: [(colour: UInt32, count: Int)] = []
    for row in 0..<height {
      for column in 0..<width {
        votes.removeAll(keepingCapacity: true)
        for sampleRow in 0..<samples {
          let start = (row * samples + sampleRow) * canvas.columns + column * samples
          for index in start..<start + samples { count(canvas.samples[index], in: &votes) }
        }
        var winner = (colour: sky, votes: 0)
        for vote in votes where votes.count == 1 || vote.count * weight(vote.colour) > winner.votes {
          winner = (vote.colour, vote.count * weight(vote.colour))
        }
        pixels.append(RGB(winner.colour))
      }
    }
    return pixels
  }

  private static func count(_ sample: UInt32, in counts: inout [(colour: UInt32, count: Int)]) {
    for place in counts.indices where counts[place].colour == sample {
      counts[place].count += 1
      return
    }
    counts.append((sample, 1))
  }
}
