/// How many colours a terminal shows.
package enum ColourDepth: Int, Comparable, CaseIterable, Sendable {
  case none
  case sixteen
  case palette256
  case trueColour

  /// Fewer colours come first.
  package static func < (left: ColourDepth, right: ColourDepth) -> Bool { left.rawValue < right.rawValue }
}

/// A colour of a terminal: exact where it can be shown, with stand-ins where not.
package struct Colour: Hashable, Sendable {
  /// The exact colour.
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

  /// The most alike of the 6×6×6 cube and the 24 grays of the 256-colour palette, 16 to 255.
  package var index256: UInt8 {
    let mean = (Int(rgb.red) + Int(rgb.green) + Int(rgb.blue)) / 3
    var best = UInt8(232 + min(max((mean - 3) / 10, 0), 23))
    var least = Colour.unlikeness(of: Colour.rgb(ofIndex: best), to: rgb)
    // The step below and the step above in each channel: one of these eight corners is nearest.
    let base = (Colour.stepBelow(rgb.red), Colour.stepBelow(rgb.green), Colour.stepBelow(rgb.blue))
    for corner in 0..<8 {
      let (red, green, blue) = (base.0 + (corner & 1), base.1 + (corner >> 1 & 1), base.2 + (corner >> 2))
      let index = UInt8(16 + 36 * red + 6 * green + blue)
      let unlikeness = Colour.unlikeness(of: Colour.rgb(ofIndex: index), to: rgb)
      if unlikeness < least { (best, least) = (index, unlikeness) }
    }
    return best
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

  /// The last step of the cube but one that is not above the level.
  private static func stepBelow(_ level: UInt8) -> Int {
    level < 95 ? 0 : min((Int(level) - 55) / 40, 4)
  }

  // The tint weighs as much as the channels, or the palette's many grays would win over every dark colour.
  private static func unlikeness(of left: RGB, to right: RGB) -> Int {
    let red = Int(left.red) - Int(right.red)
    let green = Int(left.green) - Int(right.green)
    let blue = Int(left.blue) - Int(right.blue)
    let tint = (red - green) * (red - green) + (green - blue) * (green - blue)
    return 3 * red * red + 4 * green * green + 2 * blue * blue + 4 * tint
  }

  private static let basicColours = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { RGB($0) }

  // By hue rather than by distance, which would call most colours gray.
  private static func nearestBasic(to rgb: RGB) -> UInt8 {
    let (red, green, blue) = (Int(rgb.red), Int(rgb.green), Int(rgb.blue))
    let most = max(red, green, blue)
    let chroma = most - min(red, green, blue)
    if most < 56 { return 0 }
    if chroma * 3 < most { return most < 176 ? 8 : most < 226 ? 7 : 15 }
    // A channel is on if it is nearer to the greatest than to the least.
    let middle = most - chroma / 2
    let hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    return UInt8(most < 210 ? hue : hue + 8)
  }
}
