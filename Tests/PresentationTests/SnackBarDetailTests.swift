import Bookstall
import Testing

@testable import Presentation

@Suite("A snack bar's detail view, rows B33 to B39")
struct SnackBarDetailTests {
  private let pipe = TerminalOptions(columns: 80)
  private let record = SnackBarRecord(
    bar: SampleSnacks.bar(),
    introduction: [Bilingual("第一段。", "First."), Bilingual("第二段。", "Second."), Bilingual("第一段。", "First.")],
    method: [Bilingual("洗净。", "Wash."), Bilingual("切块。", "Cut."), Bilingual("洗净。", "Wash.")])

  @Test func `B33 title, rating, service, introduction and method follow one another`() throws {
    let lines = SnackBarDetail(record, pipe).lines
    let order = ["测 试 店", "★★★★  4 of 5", "diners 12", "美 食 介 绍", "第二段", "制 作 方 法", "切块"]
    let places = try order.map { try #require(lines.place(of: $0), "\($0)") }
    #expect(places == places.sorted())
    #expect(Set(places).count == order.count)
  }

  @Test(arguments: [(30, 26, 4), (44, 40, 6), (80, 60, 10), (200, 60, 10)])
  func `B34 the picture stands above the text`(columns: Int, width: Int, rows: Int) {
    let lines = SnackBarDetail(record, .colours(columns)).lines
    let drawn = lines.prefix { !$0.runs.isEmpty }
    #expect(drawn.count == rows)
    for line in drawn {
      #expect(line.runs.filter { $0.style.background != nil }.reduce(0) { $0 + $1.text.count } == width)
    }
    #expect(lines.place(of: "测 试 店") == rows + 1)
  }

  @Test(arguments: Theme.allCases)
  func `B35 the title is bold in the brown of the theme`(theme: Theme) throws {
    let lines = SnackBarDetail(record, .colours(80, theme)).lines
    let title = try #require(lines.first { $0.text.contains("测 试 店") })
    let run = try #require(title.runs.last)
    #expect(run.style == Style(foreground: theme.colour(.brownAdaptive), isBold: true))
    #expect(
      PaletteColour.brownAdaptive.rgb(in: theme).contrast(to: PaletteColour.background.rgb(in: theme)) >= 4.5)
  }

  @Test func `B36 the introduction shows its own paragraphs, each above a rule, equal ones all`() {
    let lines = SnackBarDetail(record, pipe).lines.texts
    let start = lines.firstIndex { $0.contains("美 食 介 绍") } ?? 0
    let end = lines.firstIndex { $0.contains("制 作 方 法") } ?? 0
    let section = lines[start..<end]
    #expect(section.filter { $0.contains("第一段。") }.count == 2)
    #expect(section.filter { $0.contains("────") }.count == 3)
    #expect(!section.joined().contains("洗净"))
  }

  @Test func `B37 the method has a chevron and a number for each step, equal ones all`() {
    let lines = SnackBarDetail(record, pipe).lines.texts
    #expect(lines.joined().filter { $0 == "⌄" }.count == 3)
    #expect(
      Array(lines.suffix(6)) == [
        "    ⌄  1  洗净。", "          Wash.", "    ⌄  2  切块。", "          Cut.", "    ⌄  3  洗净。",
        "          Wash.",
      ])
    let ascii = SnackBarDetail(record, TerminalOptions(columns: 80, isASCII: true)).lines.texts
    #expect(ascii.filter { $0.hasPrefix("    v") }.count == 3)
  }

  @Test(arguments: ColourDepth.allCases)
  func `B39 nothing blinks`(depth: ColourDepth) throws {
    let snacks = try SampleSnacks().few
    var options = TerminalOptions.colours(80)
    options.colour = depth
    for (_, lines) in snacks.screens(options) {
      let text = options.rendered(lines)
      #expect(!text.contains("\u{1B}[5m") && !text.contains("\u{1B}[6m"))
      for code in [";5m", ";6m"] where depth < .palette256 { #expect(!text.contains(code)) }
    }
  }

  @Test func `the last line is not blank and the first one neither`() {
    for options in [pipe, .colours(80), TerminalOptions(columns: 30)] {
      let lines = SnackBarDetail(record, options).lines
      #expect(lines.first?.text.isEmpty == false)
      #expect(lines.last?.text.isEmpty == false)
    }
  }

  @Test func `words replace the view for a screen reader`() {
    let lines = SnackBarDetail(record, TerminalOptions(columns: 200, isAccessible: true)).lines.texts
    #expect(
      lines == [
        "Snack bar 3", "Title: 测试店, Test bar",
        "Rating and service: 4 of 5 stars, diners 12, 5 minutes, heat 8", "Introduction:", "第一段。", "First.",
        "第二段。", "Second.", "第一段。", "First.", "Method:", "Step 1: 洗净。", "Wash.", "Step 2: 切块。", "Cut.",
        "Step 3: 洗净。", "Wash.",
      ])
  }
}
