extension Scene {
  /// Rolls in soy flour, and a donkey on its back in the dust.
  static var rollingDonkey: Scene {
    kitchen(
      wall: ((0xF7DFA8, 0xFBF0D2), (0x2B1D10, 0x4A331A)), table: (0xC88F4E, 0x5A3A1C),
      [
        .init("dust", light: 0xE0A83E, dark: 0xD79B34), .init("dough", light: 0xFFF6DF, dark: 0xF2E2BE),
        .init("bean", light: 0x7A2630, dark: 0x6B1D27), .init("plate", light: 0xE9F0EE, dark: 0xA9B8B6),
        .init("rim", light: 0x5C86A6, dark: 0x3E6482), .init("donkey", light: 0x6B5A55, dark: 0x8D7B74),
        .init("cloud", light: 0xE9C67C, dark: 0x6E4F24), .init("muzzle", light: 0xE4D8CE, dark: 0xD8CCC2),
      ],
      [
        SnackParts.table(at: 60),
        [
          .ellipse(40, 57, radii: 34, 7, "cloud"), .circle(14, 50, radius: 8, "cloud"),
          .circle(68, 50, radius: 7, "cloud"), .circle(8, 40, radius: 4, "cloud"),
          .ellipse(38, 44, radii: 20, 11, "donkey"), .line([25, 38, 20, 20], width: 5, "donkey"),
          .line([34, 36, 33, 17], width: 5, "donkey"), .line([44, 36, 47, 18], width: 5, "donkey"),
          .line([52, 38, 60, 23], width: 5, "donkey"), .ellipse(64, 49, radii: 11, 7, "donkey"),
          .ellipse(73, 51, radii: 4, 4.4, "muzzle"), .line([60, 44, 63, 31], width: 3.6, "donkey"),
          .line([67, 43, 74, 32], width: 3.6, "donkey"), .line([19, 45, 10, 47, 6, 54], width: 3, "donkey"),
        ],
        SnackParts.plate(122, 63, half: 46),
        SnackParts.rollEnd(97, 48, radius: 15), SnackParts.rollEnd(147, 48, radius: 15),
        SnackParts.rollEnd(122, 45, radius: 18),
        [
          .circle(176, 64, radius: 2, "dust"), .circle(186, 67, radius: 1.6, "dust"),
          .circle(181, 70, radius: 1.4, "dust"), .polygon([192, 66, 206, 46, 222, 66], "dust"),
          .ellipse(207, 66, radii: 17, 4, "dust"),
        ],
      ])
  }

  /// A slab of yellow cake with dates, a lantern beside it.
  static var newYearCake: Scene {
    kitchen(
      wall: ((0xF8D9CF, 0xFCEDE0), (0x2C1013, 0x4C1E1E)), table: (0xA65B42, 0x4A2418),
      [
        .init("lantern", light: 0xD3382E, dark: 0xE0483A), .init("gold", light: 0xC98A1B, dark: 0xF0BE55),
        .init("top", light: 0xF8D46A, dark: 0xF0C553), .init("front", light: 0xE3AE35, dark: 0xCE9828),
        .init("side", light: 0xC08A24, dark: 0xA0721C), .init("date", light: 0x8A2A22, dark: 0x7C231C),
        .init("leaf", light: 0x6F9A4C, dark: 0x4E7A38),
      ],
      [
        SnackParts.table(at: 58), SnackParts.lantern(66, 22, radius: 11),
        SnackParts.lantern(212, 20, radius: 9),
        [
          .ellipse(122, 68, radii: 54, 8, "shade"), .ellipse(122, 66, radii: 52, 7.4, "leaf"),
          .polygon([84, 38, 100, 26, 164, 26, 148, 38], "top"),
          .polygon([84, 38, 148, 38, 148, 64, 84, 64], "front"),
          .polygon([148, 38, 164, 26, 164, 52, 148, 64], "side"), .rectangle(84, 47, 64, 6, "date"),
          .polygon([148, 47, 164, 35, 164, 41, 148, 53], "date"),
          .ellipse(108, 32, radii: 7, 3.4, "date"), .ellipse(128, 30, radii: 7, 3.4, "date"),
          .ellipse(142, 34, radii: 6.4, 3, "date"), .ellipse(95, 58, radii: 5, 3, "date"),
          .ellipse(118, 59, radii: 5.4, 3, "date"), .ellipse(138, 58, radii: 5, 3, "date"),
          SnackParts.steam(112, 22, height: 18), SnackParts.steam(132, 20, height: 16),
        ],
      ])
  }

