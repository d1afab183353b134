/// A colour as the eye orders them: its lightness, and its tint as a point of a plane around gray.
///
/// This is OKLab with squares for the curve of sRGB. Only sums, products, quotients and square roots are used, so
/// every machine finds the same neighbours.
struct SeenColour: Sendable {
  /// 0 for black to 1 for white.
  let lightness: Double
  /// From green to red.
  let red: Double
  /// From blue to yellow.
  let yellow: Double
  /// How far from gray, 0 to about 0.33.
  let chroma: Double

  init(_ rgb: RGB) {
    func linear(_ level: UInt8) -> Double { Double(level) * Double(level) / 65025 }
    let (red, green, blue) = (linear(rgb.red), linear(rgb.green), linear(rgb.blue))
    // The answers of the eye's three kinds of cones.
    let long = SeenColour.cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = SeenColour.cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = SeenColour.cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    self.red = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    yellow = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    chroma = (self.red * self.red + yellow * yellow).squareRoot()
  }

  /// By Newton's steps: a library's root may differ in its last bit between systems.
  private static func cubeRoot(_ value: Double) -> Double {
    if value <= 0 { return 0 }
    var root = value.squareRoot().squareRoot()
    for _ in 0..<6 { root -= (root - value / (root * root)) / 3 }
    return root
  }

  /// The square of the distance between two colours.
  func distance(to other: SeenColour) -> Double {
    let (light, red, yellow) = (other.lightness - lightness, other.red - red, other.yellow - yellow)
    return light * light + red * red + yellow * yellow
  }

  /// How badly another colour stands in for this one.
  ///
  /// The 256 colours have no dull dark tints, only grays and full ones. So a lost tint weighs more than one that is too
  /// strong, the more so among dark colours, and a turned hue weighs most.
  func unlikeness(of other: SeenColour) -> Double {
    let light = other.lightness - lightness
    let stronger = other.chroma - chroma
    let turned = max(0, chroma * other.chroma - red * other.red - yellow * other.yellow)
    let weight = stronger < 0 ? 6 : 0.4 + 2 * lightness * lightness * lightness
    return light * light + weight * stronger * stronger + 10 * turned
  }
}
