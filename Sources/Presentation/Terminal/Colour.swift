/// How many colours a terminal shows.
package enum ColourDepth: Int, Comparable, CaseIterable, Sendable {
  case none
  case sixteen
  case palette256
  case trueColour

  package static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}

/// A colour of a terminal: exact where it can be shown, with stand-ins where not.
package struct Colour: Hashable, Sendable {
  package var rgb: RGB
  private var basic: UInt8

  /// A colour and its stand-in among the 16; without one the nearest of the usual 16 is taken.
  package init(_ rgb: RGB, basic: UInt8? = nil) {
    self.rgb = rgb
    self.basic = basic ?? Colour.unset
  }

  private static let unset: UInt8 = 255

  /// The index among the 16 colours, 0 to 15.
  package var basicIndex: UInt8 { basic == Colour.unset ? Colour.nearestBasic(to: rgb) : basic }

  /// The nearest of the 6×6×6 cube and the 24 grays of the 256-colour palette, 16 to 255.
  package var index256: UInt8 {
    let cube = (Colour.cubeStep(rgb.red), Colour.cubeStep(rgb.green), Colour.cubeStep(rgb.blue))
    let levels = Colour.cubeLevels
    let inCube = RGB(red: levels[cube.0], green: levels[cube.1], blue: levels[cube.2])
    let mean = (Int(rgb.red) + Int(rgb.green) + Int(rgb.blue)) / 3
    let grayStep = min(max((mean - 3) / 10, 0), 23)
    let level = UInt8(8 + grayStep * 10)
    let gray = RGB(red: level, green: level, blue: level)
    if Colour.distance(gray, rgb) < Colour.distance(inCube, rgb) { return UInt8(232 + grayStep) }
    return UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
  }

  /// The colour that an index of the 256-colour palette stands for in xterm's defaults.
  package static func rgb(ofIndex index: UInt8) -> RGB {
    if index < 16 { return basicColours[Int(index)] }
    if index >= 232 {
      let level = 8 + (index - 232) * 10
      return RGB(red: level, green: level, blue: level)
    }
    let place = Int(index) - 16
    return RGB(
      red: cubeLevels[place / 36], green: cubeLevels[place / 6 % 6], blue: cubeLevels[place % 6])
  }

  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func cubeStep(_ level: UInt8) -> Int {
    level < 48 ? 0 : level < 115 ? 1 : (Int(level) - 35) / 40
  }

  private static let basicColours = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { RGB($0) }

  private static func nearestBasic(to rgb: RGB) -> UInt8 {
    var best = 0
    var bestDistance = Int.max
    for (index, candidate) in basicColours.enumerated() {
      let distance = distance(candidate, rgb)
      if distance < bestDistance { (best, bestDistance) = (index, distance) }
    }
    return UInt8(best)
  }

  // Weighted as the eye does: green most, blue least.
  private static func distance(_ left: RGB, _ right: RGB) -> Int {
    let red = Int(left.red) - Int(right.red)
    let green = Int(left.green) - Int(right.green)
    let blue = Int(left.blue) - Int(right.blue)
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}
