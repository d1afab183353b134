extension Scene {
  /// A picture for a genre that has none of its own: one of six motifs in colours around one hue.
  init(derivedFrom genre: String) {
    let key = GenreKey(genre)
    var draw = SeededDraw(seed: key.hash)
    palette = Scene.derivedPalette(hue: key.hue)
    shapes = [.gradient(from: "a", to: "b")]
    switch key.choice(of: 6) {
    case 0: shapes += Motif.hills(&draw)
    case 1: shapes += Motif.waves(&draw)
    case 2: shapes += Motif.orbits(&draw)
    case 3: shapes += Motif.rays(&draw)
    case 4: shapes += Motif.columns(&draw)
    default: shapes += Motif.dots(&draw)
    }
    for case .circle(let x, _, radius: _, "accent") in shapes { focus = x }
    // The columns' moon stands at the side: half of it and half of them.
    if key.choice(of: 6) == 4 { focus += focus < Scene.size.width / 2 ? 26 : -26 }
  }

  /// Sky `a` to `b`, grounds `far` to `near`, a `figure` that stands out, an `accent` from across the wheel.
  private static func derivedPalette(hue: Int) -> [Role] {
    func role(
      _ name: String, turn: Int, light: (Int, Int), dark: (Int, Int), _ standIn: Role.StandIn
    ) -> Role {
      Role(
        name, light: rgb(hue: hue + turn, saturation: light.0, lightness: light.1).value,
        dark: rgb(hue: hue + turn, saturation: dark.0, lightness: dark.1).value, standIn)
    }
    // The dull colour of the hue, and the bright one from across the wheel.
    let own = Colour(rgb(hue: hue, saturation: 100, lightness: 40)).basicIndex
    let across = Colour(rgb(hue: hue + 180, saturation: 100, lightness: 50)).basicIndex
    return [
      role("a", turn: 0, light: (58, 79), dark: (45, 10), .init(7, 0)),
      role("b", turn: 34, light: (66, 91), dark: (38, 25), .init(7, 0)),
      role("far", turn: 0, light: (38, 58), dark: (32, 40), .init(own, own)),
      role("middle", turn: 0, light: (42, 42), dark: (38, 22), .init(own + 8, own + 8)),
      role("near", turn: 0, light: (48, 25), dark: (50, 6), .init(0, 8)),
      role("figure", turn: 0, light: (48, 30), dark: (42, 74), .init(8, 15)),
      role("accent", turn: 180, light: (72, 46), dark: (78, 66), .init(across & 7, across)),
    ]
  }

  /// A colour by degrees on the wheel and two percentages.
  ///
  /// In whole numbers, so that no machine rounds otherwise.
  static func rgb(hue: Int, saturation: Int, lightness: Int) -> RGB {
    let chroma = (100 - abs(2 * lightness - 100)) * saturation
    let degrees = ((hue % 360) + 360) % 360
    func channel(_ shift: Int) -> UInt8 {
      // The trapezium of one channel over the wheel: full for 120°, falling and rising over 60°.
      let place = (degrees + shift) % 360
      let level = place < 60 ? place : place < 180 ? 60 : place < 240 ? 240 - place : 0
      let value = lightness * 100 * 60 - chroma * 30 + chroma * level
      return UInt8(min(max((value * 255 + 300_000) / 600_000, 0), 255))
    }
    return RGB(red: channel(120), green: channel(0), blue: channel(240))
  }
}

/// The six kinds of derived picture; what is drawn from the seed is where and how large the parts are.
private enum Motif {
  static func hills(_ draw: inout SeededDraw) -> [Shape] {
    let sun = draw.coordinate(in: 40...200)
    return [
      .circle(sun, draw.coordinate(in: 20...30), radius: draw.coordinate(in: 10...13), "accent"),
      .ellipse(draw.coordinate(in: 10...80), 88, radii: draw.coordinate(in: 80...120), 36, "far"),
      .ellipse(draw.coordinate(in: 150...230), 92, radii: draw.coordinate(in: 90...120), 38, "far"),
      .ellipse(draw.coordinate(in: 90...150), 92, radii: draw.coordinate(in: 100...140), 24, "near"),
    ]
  }

