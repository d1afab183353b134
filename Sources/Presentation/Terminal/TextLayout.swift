/// Fits text into cells: cut, padded, centred or wrapped, always between grapheme clusters.
///
/// Text is expected to be inert already.
package struct TextLayout: Equatable, Sendable {
  /// Where a text stands in a field wider than itself.
  package enum Alignment: Sendable {
    case leading
    case trailing
    case centre
  }

  /// How excerpts in messages are cut, which are worded where nobody knows the terminal that they are for.
  @TaskLocal package static var ofMessages = TextLayout()

  /// How cells are counted.
  package var width: CellWidth
  /// The mark of a cut: `…`, or `...` where only ASCII is wanted.
  package var ellipsis: String

  /// Layout for a terminal by how it counts ambiguous characters, and by whether marks are ASCII.
  package init(width: CellWidth = CellWidth(), ascii: Bool = false) {
    self.width = width
    ellipsis = ascii ? "..." : "…"
  }

  /// The text itself if it fits, else its start and the ellipsis in at most that many cells.
  package func truncated(_ text: String, to cells: Int) -> String {
    // No character takes more cells than bytes.
    if text.utf8.count <= cells { return text }
    guard cells > 0 else { return "" }
    let mark = width.cells(in: ellipsis) < cells ? ellipsis : ""
    let room = cells - width.cells(in: mark)
    var used = 0
    var cut = text.startIndex
    for index in text.indices {
      let step = width.cells(in: text[index])
      if used + step > cells {
        return trimmingEnd(text[..<cut]) + mark
      }
      used += step
      if used <= room { cut = text.index(after: index) }
    }
    return text
  }

  /// The text filled up with spaces to that many cells; longer text is returned as it is.
  package func padded(_ text: String, to cells: Int, alignment: Alignment = .leading) -> String {
    let missing = cells - width.cells(in: text)
    guard missing > 0 else { return text }
    let before =
      switch alignment {
      case .leading: 0
      case .trailing: missing
      case .centre: missing / 2
      }
    return String(repeating: " ", count: before) + text + String(repeating: " ", count: missing - before)
  }

  /// The text cut and padded to exactly that many cells.
  package func fitted(_ text: String, to cells: Int, alignment: Alignment = .leading) -> String {
    padded(truncated(text, to: cells), to: cells, alignment: alignment)
  }

  /// The text in one piece: every run of white space becomes one space, none at the ends.
  package static func squeezed(_ text: String) -> String {
    if isSqueezed(text) { return text }
    return text.split { $0.isWhitespace }.joined(separator: " ")
  }

  // Nearly all titles and names are, and lists show many.
  private static func isSqueezed(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var afterSpace = true
      for byte in bytes {
        // White space beyond ASCII begins with one of these bytes.
        if byte < 0x20 || byte == 0xC2 || (0xE1...0xE3).contains(byte) { return false }
        if byte == 0x20, afterSpace { return false }
        afterSpace = byte == 0x20
      }
      return !afterSpace || bytes.isEmpty
    }
  }

  private func trimmingEnd(_ text: Substring) -> Substring {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
