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
  private var indexed: UInt8
  private var basic: UInt8

  /// A colour and its stand-ins among the 256, 16 to 255, and among the 16; without one the most alike is taken.
  package init(_ rgb: RGB, indexed: UInt8? = nil, basic: UInt8? = nil) {
    self.rgb = rgb
    self.indexed = indexed ?? 0
    self.basic = basic ?? Colour.unset
  }

  private static let unset: UInt8 = 255

  /// The index among the 16 colours, 0 to 15.
  package var basicIndex: UInt8 { basic == Colour.unset ? Colour.nearestBasic(to: rgb) : basic }

  /// The index in the 256-colour palette, 16 to 255.
  package var index256: UInt8 { indexed == 0 ? Colour.nearestIndex(to: rgb) : indexed }

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

  /// The 6×6×6 cube and the 24 grays from index 16 on, as the eye sees them.
  static let cubeAndGrays = (UInt8(16)...255).map { index in
    let rgb = rgb(ofIndex: index)
    return (colour: Colour(rgb, indexed: index), seen: SeenColour(rgb))
  }

  /// The 16 colours, as the eye sees xterm's.
  static let basics = (UInt8(0)...15).map { index in
    let rgb = rgb(ofIndex: index)
    return (colour: Colour(rgb, basic: index), seen: SeenColour(rgb))
  }

  /// How badly each colour of the cube and the grays stands in for a colour, from index 16 on.
  static func unlikenesses(to rgb: RGB) -> [Double] {
    let wanted = SeenColour(rgb)
    return cubeAndGrays.map { wanted.unlikeness(of: $0.seen) }
  }

  /// The colour of the cube and the grays that stands in best.
  private static func nearestIndex(to rgb: RGB) -> UInt8 {
    let wanted = SeenColour(rgb)
    var best = (place: 0, unlikeness: Double.infinity)
    for (place, candidate) in cubeAndGrays.enumerated() {
      let unlikeness = wanted.unlikeness(of: candidate.seen)
      if unlikeness < best.unlikeness { best = (place, unlikeness) }
    }
    return UInt8(16 + best.place)
  }

  /// The gray of the 256-colour palette that is as light, 232 to 255.
  static func grayIndex(of rgb: RGB) -> UInt8 { UInt8(232 + min(max((rgb.lightness - 3) / 10, 0), 23)) }

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
    // A channel is on if it is nearer to the greatest than to the least; beside red somewhat earlier, so that
    // brown and orange become yellow rather than red, and pink magenta.
    let middle = most - (red == most ? chroma * 3 / 5 : chroma / 2)
    let hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
    return UInt8(most < 210 ? hue : hue + 8)
  }
}