  static func waves(_ draw: inout SeededDraw) -> [Shape] {
    let sun = Shape.circle(
      draw.coordinate(in: 40...200), draw.coordinate(in: 30...36), radius: draw.coordinate(in: 13...16),
      "accent")
    let seas = [(40.0, "far"), (54.0, "middle"), (68.0, "near")].map { level, role in
      sea(level: level, start: draw.next(in: 0...11), length: draw.next(in: 3...5), role: role)
    }
    return [sun] + seas
  }

  /// Everything below a wave; `length` in steps of an eighth of its period, `start` shifts it.
  private static func sea(level: Double, start: Int, length: Int, role: String) -> Shape {
    var points: [Double] = []
    for step in 0...40 {
      points += [Double(step) * 6, level + 4 * sine(turns: Double(step * length + start * 6) / 72)]
    }
    return .polygon(points + [240, 80, 0, 80], role)
  }

  static func orbits(_ draw: inout SeededDraw) -> [Shape] {
    let centre = draw.coordinate(in: 80...160)
    var shapes: [Shape] = []
    for radius in [19.0, 31.0, 43.0] {
      shapes.append(.ring(centre, 40, radius: radius, width: 2.4, "far"))
    }
    shapes.append(.circle(centre, 40, radius: draw.coordinate(in: 9...11), "accent"))
    for (radius, size) in [(19.0, 3.4), (31.0, 4.4), (43.0, 5.2)] {
      // The outermost orbit leaves the board above and below: its planet stays at the sides.
      let side = draw.next(in: 0...1) * 12
      let turn = Double(radius > 40 ? side + draw.next(in: -3...3) : draw.next(in: 0...23))
      let x = centre + radius * sine(turns: turn / 24 + 0.25)
      shapes.append(.circle(x, 40 + radius * sine(turns: turn / 24), radius: size, "figure"))
    }
    return shapes
  }

  static func rays(_ draw: inout SeededDraw) -> [Shape] {
    let centre = draw.coordinate(in: 70...170)
    let count = draw.next(in: 7...10)
    var shapes: [Shape] = []
    for ray in 0..<count {
      // Half a turn above the ground, every second stretch filled.
      let first = Double(ray * 2) / Double(count * 4 - 2)
      let last = Double(ray * 2 + 1) / Double(count * 4 - 2)
      var points = [centre, 80.0]
      for turns in [first, last] {
        points += [centre - 300 * sine(turns: turns + 0.25), 80 - 300 * sine(turns: turns)]
      }
      shapes.append(.polygon(points, "far"))
    }
    shapes.append(.circle(centre, 80, radius: 26, "near"))
    shapes.append(.circle(centre, 80, radius: draw.coordinate(in: 14...18), "accent"))
    return shapes
  }

  static func columns(_ draw: inout SeededDraw) -> [Shape] {
    let moon = draw.next(in: 0...1) == 0 ? draw.coordinate(in: 20...40) : draw.coordinate(in: 200...220)
    var shapes: [Shape] = [.circle(moon, 22, radius: draw.coordinate(in: 10...12), "accent")]
    var left = 46.0
    while left < 182 {
      let width = draw.coordinate(in: 9...16)
      let height = draw.coordinate(in: 22...56)
      let role = draw.next(in: 0...2) == 0 ? "figure" : "far"
      shapes.append(.rectangle(left, 72 - height, width, height, role))
      shapes.append(.rectangle(left - 1.5, 72 - height, width + 3, 4, "near"))
      left += width + 5
    }
    shapes.append(.rectangle(0, 72, 240, 8, "near"))
    return shapes
  }

  static func dots(_ draw: inout SeededDraw) -> [Shape] {
    let accent = draw.next(in: 0...26)
    return (0..<27).map { index in
      let isAccent = index == accent
      let radius = isAccent ? 9 : draw.coordinate(in: 3...10)
      let role = isAccent ? "accent" : draw.next(in: 0...1) == 0 ? "far" : "figure"
      return .circle(Double(24 + index % 9 * 24), Double(16 + index / 9 * 24), radius: radius, role)
    }
  }

  /// The sine of a number of whole turns by Bhaskara's quotient, within 0.002.
  ///
  /// A library's sine may differ in its last bit between systems, and a picture's hash with it.
  private static func sine(turns: Double) -> Double {
    let turn = turns - turns.rounded(.down)
    let half = turn < 0.5 ? turn * 2 : turn * 2 - 1
    let product = half * (1 - half)
    let value = 16 * product / (5 - 4 * product)
    return turn < 0.5 ? value : -value
  }
}
