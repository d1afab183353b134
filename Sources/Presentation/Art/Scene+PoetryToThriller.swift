extension Scene {
  /// A quill drawing a line before ink-wash mountains and a red sun.
  static var poetry: Scene {
    Scene(
      palette: [
        .init("a", light: 0xF4EAD8, dark: 0x1A2430, .init(7, 4, indexedDark: 17)),
        .init("b", light: 0xD9DFD6, dark: 0x2D4150, .init(7, 4, indexedDark: 17)),
        .init("wash", light: 0xA9BCB4, dark: 0x3D5A66, .init(8, 6)),
        .init("wash2", light: 0x7D9A95, dark: 0x24404B, .init(6, 8, indexedDark: 23)),
        .init("ink", light: 0x23323A, dark: 0xE9E2D0, .init(0, 15)),
        .init("red", light: 0xC2452D, dark: 0xE0694E, .init(1, 9)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .polygon(
          [0, 80, 0, 58, 30, 42, 58, 56, 92, 34, 130, 58, 168, 44, 204, 60, 240, 48, 240, 80], "wash"),
        .polygon([0, 80, 0, 68, 50, 58, 100, 70, 150, 60, 240, 72, 240, 80], "wash2"),
        .circle(202, 22, radius: 9, "red"),
        .polygon([150, 10, 138, 12, 118, 26, 104, 44, 100, 54, 112, 46, 130, 32, 146, 18], "ink"),
        .line([148, 12, 120, 34, 92, 64], width: 1.8, "wash"),
        .line([100, 54, 90, 66], width: 2.2, "ink"),
        .line([90, 66, 78, 70, 62, 66, 50, 70, 38, 67, 26, 70], width: 1.8, "ink"),
      ], focus: 121)
  }

  /// Two overlapping hearts among petals.
  static var romance: Scene {
    Scene(
      palette: [
        .init("a", light: 0xFFD9DC, dark: 0x3A0F26, .init(7, 0)),
        .init("b", light: 0xFFB3A7, dark: 0x8C2F4B, .init(7, 0)),
        .init("h1", light: 0xD63B5B, dark: 0xFF6F8B, .init(9, 9)),
        .init("h2", light: 0xA61D45, dark: 0xD43F68, .init(1, 1)),
        .init("petal", light: 0xF08A9B, dark: 0xF6A3B3, .init(13, 13)),
        .init("white", light: 0xFFF4F1, dark: 0xFFE3E3, .init(15, 15)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .circle(130, 30, radius: 13, "h2"),
        .circle(153, 30, radius: 13, "h2"),
        .polygon([118, 35, 165, 35, 141.5, 66], "h2"),
        .circle(92, 26, radius: 15, "h1"),
        .circle(118, 26, radius: 15, "h1"),
        .polygon([78.5, 32, 131.5, 32, 105, 68], "h1"),
        .ellipse(87, 21, radii: 4, 3, "white"),
        .ellipse(34, 22, radii: 7, 3.4, "petal"),
        .ellipse(52, 56, radii: 6, 3, "petal"),
        .ellipse(206, 20, radii: 7, 3.2, "petal"),
        .ellipse(188, 60, radii: 6.5, 3, "petal"),
        .ellipse(222, 46, radii: 5, 2.6, "petal"),
        .ellipse(20, 66, radii: 5, 2.4, "petal"),
      ], focus: 113)
  }

  /// A city's lit windows under a red cross-hair.
  static var thriller: Scene {
    Scene(
      palette: [
        .init("a", light: 0xFFB36B, dark: 0x0B0B12, .init(3, 8, indexedDark: 52)),
        .init("b", light: 0xFFE3B8, dark: 0x3B2027, .init(3, 8, indexedDark: 52)),
        .init("ink", light: 0x2B1A1D, dark: 0x020204, .init(0, 0)),
        .init("ink2", light: 0x6B3F35, dark: 0x1C1218, .init(8, 4)),
        .init("win", light: 0xFFE08A, dark: 0xF4C04E, .init(11, 11)),
        .init("red", light: 0xD4202A, dark: 0xFF3B3F, .init(1, 9)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .rectangle(0, 44, 26, 36, "ink2"),
        .rectangle(34, 36, 22, 44, "ink2"),
        .rectangle(96, 40, 24, 40, "ink2"),
        .rectangle(150, 34, 20, 46, "ink2"),
        .rectangle(204, 42, 36, 38, "ink2"),
        .rectangle(14, 54, 26, 26, "ink"),
        .rectangle(56, 30, 24, 50, "ink"),
        .rectangle(84, 56, 20, 24, "ink"),
        .rectangle(122, 46, 26, 34, "ink"),
        .rectangle(170, 50, 22, 30, "ink"),
        .rectangle(186, 60, 30, 20, "ink"),
        .rectangle(222, 54, 18, 26, "ink"),
        .rectangle(20, 60, 3, 4, "win"),
        .rectangle(30, 66, 3, 4, "win"),
        .rectangle(60, 36, 3, 4, "win"),
        .rectangle(70, 36, 3, 4, "win"),
        .rectangle(60, 48, 3, 4, "win"),
        .rectangle(70, 60, 3, 4, "win"),
        .rectangle(128, 52, 3, 4, "win"),
        .rectangle(138, 60, 3, 4, "win"),
        .rectangle(128, 68, 3, 4, "win"),
        .rectangle(176, 56, 3, 4, "win"),
        .rectangle(184, 66, 3, 4, "win"),
        .rectangle(228, 60, 3, 4, "win"),
        .rectangle(90, 64, 3, 4, "win"),
        .ring(150, 32, radius: 20, width: 3, "red"),
        .line([150, 4, 150, 22], width: 2.6, "red"),
        .line([150, 42, 150, 60], width: 2.6, "red"),
        .line([122, 32, 140, 32], width: 2.6, "red"),
        .line([160, 32, 178, 32], width: 2.6, "red"),
        .circle(150, 32, radius: 2.4, "red"),
      ], focus: 150)
  }

  /// A shelf of books, one leaning.
  static var neutral: Scene {
    Scene(
      palette: [
        .init("a", light: 0xEFE6D8, dark: 0x241B14, .init(7, 0)),
        .init("b", light: 0xD8C8B0, dark: 0x3A2C20, .init(7, 0)),
        .init("wood", light: 0x8A5A34, dark: 0x5D3C22, .init(3, 3)),
        .init("c1", light: 0x7A4522, dark: 0xB5793F, .init(1, 1)),
        .init("c2", light: 0x4F6B57, dark: 0x7F9D86, .init(2, 2)),
        .init("c3", light: 0xA0622F, dark: 0xD3985A, .init(11, 11)),
        .init("c4", light: 0x3F5873, dark: 0x7F9BB8, .init(4, 12)),
        .init("c5", light: 0x8C3A3A, dark: 0xC07070, .init(5, 5)),
        .init("pg", light: 0xFBF6EF, dark: 0xEFE2CF, .init(15, 15)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .rectangle(0, 70, 240, 6, "wood"),
        .rectangle(60, 22, 14, 48, "c1"),
        .rectangle(76, 16, 12, 54, "c2"),
        .rectangle(90, 26, 18, 44, "c3"),
        .rectangle(110, 18, 12, 52, "c4"),
        .rectangle(124, 24, 15, 46, "c5"),
        .rectangle(168, 30, 13, 40, "c2"),
        .polygon([141, 70, 158, 24, 169, 28, 152, 70], "c1"),
        .rectangle(60, 30, 14, 2.4, "pg"),
        .rectangle(76, 26, 12, 2.4, "pg"),
        .rectangle(90, 34, 18, 2.4, "pg"),
        .rectangle(110, 28, 12, 2.4, "pg"),
        .rectangle(124, 32, 15, 2.4, "pg"),
      ], focus: 156)
  }
}
