extension Scene {
  /// A bowl of grey-green drink with a fried ring and pickles.
  static var fermentedBeanDrink: Scene {
    kitchen(
      wall: ((0x8FA794, 0xAEC0AC), (0x171E1A, 0x303A32)), table: (0x9A7B58, 0x45341F),
      [
        .init("bowl", light: 0xF4F1E6, dark: 0xD9D4C2), .init("rim", light: 0xFFFFFF, dark: 0xEFEBDD),
        .init("band", light: 0x3E6FA8, dark: 0x3F6FA6), .init("soup", light: 0x9FAE8E, dark: 0x8B9B7A),
        .init("bubble", light: 0xC9D3BA, dark: 0xB5C2A2), .init("crisp", light: 0xC9842B, dark: 0xD08C34),
        .init("plate", light: 0xE8E2D2, dark: 0xA89F8A), .init("pickle", light: 0x7A4A1E, dark: 0x94602C),
        .init("chilli", light: 0xC8322A, dark: 0xD8443A), .init("pane", light: 0xDDE6DA, dark: 0x3D4A42),
      ],
      [
        [
          .rectangle(10, 4, 56, 40, "pane"), .rectangle(13, 7, 23.5, 15.5, "b"),
          .rectangle(39.5, 7, 23.5, 15.5, "b"),
          .rectangle(13, 25.5, 23.5, 15.5, "b"), .rectangle(39.5, 25.5, 23.5, 15.5, "b"),
        ],
        SnackParts.table(at: 58), SnackParts.bowl(120, 38, half: 36),
        [
          .circle(104, 37, radius: 2, "bubble"), .circle(116, 41, radius: 2.4, "bubble"),
          .circle(131, 36, radius: 2.2, "bubble"), .circle(140, 39, radius: 1.6, "bubble"),
          SnackParts.steam(106, 27), SnackParts.steam(121, 25, height: 24), SnackParts.steam(136, 27),
        ],
        SnackParts.plate(196, 66, half: 34),
        [
          .ring(186, 54, radius: 10, width: 5.4, "crisp"), .ring(206, 57, radius: 9, width: 5, "crisp"),
          .ellipse(56, 68, radii: 20, 5, "plate"), .line([46, 66, 54, 62, 64, 66], width: 2, "pickle"),
          .line([50, 68, 58, 63, 66, 67], width: 2, "pickle"), .line([52, 64, 60, 66], width: 2, "chilli"),
        ],
      ])
  }

  /// Noodles under dark sauce, cucumber and radish.
  static var friedSauceNoodles: Scene {
    kitchen(
      wall: ((0xF3DCC3, 0xFBF1E3), (0x25160F, 0x432A1C)), table: (0x8C5A35, 0x442A17),
      [
        .init("bowl", light: 0x2F5F8E, dark: 0x376A9C), .init("rim", light: 0xE9F1F4, dark: 0xD3DEE2),
        .init("band", light: 0xE9F1F4, dark: 0xD3DEE2), .init("soup", light: 0xF2D99B, dark: 0xE6C981),
        .init("noodle", light: 0xFFF0C4, dark: 0xF8E2AC), .init("sauce", light: 0x5A2A12, dark: 0x4C210D),
        .init("meat", light: 0xA5562E, dark: 0xA5562E), .init("green", light: 0x5C9A3C, dark: 0x67A546),
        .init("pink", light: 0xD5568A, dark: 0xDB6494), .init("stick", light: 0x7A3B1E, dark: 0xB06A3E),
        .init("garlic", light: 0xC9A6B8, dark: 0xB894A8),
      ],
      [
        SnackParts.table(at: 60), SnackParts.bowl(120, 42, half: 38),
        [
          .ellipse(120, 37, radii: 30, 9, "noodle"), .line([92, 40, 104, 33, 114, 40], width: 1.6, "soup"),
          .line([126, 41, 138, 33, 148, 40], width: 1.6, "soup"),
          .line([100, 44, 120, 39, 140, 44], width: 1.6, "soup"),
          .ellipse(119, 32, radii: 15, 6, "sauce"), .circle(113, 31, radius: 2.2, "meat"),
          .circle(122, 33, radius: 2.2, "meat"), .circle(126, 30, radius: 1.8, "meat"),
          .line([93, 37, 105, 28], width: 3, "green"), .line([97, 40, 108, 31], width: 3, "green"),
          .line([136, 28, 148, 36], width: 3, "pink"), .line([132, 32, 144, 40], width: 3, "pink"),
        ],
        SnackParts.chopsticks(138, 26, toward: (206, 4)),
        [
          .line([40, 0, 40, 44], width: 2, "stick"), .circle(36, 10, radius: 5, "garlic"),
          .circle(45, 17, radius: 5, "garlic"), .circle(35, 25, radius: 5, "garlic"),
          .circle(45, 32, radius: 5, "garlic"), .circle(37, 40, radius: 5, "garlic"),
        ],
      ])
  }

