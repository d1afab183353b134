package import Bookstall

/// The whole snack guide as one page: banners, ways of cooking, dishes, snack bars and a closing word.
package struct SnackGuide: Sendable {
  private let headers: [SnackHeader]
  private let ways: [CookingWay]
  private let foods: [SnackFood]
  private let bars: [SnackBar]
  private let options: TerminalOptions
  private let frame: SnackFrame

  /// A page for one kind of terminal.
  package init(
    headers: [SnackHeader], ways: [CookingWay], foods: [SnackFood], bars: [SnackBar],
    _ options: TerminalOptions
  ) {
    self.headers = headers
    self.ways = ways
    self.foods = foods
    self.bars = bars
    self.options = options
    frame = SnackFrame(options)
  }

  /// The titles of the page's sections.
  package static let sections = (
    ways: Bilingual("烹制方法", "Ways of cooking"), foods: Bilingual("特色小吃", "Dishes"),
    bars: Bilingual("特色小吃店", "Snack bars")
  )
  /// The two texts at the page's end.
  package static let footer = (
    title: Bilingual("老北京的味道", "Old Beijing, bite by bite"),
    text: Bilingual(
      "小吃不为饱，为的是那一口。店是虚构的，滋味是真的。",
      "A snack is not there to fill you but for that one mouthful. The shops are invented, the tastes are not."
    )
  )

  /// The page from top to bottom.
  package var lines: [StyledText] {
    var lines = headers.flatMap { SnackBanner($0, options).lines() }
    lines += title(SnackGuide.sections.ways) + CookingWaysTable(ways, options).lines
    lines += title(SnackGuide.sections.foods) + foods.flatMap { FoodCard($0, options).lines }
    lines += title(SnackGuide.sections.bars) + SnackBarTable(bars, options).lines
    return lines + footerLines
  }

  private func title(_ title: Bilingual) -> [StyledText] {
    options.isAccessible ? frame.spoken("\(title.english), \(title.chinese)") : frame.sectionTitle(title)
  }

  /// A blank line, a centred title and a wrapped text.
  private var footerLines: [StyledText] {
    let (title, text) = SnackGuide.footer
    if options.isAccessible { return frame.spoken(title.english) + frame.spoken(text.english) }
    let heading = options.isASCII ? title.english : "\(title.chinese)   \(title.english)"
    let texts = options.isASCII ? [text.english] : [text.chinese, text.english]
    let room = max(2, frame.columns - 2 * frame.margin)
    return [StyledText(), frame.centred(heading, frame.headingStyle)]
      + texts.flatMap { frame.layout.wrapped($0, to: room) }.map { frame.centred($0, options.style(.dim)) }
  }
}