  /// Red fruit on sticks in the snow.
  static var candiedHawthorn: Scene {
    kitchen(
      wall: ((0xBBD6EA, 0xEAF3F8), (0x0E1B2C, 0x24394F)), table: (0xF4F8FA, 0x8FA3B3),
      [
        .init("stick", light: 0xB98A4A, dark: 0xC79A5C), .init("fruit", light: 0xC9202B, dark: 0xD42B34),
        .init("shine", light: 0xFFF3EE, dark: 0xFFE7E0), .init("sugar", light: 0xF0A24A, dark: 0xE59A45),
        .init("straw", light: 0xC79A4B, dark: 0x9C7636), .init("snow", light: 0xFFFFFF, dark: 0xDCE7F0),
        .init("hill", light: 0xA7C3D8, dark: 0x1B2E43),
      ],
      [
        [.ellipse(60, 78, radii: 90, 26, "hill"), .ellipse(210, 80, radii: 80, 32, "hill")],
        [.ellipse(120, 88, radii: 150, 20, "table")],
        [.line([38, 80, 38, 20], width: 2.6, "stick"), .ellipse(38, 32, radii: 9, 20, "straw")],
        SnackParts.skewer(from: (40, 40), to: (68, 20), fruits: 3, radius: 4),
        SnackParts.skewer(from: (36, 40), to: (8, 22), fruits: 3, radius: 4),
        SnackParts.skewer(from: (40, 28), to: (58, 4), fruits: 3, radius: 3.6),
        SnackParts.skewer(from: (36, 28), to: (20, 5), fruits: 3, radius: 3.6),
        SnackParts.skewer(from: (96, 80), to: (150, 8), fruits: 5, radius: 9.4),
        SnackParts.skewer(from: (154, 82), to: (108, 12), fruits: 5, radius: 8.6),
        [
          .circle(84, 14, radius: 1.8, "snow"), .circle(92, 40, radius: 1.6, "snow"),
          .circle(176, 12, radius: 2, "snow"), .circle(190, 34, radius: 1.7, "snow"),
          .circle(212, 16, radius: 1.8, "snow"), .circle(226, 42, radius: 1.6, "snow"),
          .circle(166, 46, radius: 1.7, "snow"), .circle(72, 52, radius: 1.6, "snow"),
          .circle(200, 54, radius: 1.5, "snow"), .circle(126, 5, radius: 1.5, "snow"),
        ],
      ])
  }

  /// White balls with a red dot on a blue plate.
  static var snowball: Scene {
    kitchen(
      wall: ((0x7FB4BC, 0xA8D0D2), (0x10232A, 0x23424A)), table: (0x5A8796, 0x2C4A57),
      [
        .init("plate", light: 0x3E6FA8, dark: 0x35608F), .init("rim", light: 0x2B5287, dark: 0x244A78),
        .init("ball", light: 0xFFFFFF, dark: 0xF4F1E8), .init("dusk", light: 0xD9E4E8, dark: 0xBFC6C4),
        .init("jelly", light: 0xD02A32, dark: 0xD8343A), .init("branch", light: 0x5B4636, dark: 0x84705E),
        .init("blossom", light: 0xE88AA0, dark: 0xD97890),
      ],
      [
        SnackParts.table(at: 60),
        [
          .line([0, 10, 26, 18, 48, 14, 74, 24], width: 3, "branch"),
          .line([26, 18, 36, 32], width: 2, "branch"),
          .circle(16, 12, radius: 4, "blossom"), .circle(38, 32, radius: 4.4, "blossom"),
          .circle(50, 12, radius: 4.4, "blossom"), .circle(72, 25, radius: 4, "blossom"),
          .circle(30, 22, radius: 3.4, "blossom"),
        ],
        SnackParts.plate(120, 64, half: 48),
        [
          .circle(96, 50, radius: 16, "dusk"), .circle(95, 49, radius: 15, "ball"),
          .circle(145, 50, radius: 16, "dusk"), .circle(144, 49, radius: 15, "ball"),
          .circle(120, 34, radius: 17, "dusk"), .circle(119, 33, radius: 16, "ball"),
          .circle(96, 38, radius: 3.2, "jelly"), .circle(145, 38, radius: 3.2, "jelly"),
          .circle(120, 21, radius: 3.6, "jelly"),
        ],
      ])
  }

