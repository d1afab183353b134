/// The things that snack pictures are put together from; coordinates are board units.
///
/// Each part fills with roles of its own names, so a picture that uses it has them in its palette.
enum SnackParts {
  /// The lower half of an ellipse, as a polygon.
  static func lowerHalf(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ role: String)
    -> Shape
  {
    var points: [Double] = []
    for step in -10...10 {
      let u = Double(step) / 10
      points += [x + radiusX * u, y + radiusY * (1 - u * u).squareRoot()]
    }
    return .polygon(points, role)
  }

  /// A table top from its edge down: roles `table`, `edge`.
  static func table(at y: Double) -> [Shape] {
    [.rectangle(0, y, 240, 80 - y, "table"), .rectangle(0, y, 240, 2, "edge")]
  }

  /// A bowl by the middle of its rim and half its width: roles `bowl`, `shade`, `rim`, `soup`.
  static func bowl(_ x: Double, _ y: Double, half: Double) -> [Shape] {
    let depth = half * 0.78
    return [
      .ellipse(x, y + depth + 1, radii: half * 0.9, 3.4, "shade"),
      .rectangle(x - half * 0.42, y + depth - 4, half * 0.84, 5.4, "bowl"),
      lowerHalf(x, y, half, depth, "bowl"),
      .line(
        [x - half * 0.74, y + depth * 0.5, x, y + depth * 0.72, x + half * 0.74, y + depth * 0.5],
        width: 2, "band"),
      .ellipse(x, y, radii: half, half * 0.26, "rim"),
      .ellipse(x, y, radii: half * 0.89, half * 0.2, "soup"),
    ]
  }

  /// A plate by its middle and half its width: roles `plate`, `rim`, `shade`.
  static func plate(_ x: Double, _ y: Double, half: Double) -> [Shape] {
    [
      .ellipse(x, y + half * 0.09, radii: half, half * 0.25, "shade"),
      .ellipse(x, y, radii: half, half * 0.23, "rim"),
      .ellipse(x, y - 0.6, radii: half * 0.86, half * 0.17, "plate"),
    ]
  }

  /// A wisp of steam that rises from a point: role `steam`.
  static func steam(_ x: Double, _ y: Double, height: Double = 22) -> Shape {
    let step = height / 4
    return .line(
      [x, y, x - 3, y - step, x + 2.4, y - 2 * step, x - 2, y - 3 * step, x + 2, y - height], width: 2,
      "steam")
  }

  /// The cut end of a roll: roles `dust`, `dough`, `bean`.
  static func rollEnd(_ x: Double, _ y: Double, radius: Double) -> [Shape] {
    [
      .circle(x, y, radius: radius, "dust"),
      .circle(x, y, radius: radius * 0.8, "dough"), .circle(x, y, radius: radius * 0.56, "bean"),
      .circle(x, y, radius: radius * 0.24, "dough"),
    ]
  }

  /// Fruit on a stick between two points, the first at the handle: roles `stick`, `fruit`, `shine`, `sugar`.
  static func skewer(from start: (Double, Double), to end: (Double, Double), fruits: Int, radius: Double)
    -> [Shape]
  {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1)
    var shapes: [Shape] = [
      .line([start.0, start.1, end.0 + dx * 0.04, end.1 + dy * 0.04], width: 2, "stick")
    ]
    for fruit in 0..<fruits {
      let place = 0.3 + 0.68 * Double(fruit) / Double(max(1, fruits - 1))
      let (x, y) = (start.0 + dx * place, start.1 + dy * place)
      // Large ones low, small ones at the tip.
      let size = radius * (1.06 - 0.2 * place)
      shapes.append(.circle(x, y, radius: size + 0.9, "sugar"))
      shapes.append(.circle(x, y, radius: size, "fruit"))
      shapes.append(.circle(x - size * 0.36, y - size * 0.4, radius: size * 0.3, "shine"))
    }
    return shapes
  }

  /// A pair of chopsticks from their tips: role `stick`.
  static func chopsticks(_ x: Double, _ y: Double, toward end: (Double, Double)) -> [Shape] {
    [
      .line([x, y, end.0, end.1], width: 2.4, "stick"),
      .line([x + 4, y + 4, end.0 + 10, end.1 + 8], width: 2.4, "stick"),
    ]
  }

  /// A hanging lantern by its middle: roles `lantern`, `gold`.
  static func lantern(_ x: Double, _ y: Double, radius: Double) -> [Shape] {
    [
      .line([x, 0, x, y - radius], width: 1.4, "gold"),
      .ellipse(x, y, radii: radius * 1.16, radius, "lantern"),
      .rectangle(x - radius * 0.5, y - radius - 1.6, radius, 3.2, "gold"),
      .rectangle(x - radius * 0.5, y + radius - 1.6, radius, 3.2, "gold"),
      .line([x, y + radius, x, y + radius * 1.9], width: 2, "gold"),
      .line([x, y - radius * 0.8, x, y + radius * 0.8], width: 1.4, "gold"),
    ]
  }
}
