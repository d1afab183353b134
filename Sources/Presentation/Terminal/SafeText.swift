/// Makes text that people or files brought harmless for a terminal; every screen puts user text through here.
///
/// Escape sequences could rewrite the screen or the clipboard, and bidirectional controls could reorder what
/// stands beside them. They are shown, not obeyed: `␛` for ESC, `�` for the others. A tab becomes a space.
package enum SafeText {
  /// The text on one line: line breaks become spaces.
  package static func line(_ text: String) -> String {
    inert(text, lineBreak: " ")
  }

  /// The text with its line breaks, whatever their kind, as `\n`.
  package static func paragraphs(_ text: String) -> String {
    inert(text, lineBreak: "\n")
  }

  /// A whole file's text, whose line breaks and tabs are part of it.
  package static func document(_ text: String) -> String {
    inert(text, lineBreak: "\n", keepsTabs: true)
  }

  /// A piece of the text fit for an error message: one line, cut to a number of cells.
  package static func excerpt(
    _ text: String, cells: Int = 60, _ layout: TextLayout = .ofMessages
  ) -> String {
    // Four bytes per scalar and a few marks per letter: more cannot be needed, and text may be megabytes.
    let start = text.unicodeScalars.prefix(max(0, cells) &* 8)
    return layout.truncated(line(String(String.UnicodeScalarView(start))), to: cells)
  }

  private static func inert(
    _ text: String, lineBreak: Unicode.Scalar, keepsTabs: Bool = false
  ) -> String {
    if isHarmless(text) { return text }
    var result = String.UnicodeScalarView()
    var atLineStart = true
    var afterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\n", afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = scalar == "\r"
      if isLineBreak(scalar) {
        result.append(lineBreak)
        atLineStart = true
        continue
      }
      // A mark without a letter would land on whatever stands before the text.
      if atLineStart, isMark(scalar) { result.append("\u{25CC}") }
      atLineStart = false
      result.append(keepsTabs && scalar == "\t" ? scalar : standIn(for: scalar))
    }
    return String(result)
  }

  private static func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: " "
    case 0x1B: "\u{241B}"
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB:
      "\u{FFFD}"
    default: scalar
    }
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  // Most text has no byte that could begin something to replace, and is passed on as it is.
  private static func isHarmless(_ text: String) -> Bool {
    if let first = text.unicodeScalars.first, isMark(first) { return false }
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.allSatisfy { index in
        switch bytes[index] {
        case 0x00..<0x20, 0x7F: false
        case 0xC2: index + 1 < bytes.count && bytes[index + 1] >= 0xA0
        case 0xD8: index + 1 < bytes.count && bytes[index + 1] != 0x9C
        case 0xE2: index + 1 < bytes.count && !isControlBlock(bytes, index)
        case 0xEF:
          index + 2 < bytes.count
            && !(bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xB9
              && bytes[index + 2] <= 0xBB)
        default: true
        }
      }
    }
  }

  // U+2000 to U+207F also holds dashes and curly quotes, so the third byte decides.
  private static func isControlBlock(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index + 2 < bytes.count else { return true }
    return switch (bytes[index + 1], bytes[index + 2]) {
    case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): true
    default: false
    }
  }
}
