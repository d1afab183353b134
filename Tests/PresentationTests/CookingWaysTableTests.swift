import Bookstall
import Testing

@testable import Presentation

@Suite("Cooking ways, rows B16 to B20")
struct CookingWaysTableTests {
  private let ways: [CookingWay]

  init() throws {
    ways = try SampleSnacks().ways
  }

  private func table(_ columns: Int) -> [String] {
    CookingWaysTable(ways, TerminalOptions(columns: columns)).lines.texts
  }

  @Test func `B16 the sides mirror each other with three rules each`() {
    #expect(
      table(60) == [
        "  蒸                 steam   │   roast                 烤",
        "  ────────────────────────   │   ────────────────────────",
        "  煎               pan-fry   │   dip-boil              涮",
        "  ────────────────────────   ♡   ────────────────────────",
        "  烙               griddle   │   infuse                冲",
        "  ────────────────────────   │   ────────────────────────",
        "  爆             flash-fry   │   simmer                煨",
      ])
  }

  @Test(arguments: [30, 44, 80])
  func `B16 there are eight ways and three rules a side at any width`(columns: Int) {
    let lines = table(columns)
    let middle = lines.count / 2
    #expect(lines.count == 7)
    #expect(lines.filter { $0.contains("──") }.count == 3)
    for way in ways { #expect(lines.filter { $0.contains(way.title.chinese) }.count == 1) }
    for way in ways { #expect(lines.filter { $0.contains(way.title.english) }.count >= 1) }
    #expect(lines[middle].contains("♡"))
  }

  @Test func `B17 a line runs down the middle, through the one heart`() {
    let lines = table(80)
    #expect(lines.joined().filter { $0 == "♡" }.count == 1)
    #expect(lines.joined().filter { $0 == "│" }.count == 6)
    let columns = lines.map { line in
      CellWidth().cells(in: line.prefix { $0 != "│" && $0 != "♡" })
    }
    #expect(Set(columns).count == 1)
  }

  @Test func `B19 one constant moves all eight icons`() {
    let options = TerminalOptions(columns: 80)
    let usual = CookingWaysTable(ways, options).lines.texts
    let wider = CookingWaysTable(ways, options, iconCells: CookingWaysTable.iconCells + 4).lines.texts
    for way in ways {
      let icon = Character(way.title.chinese)
      for (before, after) in zip(usual, wider) where before.contains(icon) {
        let places = [before, after].map { CellWidth().cells(in: $0.prefix { $0 != icon }) }
        #expect(abs(places[0] - places[1]) == 2)
      }
    }
  }

  @Test(arguments: [(20, 20), (44, 44), (80, 80), (120, 80), (200, 80)])
  func `B20 the table is as wide as the terminal and at most 80 cells`(columns: Int, most: Int) {
    let widths = table(columns).map { CellWidth().cells(in: $0) }
    #expect(widths.allSatisfy { $0 <= most })
    if columns >= 30 { #expect((widths.max() ?? 0) > most - 6) }
  }

  @Test func `where there is no room for two sides the ways stand one below the other`() {
    #expect(table(20).prefix(2) == [" 蒸 steam", " 煎 pan-fry"])
  }

  @Test func `words replace the table for a screen reader`() {
    let lines = CookingWaysTable(ways, TerminalOptions(columns: 80, isAccessible: true)).lines.texts
    #expect(lines.first == "1: 蒸, steam")
    #expect(lines.count == 8)
  }
}
