extension Scene {
  /// The scene in colours of the 256, its sky in a few plain bands of whole rows of pixels.
  ///
  /// Each role gets one colour before the picture is drawn: pixels looked up one by one would fall apart into specks
  /// wherever a colour lies between two of the palette.
  func indexed(in theme: Theme, rows: Int) -> Scene {
    var result = self
    var standIns = StandIns()
    let sky = Set(shapes.flatMap(\.skyRoles))
    result.shapes = shapes.flatMap { shape -> [Shape] in
      switch shape {
      case .gradient(let top, let bottom) where rows > 0:
        return self.sky(from: top, to: bottom, in: theme, rows: rows, with: &standIns)
      case .polygon(let points, let role, let opacity) where opacity < 1:
        // A veil gets one colour of its own: its role's, thinned by the sky's.
        let veil = self.veil(of: role, opacity: opacity, in: theme)
        result.palette.append(veil)
        return [.polygon(points, veil.name)]
      default: return [shape]
      }
    }
    let drawn = Set(result.shapes.map(\.role))
    standIns.assign(result.palette.filter { drawn.contains($0.name) }, sky: sky, in: theme)
    result.palette = standIns.palette
    return result
  }

  private func sky(
    from top: String, to bottom: String, in theme: Theme, rows: Int, with standIns: inout StandIns
  ) -> [Shape] {
    let colours = Scene.gradient(from: colour(top, in: theme), to: colour(bottom, in: theme), rows: rows)
    let chosen = palette.first { $0.name == top }?.standIn?.indexed(in: theme)
    return standIns.bands(of: colours, chosen: chosen)
  }

  private func veil(of role: String, opacity: Double, in theme: Theme) -> Role {
    let (above, below) = (colour(role, in: theme), sky(in: theme))
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      UInt8(Double(first) * opacity + Double(second) * (1 - opacity))
    }
    let colour = RGB(
      red: mix(above.red, below.red), green: mix(above.green, below.green), blue: mix(above.blue, below.blue))
    return Role("\(role) veil", light: colour.value, dark: colour.value)
  }

  /// The colours of a gradient in the middles of the rows.
  private static func gradient(from top: RGB, to bottom: RGB, rows: Int) -> [RGB] {
    (0..<rows).map { row in
      func mix(_ first: UInt8, _ last: UInt8) -> UInt8 {
        UInt8((Int(first) * (2 * (rows - row) - 1) + Int(last) * (2 * row + 1)) / (2 * rows))
      }
      return RGB(
        red: mix(top.red, bottom.red), green: mix(top.green, bottom.green), blue: mix(top.blue, bottom.blue))
    }
  }
}

extension Shape {
  /// Both roles of a gradient; no other shape has any.
  fileprivate var skyRoles: [String] {
    if case .gradient(let top, let bottom) = self { [top, bottom] } else { [] }
  }
}

/// The colours of the 256 that a scene's colours are shown by.
private struct StandIns {
  private(set) var palette: [Scene.Role] = []
  /// What each place of the palette, counted from index 16, stands for already.
  private var taken: [Int: SeenColour] = [:]

  /// What a change of the sky's colour costs, within tints or grays and between them, in squares of distance.
  ///
  /// Between them the price is high: a sky that loses its tint half-way looks torn.
  private static let (change, fading) = (0.01, 0.3)
  /// Colours closer than this, in squares of distance, may share a stand-in.
  private static let alike = 0.002