  /// Strips of tripe beside a steaming copper pot.
  static var boiledTripe: Scene {
    kitchen(
      wall: ((0xE8D5C4, 0xF7EDE2), (0x20150F, 0x3D2A1E)), table: (0x7E5A3C, 0x3B281A),
      [
        .init("bowl", light: 0xB8683A, dark: 0xC4733F), .init("rim", light: 0xDC9A62, dark: 0xE0A06A),
        .init("band", light: 0x8A4722, dark: 0x8F4C26), .init("soup", light: 0xE9E4D8, dark: 0xD8D2C4),
        .init("plate", light: 0xF7F5EE, dark: 0xCFCBBF), .init("tripe", light: 0xA79C86, dark: 0x9A8F78),
        .init("pale", light: 0xD8CFBA, dark: 0xCABFA6), .init("sesame", light: 0xB98444, dark: 0xB98444),
        .init("herb", light: 0x5F9A44, dark: 0x6BA850), .init("stick", light: 0x5E2F18, dark: 0xA8683C),
        .init("chilli", light: 0xC8322A, dark: 0xD8443A),
      ],
      [
        SnackParts.table(at: 58), SnackParts.bowl(52, 34, half: 32),
        [
          .circle(40, 33, radius: 2.4, "rim"), .circle(52, 36, radius: 3, "rim"),
          .circle(63, 32, radius: 2.4, "rim"),
          SnackParts.steam(38, 24, height: 20), SnackParts.steam(52, 22),
          SnackParts.steam(66, 24, height: 20),
        ],
        SnackParts.plate(132, 62, half: 40), tripe,
        [
          .ellipse(201, 64, radii: 21, 5, "shade"), SnackParts.lowerHalf(200, 52, 20, 13, "plate"),
          .ellipse(200, 52, radii: 20, 5, "plate"), .ellipse(200, 52, radii: 17, 3.8, "sesame"),
          .circle(195, 52, radius: 1.8, "herb"), .circle(205, 51, radius: 1.8, "herb"),
          .circle(200, 53, radius: 1.4, "chilli"),
        ],
        SnackParts.chopsticks(152, 44, toward: (214, 12)),
      ])
  }

  private static var tripe: [Shape] {
    var shapes: [Shape] = []
    for (index, row) in [(104.0, 58.0), (108.0, 52.0), (112.0, 46.0), (118.0, 40.0)].enumerated() {
      let end = 264 - row.0
      let middle = (row.0 + end) / 2
      let wave = [
        row.0, row.1 + 2, row.0 + 10, row.1 - 3, middle, row.1 + 1, end - 10, row.1 - 3, end, row.1 + 2,
      ]
      shapes.append(.line(wave, width: 7, index % 2 == 0 ? "tripe" : "pale"))
    }
    return shapes + [
      .circle(124, 37, radius: 2, "herb"), .circle(138, 38, radius: 2, "herb"),
      .circle(131, 42, radius: 2, "herb"),
    ]
  }

