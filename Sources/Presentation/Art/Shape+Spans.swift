/// The stretches of one row that a shape covers, with room that is used again for the next row.
struct Spans {
  private(set) var ranges: [Range<Double>] = []
  fileprivate var crossings: [Double] = []

  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
  }

  /// Adds a stretch; nothing where it is empty.
  fileprivate mutating func append(from left: Double, to right: Double) {
    if left < right { ranges.append(left..<right) }
  }
}

extension Shape {
  /// The rows the shape can touch, in board units.
  var verticalExtent: ClosedRange<Double> {
    switch self {
    case .gradient: 0...Scene.size.height
    case .circle(_, let y, let radius, _): y - abs(radius)...y + abs(radius)
    case .ellipse(_, let y, _, let radius, _): y - abs(radius)...y + abs(radius)
    case .ring(_, let y, let radius, let width, _):
      y - abs(radius) - abs(width)...y + abs(radius) + abs(width)
    case .rectangle(_, let y, _, let height, _): y...y + max(0, height)
    case .polygon(let points, _, _): Shape.extent(of: points, margin: 0)
    case .line(let points, let width, _): Shape.extent(of: points, margin: abs(width) / 2)
    }
  }

  /// Adds what the shape covers of the row at that height.
  func appendSpans(at y: Double, to spans: inout Spans) {
    switch self {
    case .gradient:
      spans.append(from: 0, to: Scene.size.width)
    case .circle(let x, let centre, let radius, _):
      Shape.appendEllipse(x, centre, radius, radius, at: y, to: &spans)
    case .ellipse(let x, let centre, let radiusX, let radiusY, _):
      Shape.appendEllipse(x, centre, radiusX, radiusY, at: y, to: &spans)
    case .ring(let x, let centre, let radius, let width, _):
      let outer = Shape.halfChord(radius + width / 2, at: y - centre)
      let inner = Shape.halfChord(radius - width / 2, at: y - centre)
      spans.append(from: x - outer, to: x - inner)
      spans.append(from: x + inner, to: x + outer)
    case .rectangle(let left, let top, let width, let height, _):
      if y >= top, y < top + height { spans.append(from: left, to: left + width) }
    case .polygon(let points, _, _):
      Shape.appendPolygon(points, at: y, to: &spans)
    case .line(let points, let width, _):
      Shape.appendLine(points, radius: width / 2, at: y, to: &spans)
    }
  }

  private static func extent(of points: [Double], margin: Double) -> ClosedRange<Double> {
    var low = Double.infinity
    var high = -Double.infinity
    for index in stride(from: 1, to: points.count, by: 2) {
      low = min(low, points[index])
      high = max(high, points[index])
    }
    return low <= high ? low - margin...high + margin : 0...0
  }

  /// Half of what a circle around 0 covers at that distance from its centre.
  private static func halfChord(_ radius: Double, at distance: Double) -> Double {
    let square = radius * radius - distance * distance
    return radius > 0 && square > 0 ? square.squareRoot() : 0
  }

  private static func appendEllipse(
    _ x: Double, _ centre: Double, _ radiusX: Double, _ radiusY: Double, at y: Double, to spans: inout Spans
  ) {
    guard radiusY > 0 else { return }
    let half = radiusX / radiusY * halfChord(radiusY, at: y - centre)
    spans.append(from: x - half, to: x + half)
  }

  /// By the even-odd rule, so that the spans never overlap.
  private static func appendPolygon(_ points: [Double], at y: Double, to spans: inout Spans) {
    spans.crossings.removeAll(keepingCapacity: true)
    let count = points.count / 2
    for index in 0..<count {
      let next = (index + 1) % count
      let (x1, y1) = (points[index * 2], points[index * 2 + 1])
      let (x2, y2) = (points[next * 2], points[next * 2 + 1])
      if (y1 <= y) != (y2 <= y) { spans.crossings.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1)) }
    }
    spans.crossings.sort()
    for index in stride(from: 0, to: spans.crossings.count - 1, by: 2) {
      spans.append(from: spans.crossings[index], to: spans.crossings[index + 1])
    }
  }

  private static func appendLine(_ points: [Double], radius: Double, at y: Double, to spans: inout Spans) {
    for index in stride(from: 0, to: points.count - 3, by: 2) {
      appendSegment(
        points[index], points[index + 1], points[index + 2], points[index + 3], radius: radius, at: y,
        to: &spans)
    }
  }

  /// A segment with round ends is convex: its row is one stretch, from the leftmost part to the rightmost.
  private static func appendSegment(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, radius: Double, at y: Double,
    to spans: inout Spans
  ) {
    var left = Double.infinity
    var right = -Double.infinity
    func include(_ low: Double, _ high: Double) {
      left = min(left, low)
      right = max(right, high)
    }
    for (x, centre) in [(x1, y1), (x2, y2)] {
      let half = halfChord(radius, at: y - centre)
      if half > 0 { include(x - half, x + half) }
    }
    let length = ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot()
    if length > 0 {
      let (dx, dy) = ((y1 - y2) / length * radius, (x2 - x1) / length * radius)
      let corners = [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)]
      var previous = corners[3]
      for corner in corners {
        if (previous.1 <= y) != (corner.1 <= y) {
          let x = previous.0 + (y - previous.1) / (corner.1 - previous.1) * (corner.0 - previous.0)
          include(x, x)
        }
        previous = corner
      }
    }
    spans.append(from: left, to: right)
  }
}
