extension Scene {
  /// Three towers with lit windows under a large moon.
  static var fantasy: Scene {
    Scene(
      palette: [
        .init("a", light: 0xB9A5E8, dark: 0x1B1440, .init(12, 4)),
        .init("b", light: 0xFBE3D0, dark: 0x5B3F8C, .init(12, 4)),
        .init("moon", light: 0xFFF7DF, dark: 0xF6E7B4, .init(15, 15)),
        .init("far", light: 0x8E79C4, dark: 0x33245F, .init(5, 5)),
        .init("ink", light: 0x3D2A6B, dark: 0x0D0822, .init(4, 0)),
        .init("lit", light: 0xFFD76B, dark: 0xFFD76B, .init(11, 11)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .circle(182, 26, radius: 16, "moon"),
        .ellipse(60, 92, radii: 120, 34, "far"),
        .ellipse(200, 96, radii: 110, 34, "far"),
        .polygon([92, 80, 92, 44, 100, 44, 100, 80], "ink"),
        .polygon([88, 44, 96, 26, 104, 44], "ink"),
        .polygon([112, 80, 112, 34, 124, 34, 124, 80], "ink"),
        .polygon([107, 34, 118, 10, 129, 34], "ink"),
        .polygon([138, 80, 138, 48, 146, 48, 146, 80], "ink"),
        .polygon([134, 48, 142, 32, 150, 48], "ink"),
        .polygon([84, 80, 84, 58, 154, 58, 154, 80], "ink"),
        .rectangle(116, 42, 4, 6, "lit"),
        .rectangle(94, 52, 4, 5, "lit"),
        .rectangle(140, 54, 4, 5, "lit"),
        .polygon([114, 80, 114, 70, 118, 65, 122, 70, 122, 80], "lit"),
        .circle(30, 16, radius: 1.6, "moon"),
        .circle(58, 28, radius: 1.4, "moon"),
        .circle(150, 12, radius: 1.6, "moon"),
        .circle(222, 48, radius: 1.4, "moon"),
        .circle(78, 10, radius: 1.3, "moon"),
      ], focus: 119)
  }

  /// A bare tree, a low moon with a bat, two gravestones.
  static var horror: Scene {
    Scene(
      palette: [
        .init("a", light: 0x5A1220, dark: 0x12060A, .init(1, 1)),
        .init("b", light: 0xD9694A, dark: 0x6D1A1F, .init(1, 1)),
        .init("moon", light: 0xFFE9C9, dark: 0xE8D6B0, .init(15, 15, indexedDark: 223)),
        .init("ink", light: 0x23090F, dark: 0x040203, .init(0, 0)),
        .init("stone", light: 0x8B7A78, dark: 0x4B4145, .init(8, 8)),
        .init("fog", light: 0xE7A789, dark: 0x8A3A35),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .circle(174, 34, radius: 20, "moon"),
        .ellipse(120, 84, radii: 150, 16, "ink"),
        .line([70, 80, 72, 52, 66, 34, 58, 20], width: 5, "ink"),
        .line([72, 52, 86, 38, 98, 32], width: 3.4, "ink"),
        .line([86, 38, 90, 24], width: 2.4, "ink"),
        .line([66, 34, 50, 36, 38, 30], width: 3, "ink"),
        .line([58, 20, 48, 10], width: 2.2, "ink"),
        .line([62, 27, 72, 12], width: 2.2, "ink"),
        .line([50, 36, 42, 44], width: 2, "ink"),
        .line([98, 32, 110, 36], width: 2, "ink"),
        .rectangle(136, 58, 12, 16, "stone"),
        .circle(142, 58, radius: 6, "stone"),
        .rectangle(206, 60, 10, 14, "stone"),
        .circle(211, 60, radius: 5, "stone"),
        .line([142, 56, 142, 66], width: 1.8, "ink"),
        .line([138.5, 60, 145.5, 60], width: 1.8, "ink"),
        .ellipse(120, 86, radii: 150, 12, "ink"),
        .polygon([176, 30, 184, 24, 190, 29, 196, 24, 204, 30, 196, 29, 190, 34, 184, 29], "ink"),
      ], focus: 169)
  }

  /// Sun, cloud, kite and balloons over green hills.
  static var kids: Scene {
    Scene(
      palette: [
        .init("a", light: 0x7CC8F5, dark: 0x1D3F7A, .init(14, 4)),
        .init("b", light: 0xE8F7FF, dark: 0x4F7FC0, .init(14, 4)),
        .init("sun", light: 0xFFCF3F, dark: 0xFFD866, .init(11, 11)),
        .init("hill", light: 0x79C257, dark: 0x2F6B3A, .init(10, 10)),
        .init("hill2", light: 0x4FA34A, dark: 0x23522D, .init(2, 2)),
        .init("red", light: 0xE4574F, dark: 0xEA6A5F, .init(9, 9)),
        .init("blue", light: 0x3A6FD8, dark: 0x7AA2F0, .init(4, 14)),
        .init("white", light: 0xFFFFFF, dark: 0xF2F6FF, .init(15, 15)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .circle(36, 22, radius: 13, "sun"),
        .line([53, 22, 59, 22], width: 2.6, "sun"),
        .line([48.07, 34.07, 52.33, 38.33], width: 2.6, "sun"),
        .line([36, 39, 36, 45], width: 2.6, "sun"),
        .line([23.93, 34.07, 19.67, 38.33], width: 2.6, "sun"),
        .line([19, 22, 13, 22], width: 2.6, "sun"),
        .line([48.07, 9.93, 52.33, 5.67], width: 2.6, "sun"),
        .line([36, 5, 36, -1], width: 2.6, "sun"),
        .line([23.93, 9.93, 19.67, 5.67], width: 2.6, "sun"),
        .ellipse(60, 90, radii: 100, 32, "hill"),
        .ellipse(190, 92, radii: 100, 36, "hill2"),
        .circle(112, 20, radius: 6, "white"),
        .circle(121, 17, radius: 8, "white"),
        .circle(131, 21, radius: 6, "white"),
        .ellipse(166, 26, radii: 12, 14, "red"),
        .line([166, 40, 163, 50, 168, 60], width: 1.6, "white"),
        .ellipse(196, 34, radii: 9, 11, "blue"),
        .line([196, 45, 198, 54, 195, 64], width: 1.6, "white"),
        .polygon([70, 34, 82, 42, 74, 58, 62, 46], "red"),
        .line([74, 58, 78, 66, 74, 74], width: 1.6, "white"),
      ], focus: 180)
  }

  /// A street lamp's cone of light, footprints, a door with a keyhole.
  static var mystery: Scene {
    Scene(
      palette: [
        .init("a", light: 0x8FB0AE, dark: 0x0A1C22, .init(7, 4, indexedDark: 23)),
        .init("b", light: 0xDFE6D8, dark: 0x1F444B, .init(7, 4, indexedDark: 23)),
        .init("ink", light: 0x16343A, dark: 0x03090B, .init(0, 0, indexedDark: 233)),
        .init("beam", light: 0xFFF2B8, dark: 0xF4DC86, .init(11, 11)),
        .init("lamp", light: 0xFFFBE6, dark: 0xFFF3C0, .init(15, 15)),
        .init("wall", light: 0x6D9391, dark: 0x15333A, .init(6, 6, indexedDark: 24)),
      ],
      shapes: [
        .gradient(from: "a", to: "b"),
        .rectangle(0, 66, 240, 14, "ink"),
        .polygon([78, 22, 40, 66, 122, 66, 86, 22], "beam", opacity: 0.55),
        .line([60, 80, 60, 14, 66, 9, 76, 9, 82, 14], width: 3.2, "ink"),
        .polygon([73, 14, 91, 14, 87, 22, 77, 22], "ink"),
        .circle(82, 22, radius: 4, "lamp"),
        .rectangle(160, 14, 46, 52, "ink"),
        .rectangle(163, 17, 40, 49, "wall"),
        .circle(183, 36, radius: 7, "ink"),
        .polygon([180, 40, 186, 40, 189, 56, 177, 56], "ink"),
        .rectangle(134, 26, 14, 2, "wall"),
        .rectangle(140, 34, 12, 2, "wall"),
        .rectangle(128, 42, 14, 2, "wall"),
        .rectangle(214, 24, 16, 2, "wall"),
        .rectangle(218, 40, 14, 2, "wall"),
        .ellipse(96, 70, radii: 5, 2.2, "beam"),
        .ellipse(106, 74, radii: 5, 2.2, "beam"),
        .ellipse(118, 71, radii: 5, 2.2, "wall"),
        .ellipse(130, 75, radii: 5, 2.2, "wall"),
      ], focus: 183)
  }
}
