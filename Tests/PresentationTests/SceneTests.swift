import Testing

@testable import Presentation

struct SceneTests {
  static let genres = [
    "Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller", "Uncategorized",
  ]

  @Test func `every named genre has its own picture in each theme`() {
    let fingerprints = Self.genres.flatMap { genre in
      Theme.allCases.map { fingerprint(of: genre, theme: $0) }
    }
    #expect(Set(fingerprints).count == 16)
  }

  @Test(arguments: [nil, "", " \t"] as [String?])
  func `a book without a genre shows the Fantasy picture`(genre: String?) {
    #expect(Scene(genre: genre) == Scene(genre: "Fantasy"))
  }

  @Test func `pictures are looked up by the exact name`() {
    #expect(Scene(genre: "fantasy") != Scene(genre: "Fantasy"))
    #expect(Scene(genre: "(neutral)") != Scene(genre: "Uncategorized"))
  }

  @Test(
    arguments: [
      ("Fantasy", 0xEFC5_1461_B53A_6611, 0x42C3_E22E_BC01_DBA0),
      ("Horror", 0xC0EC_A021_B533_AFE8, 0x84FF_D355_0385_18C9),
      ("Kids", 0x6212_4093_5C76_0D7B, 0x50AB_3C5C_55CA_D139),
      ("Mystery", 0xEF8F_6B91_AD22_2F53, 0x001E_14E7_C767_C9BE),
      ("Poetry", 0x1ABD_9915_8F80_0C26, 0x739D_81ED_83F0_86D6),
      ("Romance", 0x88D9_4669_D8A5_E983, 0x3DAA_E6C5_B2E1_625C),
      ("Thriller", 0x08EF_48A1_92FB_B792, 0x4437_9620_FE2D_4D5A),
      ("Uncategorized", 0xC0EB_404F_25A8_5776, 0x6CB1_F3DA_D417_A948),
      ("文学", 0xB1B0_BDFB_466D_82F3, 0xC6FF_BD33_A73A_DFF3),
      ("Science Fiction", 0x50ED_30EB_8EDD_AE15, 0x29E1_8394_5015_F565),
      ("History", 0x576E_7463_B43D_4567, 0x723A_A795_023E_5932),
      ("Biography", 0x870A_BC04_CCC3_8B00, 0xC75A_F81D_B0D2_2369),
      ("Non-fiction", 0x4082_D343_AAC9_7059, 0xF2A5_FF41_9591_2812),
      ("Philosophy", 0xC3AF_51C2_A429_347D, 0x04DD_0C3A_6D1F_A2F0),
      ("Travel", 0x90B2_8F9A_794E_37E2, 0x02EF_9252_0AAE_2D96),
    ] as [(String, UInt64, UInt64)])
  func `pictures are the same bytes on every machine`(genre: String, light: UInt64, dark: UInt64) {
    #expect(fingerprint(of: genre, theme: .light) == light)
    #expect(fingerprint(of: genre, theme: .dark) == dark)
  }

  @Test func `every shape's role is in the palette`() {
    for genre in Self.genres + ["文学", "History", "Art", "Biography", "Non-fiction", "Philosophy", "Travel"] {
      let scene = Scene(genre: genre)
      let roles = Set(scene.palette.map(\.name))
      #expect(roles.count == scene.palette.count)
      for shape in scene.shapes { #expect(roles.isSuperset(of: shape.roles)) }
    }
  }

  private func fingerprint(of genre: String, theme: Theme) -> UInt64 {
    let raster = Raster(Scene(genre: genre), theme: theme, width: 60, height: 20)
    return raster.pixels.reduce(0xCBF2_9CE4_8422_2325) { hash, pixel in
      [pixel.red, pixel.green, pixel.blue].reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }
}

struct DerivedSceneTests {
  @Test func `spelling, case and white space make no difference`() {
    let forms = ["Café  Noir", "café noir", "CAFE\u{301} NOIR", " cafe\u{301}\tnoir "]
    #expect(Set(forms.map { GenreKey($0).hash }).count == 1)
    #expect(Scene(genre: forms[0]) == Scene(genre: forms[2]))
    #expect(GenreKey("straße").hash == GenreKey("STRASSE").hash)
    #expect(GenreKey("ΣΟΦΟΣ").hash == GenreKey("σοφος").hash)
  }

  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `the hash is FNV-1a`(text: String, hash: UInt64) {
    #expect(GenreKey.hash(of: text) == hash)
  }

  @Test func `all six motifs are reached`() {
    let motifs = (0..<60).map { GenreKey("genre \($0)").choice(of: 6) }
    #expect(Set(motifs) == Set(0..<6))
  }

  @Test(arguments: [
    (0, 100, 50, 0xFF0000), (120, 100, 50, 0x00FF00), (240, 100, 50, 0x0000FF), (60, 100, 25, 0x808000),
    (0, 0, 50, 0x808080), (210, 50, 40, 0x336699), (400, 0, 100, 0xFFFFFF), (33, 70, 0, 0x000000),
  ])
  func `colours follow the wheel`(hue: Int, saturation: Int, lightness: Int, expected: UInt32) {
    let colour = Scene.rgb(hue: hue, saturation: saturation, lightness: lightness)
    #expect(colour.difference(to: RGB(expected)) <= 1)
  }
}

extension Shape {
  fileprivate var roles: [String] {
    switch self {
    case .gradient(let top, let bottom): [top, bottom]
    case .circle(_, _, _, let role), .ellipse(_, _, _, _, let role), .ring(_, _, _, _, let role),
      .rectangle(_, _, _, _, let role), .polygon(_, let role, _), .line(_, _, let role):
      [role]
    }
  }
}
