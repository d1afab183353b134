import Testing

@testable import Presentation

struct PictureTests {
  private func picture(_ genre: String, _ theme: Theme = .dark, columns: Int = 60) -> Picture {
    Picture(
      scene: Scene(genre: genre), theme: theme, depth: .trueColour, columns: columns, rows: columns / 6)
  }

  @Test func `without colour the castle stands out in quarter blocks`() {
    let lines = picture("Fantasy").lines(tier: .mono, tag: "FANTASY", width: CellWidth()).map(\.text)
    #expect(
      lines == [
        "",
        "                             ▄",
        "                            ▟█▙",
        "                       ▗▖  ▟███▙",
        "                      ▗██▖ ▀███▀  ▗█▖",
        "                      ▀██▀  █▀█  ▗███▖",
        "                       ▛▜   ███   ▐█▌",
        "  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█████████████████▌",
        "████████████████████████████▛▀▜████████████████ [ FANTASY ]",
        "████████████████████████████▌ ▐█████████████████████████████",
      ])
  }

  @Test func `in ASCII the lightness is a ramp of characters`() {
    let lines = picture("Poetry", columns: 30).lines(tier: .ascii, tag: "POETRY", width: CellWidth())
    let text = lines.map(\.text).joined()
    #expect(lines.count == 5)
    #expect(text.allSatisfy { " .:-=+*#[]POETRY".contains($0) })
    #expect(text.contains("#"))
  }

  @Test(arguments: SceneTests.genres + ["文学", "History", "Science Fiction", "Philosophy"], Theme.allCases)
  func `the tag can be read on every picture`(genre: String, theme: Theme) throws {
    let lines = picture(genre, theme).lines(tier: .blocks, tag: "TAG", width: CellWidth())
    let bold = lines.flatMap(\.runs).first { $0.style.isBold }
    let tag = try #require(bold)
    let text = try #require(tag.style.foreground)
    let ground = try #require(tag.style.background)
    #expect(text.rgb.contrast(to: ground.rgb) >= 7)
    let ground256 = Colour.rgb(ofIndex: ground.index256)
    #expect(Colour.rgb(ofIndex: text.index256).contrast(to: ground256) >= 7)
    #expect(text.basicIndex == 15)
    #expect(ground.basicIndex == 0)
  }

  @Test func `where blocks take two cells the picture is made of spaces`() {
    let wide = CellWidth(ambiguousIsWide: true)
    let coloured = picture("Kids").lines(tier: .blocks, tag: "KIDS", width: wide)
    #expect(coloured.allSatisfy { $0.cells(by: wide) == 60 })
    let plain = picture("Kids").lines(tier: .mono, tag: "KIDS", width: wide)
    #expect(plain.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `no tier draws nothing`() {
    #expect(picture("Kids").lines(tier: .none, tag: "KIDS", width: CellWidth()).isEmpty)
  }

  @Test func `what cannot be shown is replaced by the next tier down`() {
    #expect(TerminalOptions(colour: .trueColour, art: .blocks).shownArt == .blocks)
    #expect(TerminalOptions(colour: .none, art: .blocks).shownArt == .mono)
    #expect(TerminalOptions(colour: .trueColour, art: .blocks, isASCII: true).shownArt == .ascii)
    #expect(TerminalOptions(colour: .trueColour, art: .blocks, isAccessible: true).shownArt == .none)
    #expect(TerminalOptions(colour: .trueColour, art: .none, isASCII: true).shownArt == .none)
  }

  @Test func `Otsu's threshold parts two groups`() {
    #expect(Silhouette.threshold(of: [10, 12, 11, 200, 205, 210]) == 12)
    #expect(Silhouette.threshold(of: []) == 0)
    #expect(Silhouette.threshold(of: [7, 7, 7]) == 0)
    #expect(Silhouette.threshold(of: [-5, 400]) == 0)
  }
}
