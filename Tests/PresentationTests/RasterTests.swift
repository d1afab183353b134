import Testing

@testable import Presentation

struct RasterTests {
  @Test(arguments: SceneTests.genres + ["文学", "History", "Science Fiction", "Biography", "Philosophy"])
  func `pixels agree with testing every sample against every shape`(genre: String) {
    let scene = Scene(genre: genre)
    let raster = Raster(scene, theme: .light, width: 30, height: 10)
    var differing = 0
    for row in 0..<10 {
      for column in 0..<30 where raster[column, row] != naivePixel(of: scene, column: column, row: row) {
        differing += 1
      }
    }
    // A sample exactly on an edge may fall to either side.
    #expect(differing <= 3)
  }

  @Test func `a size that cannot be drawn is empty`() {
    for (width, height) in [(0, 5), (5, 0), (-1, 5), (5000, 1)] {
      let raster = Raster(.fantasy, theme: .dark, width: width, height: height)
      #expect(raster.pixels.isEmpty)
      #expect(raster[0, 0] == RGB(0))
    }
  }

  @Test func `shapes may leave the board or have no size`() {
    let scene = Scene(
      palette: [.init("a", light: 0xFFFFFF, dark: 0)],
      shapes: [
        .circle(-500, 40, radius: 10, "a"), .rectangle(230, 70, 1e9, 1e9, "a"),
        .ellipse(0, 0, radii: 0, 0, "a"),
        .line([3], width: 2, "a"), .polygon([1, 2], "a"), .circle(10, 10, radius: -4, "a"),
        .rectangle(0, 0, -5, -5, "missing"), .ring(50, 50, radius: 0, width: 0, "a"),
      ])
    let raster = Raster(scene, theme: .light, width: 24, height: 8)
    #expect(raster[23, 7] == RGB(0xFFFFFF))
    #expect(raster.pixels.filter { $0 != RGB(0) }.count == 1)
  }

  /// One pixel as the definition says: sixteen samples, each through all shapes.
  private func naivePixel(of scene: Scene, column: Int, row: Int) -> RGB {
    var sum = (0, 0, 0)
    for index in 0..<16 {
      let x = (Double(column * 4 + index % 4) + 0.5) * 2
      let y = (Double(row * 4 + index / 4) + 0.5) * 2
      var colour = (0.0, 0.0, 0.0)
      for shape in scene.shapes {
        guard let (role, share) = shape.cover(x: x, y: y) else { continue }
        let opacity = (share * 255).rounded() / 255
        let over = scene.colour(role.0, in: .light)
        let second = scene.colour(role.1, in: .light)
        func mix(_ below: Double, _ first: UInt8, _ last: UInt8) -> Double {
          let top = (Double(first) + (Double(last) - Double(first)) * y / 80).rounded()
          return ((top * opacity + below * (1 - opacity))).rounded()
        }
        colour = (
          mix(colour.0, over.red, second.red), mix(colour.1, over.green, second.green),
          mix(colour.2, over.blue, second.blue)
        )
      }
      sum = (sum.0 + Int(colour.0), sum.1 + Int(colour.1), sum.2 + Int(colour.2))
    }
    return RGB(
      red: UInt8((sum.0 + 8) / 16), green: UInt8((sum.1 + 8) / 16), blue: UInt8((sum.2 + 8) / 16))
  }
}

extension Shape {
  /// The roles, top and bottom, and the opacity a shape gives a point; nil outside of it.
  fileprivate func cover(x: Double, y: Double) -> ((String, String), Double)? {
    func distance(_ a: Double, _ b: Double) -> Double { ((x - a) * (x - a) + (y - b) * (y - b)).squareRoot() }
    switch self {
    case .gradient(let top, let bottom): return ((top, bottom), 1)
    case .circle(let a, let b, let radius, let role):
      return distance(a, b) < radius ? ((role, role), 1) : nil
    case .ellipse(let a, let b, let radiusX, let radiusY, let role):
      let place = ((x - a) / radiusX, (y - b) / radiusY)
      return place.0 * place.0 + place.1 * place.1 < 1 ? ((role, role), 1) : nil
    case .ring(let a, let b, let radius, let width, let role):
      return abs(distance(a, b) - radius) < width / 2 ? ((role, role), 1) : nil
    case .rectangle(let left, let top, let width, let height, let role):
      return x >= left && x < left + width && y >= top && y < top + height ? ((role, role), 1) : nil
    case .polygon(let points, let role, let opacity):
      return isInside(points, x: x, y: y) ? ((role, role), opacity) : nil
    case .line(let points, let width, let role):
      let near = stride(from: 0, to: points.count - 3, by: 2).contains { index in
        let (x1, y1, x2, y2) = (points[index], points[index + 1], points[index + 2], points[index + 3])
        let (dx, dy) = (x2 - x1, y2 - y1)
        let along = min(max(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy), 0), 1)
        return distance(x1 + along * dx, y1 + along * dy) < width / 2
      }
      return near ? ((role, role), 1) : nil
    }
  }

  private func isInside(_ points: [Double], x: Double, y: Double) -> Bool {
    var inside = false
    for index in 0..<points.count / 2 {
      let next = (index + 1) % (points.count / 2)
      let (x1, y1, x2, y2) = (
        points[index * 2], points[index * 2 + 1], points[next * 2], points[next * 2 + 1]
      )
      if (y1 > y) != (y2 > y), x < (x2 - x1) * (y - y1) / (y2 - y1) + x1 { inside.toggle() }
    }
    return inside
  }
}
