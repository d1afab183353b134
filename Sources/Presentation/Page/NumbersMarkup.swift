/// The numbers of `stats` as tables whose bars are drawn in SVG.
struct NumbersMarkup {
  private let figures: StatisticsFigures

  init(_ figures: StatisticsFigures) {
    self.figures = figures
  }

  /// Ratings, genres and months.
  var section: HTML {
    """
    <section id="numbers" aria-labelledby="numbers-title"><h2 class="title" id="numbers-title">In numbers</h2>
    <div class="panels\(isTall ? " tall" : HTML())">\(ratings)\(genres)\(months)</div></section>

    """
  }

  /// Whether the genres need about the height of both other panels.
  private var isTall: Bool { figures.genres.count > figures.ratings.count + 2 && figures.year != nil }

  private var ratings: HTML {
    let largest = figures.ratings.map(\.count).max() ?? 0
    let rows = figures.ratings.map { row -> HTML in
      let label: HTML =
        row.label.map { "\($0)<span class=\"unit\"> \($0 == "1" ? "star" : "stars")</span>" } ?? "not rated"
      return """
        <tr><th scope="row">\(label)</th><td class="bar-cell">\(lying(row.count, of: largest, row.label == nil ? "none" : "gold"))</td>\
        <td class="n">\(row.count)</td></tr>
        """
    }
    return """
      <table class="panel"><caption>Ratings</caption><thead class="unseen"><tr><th scope="col">Stars</th>\
      <td></td><th scope="col">Books</th></tr></thead><tbody>\(rows.joined())</tbody></table>
      """
  }

  private var genres: HTML {
    guard !figures.genres.isEmpty else { return "" }
    // What is left over is no genre: a bar of its own would make those of single genres look small.
    let largest = figures.genres.filter { !$0.isRest }.map(\.count).max() ?? 0
    let rows = figures.genres.map { row -> HTML in
      let bar = row.isRest ? HTML() : lying(row.count, of: largest, "brown")
      return """
        <tr><th scope="row">\(HTML(user: row.label ?? ""))</th><td class="bar-cell">\(bar)</td>\
        <td class="n">\(row.count)</td><td class="n mean">\(row.mean ?? "—")</td></tr>
        """
    }
    return """
      <table class="panel means"><caption>Genres</caption><thead><tr><th scope="col">Genre</th><td></td>\
      <th scope="col" class="n">Books</th><th scope="col" class="n">Mean</th></tr></thead>\
      <tbody>\(rows.joined())</tbody></table>
      """
  }

  private var months: HTML {
    guard let year = figures.year else { return "" }
    let counts = figures.months
    let largest = counts.max() ?? 0
    let bars = zip(StatisticsFigures.monthNames, counts).map { name, count -> HTML in
      """
      <li><span class="unseen">\(name): </span><span class="count">\(count)</span>\(standing(count, of: largest))\
      <span class="month" aria-hidden="true">\(String(name.prefix(1)))\
      <span class="rest">\(String(name.dropFirst().prefix(2)))</span></span></li>
      """
    }
    let most: HTML? = figures.fullestMonth.map { "<p class=\"most\">\($0)</p>" }
    return """
      <div class="panel wide"><h3 class="caption-title">Added per month in \(year)</h3>\
      <ol class="months">\(bars.joined())</ol>\(most)</div>
      """
  }

  /// A bar whose length is an attribute, since the page allows no style in an element.
  private func lying(_ count: Int, of largest: Int, _ name: HTML) -> HTML {
    let length = largest > 0 ? Double(count) / Double(largest) * 100 : 0
    return """
      <svg class="bar-h" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" width="100" height="10"/><rect class="\(name)" \
      width="\(count > 0 ? max(length, 1) : 0)" height="10"/></svg>
      """
  }

  private func standing(_ count: Int, of largest: Int) -> HTML {
    let height = largest > 0 ? Double(count) / Double(largest) * 100 : 0
    let shown = count > 0 ? max(height, 2) : 0
    return """
      <svg class="bar-v" viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" width="10" height="100"/><rect class="brown" y="\(100 - shown)" width="10" \
      height="\(shown)"/></svg>
      """
  }
}
