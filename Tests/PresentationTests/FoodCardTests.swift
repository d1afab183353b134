import Bookstall
import Testing

@testable import Presentation

@Suite("Dishes, rows B21 to B27")
struct FoodCardTests {
  private let foods: [SnackFood]

  init() throws {
    foods = try SampleSnacks().foods
  }

  @Test func `B21 a card has its box, its ring, its text and the dish's number and name`() throws {
    let card = FoodCard(foods[5], TerminalOptions(columns: 80))
    #expect(
      card.lines.texts == [
        "     ╭─────────────────────────────────────────────────────────────────╮",
        "  ▄▄▄▄▄▄    大名豆面糕。黄米面蒸熟擀开，抹红豆沙卷起，裹满炒黄豆面，   │",
        "▄█▀▀▀▀▀▀█▄  像毛驴在土路上打滚扬起的黄尘。                             │",
        "█▌ 驴打 ▐█  Soft rolls of sticky dough round red-bean paste, in        │",
        "▀█▄▄▄▄▄▄█▀  roasted soy flour until as dusty as a donkey that has      │",
        "  ▀▀▀▀▀▀    rolled in the road.                                        │",
        "     │                                    5 · 驴打滚 · Rolling donkey  │",
        "     ╰─────────────────────────────────────────────────────────────────╯",
      ])
  }

  @Test func `B22 at most six lines of text are shown and the seventh leaves a mark`() {
    let options = TerminalOptions(columns: 72)
    // 57 cells hold 28 wide characters.
    let six = FoodCard(SampleSnacks.food(String(repeating: "味", count: 28 * 5)), options)
    #expect(six.shownTexts.count == 6)
    #expect(!six.isCut)
    #expect(six.shownTexts.last == "Plain.")
    let seven = FoodCard(SampleSnacks.food(String(repeating: "味", count: 28 * 6)), options)
    #expect(seven.isCut)
    #expect(seven.shownTexts.count == 6)
    #expect(seven.shownTexts.last?.hasSuffix("…") == true)
    #expect(seven.furtherText.texts == ["  …" + String(repeating: "味", count: 28), "  Plain."])
    #expect(seven.lines.texts.allSatisfy { !$0.contains("Plain") })
  }

  @Test(arguments: Theme.allCases)
  func `B22 the ground runs from medium to light brown and white keeps its contrast`(theme: Theme) throws {
    let lines = FoodCard(foods[0], .colours(80, theme)).lines
    let row = lines[lines.count - 2]
    let grounds = try (11..<72).map { try #require(row.style(column: $0)?.background?.rgb) }
    #expect(grounds.last == PaletteColour.brownLight.rgb(in: theme))
    #expect(Set(grounds).count > 10)
    for ground in grounds { #expect(RGB(0xFFFFFF).contrast(to: ground) >= 4.5) }
    #expect(lines[1].style(column: 12)?.foreground?.rgb == RGB(0xFFFFFF))
  }

  @Test func `B22 with 256 colours the ground is one that white can be read on`() throws {
    var options = TerminalOptions.colours(80)
    options.colour = .palette256
    let row = FoodCard(foods[0], options).lines[6]
    let colours = try (11..<71).map { try #require(row.style(column: $0)?.background) }
    #expect(Set(colours).count == 1)
    let ground = Colour.rgb(ofIndex: try #require(colours.first).index256)
    #expect(RGB(0xFFFFFF).contrast(to: ground) >= 4.5)
  }

  @Test func `B22 with 16 colours the box is an outline`() {
    var options = TerminalOptions.colours(80)
    options.colour = .sixteen
    let lines = FoodCard(foods[0], options).lines
    #expect(lines[0].text.contains("╭──"))
    for line in lines {
      for column in FoodRing.columns..<80 { #expect(line.style(column: column)?.background == nil) }
    }
  }

  @Test(arguments: Theme.allCases)
  func `B24 with 16 colours the dish is drawn in its ring, and no name lies over it`(theme: Theme) {
    for depth in [ColourDepth.sixteen, .palette256, .trueColour] {
      var options = TerminalOptions.colours(80, theme)
      options.colour = depth
      let lines = FoodCard(foods[5], options).lines
      let ring = lines.map { String($0.text.prefix(FoodRing.columns)) }.joined()
      #expect(ring.contains("▀") && !ring.contains("驴"))
      let colours = Set(
        (3..<7).flatMap { column in
          lines.map { $0.style(column: column) }.flatMap {
            [$0?.foreground, $0?.background].compactMap(\.self)
          }
        })
      #expect(colours.count > 3)
    }
  }

  @Test(arguments: [40, 60, 80])
  func `B23 the text starts two columns right of the ring`(columns: Int) throws {
    let lines = FoodCard(foods[5], TerminalOptions(columns: columns)).lines.texts
    let row = try #require(lines.first { $0.contains("大名") })
    #expect(CellWidth().cells(in: row.prefix { $0 != "大" }) == FoodRing.columns + 2)
  }

  @Test func `B24 the ring's middle is on the box's left border`() throws {
    let lines = FoodCard(foods[5], TerminalOptions(columns: 80)).lines.texts
    let border = CellWidth().cells(in: lines[0].prefix { $0 != "╭" })
    #expect(border == FoodRing.columns / 2)
    #expect(lines[2].hasPrefix("▄█▀▀▀▀▀▀█▄"))
  }

  @Test func `B25 two rings lie round the picture, each wider than the one inside`() throws {
    let radii = FoodRing.radii
    #expect(radii.picture < radii.white && radii.white < radii.gradient)
    #expect(radii.gradient == Double(FoodRing.columns) / 2)
    #expect(FoodRing.columns == 2 * FoodRing.rows)
    let lines = FoodCard(foods[5], .colours(80)).lines
    // From the left edge inwards: the gradient's ring, white, the picture.
    let row = lines[3]
    let colours = (0..<3).map {
      row.style(column: $0)?.foreground?.rgb ?? row.style(column: $0)?.background?.rgb
    }
    #expect(Set(colours).count == 3)
    #expect(colours[1].map { $0.lightness > 200 } == true)
  }

  @Test func `B25 the outer ring has a gradient`() {
    let row = FoodCard(foods[5], .colours(80)).lines[3]
    #expect(row.style(column: 0)?.foreground != row.style(column: 9)?.foreground)
  }

  @Test func `B26 the dishes are twelve, numbered from 0`() {
    #expect(foods.count == 12)
    for (number, food) in foods.enumerated() {
      #expect(
        FoodCard(food, TerminalOptions(columns: 80)).lines.texts.joined().contains(
          "\(number) · \(food.title.chinese)"))
    }
  }

  @Test func `B27 the cards stand one below the other and no ring is cut off at the left`() throws {
    let guide = try SampleSnacks().guide(TerminalOptions(columns: 80)).lines.texts
    let rings = guide.filter { $0.hasPrefix("▄█▀▀▀▀▀▀█▄") }
    #expect(rings.count == 12)
  }

  @Test func `a narrow card does without the ring`() {
    let lines = FoodCard(foods[5], TerminalOptions(columns: 30)).lines.texts
    #expect(lines[0].hasPrefix("╭──"))
    #expect(!lines.joined().contains("▄"))
  }

  @Test func `words replace the card for a screen reader`() {
    let lines = FoodCard(foods[5], TerminalOptions(columns: 200, isAccessible: true)).lines.texts
    #expect(lines[0] == "5, 驴打滚: Rolling donkey")
    #expect(lines[1].hasPrefix("Soft rolls"))
  }
}
