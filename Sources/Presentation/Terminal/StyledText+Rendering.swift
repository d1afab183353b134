extension StyledText {
  /// The line as a terminal of that depth takes it, without a line break.
  ///
  /// Only what changes from run to run is sent, and the terminal's own look is back at the end. Depth `none`
  /// has no escape sequence at all.
  package func rendered(_ depth: ColourDepth) -> String {
    if depth == .none { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(runs.count * 24)
    var current = Style.plain
    for run in runs {
      var style = run.style
      // A space shows no foreground: whatever is set may stay.
      if run.text.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }), !style.isBold, !current.isBold {
        style.foreground = current.foreground
      }
      StyledText.change(from: current, to: style, depth: depth, into: &bytes)
      current = style
      bytes.append(contentsOf: run.text.utf8)
    }
    StyledText.change(from: current, to: .plain, depth: depth, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func change(from old: Style, to new: Style, depth: ColourDepth, into bytes: inout [UInt8]) {
    if old == new { return }
    var codes: [UInt8] = []
    var known = old
    let mustReset =
      old.isBold && !new.isBold || old.foreground != nil && new.foreground == nil
      || old.background != nil && new.background == nil
    if mustReset {
      codes.append(contentsOf: "0;".utf8)
      known = .plain
    }
    if new.isBold, !known.isBold { codes.append(contentsOf: "1;".utf8) }
    if let colour = new.foreground, colour != known.foreground {
      append(colour, isBackground: false, depth: depth, to: &codes)
    }
    if let colour = new.background, colour != known.background {
      append(colour, isBackground: true, depth: depth, to: &codes)
    }
    guard codes.popLast() != nil else { return }
    bytes.append(contentsOf: "\u{1B}[".utf8)
    bytes.append(contentsOf: codes)
    bytes.append(UInt8(ascii: "m"))
  }

  private static func append(
    _ colour: Colour, isBackground: Bool, depth: ColourDepth, to codes: inout [UInt8]
  ) {
    switch depth {
    case .none:
      return
    case .sixteen:
      let index = colour.basicIndex
      append((index < 8 ? 30 : 82) + index + (isBackground ? 10 : 0), to: &codes)
    case .palette256:
      codes.append(contentsOf: (isBackground ? "48;5;" : "38;5;").utf8)
      append(colour.index256, to: &codes)
    case .trueColour:
      codes.append(contentsOf: (isBackground ? "48;2;" : "38;2;").utf8)
      append(colour.rgb.red, to: &codes)
      append(colour.rgb.green, to: &codes)
      append(colour.rgb.blue, to: &codes)
    }
  }

  // `String(number)` would allocate nothing either, but this is called some thousand times for one picture.
  private static func append(_ number: UInt8, to codes: inout [UInt8]) {
    let zero = UInt8(ascii: "0")
    if number >= 100 { codes.append(zero + number / 100) }
    if number >= 10 { codes.append(zero + number / 10 % 10) }
    codes.append(zero + number % 10)
    codes.append(UInt8(ascii: ";"))
  }
}
