import Presentation
import Testing

@testable import BookstallTool

@Suite("A text with a cursor")
struct EditedTextTests {
  @Test(arguments: ["👩‍👩‍👧‍👦", "🇨🇳", "e\u{301}", "滚", "क्षि", "👍🏽", "☹️", "a"])
  func `a character goes as one, however many scalars it has`(character: String) {
    var text = EditedText("x" + character + "y")
    #expect(text.characters.count == 3)
    text.move(to: 2)
    text.deleteBefore()
    #expect(text.text == "xy")
    #expect(text.cursor == 1)
    text.insert(character)
    #expect(text.text == "x" + character + "y")
    #expect(text.cursor == 2)
    text.move(to: 1)
    text.deleteAfter()
    #expect(text.text == "xy")
  }

  @Test func `what joins the character before it keeps the cursor behind both`() {
    var text = EditedText("e!")
    text.move(to: 1)
    text.insert("\u{301}")
    #expect(text.text == "e\u{301}!")
    #expect(text.cursor == 1)
    var flag = EditedText("🇨🇳")
    flag.deleteBefore()
    #expect(flag.text == "")
    flag.insert("\u{1F1E8}")
    flag.insert("\u{1F1F3}")
    #expect(flag.characters.count == 1)
    #expect(flag.cursor == 1)
  }

  @Test func `line breaks become spaces where there are no lines, and controls go`() {
    #expect(EditedText("a\r\nb\tc\u{1B}[2J\u{7}\u{9B}d\u{2028}e").text == "a b c[2Jd e")
    #expect(EditedText("a\r\nb\tc\u{1B}d\re", hasLines: true).text == "a\nb\tcd\ne")
  }

  @Test func `words and lines have starts and ends`() {
    var text = EditedText("one two-three\nfour", hasLines: true)
    #expect(text.wordStart == 14)
    text.move(to: 13)
    #expect(text.wordStart == 8)
    #expect(text.lineStart == 0)
    #expect(text.lineEnd == 13)
    text.move(to: 3)
    #expect(text.wordEnd == 7)
    #expect(text.delete(to: text.wordEnd) == " two")
    #expect(text.text == "one-three\nfour")
    text.move(to: 99)
    #expect(text.cursor == 14)
  }

  @Test func `lines break behind spaces, beside wide characters, and within words that are too long`() {
    func lines(_ text: String, _ cells: Int) -> [String] {
      let layout = InputLayout(EditedText(text, hasLines: true), cells: cells, width: CellWidth())
      return layout.lines.indices.map(layout.text(ofLine:))
    }
    #expect(lines("", 10) == [""])
    #expect(lines("one two three", 8) == ["one two ", "three"])
    #expect(lines("驴打滚很好吃", 5) == ["驴打", "滚很", "好吃"])
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("a\n\nb\n", 4) == ["a", "", "b", ""])
    #expect(lines("a\u{202E}b", 9) == ["a\u{FFFD}b"])
  }

  @Test(arguments: [6, 7, 8, 12])
  func `marks of East Asian text keep to the line that they belong to, as in the detail view`(cells: Int) {
    let text = "写写写写写写，很长。「写」写写、写写（写）abc，写"
    let layout = InputLayout(EditedText(text), cells: cells, width: CellWidth())
    #expect(layout.lines.indices.map(layout.text(ofLine:)) == TextLayout().wrapped(text, to: cells))
  }

  @Test func `Up and Down keep the column, also over wide characters`() {
    var text = EditedText("ab滚cd\nefghij\n滚滚滚", hasLines: true)
    text.move(to: 3)
    #expect(layout(text).place(linesBelow: 1) == 10)
    text.move(to: 10)
    #expect(layout(text).cursorLine == 1)
    #expect(layout(text).beforeCursor == "efgh")
    #expect(layout(text).place(linesBelow: 1) == 15)
    #expect(layout(text).place(linesBelow: -1) == 3)
    #expect(layout(text).place(linesBelow: 2) == nil)
    text.move(to: 12)
    #expect(layout(text).place(linesBelow: -1) == 5)
  }

  private func layout(_ text: EditedText) -> InputLayout { InputLayout(text, cells: 20, width: CellWidth()) }

  @Test func `every place of a random text is on a line, and no line is too wide`() {
    let pieces = ["a", " ", "驴", "👩‍👩‍👧‍👦", "🇨🇳", "e\u{301}", "\n", "word ", "ｱ", "ん", "\u{200D}", "ก็", "­", "क्षि"]
    let width = CellWidth()
    for round in 0..<300 {
      var text = EditedText(hasLines: true)
      for _ in 0..<(round % 40) { text.insert(pieces.randomElement() ?? "") }
      let cells = 4 + round % 17
      text.move(to: Int.random(in: 0...text.characters.count))
      let layout = InputLayout(text, cells: cells, width: width)
      for line in layout.lines.indices.map(layout.text(ofLine:)) {
        let shown = width.cells(in: line)
        #expect(
          shown <= cells || line.hasSuffix(" ") && shown == cells + 1,
          "\(line.unicodeScalars.map { String($0.value, radix: 16) }) in \(cells)")
      }
      #expect(layout.lines.first?.lowerBound == 0)
      #expect(layout.lines.last?.upperBound == text.characters.count)
      for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
        #expect((0...1).contains(next.lowerBound - line.upperBound))
      }
      #expect(layout.text(ofLine: layout.cursorLine).hasPrefix(layout.beforeCursor))
    }
  }

  @Test func `an edit anywhere leaves the characters that the whole text has`() {
    let pieces = [
      "a", "bc ", "驴打", "🇨", "🇳", "\u{200D}", "👩", "👧", "e", "\u{301}", "\n", "\r", "क", "्", "षि", "\u{0600}",
      "ᄒ", "ᅡ",
    ]
    for round in 0..<400 {
      var text = EditedText(kept: String(repeating: "plain ", count: round % 3), hasLines: true)
      for _ in 0..<30 {
        text.move(to: Int.random(in: 0...text.characters.count))
        let before = String(text.characters[..<text.cursor])
        let behind = String(text.characters[text.cursor...])
        switch Int.random(in: 0..<4) {
        case 0: text.deleteBefore()
        case 1: _ = text.delete(to: Int.random(in: 0...text.characters.count))
        default:
          let piece = pieces.randomElement() ?? ""
          text.insert(piece)
          let inserted = piece == "\r" ? "\n" : piece
          #expect(text.text.unicodeScalars.elementsEqual((before + inserted + behind).unicodeScalars))
          #expect(
            String(text.characters[..<text.cursor]).unicodeScalars.count
              >= (before + inserted).unicodeScalars.count)
        }
        #expect(text.characters == Array(text.text))
      }
    }
  }
}
