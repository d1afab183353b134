import Testing

@testable import Presentation

struct TextLayoutTests {
  private let layout = TextLayout()

  @Test(arguments: [
    ("A Wizard of Earthsea", 20, "A Wizard of Earthsea"),
    ("A Wizard of Earthsea", 19, "A Wizard of Earths…"),
    ("A Wizard of Earthsea", 10, "A Wizard…"),
    ("骆驼祥子", 8, "骆驼祥子"),
    ("骆驼祥子", 7, "骆驼祥…"),
    ("骆驼祥子", 6, "骆驼…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("abc", 1, "a"),
    ("骆驼", 1, ""),
    ("abc", 0, ""),
    ("abc", -3, ""),
  ])
  func `long text is cut between clusters and marked`(text: String, cells: Int, expected: String) {
    #expect(layout.truncated(text, to: cells) == expected)
  }

  @Test func `the mark is ASCII where asked for`() {
    #expect(TextLayout(ascii: true).truncated("A Wizard of Earthsea", to: 12) == "A Wizard...")
    #expect(TextLayout(ascii: true).truncated("Earthsea", to: 3) == "Ear")
  }

  @Test func `text is padded by cells, not by characters`() {
    #expect(layout.padded("文学", to: 6) == "文学  ")
    #expect(layout.padded("文学", to: 6, alignment: .trailing) == "  文学")
    #expect(layout.padded("文学", to: 7, alignment: .centre) == " 文学  ")
    #expect(layout.padded("long enough", to: 3) == "long enough")
    #expect(layout.fitted("骆驼祥子", to: 6) == "骆驼… ")
  }

  @Test func `a list cell has its white space squeezed`() {
    #expect(TextLayout.squeezed("  The\t Left \n Hand  ") == "The Left Hand")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 100, ["one two three"]),
    ("first\n\nsecond", 20, ["first", "", "second"]),
    ("", 10, [""]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ("a abcdefghij", 4, ["a", "abcd", "efgh", "ij"]),
    ("骆驼祥子是小说", 8, ["骆驼祥子", "是小说"]),
    ("他说：好。真的", 6, ["他说：", "好。真", "的"]),
    ("好好。", 4, ["好", "好。"]),
    ("한국어 소설", 8, ["한국어", "소설"]),
    ("Rickshaw 骆驼祥子 boy", 12, ["Rickshaw 骆", "驼祥子 boy"]),
    ("  indented line of verse", 12, ["  indented", "line of", "verse"]),
    ("骆驼", 1, [""]),
  ])
  func `text wraps at words and between wide characters`(text: String, cells: Int, expected: [String]) {
    #expect(layout.wrapped(text, to: cells) == expected)
  }

  @Test(arguments: [1, 2, 7, 20, 72])
  func `no wrapped line is wider than asked for`(cells: Int) {
    var generator = SeededGenerator(seed: UInt64(cells))
    for _ in 0..<200 {
      let text = MixedText.random(length: 60, using: &generator)
      for line in layout.wrapped(text, to: cells) {
        #expect(layout.width.cells(in: line) <= cells)
      }
    }
  }

  @Test func `wrapping loses no letter`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let text = MixedText.random(length: 60, using: &generator)
      let wrapped = layout.wrapped(text, to: 9).joined()
      #expect(wrapped.filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test(arguments: [
    ("a b · c d · e", 40, ["a b · c d · e"]), ("a b · c d · e", 9, ["a b ·", "c d · e"]),
    ("a b · c d · e", 5, ["a b ·", "c d ·", "e"]), ("one two three · c", 9, ["one two", "three ·", "c"]),
    ("", 9, [""]), ("2012 · 264 pages", 14, ["2012 ·", "264 pages"]),
    ("2012 · 264 pages", 16, ["2012 · 264 pages"]),
  ])
  func `lines break between parts before they break within one`(text: String, cells: Int, lines: [String]) {
    #expect(TextLayout().wrapped(text, to: cells, between: " · ") == lines)
  }
}
