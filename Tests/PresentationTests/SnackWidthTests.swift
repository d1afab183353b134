import Bookstall
import Testing

@testable import Presentation

@Suite("Snack screens and the terminal's width")
struct SnackWidthTests {
  private static let widths = [
    20, 21, 27, 28, 30, 36, 39, 40, 44, 49, 50, 59, 60, 71, 72, 79, 80, 81, 100, 120, 200,
  ]

  @Test(arguments: widths)
  func `no line is wider than the terminal`(columns: Int) throws {
    let snacks = try SampleSnacks()
    for tier in ArtTier.allCases {
      for (isASCII, isAccessible) in [(false, false), (true, false), (false, true)] {
        var options = TerminalOptions.colours(columns)
        options.art = tier
        options.isASCII = isASCII
        options.isAccessible = isAccessible
        if tier == .mono { options.colour = .none }
        for (name, lines) in (tier == .none ? snacks : snacks.few).screens(options) {
          let widest = lines.map { $0.cells(by: CellWidth()) }.max() ?? 0
          #expect(widest <= columns, "\(name) \(tier)")
        }
      }
    }
  }

  @Test(arguments: widths)
  func `no line is wider than a terminal that draws ambiguous characters over two cells`(columns: Int) throws
  {
    let snacks = try SampleSnacks()
    for tier in [ArtTier.blocks, .none] {
      let options = TerminalOptions(
        columns: columns, colour: tier == .blocks ? .trueColour : .none, art: tier, ambiguousIsWide: true)
      for (name, lines) in (tier == .none ? snacks : snacks.few).screens(options) {
        let widest = lines.map { $0.cells(by: CellWidth(ambiguousIsWide: true)) }.max() ?? 0
        #expect(widest <= columns, "\(name) \(tier)")
      }
    }
  }

  @Test(arguments: 0..<24)
  func `no line is wider than the terminal, whatever others wrote into the guide`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text(_ most: Int) -> Bilingual {
      Bilingual(
        MixedText.random(length: Int.random(in: 0...most, using: &generator), using: &generator),
        MixedText.random(length: Int.random(in: 0...most, using: &generator), using: &generator))
    }
    let columns = Int.random(in: 20...200, using: &generator)
    let bar = SampleSnacks.bar {
      $0.title = text(30)
      $0.headline = text(60)
      $0.serves = Int.random(in: 1...1_000_000, using: &generator)
      $0.hot = Int.random(in: 0...1_000_000, using: &generator)
    }
    let record = SnackBarRecord(bar: bar, introduction: [text(80), text(3)], method: [text(80), text(0)])
    let food = SnackFood(position: 3, image: "x", title: text(20), content: text(200))
    let header = SnackHeader(position: 0, image: "", headline: text(30), subheadline: text(80))
    let ways = (0..<7).map { CookingWay(position: $0, image: "", title: text(6)) }
    for options in [TerminalOptions.colours(columns), TerminalOptions(columns: columns, art: .mono)] {
      let lines =
        SnackBarDetail(record, options).lines + SnackBarCard(bar, options).lines
        + SnackBarTable([bar], options).lines + FoodCard(food, options).lines
        + SnackBanner(header, options).lines() + CookingWaysTable(ways, options).lines
      for line in lines { #expect(line.cells(by: CellWidth()) <= columns, "\(columns): \(line.text)") }
    }
  }

  @Test func `text that steers terminals is shown, not obeyed`() {
    let evil = Bilingual("坏\u{1B}[2J\u{202E}", "bad\u{1B}]52;c;x\u{7}\n\u{9B}m")
    let bar = SampleSnacks.bar {
      $0.title = evil
      $0.headline = evil
    }
    let record = SnackBarRecord(bar: bar, introduction: [evil], method: [evil])
    let options = TerminalOptions(columns: 80)
    let text = [
      SnackBarDetail(record, options).lines, SnackBarCard(bar, options).lines,
      SnackBarTable([bar], options).lines,
      FoodCard(SampleSnacks.food(evil.chinese, english: evil.english), options).lines,
      SnackBanner(SnackHeader(position: 0, image: "", headline: evil, subheadline: evil), options).lines(),
      CookingWaysTable([CookingWay(position: 0, image: "", title: evil)], options).lines,
    ].flatMap { $0 }.texts.joined()
    for scalar: Unicode.Scalar in ["\u{1B}", "\u{202E}", "\u{7}", "\u{9B}", "\n"] {
      #expect(!text.unicodeScalars.contains(scalar))
    }
  }
}
