import Testing

@testable import Presentation

struct StyledTextTests {
  private let red = Style(foreground: Colour(RGB(0xFF0000), basic: 1))

  @Test func `a line ends in the terminal's own look`() {
    var line = StyledText("a", red)
    line.append("b")
    line.append("c", Style(isBold: true))
    #expect(line.rendered(.trueColour) == "\u{1B}[38;2;255;0;0ma\u{1B}[0mb\u{1B}[1mc\u{1B}[0m")
    #expect(line.rendered(.sixteen) == "\u{1B}[31ma\u{1B}[0mb\u{1B}[1mc\u{1B}[0m")
    #expect(line.rendered(.palette256) == "\u{1B}[38;5;196ma\u{1B}[0mb\u{1B}[1mc\u{1B}[0m")
    #expect(line.rendered(.none) == "abc")
  }

  @Test func `only what changes is sent`() {
    let ground = Colour(RGB(0x0000FF))
    var line = StyledText("a", Style(foreground: red.foreground, background: ground))
    line.append("b", Style(foreground: Colour(RGB(0x00FF00)), background: ground))
    line.append(" ", Style(background: ground))
    line.append("c", Style(foreground: Colour(RGB(0x00FF00)), background: ground))
    #expect(
      line.rendered(.trueColour)
        == "\u{1B}[38;2;255;0;0;48;2;0;0;255ma\u{1B}[38;2;0;255;0mb c\u{1B}[0m")
  }

  @Test func `bright colours of sixteen have their own numbers`() {
    let style = Style(
      foreground: Colour(RGB(0xFFFFFF), basic: 15), background: Colour(RGB(0), basic: 8))
    #expect(StyledText("x", style).rendered(.sixteen) == "\u{1B}[97;100mx\u{1B}[0m")
  }

  @Test func `neighbours of one style are one run`() {
    var line = StyledText("a", red)
    line.append("b", red)
    line.append("", Style(isBold: true))
    #expect(line.runs.count == 1)
    #expect(line.text == "ab")
  }

  @Test func `spaces at the end go unless they show a ground`() {
    var line = StyledText("a  ", red)
    line.append("  ")
    #expect(line.trimmed() == StyledText("a", red))
    let filled = StyledText("a  ", Style(background: Colour(RGB(0))))
    #expect(filled.trimmed() == filled)
    #expect(StyledText("   ").trimmed().runs.isEmpty)
  }
}

struct ColourTests {
  @Test(
    arguments: [(0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x808080, 244), (0x5F87AF, 67)]
      as [(UInt32, UInt8)])
  func `exact colours of the 256 are found`(value: UInt32, index: UInt8) {
    #expect(Colour(RGB(value)).index256 == index)
  }

  @Test(arguments: [
    ("  北平城里一个青年，三起三落。", 12, ["  北平城里一", "  个青年，三", "  起三落。"]),
    ("review: (none) → 苦", 17, ["review: (none) →", "  苦"]),
    ("  a hint - another", 10, ["  a hint -", "  another"]),
    ("한국어와 사람", 8, ["한국어와", "  사람"]),
  ])
  func `long text breaks at spaces and between wide characters`(text: String, cells: Int, lines: [String]) {
    #expect(StyledText(text).wrapped(to: cells, by: CellWidth()).map(\.text) == lines)
  }

  @Test func `every colour of the 256 is its own nearest`() {
    for index in UInt8(16)...255 {
      let colour = Colour.rgb(ofIndex: index)
      #expect(Colour.rgb(ofIndex: Colour(colour).index256) == colour)
    }
  }

  @Test(
    arguments: [
      (0x0D0822, 0), (0xFFFFFF, 15), (0xE4574F, 9), (0x2F6B3A, 2), (0x1D3F7A, 4), (0x6B6B6B, 8),
      (0xFFCF3F, 11),
    ] as [(UInt32, UInt8)])
  func `the sixteen are chosen by hue`(value: UInt32, index: UInt8) {
    #expect(Colour(RGB(value)).basicIndex == index)
  }

  @Test(arguments: Theme.allCases)
  func `palette colours keep their contrast`(theme: Theme) {
    for ground in [PaletteColour.background, .card].map({ $0.rgb(in: theme) }) {
      for text in [PaletteColour.text, .dim, .brownAdaptive, .focusRing] {
        #expect(text.rgb(in: theme).contrast(to: ground) >= 4.5)
      }
      for mark in [PaletteColour.starOn, .starOff, .rule] {
        #expect(mark.rgb(in: theme).contrast(to: ground) >= 3)
      }
    }
    for brown in [PaletteColour.brownMedium, .brownLight] {
      #expect(RGB(0xFFFFFF).contrast(to: brown.rgb(in: theme)) >= 4.5)
    }
  }

  @Test func `colours are written as CSS has them`() {
    #expect(RGB(0x00FFD7).hex == "#00ffd7")
    #expect(RGB(0).hex == "#000000")
    #expect(PaletteColour.tag.opacity == 0xBF)
  }
}