  /// A bowl of dark broth with bread, tofu and offal.
  static var stewWithBread: Scene {
    kitchen(
      wall: ((0xE7D3BE, 0xF6EADB), (0x1E120C, 0x38241A)), table: (0x6E4A30, 0x342216),
      [
        .init("bowl", light: 0x3B3530, dark: 0x5A514A), .init("rim", light: 0x6B5F55, dark: 0x8A7C70),
        .init("band", light: 0xB06A36, dark: 0xB06A36), .init("soup", light: 0x7A3F1C, dark: 0x7A3F1C),
        .init("bread", light: 0xEAC98E, dark: 0xDDB878), .init("tofu", light: 0xD99A3E, dark: 0xD08F34),
        .init("offal", light: 0xB87A66, dark: 0xAE705C), .init("herb", light: 0x5F9A44, dark: 0x6BA850),
      ],
      [
        SnackParts.table(at: 60), SnackParts.bowl(120, 40, half: 38),
        [
          .polygon([92, 38, 104, 31, 112, 37, 100, 44], "bread"),
          .polygon([128, 32, 140, 34, 136, 43, 124, 41], "bread"),
          .polygon([112, 40, 121, 37, 125, 44, 115, 46], "tofu"),
          .polygon([140, 38, 148, 36, 149, 43, 142, 44], "tofu"),
          .ring(117, 34, radius: 4, width: 3, "offal"), .ring(106, 42, radius: 3.4, width: 2.6, "offal"),
          .circle(124, 36, radius: 1.7, "herb"), .circle(100, 36, radius: 1.7, "herb"),
          .circle(134, 40, radius: 1.7, "herb"), SnackParts.steam(104, 26), SnackParts.steam(121, 24),
          SnackParts.steam(138, 26),
        ],
      ])
  }

  /// A bowl of glossy brown gravy with garlic.
  static var liverInGravy: Scene {
    kitchen(
      wall: ((0xEFD9C8, 0xFAF0E6), (0x22130E, 0x40271D)), table: (0x9A6A44, 0x48301E),
      [
        .init("bowl", light: 0xF6F2EA, dark: 0xDCD6CA), .init("rim", light: 0xFFFFFF, dark: 0xF0EBE0),
        .init("band", light: 0xB23A30, dark: 0xBE463A), .init("soup", light: 0x7C3A1A, dark: 0x7C3A1A),
        .init("gloss", light: 0xB9713C, dark: 0xB9713C), .init("offal", light: 0xD9A583, dark: 0xD29C78),
        .init("liver", light: 0x4E2318, dark: 0x45201A), .init("garlic", light: 0xFFF6E0, dark: 0xFFF0D2),
      ],
      [
        SnackParts.table(at: 60), SnackParts.bowl(120, 40, half: 36),
        [
          .ellipse(120, 40, radii: 26, 5, "gloss"), .ring(108, 39, radius: 5, width: 3.4, "offal"),
          .ring(131, 40, radius: 5, width: 3.4, "offal"),
          .polygon([116, 36, 125, 35, 127, 41, 118, 43], "liver"),
          .circle(100, 41, radius: 1.5, "garlic"), .circle(121, 44, radius: 1.5, "garlic"),
          .circle(141, 38, radius: 1.5, "garlic"), .circle(114, 34, radius: 1.4, "garlic"),
          SnackParts.steam(108, 27), SnackParts.steam(132, 27),
        ],
      ])
  }

  /// A bowl of porridge under a spiral of sesame paste.
  static var milletPorridge: Scene {
    kitchen(
      wall: ((0xEFE3BF, 0xFBF6E4), (0x231C0E, 0x40351C)), table: (0xA88A52, 0x4C3E22),
      [
        .init("bowl", light: 0x8A9FB0, dark: 0x7F95A6), .init("rim", light: 0xDDE6EC, dark: 0xC6D2DA),
        .init("band", light: 0xDDE6EC, dark: 0xC6D2DA), .init("soup", light: 0xEBCB6C, dark: 0xE0BD58),
        .init("sesame", light: 0x8C5A2A, dark: 0x84521F), .init("salt", light: 0xFFFDF4, dark: 0xFFF8E4),
      ],
      [
        SnackParts.table(at: 60), SnackParts.bowl(120, 40, half: 38),
        [
          .line(
            [98, 40, 106, 36, 124, 35, 140, 38, 142, 42, 128, 45, 110, 44, 106, 41, 118, 39, 130, 40],
            width: 2.8, "sesame"),
          .circle(104, 42, radius: 1.2, "salt"), .circle(114, 37, radius: 1.2, "salt"),
          .circle(124, 42, radius: 1.2, "salt"), .circle(134, 37, radius: 1.2, "salt"),
          .circle(146, 40, radius: 1.2, "salt"), SnackParts.steam(106, 26), SnackParts.steam(134, 26),
        ],
      ])
  }
}
