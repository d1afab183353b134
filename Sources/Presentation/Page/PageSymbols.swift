/// The small drawings that the page uses again and again, each once as a symbol.
struct PageSymbols {
  /// Rows of stars that the page shows, by quarters of a star; books' with the missing ones outlined.
  private var bookRatings: Set<Int> = []
  private var snackRatings: Set<Int> = []

  /// The row of stars of a book, with its words: five stars, the missing ones outlined.
  mutating func bookStars(_ stars: Stars) -> HTML {
    bookRatings.insert(stars.quarters)
    return rated(stars, id: "s\(stars.quarters)", places: Stars.most)
  }

  /// The row of stars of a snack bar, with its words: the filled ones alone, so none without a rating.
  mutating func snackStars(_ stars: Stars) -> HTML {
    guard stars.isRated else { return "<span class=\"words\">\(stars.words)</span>" }
    snackRatings.insert(stars.quarters)
    return rated(stars, id: "f\(stars.quarters)", places: (stars.quarters + 3) / 4)
  }

  private func rated(_ stars: Stars, id: HTML, places: Int) -> HTML {
    let label: HTML = stars.isRated ? "Rated \(stars.words)" : "Not rated"
    return """
      <svg class="stars" viewBox="0 0 \(places * 24) 24" role="img" aria-label="\(label)">\
      <use href="#\(id)"/></svg> <span class="words" aria-hidden="true">\(stars.words)</span>
      """
  }

  /// All symbols, those of the ratings that were shown among them.
  var symbols: HTML {
    let rows =
      bookRatings.sorted().map { row(id: "s\($0)", quarters: $0, outlined: true) }
      + snackRatings.sorted().map { row(id: "f\($0)", quarters: $0, outlined: false) }
    return PageSymbols.star + PageSymbols.fixed + rows.joined()
  }

  private func row(id: HTML, quarters: Int, outlined: Bool) -> HTML {
    let places = outlined ? Stars.most : (quarters + 3) / 4
    let whole = quarters / 4
    // Windows on the same five stars: the missing ones and the one that is filled in part, then what is filled.
    let off: HTML? = outlined && whole < places ? window(from: whole * 24, to: places * 24, "off") : nil
    let filled = whole * 24 + PageSymbols.filled[quarters % 4]
    let on: HTML? = quarters > 0 ? window(from: 0, to: filled, "on") : nil
    return "<symbol id=\"\(id)\" viewBox=\"0 0 \(places * 24) 24\">\(off)\(on)</symbol>\n"
  }

  /// Where so many quarters of a star's area end; at a quarter of its width there is hardly more than a tip.
  private static let filled = [0, 9, 12, 15]

  private func window(from start: Int, to end: Int, _ name: HTML) -> HTML {
    """
    <svg x="\(start)" width="\(end - start)" height="24" viewBox="\(start) 0 \(end - start) 24">\
    <use href="#star" class="\(name)" width="\(Stars.most * 24)" height="24"/></svg>
    """
  }

  /// The corners of a star on a board of 24 by 24.
  private static let corners = [
    (12, 2.5), (14.65, 9.26), (21.89, 9.69), (16.28, 14.29), (18.11, 21.31), (12, 17.4), (5.89, 21.31),
    (7.72, 14.29),
    (2.11, 9.69), (9.35, 9.26),
  ]

  /// Five stars side by side, all that ratings are made of.
  private static var star: HTML {
    let stars = (0..<Stars.most).map { place -> HTML in
      let points = corners.map { "\($0.0 + Double(place * 24)) \($0.1) " as HTML }
      return "M\(points.joined())z"
    }
    return """
      <symbol id="star" viewBox="0 0 \(Stars.most * 24) 24"><path stroke-width="1.8" stroke-linejoin="round" \
      d="\(stars.joined())"/></symbol>

      """
  }

  /// An icon that says nothing that the words beside it don't.
  static func icon(_ name: Icon, class classes: HTML = "icon") -> HTML {
    "<svg class=\"\(classes)\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><use href=\"#\(name.rawValue)\"/></svg>"
  }

  /// What the icons show.
  enum Icon: String {
    case bookmark
    case bookmarked
    case chevron
    case heart
    case close
    case diners
    case clock
    case flame
  }

  private static let fixed: HTML = """
    <symbol id="bookmark" viewBox="0 0 24 24"><path class="l" d="M6 3h12v18l-6-5-6 5z"/></symbol>
    <symbol id="bookmarked" viewBox="0 0 24 24"><path class="l full" d="M6 3h12v18l-6-5-6 5z"/></symbol>
    <symbol id="chevron" viewBox="0 0 24 24"><circle class="l" cx="12" cy="12" r="10.5"/>\
    <path class="l" d="M7 10l5 5 5-5"/></symbol>
    <symbol id="heart" viewBox="0 0 24 24"><circle class="l" cx="12" cy="12" r="11"/>\
    <path class="full" d="M12 18S5.5 14 5.5 9.6C5.5 7.4 7.2 6 9 6c1.4 0 2.4.8 3 1.8C12.6 6.8 13.6 6 15 \
    6c1.8 0 3.5 1.4 3.5 3.6C18.5 14 12 18 12 18z"/></symbol>
    <symbol id="close" viewBox="0 0 24 24"><path class="l" d="M5 5l14 14M19 5L5 19"/></symbol>
    <symbol id="diners" viewBox="0 0 24 24"><circle class="l" cx="9" cy="8" r="3.5"/>\
    <path class="l" d="M2.5 20c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5M16 5a3.5 3.5 0 0 1 0 6.5M18 \
    14c2.3.8 3.5 3 3.5 6"/></symbol>
    <symbol id="clock" viewBox="0 0 24 24"><circle class="l" cx="12" cy="12" r="9.5"/>\
    <path class="l" d="M12 6.5V12l4 2.5"/></symbol>
    <symbol id="flame" viewBox="0 0 24 24"><path class="l" d="M12 2.5c1 4 6.5 6 6.5 11.5a6.5 6.5 0 0 1-13 \
    0c0-2.5 1.5-4 2.5-5.5.5 2 1.5 2.5 2 2.5C9.5 8 10.5 5 12 2.5z"/></symbol>

    """
}

extension HTML.StringInterpolation {
  /// Takes the name of an icon, which is one of our own.
  mutating func appendInterpolation(_ icon: PageSymbols.Icon) {
    appendInterpolation(icon.rawValue)
  }
}