  /// Pale yellow blocks with a date on each.
  static var splitPeaJelly: Scene {
    kitchen(
      wall: ((0xDDE8C0, 0xF4F7DE), (0x1A2412, 0x35431F)), table: (0x8FA36A, 0x3D4A28),
      [
        .init("plate", light: 0xFFFFFF, dark: 0xC9CEC0), .init("rim", light: 0xB9C7A6, dark: 0x7C8A6A),
        .init("top", light: 0xFBE48C, dark: 0xF2D66E), .init("front", light: 0xE8C65A, dark: 0xD0AC42),
        .init("side", light: 0xCFA93F, dark: 0xAC8A2E), .init("date", light: 0xA83A2C, dark: 0x9C3326),
      ],
      [SnackParts.table(at: 58), SnackParts.plate(120, 64, half: 52)]
        + [(84.0, 46.0), (126.0, 46.0), (105.0, 24.0)].map { block($0.0, $0.1) })
  }

  /// A block of jelly by the left corner of its front: roles `top`, `front`, `side`, `date`.
  private static func block(_ x: Double, _ y: Double) -> [Shape] {
    [
      .polygon([x, y, x + 9, y - 7, x + 35, y - 7, x + 26, y], "top"), .rectangle(x, y, 26, 16, "front"),
      .polygon([x + 26, y, x + 35, y - 7, x + 35, y + 9, x + 26, y + 16], "side"),
      .ellipse(x + 17, y - 3.6, radii: 4.4, 1.9, "date"),
    ]
  }

  /// Folded ears of dough, glossy with syrup.
  static var sugarEar: Scene {
    kitchen(
      wall: ((0xF6D7B0, 0xFCEFD9), (0x2A170C, 0x4A2C17)), table: (0xB8763E, 0x55331A),
      [
        .init("plate", light: 0xFBF3E4, dark: 0xCBB79C),
        .init("rim", light: 0x8C5B34, dark: 0x7A5230, .init(8, 8)),
        .init("amber", light: 0xB5601A, dark: 0xC26C20), .init("fold", light: 0x7E3B0E, dark: 0x8A4512),
        .init("syrup", light: 0xF3B04A, dark: 0xF6BC5C),
      ],
      [
        SnackParts.table(at: 60), SnackParts.plate(120, 64, half: 50), ear(96, 47, 1), ear(146, 47, -1),
        ear(120, 33, 1),
      ])
  }

  /// One ear by its middle, open to one side: roles `amber`, `fold`, `syrup`.
  private static func ear(_ x: Double, _ y: Double, _ side: Double) -> [Shape] {
    [
      .ellipse(x, y, radii: 19, 16, "amber"), .ellipse(x + 4 * side, y + 2, radii: 11, 9.4, "fold"),
      .ellipse(x + 7 * side, y + 3, radii: 8, 6.6, "amber"),
      .line([x - 12 * side, y + 2, x - 8 * side, y - 8, x + 2 * side, y - 11.4], width: 2.6, "syrup"),
      .circle(x + 8 * side, y + 1, radius: 1.8, "syrup"),
    ]
  }
}
