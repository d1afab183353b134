extension TextLayout {
  /// The text in lines of at most that many cells.
  ///
  /// Line breaks, empty lines and the indent of a line stay. Lines break at spaces and between wide characters; a word longer
  /// than the line breaks between its grapheme clusters. A closing mark of East Asian text is not left alone at the
  /// start of a line.
  package func wrapped(_ text: String, to cells: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrappedLine($0, to: max(1, cells)) }
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
        (current, used) = breaking(piece.text, to: cells, into: &lines)
      }
    }
    lines.append(current.allSatisfy { $0 == " " } ? "" : current)
    return lines
  }

  /// Puts full lines of an overlong word into `lines` and returns what is left of it with its width.
  private func breaking(_ word: Substring, to cells: Int, into lines: inout [String]) -> (String, Int) {
    var current = ""
    var used = 0
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
    for word in wordRanges(of: line) {
      var start = word.lowerBound
      var followsSpace = true
      var index = word.lowerBound
      while index < word.upperBound {
        let next = line.index(after: index)
        if next < word.upperBound, mayBreak(between: line[index], and: line[next]) {
          pieces.append(Piece(text: line[start..<next], followsSpace: followsSpace))
          start = next
          followsSpace = false
        }
        index = next
      }
      pieces.append(Piece(text: line[start..<word.upperBound], followsSpace: followsSpace))
    }
    return pieces
  }

  private func wordRanges(of line: Substring) -> [Range<Substring.Index>] {
    line.split(separator: " ").map { $0.startIndex..<$0.endIndex }
  }

  private func mayBreak(between left: Character, and right: Character) -> Bool {
    guard isIdeographic(left) || isIdeographic(right) else { return false }
    return !"、。，．：；？！）］｝」』】〉》”’…—ー々,.:;?!)]}".contains(right)
      && !"（［｛「『【〈《“‘([{".contains(left)
  }

  // Wide characters break anywhere, but Hangul is written in words with spaces.
  private func isIdeographic(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, first.value >= 0x2E80 else { return false }
    if (0xAC00...0xD7A3).contains(first.value) { return false }
    return WideRanges.contains(first.value, in: WideRanges.wide)
  }
}
