extension TextLayout {
  /// The text in lines of at most that many cells.
  ///
  /// Line breaks, empty lines and the indent of a line stay. Lines break at spaces and between wide
  /// characters; a word longer than the line breaks between its grapheme clusters. A closing mark of East
  /// Asian text does not begin a line, and an opening one does not end it.
  package func wrapped(_ text: String, to cells: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrappedLine($0, to: max(1, cells)) }
  }

  /// The text in lines that break between its parts where they can, with the separator at the end of the line before.
  func wrapped(_ text: String, to cells: Int, between separator: String) -> [String] {
    var end = separator[...]
    while end.last == " " { end.removeLast() }
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    var lines: [String] = []
    var current = ""
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      let piece = isLast ? String(part) : String(part) + end
      let longer = place == 0 ? piece : current + separator.dropFirst(end.count) + piece
      if place == 0 || width.cells(in: longer) <= cells {
        current = longer
      } else {
        lines += wrapped(current, to: cells)
        current = piece
      }
    }
    return lines + wrapped(current, to: cells)
  }

  private func wrappedLine(_ line: Substring, to cells: Int) -> [String] {
    var lines: [String] = []
    var used = min(line.prefix { $0 == " " }.count, cells / 2)
    var current = String(repeating: " ", count: used)
    var isFirst = true
    for piece in pieces(of: line) {
      let needed = width.cells(in: piece.text)
      let space = piece.followsSpace && !isFirst && used > 0 ? 1 : 0
      isFirst = false
      if used > 0, used + space + needed > cells, !current.allSatisfy({ $0 == " " }) {
        lines.append(current)
        current = ""
        used = 0
      } else if space > 0 {
        current += " "
        used += 1
      }
      if needed <= cells - used {
        current += piece.text
        used += needed
      } else {
        (current, used) = breaking(piece.text, after: (current, used), to: cells, into: &lines)
      }
    }
    lines.append(current.allSatisfy { $0 == " " } ? "" : current)
    return lines
  }

  /// Puts full lines of an overlong word into `lines` and returns what is left of it with its width.
  private func breaking(
    _ word: Substring, after start: (text: String, cells: Int), to cells: Int, into lines: inout [String]
  ) -> (String, Int) {
    var (current, used) = start
    for character in word {
      let step = width.cells(in: character)
      if used + step > cells, used > 0 {
        lines.append(current)
        current = ""
        used = 0
      }
      // A two-cell character has no place in one cell.
      if step > cells { continue }
      current.append(character)
      used += step
    }
    return (current, used)
  }

  /// A stretch of a line that is kept together if possible.
  private struct Piece {
    var text: Substring
    var followsSpace: Bool
  }

  private func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    for word in line.split(separator: " ") {
      for (place, part) in TextLayout.parts(of: word).enumerated() {
        pieces.append(Piece(text: part, followsSpace: place == 0))
      }
    }
    return pieces
  }

  /// A word cut at the places where a line may end.
  static func parts(of word: Substring) -> [Substring] {
    // Words of Latin, Greek, Cyrillic and their neighbours have no place to break.
    guard word.utf8.contains(where: { $0 >= 0xE2 }) else { return [word] }
    var parts: [Substring] = []
    var start = word.startIndex
    for index in breaks(in: word) {
      parts.append(word[start..<index])
      start = index
    }
    return parts + [word[start...]]
  }

  /// The places inside a word where a line may end: beside wide characters, but not beside some marks.
  private static func breaks(in word: Substring) -> [Substring.Index] {
    var breaks: [Substring.Index] = []
    var previous: Character?
    var previousIsIdeographic = false
    for index in word.indices {
      let character = word[index]
      let isIdeographic = isIdeographic(character)
      if let left = previous, isIdeographic || previousIsIdeographic, !isKept(left, with: character) {
        breaks.append(index)
      }
      (previous, previousIsIdeographic) = (character, isIdeographic)
    }
    return breaks
  }

  /// Whether a line may end between two characters where no space is: beside a wide one, but not beside some marks.
  package static func mayBreak(between left: Character, and right: Character) -> Bool {
    (isIdeographic(left) || isIdeographic(right)) && !isKept(left, with: right)
  }

  private static func isKept(_ left: Character, with right: Character) -> Bool {
    closing.contains(right) || opening.contains(left)
  }

  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "？", "！", "）", "］", "｝", "」", "』", "】", "〉", "》", "”", "’", "…", "—", "ー",
    "々", ",", ".", ":", ";", "?", "!", ")", "]", "}",
  ]
  private static let opening: Set<Character> = [
    "（", "［", "｛", "「", "『", "【", "〈", "《", "“", "‘", "(", "[", "{",
  ]

  // Wide characters break anywhere, but Hangul is written in words with spaces.
  private static func isIdeographic(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, first.value >= 0x2E80 else { return false }
    if (0xAC00...0xD7A3).contains(first.value) { return false }
    return WideRanges.contains(first.value, in: WideRanges.wide)
  }
}
