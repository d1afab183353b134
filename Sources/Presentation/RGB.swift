/// A colour of sRGB in whole steps.
package struct RGB: Hashable, Sendable {
  /// 0 to 255.
  package var red: UInt8
  /// 0 to 255.
  package var green: UInt8
  /// 0 to 255.
  package var blue: UInt8

  /// Each channel 0 to 255.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The low 24 bits, as in `0xFFD76B`.
  package init(_ value: UInt32) {
    red = UInt8(truncatingIfNeeded: value >> 16)
    green = UInt8(truncatingIfNeeded: value >> 8)
    blue = UInt8(truncatingIfNeeded: value)
  }

  /// The 24 bits that `init(_:)` takes.
  package var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Six hexadecimal digits after a `#`, as CSS writes colours.
  package var hex: String {
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// Perceived lightness, 0 to 255, by the weights of BT.601.
  package var lightness: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }

  /// How unlike two colours are, 0 to 255: channels weighted as the eye does, green most.
  package func difference(to other: RGB) -> Int {
    let apart = (
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)), abs(Int(blue) - Int(other.blue))
    )
    return (3 * apart.0 + 4 * apart.1 + 2 * apart.2) / 9
  }

  /// A quarter of the way from black to this colour: what black at 75 % leaves of it.
  package var shaded: RGB { RGB(red: red / 4, green: green / 4, blue: blue / 4) }
}
