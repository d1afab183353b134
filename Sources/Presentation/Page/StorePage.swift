package import Bookstall

/// What is asked of a page.
package struct PageOptions: Sendable {
  /// The title of the whole page.
  package var title: String
  /// Whether the owner's private notes are shown.
  package var showsNotes = false
  /// Whether the snack guide is on the page.
  package var showsGuide = true
  /// The day that the page says it is of; without one the same store gives the same page on every day.
  package var stamp: Day?

  /// A page without notes and without a day.
  package init(title: String = "Bookstall") {
    self.title = title
  }
}

/// A store as one page of HTML, made piece by piece: the opening, a row for each book, a detail view for each, the end.
///
/// All books have to be counted by `PageContents` before, since what stands at the top depends on all of them.
package struct StorePage {
  private let options: PageOptions
  private let contents: PageContents
  private var symbols = PageSymbols()
  private var art = PageArt()
  private let books: BookMarkup
  /// Nil for a page of books alone.
  private let guide: SnackMarkup?

  /// A page of the books counted and of the guide.
  package init(_ contents: PageContents, guide: SnackGuideRecord, _ options: PageOptions = PageOptions()) {
    self.options = options
    self.contents = contents
    books = BookMarkup(contents, showsNotes: options.showsNotes, art: &art)
    self.guide = options.showsGuide ? SnackMarkup(guide, art: &art, symbols: &symbols) : nil
  }

  /// Everything before the first row.
  package mutating func opening() -> HTML {
    let shelf = art.add(Scene(genre: Genre.uncategorized))
    let style = InlineBlock(.style, PageStyle.text(art: art, genres: contents.statistics.genres.count))
    let script = InlineBlock(.script, PageScript.text)
    return head(style, script) + masthead(picture: art.picture(shelf)) + genres + booksOpening
  }

  /// One book's row.
  package mutating func row(_ book: Book) -> HTML {
    books.row(book, art: art, symbols: &symbols)
  }

  /// What stands between the last row and the first detail view.
  package var middle: HTML {
    """
    </ul>
    \(contents.statistics.books > 0 ? BookTools.rest : HTML())<p id="nothing" hidden>No book fits.</p>
    </section>

    """
  }

  /// One book's detail view.
  package mutating func detail(_ record: BookRecord) -> HTML {
    books.detail(record, art: art, symbols: &symbols)
  }

  /// Everything behind the last detail view.
  package var ending: HTML {
    """
    \(NumbersMarkup(StatisticsFigures(contents.statistics, on: .page)).section)\(guide?.section)</main>
    \(guide?.footer)\(guide?.sheets)<svg hidden aria-hidden="true">
    \(symbols.symbols)\(art.symbols)</svg>
    </body>
    </html>

    """
  }

  // MARK: Parts

  /// Whether paper has the books as a list alone.
  private var isLong: Bool { contents.statistics.books > PageContents.mostDetails }

  private var title: String {
    // A page of a single book is that book's, unless it was given a name.
    options.title == PageOptions().title ? contents.onlyTitle ?? options.title : options.title
  }

  private func head(_ style: InlineBlock, _ script: InlineBlock) -> HTML {
    // The policy stands before what it allows; nothing may be loaded, sent or framed.
    """
    <!doctype html>
    <html lang="en"\(isLong ? " class=\"many\"" : HTML())>
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \(HTML(source: style)); \
    script-src \(HTML(source: script)); img-src data:; base-uri 'none'; form-action 'none'">
    <meta name="generator" content="Bookstall">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>\(SafeText.line(title))</title>
    <link rel="icon" href="data:,">
    \(HTML(style))
    \(HTML(script))
    </head>
    <body>
    <a class="skip" href="#main">Skip to the books</a>

    """
  }

  private func masthead(picture: HTML) -> HTML {
    let facts = StatisticsFigures(contents.statistics, on: .page).facts
    let stamp: HTML? = options.stamp.map { "<p class=\"stamp\">As of \($0.text)</p>" }
    return """
      <header class="mast"><div class="mast-art">\(picture)</div><div class="mast-text">
      <h1>\(HTML(user: options.title))</h1>
      <p class="facts dotted">\(facts.map { "<span>\($0)</span>" as HTML }.joined())</p>\(stamp)
      <ul class="ways-in"><li><a href="#books">Books</a></li><li><a href="#numbers">In numbers</a></li>\
      \(options.showsGuide ? "<li><a href=\"#snacks\">Snack guide</a></li>" : HTML())</ul>
      </div></header>

      """
  }

  private var genres: HTML {
    let chips = contents.statistics.genres.enumerated().map { index, genre -> HTML in
      """
      <li><a id="genre-\(index)" href="#genre-\(index)"><span class="name">\(HTML(user: BookLabels.listed(genre: genre.name)))</span> \
      <span class="count">\(genre.books)</span></a></li>
      """
    }
    guard !chips.isEmpty else { return "<main id=\"main\" tabindex=\"-1\">\n" }
    let named = chips.prefix(PageContents.mostNamed)
    let others = chips.dropFirst(PageContents.mostNamed)
    let more: HTML? =
      others.isEmpty
      ? nil
      : """

      <details class="more"><summary>\(others.count) more \(others.count == 1 ? "genre" : "genres")</summary>\
      <ul>\(others.joined())</ul></details>
      """
    return """
      <nav class="genres" aria-label="Genres"><ul><li><a class="all" id="genre-all" href="#genre-all">All</a></li>\
      \(named.joined())</ul>\(more)</nav>
      <main id="main" tabindex="-1">

      """
  }

  private var booksOpening: HTML {
    guard contents.statistics.books > 0 else {
      return """
        <section id="books" aria-labelledby="books-title"><h2 class="title" id="books-title">Books</h2>
        <p class="empty">There are no books here yet.</p><ul id="shelf" class="shelf" hidden>

        """
    }
    return """
      <section id="books" aria-labelledby="books-title"><h2 class="title" id="books-title">Books</h2>
      \(BookTools(contents).markup)\(isLong ? BookTools.onPaper : HTML())<ul id="shelf" class="shelf">

      """
  }
}

extension HTML {
  /// The source that allows one block in a content security policy; its quotes stay, since it is no text of anyone's.
  init(source block: InlineBlock) {
    self = "'sha256-\(block.hash)'"
  }
}
