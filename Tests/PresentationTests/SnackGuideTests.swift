import Bookstall
import Testing

@testable import Presentation

@Suite("The snack guide as a page, rows B10 to B15, B44 and B45")
struct SnackGuideTests {
  private let snacks: SampleSnacks

  init() throws {
    snacks = try SampleSnacks()
  }

  @Test func `B10 banners, ways, dishes, bars and the closing word follow one another`() throws {
    let lines = snacks.guide(TerminalOptions(columns: 80)).lines
    let order = [
      "▌ 驴打滚", "▌ 春饼", "烹 制 方 法", "烙", "特 色 小 吃   Dishes", "0 · 豆汁", "11 · 门钉肉饼", "特 色 小 吃 店",
      "老灶炸酱面", "老北京的味道",
    ]
    let places = try order.map { try #require(lines.place(of: $0), "\($0)") }
    #expect(places == places.sorted())
  }

  @Test func `B11 all six banners are stacked without a gap`() {
    let lines = snacks.guide(.colours(60)).lines
    let banners = lines.prefix { !$0.runs.isEmpty }
    #expect(banners.filter { line in line.runs.contains { $0.style.background != nil } }.count == 6 * 12)
    for header in snacks.headers {
      #expect(banners.contains { $0.text.contains(header.headline.chinese) })
    }
  }

  @Test(arguments: [30, 80])
  func `B12 a blank line, a centred title and a wrapped text end the page`(columns: Int) throws {
    let lines = snacks.guide(TerminalOptions(columns: columns)).lines
    let place = try #require(lines.place(of: "老北京的味道"))
    #expect(lines[place - 1].text.isEmpty)
    let title = lines[place].text
    let left = title.prefix { $0 == " " }.count
    let right = columns - CellWidth().cells(in: title)
    if columns == 80 { #expect(abs(left - right) <= 1) }
    #expect(lines.count > place + 2)
    #expect(
      lines.suffix(from: place + 1).allSatisfy { !$0.text.isEmpty && $0.cells(by: CellWidth()) <= columns })
  }

  @Test func `B13 pictures begin in the first column and on the first line`() {
    for columns in [30, 60, 120] {
      let lines = snacks.guide(.colours(columns)).lines
      #expect(lines[0].style(column: 0)?.background != nil)
    }
  }

  @Test func `B15 every section's title is one bold brown line between blank ones`() throws {
    let options = TerminalOptions.colours(80)
    let detail = SnackBarDetail(snacks.bars[4], options).lines
    let guide = snacks.guide(options).lines
    let style = Style(foreground: options.theme.colour(.brownAdaptive), isBold: true)
    for (lines, title) in [
      (guide, "烹 制 方 法   Ways of cooking"), (guide, "特 色 小 吃   Dishes"), (guide, "特 色 小 吃 店   Snack bars"),
      (detail, "美 食 介 绍   Introduction"), (detail, "制 作 方 法   Method"),
    ] {
      let place = try #require(lines.firstIndex { $0.text == "  " + title }, "\(title)")
      #expect(lines[place].runs.last?.style == style)
      #expect(lines[place - 1].text.isEmpty)
      #expect(lines[place + 1].text.isEmpty)
    }
  }

  @Test func `B44 text and surfaces take their colours from the palette's table`() {
    for theme in Theme.allCases {
      let palette = Set(PaletteColour.allCases.map { $0.rgb(in: theme) } + [RGB(0xFFFFFF)])
      let options = TerminalOptions.colours(80, theme)
      for bar in snacks.bars {
        for line in SnackBarDetail(bar, options).lines + SnackBarCard(bar.bar, options).lines {
          for run in line.runs where run.style.background == nil {
            if let colour = run.style.foreground?.rgb { #expect(palette.contains(colour), "\(run.text)") }
          }
        }
      }
    }
    let names = PaletteColour.allCases.map(\.rawValue).filter { $0.hasPrefix("Color") }
    #expect(
      names == ["ColorBrownAdaptive", "ColorBrownMedium", "ColorBrownLight", "ColorBlackTransparentLight"])
  }

  @Test func `B45 every screen has a light and a dark look with the same words`() {
    let light = snacks.screens(.colours(80, .light))
    let dark = snacks.screens(.colours(80, .dark))
    for (light, dark) in zip(light, dark) {
      let words = [light, dark].map { screen in
        screen.lines.texts.joined().filter { $0.isLetter || $0.isNumber }
      }
      #expect(words[0] == words[1])
      if light.name != "food text" { #expect(light.lines != dark.lines, "\(light.name)") }
    }
  }

  @Test func `without colour and in ASCII nothing but the guide's own words is outside of ASCII`() {
    let options = TerminalOptions(columns: 80, art: .ascii, isASCII: true)
    for (name, lines) in snacks.screens(options) {
      for character in lines.texts.joined() where !character.isASCII {
        let isOwnText = character.isLetter || character.isPunctuation
        #expect(
          isOwnText && CellWidth().cells(in: character) == 2 || "“”".contains(character),
          "\(name) \(character)")
      }
    }
  }

  @Test func `a screen reader gets lines of words alone`() {
    let options = TerminalOptions(columns: 80, isAccessible: true)
    for (name, lines) in snacks.screens(options) where name != "food text" {
      for line in lines {
        #expect(line.runs.allSatisfy { $0.style == .plain }, "\(name)")
        #expect(!line.text.contains { "★☆⚑⚐▇╭│╰─▌♡⌄".contains($0) }, "\(name)")
      }
    }
  }
}
