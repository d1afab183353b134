/// Which bytes terminals send for keys.
enum KeySequence {
  static let pasteStart = Array("\u{1B}[200~".utf8)
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The length of a sequence that begins with an escape, once it is whole.
  static func length(of bytes: [UInt8]) -> Int? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      // Parameters stand before a letter or a tilde.
      guard bytes.count > 2, let last = bytes.last, (0x40...0x7E).contains(last) else { return nil }
      // The Linux console sends another bracket first for its function keys.
      return bytes.count == 3 && last == UInt8(ascii: "[") ? nil : bytes.count
    case UInt8(ascii: "O"): return bytes.count > 2 ? bytes.count : nil
    case _ where isReply(bytes):
      let isEnded = bytes.last == 0x07 || bytes.suffix(2).elementsEqual([0x1B, UInt8(ascii: "\\")])
      return isEnded ? bytes.count : nil
    default: return bytes.count
    }
  }

  /// Whether the bytes begin an answer of the terminal to a question about itself.
  static func isReply(_ bytes: [UInt8]) -> Bool {
    bytes.count > 1 && (bytes[1] == UInt8(ascii: "]") || bytes[1] == UInt8(ascii: "P"))
  }

  /// The key of a control character.
  static func key(control byte: UInt8) -> Key? {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A: .newLine
    case 0x0B: .deleteToEnd
    case 0x0C: .redraw
    case 0x0D: .enter
    case 0x0E: .down
    case 0x0F: .editor
    case 0x10: .up
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    case 0x19: .yank
    case 0x1A: .suspend
    default: nil
    }
  }

  /// The key of a whole sequence; nil for those without a meaning here.
  static func key(_ sequence: [UInt8]) -> Key? {
    let text = String(decoding: sequence.dropFirst(), as: UTF8.self)
    switch text {
    case "\r", "\n": return .newLine
    case "b": return .wordLeft
    case "f": return .wordRight
    case "\u{7F}", "\u{08}": return .deleteWord
    default: break
    }
    guard let introducer = text.first, introducer == "[" || introducer == "O", let final = text.last else {
      return nil
    }
    let parameters = text.dropFirst().dropLast().split(separator: ";", omittingEmptySubsequences: false)
    return key(
      final: final, number: parameters.first.map(String.init) ?? "",
      isModified: parameters.count > 1 && parameters[1] != "1")
  }

  private static func key(final: Character, number: String, isModified: Bool) -> Key? {
    switch (final, number) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): isModified ? .wordRight : .right
    case ("D", _): isModified ? .wordLeft : .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("Z", _): .backTab
    case ("M", ""): .enter
    case ("~", "3"): .delete
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    case ("u", "13"): isModified ? .newLine : .enter
    case ("u", "9"): isModified ? .backTab : .tab
    case ("u", "27"): .escape
    // Shift-Enter as xterm tells it: the code of Enter is the third number.
    case ("~", "27"): .newLine
    default: nil
    }
  }
}
