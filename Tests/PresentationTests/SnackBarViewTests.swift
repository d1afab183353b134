import Bookstall
import Testing

@testable import Presentation

@Suite("Snack bars' cards and table, rows B28 to B32")
struct SnackBarViewTests {
  private let pipe = TerminalOptions(columns: 80)

  private func card(_ options: TerminalOptions, _ change: (inout SnackBar) -> Void = { _ in }) -> [StyledText]
  {
    SnackBarCard(SampleSnacks.bar(change), options).lines
  }

  @Test func `B28 the bookmark stands over the picture's top right, white on its shadow`() throws {
    let lines = card(.colours(60)) { $0.isBookmarked = true }
    let row = lines[2]
    let column = CellWidth().cells(in: row.text.prefix { $0 != "⚑" })
    // The box's border and 20 points, which are two to three cells, to its right.
    #expect(column == 56)
    let style = try #require(row.style(column: column))
    #expect(style.foreground?.rgb == RGB(0xFFFFFF))
    #expect(RGB(0xFFFFFF).contrast(to: try #require(style.background?.rgb)) >= 7)
    #expect(lines.texts.joined().filter { $0 == "⚑" }.count == 1)
  }

  @Test(arguments: [(true, "⚑"), (false, "⚐")])
  func `B28 the bookmark is filled where it is set and outlined where not`(isSet: Bool, flag: String) {
    for options in [pipe, .colours(60), TerminalOptions(columns: 60, art: .mono)] {
      #expect(card(options) { $0.isBookmarked = isSet }.texts.joined().contains(flag))
    }
    #expect(SnackBarTable([SampleSnacks.bar { $0.isBookmarked = isSet }], pipe).lines.texts[1].contains(flag))
  }

  @Test func `B29 title, headline, rating and facts stand below the picture in a box with round corners`()
    throws
  {
    let lines = card(.colours(60)).texts
    #expect(lines.first?.hasPrefix("╭──") == true)
    #expect(lines.first?.hasSuffix("──╮") == true)
    #expect(lines.last?.hasPrefix("╰──") == true)
    let places = try ["测试店", "一句话", "★★★★  4 of 5", "diners 12"].map { text in
      try #require(lines.firstIndex { $0.contains(text) })
    }
    #expect(places == places.sorted())
    #expect(places[0] > 9)
    #expect(lines.allSatisfy { CellWidth().cells(in: $0) == 60 })
  }

  @Test(arguments: Theme.allCases)
  func `B29 the card's words keep their contrast in both themes`(theme: Theme) {
    let grounds = [PaletteColour.background, .card].map { $0.rgb(in: theme) }
    for line in card(.colours(60, theme)) {
      for run in line.runs where run.style.background == nil && run.text.contains(where: \.isLetter) {
        guard let colour = run.style.foreground?.rgb else { continue }
        for ground in grounds { #expect(colour.contrast(to: ground) >= 4.5, "\(run.text)") }
      }
    }
  }

  @Test(arguments: [
    (0.0, ""), (-3, ""), (0.25, "¼"), (3.5, "★★★½"), (4, "★★★★"), (5, "★★★★★"), (6, "★★★★★"),
    (Double.nan, ""),
  ])
  func `B30 only filled stars are drawn, none for 0, never more than five`(stored: Double, stars: String) {
    let bar = SampleSnacks.bar { $0.rating = Rating(stored: stored) }
    for text in [
      SnackBarTable([bar], pipe).lines.texts.joined(), SnackBarCard(bar, pipe).lines.texts.joined(),
      SnackBarDetail(SnackBarRecord(bar: bar), pipe).lines.texts.joined(),
    ] {
      #expect(text.filter { "★¼½¾".contains($0) } == stars)
      #expect(!text.contains("☆"))
    }
  }

  @Test func `B30 a bar without a rating says so`() {
    #expect(card(pipe) { $0.rating = nil }.texts.joined().contains("not rated"))
    #expect(SnackBarTable([SampleSnacks.bar { $0.rating = nil }], pipe).lines.count == 3)
  }

  @Test func `B31 three facts are told: diners, minutes and heat`() {
    #expect(card(pipe).texts.joined().contains("diners 12 · 5 min · heat 8"))
    #expect(
      card(TerminalOptions(columns: 60, isASCII: true)).texts.joined().contains("diners 12 - 5 min - heat 8"))
  }