  /// A sky as rectangles: of the colour chosen by hand, or else the cheapest sequence of stand-ins if each change has
  /// its price.
  mutating func bands(of colours: [RGB], chosen: UInt8?) -> [Shape] {
    if let chosen { return rectangles(colours.map { _ in Int(chosen) - 16 }, of: colours) }
    var costs = [Double](repeating: 0, count: Colour.cubeAndGrays.count)
    // For each row, where the cheapest way to each place comes from.
    var origins: [[Int]] = []
    for colour in colours {
      let before = costs
      let (tint, gray) = StandIns.cheapest(before)
      let own = Colour.unlikenesses(to: colour)
      var origin = Array(own.indices)
      for place in own.indices {
        let isGray = StandIns.isGray(place)
        let (kin, stranger) = isGray ? (gray, tint) : (tint, gray)
        var cost = before[place]
        if before[kin] + StandIns.change < cost {
          (origin[place], cost) = (kin, before[kin] + StandIns.change)
        }
        if before[stranger] + StandIns.fading < cost {
          (origin[place], cost) = (stranger, before[stranger] + StandIns.fading)
        }
        costs[place] = cost + own[place]
      }
      origins.append(origin)
    }
    guard var place = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return [] }
    var places: [Int] = []
    for origin in origins.reversed() {
      places.append(place)
      place = origin[place]
    }
    return rectangles(places.reversed(), of: colours)
  }

  /// Whether a place has no tint: the grays, and the cube's diagonal.
  private static func isGray(_ place: Int) -> Bool { place >= 216 || place % 43 == 0 }

  /// The cheapest place among the tints and among the grays.
  private static func cheapest(_ costs: [Double]) -> (tint: Int, gray: Int) {
    var best = (tint: 1, gray: 0)
    for (place, cost) in costs.enumerated() {
      if isGray(place) {
        if cost < costs[best.gray] { best.gray = place }
      } else if cost < costs[best.tint] {
        best.tint = place
      }
    }
    return best
  }

  private mutating func rectangles(_ places: [Int], of colours: [RGB]) -> [Shape] {
    let height = Scene.size.height / Double(places.count)
    var shapes: [Shape] = []
    var start = 0
    for row in places.indices where row + 1 == places.count || places[row + 1] != places[row] {
      let name = "sky \(shapes.count)"
      add(name, place: places[row], for: SeenColour(colours[(start + row) / 2]))
      shapes.append(
        .rectangle(0, Double(start) * height, Scene.size.width, Double(row + 1 - start) * height, name))
      start = row + 1
    }
    return shapes
  }

  private mutating func add(_ name: String, place: Int, for colour: SeenColour) {
    let shown = Colour.rgb(ofIndex: UInt8(16 + place)).value
    palette.append(Scene.Role(name, light: shown, dark: shown))
    taken[place] = colour
  }

  /// One colour for each role, and for different ones different colours, as far as they go.
  ///
  /// The role that would lose most by coming later chooses first.
  mutating func assign(_ roles: [Scene.Role], sky: Set<String>, in theme: Theme) {
    var open: [(role: Scene.Role, seen: SeenColour, costs: [Double])] = []
    for role in roles {
      let colour = role.colour(in: theme)
      if let chosen = role.standIn?.indexed(in: theme) {
        add(role.name, place: Int(chosen) - 16, for: SeenColour(colour))
      } else {
        open.append((role, SeenColour(colour), Colour.unlikenesses(to: colour)))
      }
    }
    while !open.isEmpty {
      let choices = open.map { choice(of: $0.costs, for: $0.seen, mayRepeat: sky.contains($0.role.name)) }
      guard let next = choices.indices.max(by: { choices[$0].regret < choices[$1].regret }) else { return }
      let (role, seen, _) = open.remove(at: next)
      add(role.name, place: choices[next].place, for: seen)
    }
  }

  /// The cheapest place that is free, and how much dearer the next one is; a part of the sky may look like it.
  private func choice(of costs: [Double], for colour: SeenColour, mayRepeat: Bool) -> (
    place: Int, regret: Double
  ) {
    var (best, second) = (Double.infinity, Double.infinity)
    var place = 0
    for (index, cost) in costs.enumerated() where cost < second {
      if !mayRepeat, let other = taken[index], other.distance(to: colour) > StandIns.alike { continue }
      if cost < best {
        (place, best, second) = (index, cost, best)
      } else {
        second = cost
      }
    }
    return (place, second - best)
  }
}
