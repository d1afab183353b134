/// A grid of samples over the board, on which shapes are drawn as spans of rows.
///
/// A sample lies inside a shape if its centre does. Work is proportional to the rows a shape touches and the
/// samples it covers, not to the number of samples times the number of shapes.
struct SampleCanvas {
  let columns: Int
  let rows: Int
  /// 24 bits each, row by row.
  private(set) var samples: [UInt32]

  private let columnWidth: Double
  private let rowHeight: Double
  private var spans = Spans()

  /// A black grid; both numbers are positive.
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    samples = [UInt32](repeating: 0, count: columns * rows)
    columnWidth = Scene.size.width / Double(columns)
    rowHeight = Scene.size.height / Double(rows)
  }

  /// Draws one shape over what is there.
  mutating func draw(_ shape: Shape, of scene: Scene, in theme: Theme) {
    switch shape {
    case .gradient(let top, let bottom):
      fillGradient(from: scene.colour(top, in: theme), to: scene.colour(bottom, in: theme))
    case .polygon(_, let role, let opacity):
      fill(shape, with: scene.colour(role, in: theme).value, opacity: opacity)
    default:
      fill(shape, with: scene.colour(shape.role, in: theme).value, opacity: 1)
    }
  }

  private mutating func fillGradient(from top: RGB, to bottom: RGB) {
    for row in 0..<rows {
      let place = (Double(row) + 0.5) / Double(rows)
      func mix(_ first: UInt8, _ last: UInt8) -> UInt8 {
        UInt8((Double(first) + (Double(last) - Double(first)) * place).rounded())
      }
      let colour = RGB(
        red: mix(top.red, bottom.red), green: mix(top.green, bottom.green), blue: mix(top.blue, bottom.blue))
      let value = colour.value
      for index in row * columns..<(row + 1) * columns { samples[index] = value }
    }
  }

  private mutating func fill(_ shape: Shape, with colour: UInt32, opacity: Double) {
    let extent = shape.verticalExtent
    let firstRow = index(of: extent.lowerBound, step: rowHeight, limit: rows)
    let endRow = min(rows, index(of: extent.upperBound, step: rowHeight, limit: rows) + 1)
    let alpha = UInt32((min(max(opacity, 0), 1) * 255).rounded())
    for row in firstRow..<max(firstRow, endRow) {
      spans.removeAll()
      shape.appendSpans(at: (Double(row) + 0.5) * rowHeight, to: &spans)
      for span in spans.ranges {
        let first = row * columns + index(of: span.lowerBound, step: columnWidth, limit: columns)
        let end = row * columns + index(of: span.upperBound, step: columnWidth, limit: columns)
        if alpha == 255 {
          for index in first..<max(first, end) { samples[index] = colour }
        } else {
          for index in first..<max(first, end) {
            samples[index] = SampleCanvas.blend(colour, over: samples[index], alpha: alpha)
          }
        }
      }
    }
  }

  /// The first sample whose centre is not before the position, 0 to `limit`.
  private func index(of position: Double, step: Double, limit: Int) -> Int {
    let place = (position / step - 0.5).rounded(.up)
    return place > 0 ? (place < Double(limit) ? Int(place) : limit) : 0
  }

  private static func blend(_ colour: UInt32, over below: UInt32, alpha: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for shift in [16, 8, 0] as [UInt32] {
      let above = (colour >> shift) & 0xFF
      let under = (below >> shift) & 0xFF
      result |= ((above * alpha + under * (255 - alpha) + 127) / 255) << shift
    }
    return result
  }
}
