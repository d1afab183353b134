extension StyledText {
  /// The text in lines of at most that many cells, broken at spaces, between wide characters, or within words that
  /// are longer.
  ///
  /// Lines after the first begin with the indent, also behind spaces that begin the text; a text that fits stays as it is, with all its spaces.
  package func wrapped(to cells: Int, indent: Int = 2, by width: CellWidth) -> [StyledText] {
    guard self.cells(by: width) > cells else { return [self] }
    let indent = cells > 3 * indent ? indent : 0
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    var isEmpty = true
    for word in words {
      var word = word
      // The spaces at the start of the text stay, and those at a break go.
      let gap = isEmpty && !lines.isEmpty ? 0 : word.spaces
      let needed = word.text.cells(by: width)
      if !isEmpty, used + gap + needed > cells {
        lines.append(line)
        line = StyledText(String(repeating: " ", count: indent))
        (used, isEmpty) = (indent, true)
      } else {
        line.append(String(repeating: " ", count: gap))
        used += gap
      }
      // A word that has no room in a line of its own fills lines until the rest has.
      while used + word.text.cells(by: width) > cells {
        let (head, rest) = word.text.split(after: cells - used, by: width)
        guard !head.runs.isEmpty else { break }
        line.append(head)
        lines.append(line)
        line = StyledText(String(repeating: " ", count: indent))
        used = indent
        word.text = rest
      }
      line.append(word.text)
      used += word.text.cells(by: width)
      isEmpty = false
    }
    return lines + [line]
  }

  /// A stretch that is kept together if possible, and the spaces before it.
  private struct Word {
    var spaces = 0
    var text = StyledText()
  }

  private var words: [Word] {
    var words: [Word] = []
    var isAfterSpace = true
    for run in runs {
      for piece in run.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if piece.offset > 0 {
          if isAfterSpace, !words.isEmpty, words[words.count - 1].text.runs.isEmpty {
            words[words.count - 1].spaces += 1
          } else {
            words.append(Word(spaces: 1))
          }
          isAfterSpace = true
        }
        if piece.element.isEmpty { continue }
        if words.isEmpty { words.append(Word()) }
        for (place, part) in TextLayout.parts(of: piece.element).enumerated() {
          if place > 0 { words.append(Word()) }
          words[words.count - 1].text.append(String(part), run.style)
        }
        isAfterSpace = false
      }
    }
    return words.filter { !$0.text.runs.isEmpty }
  }

  /// The part that takes at most so many cells, and what follows it.
  private func split(after cells: Int, by width: CellWidth) -> (StyledText, StyledText) {
    var (head, rest) = (StyledText(), StyledText())
    var used = 0
    var isFull = false
    for run in runs {
      for character in run.text {
        let step = width.cells(in: character)
        isFull = isFull || used + step > cells
        if isFull {
          rest.append(String(character), run.style)
        } else {
          head.append(String(character), run.style)
        }
        used += step
      }
    }
    return (head, rest)
  }
}