  @Test(arguments: [
    (0, "", " 0"), (1, "▇", " 1"), (12, "▇▇▇▇▇▇▇▇▇▇▇▇", " 12"), (13, "▇▇▇▇▇▇▇▇▇▇▇▇+", " 13"),
    (25, "▇▇▇▇▇▇▇▇▇▇▇▇+", " 25"), (100_000, "▇▇▇▇▇▇▇▇▇▇▇▇+", " 100000"),
  ])
  func `B31 heat is at most twelve blocks, then a plus, and always its number`(
    hot: Int, blocks: String, number: String
  ) {
    let bar = SampleSnacks.bar { $0.hot = hot }
    #expect(SnackBarTable([bar], pipe).lines.texts[1].hasSuffix(blocks + number))
    #expect(card(pipe) { $0.hot = hot }.texts.joined().contains("heat\(number) "))
  }

  @Test func `B32 the table lists the eight bars in order`() throws {
    let bars = try SampleSnacks().bars.map(\.bar)
    let lines = SnackBarTable(bars, pipe).lines.texts
    #expect(
      Array(lines.prefix(7)) == [
        "   #   SNACK BAR           RATING  DINERS    PREP  HEAT",
        "   1 ⚐ 雪团艾窝窝          ★★★★★        4  20 min  0",
        "       Snowball Aiwowo · Rice steamed at dawn, filled while you wait",
        "   2 ⚐ 胡同爆肚摊          ★★★★★       12  10 min  ▇▇▇▇▇ 5",
        "       Alley Tripe Stall · Count to five over the boiling pot",
        "   3 ⚐ 果木烤鸭坊          ★★★★        24  15 min  ▇▇▇▇▇▇▇▇▇▇▇▇+ 25",
        "       Fruitwood Duck House · Open jujube-wood fire, skin on every slice",
      ])
    #expect(lines.count == 17)
  }

  @Test func `B32 a narrow table becomes a few lines for each bar`() throws {
    let lines = SnackBarTable([SampleSnacks.bar()], TerminalOptions(columns: 44)).lines.texts
    #expect(
      lines == [
        " 3 ⚐ 测试店                            ★★★★", "     Test bar · One line",
        "     diners 12 · 5 min · heat 8",
      ])
  }

  @Test func `B31 the three facts of a narrow bar stand on one line`() {
    let bar = SampleSnacks.bar { ($0.serves, $0.preparation, $0.hot) = (24, 20, 25) }
    for columns in [30, 44] {
      let lines = SnackBarTable([bar], TerminalOptions(columns: columns)).lines.texts
      #expect(lines.count == 3)
      #expect(
        lines[2].hasSuffix(columns == 30 ? "for 24 · 20 min · heat 25" : "diners 24 · 20 min · heat 25"))
    }
  }

  @Test func `other programs get one line for each bar between tabs`() {
    let bar = SampleSnacks.bar {
      $0.isBookmarked = true
      $0.title.chinese = "a\tb\n"
    }
    #expect(SnackBarTable.plainRow(bar) == "3\ta b\tTest bar\t4\t12\t5\t8\tbookmarked")
  }

  @Test func `words replace the table for a screen reader`() {
    let options = TerminalOptions(columns: 200, isAccessible: true)
    #expect(
      SnackBarTable([SampleSnacks.bar { $0.isBookmarked = true }], options).lines.texts
        == ["3: 测试店, Test bar, 4 of 5 stars, diners 12, 5 minutes, heat 8, bookmarked"])
  }
}
