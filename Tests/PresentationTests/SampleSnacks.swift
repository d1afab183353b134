import Bookstall

@testable import Presentation

/// The guide of a new store, and single things of it with parts changed.
struct SampleSnacks {
  let headers: [SnackHeader]
  let ways: [CookingWay]
  let foods: [SnackFood]
  let bars: [SnackBarRecord]

  init() throws {
    let store = try BookStore()
    headers = try store.snackHeaders()
    ways = try store.cookingWays()
    foods = try store.snackFoods()
    bars = try store.snackBars().compactMap { try store.snackBar($0.id) }
  }

  private init(headers: [SnackHeader], ways: [CookingWay], foods: [SnackFood], bars: [SnackBarRecord]) {
    self.headers = headers
    self.ways = ways
    self.foods = foods
    self.bars = bars
  }

  /// One thing of each kind, for tests that draw pictures in many sizes.
  var few: SampleSnacks {
    SampleSnacks(
      headers: Array(headers.prefix(1)), ways: ways, foods: Array(foods[5...5]), bars: Array(bars[2...2]))
  }

  func guide(_ options: TerminalOptions) -> SnackGuide {
    SnackGuide(headers: headers, ways: ways, foods: foods, bars: bars.map(\.bar), options)
  }

  /// Every screen of the guide by its name.
  func screens(_ options: TerminalOptions) -> [(name: String, lines: [StyledText])] {
    var screens: [(String, [StyledText])] = [("guide", guide(options).lines)]
    screens.append(("ways", CookingWaysTable(ways, options).lines))
    screens.append(("bars", SnackBarTable(bars.map(\.bar), options).lines))
    for header in headers { screens.append(("banner", SnackBanner(header, options).lines())) }
    for food in foods {
      screens.append(("food", FoodCard(food, options).lines))
      screens.append(("food text", FoodCard(food, options).furtherText))
    }
    for bar in bars {
      screens.append(("card", SnackBarCard(bar.bar, options).lines))
      screens.append(("detail", SnackBarDetail(bar, options).lines))
    }
    return screens
  }

  static func bar(_ change: (inout SnackBar) -> Void = { _ in }) -> SnackBar {
    var bar = SnackBar(
      position: 0, image: "驴打滚-bar-1", title: Bilingual("测试店", "Test bar"),
      headline: Bilingual("一句话", "One line"), rating: Rating(stars: 4), serves: 12, preparation: 5, hot: 8)
    bar.id = 3
    change(&bar)
    return bar
  }

  static func food(_ content: String, english: String = "Plain.") -> SnackFood {
    SnackFood(
      position: 5, image: "驴打滚-fact-1", title: Bilingual("驴打滚", "Rolling donkey"),
      content: Bilingual(content, english))
  }
}

extension TerminalOptions {
  /// A terminal in full colour.
  static func colours(_ columns: Int, _ theme: Theme = .dark) -> TerminalOptions {
    TerminalOptions(columns: columns, colour: .trueColour, art: .blocks, theme: theme)
  }
}

extension [StyledText] {
  /// The lines without their looks.
  var texts: [String] { map(\.text) }

  /// The place of the first line with that text.
  func place(of text: String) -> Int? { firstIndex { $0.text.contains(text) } }
}

extension StyledText {
  /// The style of the cell in that column; nil behind the end.
  func style(column: Int) -> Style? {
    var cells = 0
    for run in runs {
      for character in run.text {
        let width = CellWidth().cells(in: character)
        if cells <= column, column < cells + width { return run.style }
        cells += width
      }
    }
    return nil
  }
}
