/// Text as cells that stay on one line for every reader, including those that split at U+2028 or a form feed.
///
/// Each function tells how many control characters it made harmless.
enum GoodreadsText {
  /// What a few bytes mean to a reader of lines or of HTML.
  private enum Special {
    case plain
    /// CR, LF, CR LF, VT, FF, NEL, LS and PS.
    case lineBreak
    case control
    case tab
    /// `&`, `<` and `>`.
    case markup
  }

  /// Appends text of one line: line breaks and tabs become blanks.
  static func append(line text: String, into cell: inout [UInt8]) -> Int {
    append(text, into: &cell, lineBreak: " ", tab: " ", escapes: false)
  }

  /// Appends plain text as HTML: line breaks become `<br/>`, and what HTML would take for markup becomes
  /// entities.
  static func append(text: String, into cell: inout [UInt8]) -> Int {
    append(text, into: &cell, lineBreak: "<br/>", tab: "\t", escapes: true)
  }

  /// Appends HTML as it is, but on one line.
  static func append(html: String, into cell: inout [UInt8]) -> Int {
    append(html, into: &cell, lineBreak: "<br/>", tab: "\t", escapes: false)
  }

  private static func append(
    _ text: String, into cell: inout [UInt8], lineBreak: StaticString, tab: StaticString, escapes: Bool
  ) -> Int {
    var text = text
    var controls = 0
    text.withUTF8 { bytes in
      var runStart = 0
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        // Nearly every byte is plain, and plain bytes are copied in runs.
        if byte >= 0x20, byte < 0x7F, !(escapes && isMarkup(byte)) {
          index += 1
          continue
        }
        let special = special(at: index, in: bytes)
        if special.length > 0 {
          cell.append(contentsOf: bytes[runStart..<index])
          runStart = index + special.length
        }
        switch special.kind {
        case .plain: break
        case .lineBreak: JSONWriter.append(literal: lineBreak, into: &cell)
        case .tab: JSONWriter.append(literal: tab, into: &cell)
        case .markup: append(entityFor: byte, into: &cell)
        case .control:
          cell.append(UInt8(ascii: " "))
          controls += 1
        }
        index += max(special.length, 1)
      }
      cell.append(contentsOf: bytes[runStart...])
    }
    return controls
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  private static func append(entityFor byte: UInt8, into cell: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): JSONWriter.append(literal: "&amp;", into: &cell)
    case UInt8(ascii: "<"): JSONWriter.append(literal: "&lt;", into: &cell)
    default: JSONWriter.append(literal: "&gt;", into: &cell)
    }
  }

  /// What begins at a byte, and how many bytes it takes; 0 for what is copied as it is.
  private static func special(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (kind: Special, length: Int) {
    func following(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0 }
    switch bytes[index] {
    case 0x0D: return (.lineBreak, following(1) == 0x0A ? 2 : 1)
    case 0x0A, 0x0B, 0x0C: return (.lineBreak, 1)
    case 0x09: return (.tab, 1)
    case 0x00..<0x20, 0x7F: return (.control, 1)
    case 0x20..<0x7F: return (.markup, 1)
    case 0xC2 where following(1) == 0x85: return (.lineBreak, 2)
    case 0xC2 where (0x80...0x9F).contains(following(1)): return (.control, 2)
    case 0xE2 where following(1) == 0x80 && (following(2) == 0xA8 || following(2) == 0xA9):
      return (.lineBreak, 3)
    default: return (.plain, 0)
    }
  }
}
