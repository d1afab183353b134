import Testing

@testable import Presentation

@Suite("Pictures in few colours")
struct FewColoursTests {
  static let scenes =
    (SceneTests.genres + ["文学", "History", "Science Fiction", "Philosophy", "Travel", "Art", "Biography"])
    .map { (name: $0, scene: Scene(genre: $0)) }
    + (SnackSceneTests.dishes + ["茶"]).map { (name: $0, scene: Scene(snack: $0)) }

  /// The roles that stand before the sky.
  private func figures(_ scene: Scene) -> [String] {
    let sky = Set(
      scene.shapes.flatMap { if case .gradient(let a, let b) = $0 { [a, b] } else { [String]() } })
    return Set(scene.shapes.map(\.role)).subtracting(sky).sorted()
  }

  private func colours(_ scene: Scene, _ theme: Theme, _ depth: ColourDepth) -> [Colour] {
    let picture = Picture(scene: scene, theme: theme, depth: depth, columns: 60, rows: 10)
    let lines = picture.lines(tier: .blocks, tag: nil, width: CellWidth())
    return lines.flatMap(\.runs).flatMap { [$0.style.foreground, $0.style.background].compactMap { $0 } }
  }

  @Test(arguments: Theme.allCases)
  func `with 16 colours nothing but the sky has the sky's colour`(theme: Theme) {
    for (name, scene) in Self.scenes {
      let basic = scene.basic(in: theme)
      let sky = Colour.rgb(ofIndex: scene.basicSky(in: theme))
      for role in figures(scene) { #expect(basic.colour(role, in: theme) != sky, "\(name): \(role)") }
    }
  }

  @Test(arguments: Theme.allCases)
  func `with 16 colours pictures have at least four, all of them of their scene`(theme: Theme) {
    for (name, scene) in Self.scenes {
      let shown = Set(colours(scene, theme, .sixteen).map(\.basicIndex))
      #expect(shown.count >= 4, "\(name)")
      let basic = scene.basic(in: theme)
      let own = Set(basic.shapes.map { basic.colour($0.role, in: theme) })
      #expect(own.isSuperset(of: shown.map { Colour.rgb(ofIndex: $0) }), "\(name)")
    }
  }

  @Test func `with 16 colours small lights are seen`() throws {
    // Fantasy: stars and windows; Thriller: windows.
    #expect(Set(colours(Scene.fantasy, .dark, .sixteen).map(\.basicIndex)).isSuperset(of: [0, 4, 5, 11, 15]))
    #expect(colours(Scene.thriller, .dark, .sixteen).contains { $0.basicIndex == 11 })
    let star = Raster(
      Scene.fantasy.basic(in: .dark), theme: .dark, width: 60, height: 20, blending: .majority)
    #expect(star[7, 4] == RGB(0xFFFFFF))
  }

  @Test(arguments: Theme.allCases)
  func `with 256 colours figures differ from the sky and from each other`(theme: Theme) {
    for (name, scene) in Self.scenes {
      let indexed = scene.indexed(in: theme, rows: 20)
      let sky = indexed.palette.filter { $0.name.hasPrefix("sky ") }.map(\.dark)
      let roles = figures(scene)
      for (place, role) in roles.enumerated() {
        let seen = SeenColour(scene.colour(role, in: theme))
        let shown = indexed.colour(role, in: theme)
        for other in roles[..<place]
        where SeenColour(scene.colour(other, in: theme)).distance(to: seen) > 0.002 {
          #expect(indexed.colour(other, in: theme) != shown, "\(name): \(role), \(other)")
        }
        if scene.standsOut(role, in: theme) { #expect(!sky.contains(shown), "\(name): \(role)") }
      }
    }
  }

  @Test(arguments: Theme.allCases)
  func `with 256 colours the sky is of a few plain bands`(theme: Theme) {
    for (name, scene) in Self.scenes {
      let bands = scene.indexed(in: theme, rows: 20).shapes.compactMap { shape -> Double? in
        if case .rectangle(_, _, _, let height, let role) = shape, role.hasPrefix("sky ") {
          height
        } else {
          nil
        }
      }
      #expect((1...4).contains(bands.count), "\(name)")
      // Two rows of pixels.
      #expect(bands.allSatisfy { $0 >= 8 }, "\(name)")
    }
  }

  @Test(
    arguments: [
      (0x1B1440, "violet"), (0x5B3F8C, "violet"), (0x1D3F7A, "blue"), (0x23522D, "green"),
      (0x6D1A1F, "red"), (0x8C2F4B, "wine"),
    ] as [(UInt32, String)])
  func `dark tints keep their hue among the 256`(value: UInt32, name: String) {
    let wanted = SeenColour(RGB(value))
    let shown = SeenColour(Colour.rgb(ofIndex: Colour(RGB(value)).index256))
    let turn = (wanted.red * shown.red + wanted.yellow * shown.yellow) / (wanted.chroma * shown.chroma)
    #expect(shown.chroma > 0.05 && turn > 0.85, "\(name)")
  }

  @Test func `grays get no tint among the 256`() {
    for level in 0...255 {
      let shown = Colour.rgb(
        ofIndex: Colour(RGB(red: UInt8(level), green: UInt8(level), blue: UInt8(level))).index256)
      #expect(shown.red == shown.green && shown.green == shown.blue)
    }
  }

  @Test(arguments: Theme.allCases)
  func `palette colours keep their contrast among the 256 and the 16`(theme: Theme) {
    let ground = RGB(theme == .light ? 0xFFFFFF : 0x000000)
    for depth in [ColourDepth.palette256, .sixteen] {
      func shown(_ name: PaletteColour) -> RGB {
        let colour = theme.colour(name)
        return Colour.rgb(ofIndex: depth == .sixteen ? colour.basicIndex : colour.index256)
      }
      for text in [PaletteColour.text, .brownAdaptive, .focusRing] {
        #expect(shown(text).contrast(to: ground) >= 4.5, "\(text), \(depth)")
      }
      // Among 16 colours there is one gray, which most terminals have darker than xterm.
      let isPoor = depth == .sixteen && theme == .light
      #expect(shown(.dim).contrast(to: ground) >= (isPoor ? 3.9 : 4.5), "\(depth)")
      #expect(
        shown(.starOn).contrast(to: ground) >= (depth == .sixteen || theme == .dark ? 4.5 : 3.5), "\(depth)")
      for mark in [PaletteColour.starOff, .rule] {
        #expect(shown(mark).contrast(to: ground) >= 3, "\(mark), \(depth)")
      }
      let dim = shown(.dim)
      #expect(dim.red == dim.green && dim.green == dim.blue)
    }
    for brown in [PaletteColour.brownMedium, .brownLight] {
      let shown = Colour.rgb(ofIndex: theme.colour(brown).index256)
      #expect(RGB(0xFFFFFF).contrast(to: shown) >= 4.5)
    }
  }

  @Test(arguments: Theme.allCases)
  func `among the 16 nothing is yellow on white or nearly black on black, and nothing but errors is red`(
    theme: Theme
  ) {
    #expect(theme.colour(.starOn).basicIndex == (theme == .light ? 0 : 3))
    let faint: [UInt8] = theme == .light ? [3, 7, 11, 15] : [0, 4, 8]
    for text in [PaletteColour.text, .dim, .starOn, .starOff, .brownAdaptive] {
      #expect(!faint.contains(theme.colour(text).basicIndex), "\(text)")
    }
    for colour in PaletteColour.allCases {
      #expect(![1, 5, 9, 13].contains(theme.colour(colour).basicIndex), "\(colour)")
    }
    // Words are read, not made out.
    var options = TerminalOptions(colour: .sixteen, theme: theme)
    #expect(options.accent(isBold: true).isBold)
    #expect((options.accent().foreground == nil) == (theme == .light))
    options.colour = .palette256
    #expect(options.accent() == options.style(.starOn))
  }

  @Test(
    arguments: [
      ("Fantasy", ColourDepth.palette256, 0xD2D0_614D_4EBA_0A5F),
      ("Kids", .palette256, 0xC163_00C1_5C1E_B524), ("文学", .palette256, 0xB38A_D1DA_E71F_8C26),
      ("Fantasy", .sixteen, 0x74F0_D9D9_6BF5_6A7B), ("Kids", .sixteen, 0xEF7A_D05F_3B87_EDEF),
      ("文学", .sixteen, 0x9572_133A_C286_3D1F),
    ] as [(String, ColourDepth, UInt64)])
  func `pictures in few colours are the same bytes on every machine`(
    genre: String, depth: ColourDepth, fingerprint: UInt64
  ) {
    let picture = Picture(scene: Scene(genre: genre), theme: .dark, depth: depth, columns: 60, rows: 10)
    let lines = picture.lines(tier: .blocks, tag: nil, width: CellWidth())
    let hash = GenreKey.hash(of: lines.map { $0.rendered(depth) }.joined(separator: "\n"))
    #expect(hash == fingerprint)
  }
}

extension Scene {
  /// Whether a role is unlike every colour of its sky.
  fileprivate func standsOut(_ role: String, in theme: Theme) -> Bool {
    let seen = SeenColour(colour(role, in: theme))
    return shapes.allSatisfy { shape in
      guard case .gradient(let top, let bottom) = shape else { return true }
      return [top, bottom].allSatisfy { SeenColour(colour($0, in: theme)).distance(to: seen) > 0.02 }
    }
  }
}
