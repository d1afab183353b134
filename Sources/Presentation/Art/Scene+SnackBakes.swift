extension Scene {
  /// Sesame cakes that split and spill red bean paste.
  static var redBeanCake: Scene {
    kitchen(
      wall: ((0xF5DAB6, 0xFCEFDC), (0x29170D, 0x4A2C19)), table: (0x9C6338, 0x4A2D18),
      [
        .init("crust", light: 0xE0A04A, dark: 0xD6943E), .init("brown", light: 0xB0702A, dark: 0xA06424),
        .init("bean", light: 0x6E1F28, dark: 0x641A23), .init("seed", light: 0xFFF3D8, dark: 0xFFEBC4),
        .init("oven", light: 0x7B5A48, dark: 0x3A2820), .init("glow", light: 0xF28A3A, dark: 0xF59A48),
        .init("coal", light: 0xFFD27A, dark: 0xFFDC8C),
      ],
      [
        [
          .rectangle(6, 8, 62, 52, "oven"), .ellipse(37, 8, radii: 31, 8, "oven"),
          .ellipse(37, 40, radii: 20, 20, "glow"),
          .rectangle(14, 48, 46, 12, "oven"), .circle(28, 45, radius: 4, "coal"),
          .circle(38, 42, radius: 5, "coal"),
          .circle(47, 46, radius: 3.6, "coal"),
        ],
        SnackParts.table(at: 60), cake(94, 58), cake(148, 58), cake(121, 36),
        [.ellipse(190, 66, radii: 8, 3, "bean")],
      ])
  }

  /// One cake by the middle of its waist: roles `crust`, `brown`, `bean`, `seed`.
  private static func cake(_ x: Double, _ y: Double) -> [Shape] {
    let seeds = [(-15.0, -9.0), (-6, -12), (4, -8), (13, -11), (-10, -5), (0, -14), (9, -5), (18, -7)]
    return [
      .ellipse(x, y + 4, radii: 27, 9, "brown"), .ellipse(x + 3, y + 2, radii: 25, 6, "bean"),
      .ellipse(x + 20, y + 6, radii: 7, 4.4, "bean"), .ellipse(x, y - 6, radii: 27, 11, "crust"),
      .ellipse(x, y - 9, radii: 19, 6, "brown"),
      .ellipse(x, y - 9.6, radii: 17, 5, "crust"),
    ] + seeds.map { .circle(x + $0.0, y + $0.1, radius: 1.3, "seed") }
  }

  /// A pancake rolled round greens, a stack of them behind.
  static var springPancake: Scene {
    kitchen(
      wall: ((0x94C48A, 0xB9DBA6), (0x14240F, 0x2C4322)), table: (0xB98C58, 0x553C22),
      [
        .init("cake", light: 0xFFF2D2, dark: 0xF4E2B8), .init("spot", light: 0xDFB873, dark: 0xCFA45C),
        .init("fold", light: 0xE6CD9A, dark: 0xCDB07A), .init("green", light: 0x4F9440, dark: 0x5BA34A),
        .init("sprout", light: 0xFDF9E6, dark: 0xF2EED2), .init("meat", light: 0xB4573C, dark: 0xB4573C),
        .init("egg", light: 0xF6C244, dark: 0xF2BC3E), .init("plate", light: 0xFFFFFF, dark: 0xC8CFC0),
        .init("rim", light: 0x6FA06A, dark: 0x4E7C4A), .init("willow", light: 0x4F8A44, dark: 0x4E7E3C),
      ],
      [
        [
          .line([14, 0, 18, 20, 12, 40], width: 1.8, "willow"),
          .line([34, 0, 36, 16, 31, 32], width: 1.8, "willow"),
          .line([56, 0, 60, 22, 54, 42], width: 1.8, "willow"),
          .line([212, 0, 216, 18, 211, 34], width: 1.8, "willow"),
          .line([230, 0, 232, 22, 227, 40], width: 1.8, "willow"),
        ],
        SnackParts.table(at: 60), SnackParts.plate(120, 65, half: 52),
        [
          .line([94, 58, 152, 34], width: 25, "fold"), .line([93, 56, 151, 32], width: 23, "cake"),
          .circle(110, 48, radius: 2.6, "spot"), .circle(124, 37, radius: 2.4, "spot"),
          .circle(104, 60, radius: 2, "spot"), .circle(134, 42, radius: 2.4, "spot"),
          .line([101, 62, 140, 46], width: 1.6, "fold"), .ellipse(152, 32, radii: 10, 11.4, "fold"),
          .ellipse(153, 32, radii: 8, 9.4, "egg"),
          .line([150, 28, 162, 20], width: 2.6, "green"), .line([153, 32, 167, 28], width: 2.6, "green"),
          .line([151, 36, 165, 36], width: 3, "meat"), .line([149, 31, 160, 15], width: 1.8, "sprout"),
          .line([155, 29, 168, 22], width: 1.8, "sprout"), .line([152, 39, 163, 42], width: 2.4, "green"),
        ],
        [
          .ellipse(204, 66, radii: 26, 5, "fold"), .ellipse(204, 63, radii: 26, 5, "cake"),
          .ellipse(204, 60, radii: 26, 5, "fold"), .ellipse(204, 57, radii: 26, 5, "cake"),
          .circle(196, 57, radius: 1.6, "spot"), .circle(212, 58, radius: 1.6, "spot"),
        ],
      ])
  }

  /// Ducks on hooks over an open fire.
  static var roastDuck: Scene {
    Scene(
      palette: [
        .init("a", light: 0x6E3B22, dark: 0x150B07), .init("b", light: 0xC7703A, dark: 0x4A2010),
        .init("brick", light: 0x8A4B2E, dark: 0x2C160D), .init("bar", light: 0x33231C, dark: 0x7A6658),
        .init("skin", light: 0xC5621C, dark: 0xB8560F), .init("shine", light: 0xF3A94E, dark: 0xF0A040),
        .init("deep", light: 0x8E3E10, dark: 0x7C330A), .init("flame", light: 0xF26A1B, dark: 0xF0641A),
        .init("hot", light: 0xFFC23E, dark: 0xFFC94A), .init("white", light: 0xFFF0B8, dark: 0xFFF4CC),
        .init("log", light: 0x4A2A18, dark: 0x4E3020),
      ],
      shapes: [
        .gradient(from: "a", to: "b"), .rectangle(0, 14, 34, 2, "brick"), .rectangle(10, 28, 30, 2, "brick"),
        .rectangle(0, 42, 28, 2, "brick"), .rectangle(206, 14, 34, 2, "brick"),
        .rectangle(200, 28, 32, 2, "brick"),
        .rectangle(212, 42, 28, 2, "brick"), .rectangle(0, 4, 240, 3, "bar"),
      ] + duck(66) + duck(174) + duck(120)
        + [
          .line([40, 78, 104, 74], width: 6, "log"), .line([96, 75, 150, 78], width: 6, "log"),
          .line([140, 75, 202, 78], width: 6, "log"),
        ] + [52.0, 78, 104, 130, 156, 182].flatMap { flame($0) })
  }

  /// A duck by the middle of its body, hung from the bar: roles `skin`, `shine`, `deep`, `bar`.
  private static func duck(_ x: Double) -> [Shape] {
    [
      .line([x, 4, x, 12], width: 1.6, "bar"), .line([x, 12, x + 2, 20, x, 28], width: 5, "skin"),
      .ellipse(x, 42, radii: 16, 18, "deep"), .ellipse(x - 1, 41, radii: 14.6, 17, "skin"),
      .line([x - 13, 36, x - 18, 46], width: 4.4, "deep"),
      .line([x + 13, 36, x + 18, 46], width: 4.4, "deep"),
      .line([x - 7, 56, x - 9, 64], width: 4, "deep"), .line([x + 7, 56, x + 9, 64], width: 4, "deep"),
      .line([x - 7, 34, x - 9, 42, x - 7, 49], width: 3, "shine"),
    ]
  }

  private static func flame(_ x: Double) -> [Shape] {
    [
      .polygon([x - 12, 80, x - 9, 70, x - 4, 74, x, 60, x + 5, 72, x + 9, 67, x + 12, 80], "flame"),
      .polygon([x - 7, 80, x - 4, 74, x, 67, x + 4, 75, x + 7, 80], "hot"),
      .polygon([x - 3, 80, x, 74, x + 3, 80], "white"),
    ]
  }

  /// Thick round patties on a griddle.
  static var gateStudPatty: Scene {
    kitchen(
      wall: ((0xEBCFC0, 0xF8EBE0), (0x230F0E, 0x421E1A)), table: (0x4A4440, 0x2A2624),
      [
        .init("side", light: 0xE9C083, dark: 0xDDB072), .init("top", light: 0xB5702C, dark: 0xA86426),
        .init("crust", light: 0x8A4A18, dark: 0x7E4214), .init("gloss", light: 0xE0A558, dark: 0xD89A4C),
        .init("door", light: 0xA82A26, dark: 0x7A1D1B), .init("stud", light: 0xE2B04A, dark: 0xD8A640),
      ],
      [
        [.rectangle(0, 0, 72, 60, "door")],
        [12.0, 30, 48].flatMap { y in [12.0, 34, 56].map { x in .circle(x, y, radius: 5, "stud") } },
        SnackParts.table(at: 60), patty(96, 52), patty(148, 52), patty(122, 32),
        [SnackParts.steam(112, 18, height: 16), SnackParts.steam(132, 16, height: 14)],
      ])
  }

  /// One patty by the middle of its top: roles `side`, `top`, `crust`, `gloss`.
  private static func patty(_ x: Double, _ y: Double) -> [Shape] {
    [
      .ellipse(x, y + 13, radii: 23, 7, "crust"), .rectangle(x - 23, y, 46, 13, "side"),
      .ellipse(x, y + 12, radii: 23, 6.4, "side"), .ellipse(x, y, radii: 23, 8, "crust"),
      .ellipse(x, y - 0.8, radii: 20, 6.4, "top"),
      .line([x - 12, y - 2, x, y - 4, x + 8, y - 3], width: 1.8, "gloss"),
    ]
  }

  /// A teapot and a cup, for what has no picture of its own.
  static var teapot: Scene {
    kitchen(
      wall: ((0xDCE6E2, 0xF3F6F0), (0x14201E, 0x2A3B37)), table: (0x8A6A4A, 0x423020),
      [
        .init("pot", light: 0x4F7F72, dark: 0x5C9083), .init("dark", light: 0x365C52, dark: 0x3E675C),
        .init("light", light: 0x8FB8AC, dark: 0x9CC6BA), .init("tea", light: 0xB5742C, dark: 0xC08034),
      ],
      [
        SnackParts.table(at: 60),
        [
          .ellipse(118, 67, radii: 36, 5, "shade"), .ring(154, 46, radius: 12, width: 5, "dark"),
          .line([92, 52, 76, 46, 68, 32], width: 7, "pot"), .ellipse(118, 46, radii: 32, 22, "pot"),
          .ellipse(118, 26, radii: 15, 5, "dark"), .circle(118, 19, radius: 4, "dark"),
          .line([100, 36, 96, 44, 97, 52], width: 3, "light"), .rectangle(102, 64, 32, 4, "dark"),
          .ellipse(190, 68, radii: 17, 4, "shade"), SnackParts.lowerHalf(190, 54, 15, 13, "pot"),
          .ellipse(190, 54, radii: 15, 4, "light"), .ellipse(190, 54, radii: 12.6, 3, "tea"),
          SnackParts.steam(186, 47), SnackParts.steam(196, 47, height: 18),
        ],
      ])
  }
}
