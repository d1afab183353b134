import Bookstall

/// One snack bar as a card and as the sheet that the card opens.
struct SnackBarMarkup {
  private let record: SnackBarRecord
  private var bar: SnackBar { record.bar }

  init(_ record: SnackBarRecord) {
    self.record = record
  }

  /// The card: picture with bookmark, title, headline, stars and facts; all of it opens the sheet.
  func card(art: inout PageArt, symbols: inout PageSymbols) -> HTML {
    let number = art.add(Scene(snack: bar.image))
    let mark: PageSymbols.Icon = bar.isBookmarked ? .bookmarked : .bookmark
    let spoken: HTML? = bar.isBookmarked ? "<span class=\"unseen\">Bookmarked</span>" : nil
    return """
      <li id="bar-\(bar.id)" class="card"><div class="card-view">\(art.picture(number))\
      \(PageSymbols.icon(mark, class: "mark"))</div><div class="card-text">\
      <h4><a class="open" href="#snack-\(bar.id)">\(HTML(user: bar.title.chinese)) \
      <span class="en">\(HTML(user: bar.title.english))</span></a></h4>\
      <p class="tempting">\(HTML(user: bar.headline.chinese)) \
      <span class="en">\(HTML(user: bar.headline.english))</span></p>\
      <p class="rate">\(symbols.snackStars(Stars(bar.rating)))\(spoken)</p>\(service)</div></li>

      """
  }

  /// Diners, preparation time and heat.
  private var service: HTML {
    """
    <ul class="service"><li>\(PageSymbols.icon(.diners))<span class="what">Diners</span> <b>\(bar.serves)</b></li>\
    <li>\(PageSymbols.icon(.clock))<span class="what">Ready in</span> <b>\(bar.preparation) min</b></li>\
    <li>\(PageSymbols.icon(.flame))<span class="what">Heat</span> <b>\(bar.hot)</b></li></ul>
    """
  }

  /// The sheet: title, stars, service facts, introduction and method, below the picture.
  ///
  /// Without a script it shows while the address names it, and its link leads back to the card.
  func sheet(art: inout PageArt, symbols: inout PageSymbols) -> HTML {
    let number = art.add(Scene(snack: bar.image))
    return """
      <dialog id="snack-\(bar.id)" class="sheet" closedby="any" aria-labelledby="snack-title-\(bar.id)">\
      <div class="sheet-all"><div class="sheet-view">\(art.picture(number))</div>
      <div class="sheet-text"><h2 class="sheet-title" id="snack-title-\(bar.id)" tabindex="-1">\
      \(HTML(user: bar.title.chinese)) <span class="en">\(HTML(user: bar.title.english))</span></h2>
      \(leave)\
      <p class="rate">\(symbols.snackStars(Stars(bar.rating)))</p>\(service)
      \(SnackMarkup.title(SnackBarDetail.introductionTitle))
      \(record.introduction.map(paragraph).joined())\(SnackMarkup.title(SnackBarDetail.methodTitle))
      <ol class="method">\(record.method.map(step).joined())</ol></div></div></dialog>

      """
  }

  /// What closes the sheet: a button with the script, a link to the card without; behind the title, which has the focus
  /// when the sheet opens, so that the next Tab comes to it.
  private var leave: HTML {
    let icon = PageSymbols.icon(.close, class: "pulse")
    return """
      <form method="dialog" class="leave"><button aria-label="Close">\(icon)</button></form>\
      <a class="leave" href="#bar-\(bar.id)" aria-label="Close">\(icon)</a>

      """
  }

  private func paragraph(_ text: Bilingual) -> HTML {
    """
    <p>\(HTML(user: text.chinese)) <span class="en">\(HTML(user: text.english))</span></p><hr>

    """
  }

  private func step(_ text: Bilingual) -> HTML {
    """
    <li>\(PageSymbols.icon(.chevron, class: "chevron"))<p>\(HTML(user: text.chinese)) \
    <span class="en">\(HTML(user: text.english))</span></p></li>

    """
  }
}
