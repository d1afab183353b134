import Bookstall

/// The snack guide: banners, ways of cooking, dishes, snack bars, and a sheet for each bar.
struct SnackMarkup {
  /// Everything in the flow of the page.
  let section: HTML
  /// The page's last two texts.
  let footer: HTML
  /// The sheets that slide over the page.
  let sheets: HTML

  /// Takes the pictures and stars into the page.
  init(_ guide: SnackGuideRecord, art: inout PageArt, symbols: inout PageSymbols) {
    var parts: [HTML] = []
    if !guide.headers.isEmpty { parts.append(SnackMarkup.carousel(guide.headers, art: &art)) }
    if !guide.ways.isEmpty { parts.append(SnackMarkup.ways(guide.ways)) }
    if !guide.foods.isEmpty { parts.append(SnackMarkup.foods(guide.foods, art: &art)) }
    if !guide.bars.isEmpty {
      let cards = guide.bars.map { SnackBarMarkup($0).card(art: &art, symbols: &symbols) }
      parts.append(
        """
        <section aria-labelledby="bars-title" class="bars">\(SnackMarkup.title(SnackGuide.sections.bars, id: "bars-title"))\
        <ul>
        \(cards.joined())</ul></section>

        """)
    }
    section = """
      <section id="snacks" aria-labelledby="snacks-title">\
      \(SnackMarkup.title(SnackMarkup.name, id: "snacks-title", level: 2))
      \(parts.joined())</section>

      """
    footer = SnackMarkup.footer
    sheets = guide.bars.map { SnackBarMarkup($0).sheet(art: &art, symbols: &symbols) }.joined()
  }

  private static let name = Bilingual("北京小吃", "Beijing snacks")

  /// Titles of sections, all in the one class that gives them their look.
  static func title(_ title: Bilingual, id: HTML? = nil, level: Int = 3) -> HTML {
    let id: HTML? = id.map { " id=\"\($0)\"" }
    return """
      <h\(level) class="title"\(id)>\(HTML(user: title.chinese)) <span class="en">\(HTML(user: title.english))</span></h\(level)>
      """
  }

  // MARK: Banners

  private static func carousel(_ headers: [SnackHeader], art: inout PageArt) -> HTML {
    let banners = headers.map { header -> HTML in
      let number = art.add(Scene(snack: header.image))
      return """
        <li class="banner"><figure><div class="view">\(art.picture(number, window: bannerWindow))\
        <div class="caption"><p class="headline">\(HTML(user: header.headline.chinese))</p>\
        <p class="subheadline">\(HTML(user: header.subheadline.chinese))</p></div></div>\
        <figcaption><b>\(HTML(user: header.headline.english))</b> \
        \(HTML(user: header.subheadline.english))</figcaption></figure></li>

        """
    }
    return """
      <div id="banners" class="carousel" tabindex="0" role="region" aria-label="Six snacks, scrolls sideways"><ul>
      \(banners.joined())</ul></div>

      """
  }

  /// The part of the board that a banner of 3 by 2 shows: the dish stands right of the middle, clear of the caption.
  private static var bannerWindow: PageArt.Window {
    let width = Scene.size.height * 1.5
    return PageArt.Window(
      left: Scene.size.width / 2 - 0.6 * width, top: 0, width: width, height: Scene.size.height)
  }

  // MARK: Ways of cooking

  private static func ways(_ ways: [CookingWay]) -> HTML {
    let half = (ways.count + 1) / 2
    return """
      <section aria-labelledby="ways-title" class="ways">\(title(SnackGuide.sections.ways, id: "ways-title"))\
      <div class="ways-table"><ul class="ways-left">\(ways.prefix(half).map(way).joined())</ul>\
      <div class="ways-middle" aria-hidden="true"><span class="line"></span>\
      \(PageSymbols.icon(.heart, class: "heart"))<span class="line"></span></div>\
      <ul class="ways-right">\(ways.dropFirst(half).map(way).joined())</ul></div></section>

      """
  }

  private static func way(_ way: CookingWay) -> HTML {
    """
    <li>\(CookingIcon.picture(way.image))<span>\(HTML(user: way.title.chinese)) \
    <span class="en">\(HTML(user: way.title.english))</span></span></li>
    """
  }

  // MARK: Dishes

  private static func foods(_ foods: [SnackFood], art: inout PageArt) -> HTML {
    let cards = foods.map { food -> HTML in
      let number = art.add(Scene(snack: food.image))
      return """
        <li class="food"><h4>\(HTML(user: food.title.chinese)) \
        <span class="en">\(HTML(user: food.title.english))</span></h4>\
        <div class="box"><div class="ring">\(art.picture(number, window: .dish))</div>\
        <div class="box-text"><p class="fact">\(HTML(user: food.content.chinese))</p></div></div>\
        <p class="en fact-en">\(HTML(user: food.content.english))</p></li>

        """
    }
    return """
      <section aria-labelledby="foods-title" class="foods">\(title(SnackGuide.sections.foods, id: "foods-title"))\
      <div class="carousel" tabindex="0" role="region" aria-label="Dishes, scrolls sideways"><ul>
      \(cards.joined())</ul></div></section>

      """
  }

  // MARK: Footer

  private static var footer: HTML {
    let (title, text) = SnackGuide.footer
    return """
      <footer class="end"><p class="end-title">\(HTML(user: title.chinese)) \
      <span class="en">\(HTML(user: title.english))</span></p>\
      <p class="end-text">\(HTML(user: text.chinese)) <span class="en">\(HTML(user: text.english))</span></p></footer>

      """
  }
}
