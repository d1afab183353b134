package import Bookstall

/// What the books of a page have in common, counted before the first is written.
package struct PageContents: Sendable {
  private var tally = BookTally()
  private var firstTitle: String?
  private(set) var statuses: Set<ReadingStatus> = []

  /// Genres that the page names in its row of links; the others stand behind it, to be unfolded.
  static let mostNamed = 14

  /// Books that are printed with pictures and reviews; more than that become the lines of a list, since browsers take
  /// minutes to print hundreds of pictures.
  static let mostDetails = 100

  /// No book yet.
  package init() {}

  /// Counts one book.
  package mutating func add(_ book: Book) {
    if firstTitle == nil { firstTitle = BookLabels(book, on: .page).title }
    if let status = book.status { statuses.insert(status) }
    tally.add(book)
  }

  /// The numbers of all books counted.
  package var statistics: BookStatistics { tally.statistics }

  /// The title of the only book, where there is just one.
  var onlyTitle: String? { statistics.books == 1 ? firstTitle : nil }
}

/// The search field and the lists to choose from above the books; they need the script and show with it alone.
struct BookTools {
  private let contents: PageContents

  init(_ contents: PageContents) {
    self.contents = contents
  }

  /// The tools and the line that says how many books are shown.
  var markup: HTML {
    let genres = contents.statistics.genres.enumerated().map { index, genre -> HTML in
      "<option value=\"\(index)\">\(BookLabels.listed(genre: genre.name)) (\(genre.books))</option>"
    }
    let statuses = ReadingStatus.allCases.filter(contents.statuses.contains).map { status -> HTML in
      "<option value=\"\(status.rawValue)\">\(status.words)</option>"
    }
    let ratings = (1...Stars.most).reversed().map { stars -> HTML in
      let label: HTML = stars == Stars.most ? "\(stars) stars" : "\(stars) and more"
      return "<option value=\"\(stars * 4)\">\(label)</option>"
    }
    return """
      <div class="tools" role="search" aria-label="Find books">
      <label class="find">Search <input id="find" type="search" autocomplete="off" spellcheck="false" \
      placeholder="Title, author, review"></label>
      \(choice("genre", "Genre", all: "All genres", genres))\(choice("status", "Status", all: "Any status", statuses))\
      \(choice("stars", "Stars", all: "Any stars", ratings + ["<option value=\"0\">not rated</option>"]))\
      \(choice("sort", "Sort", all: "As listed", BookTools.orders))
      <p class="shown"><span id="shown" role="status" tabindex="-1"></span> <span id="part" hidden>· more rows come as \
      you scroll; the search looks at all books</span> <button type="button" id="clear" hidden>Clear filters</button></p>\
      </div>

      """
  }

  /// What follows the rows that are there, where more have to be asked for.
  static let rest: HTML = """
    <p id="rest" hidden><button type="button">Show more books</button></p>

    """

  /// What paper says of a long list.
  static var onPaper: HTML {
    """
    <p class="on-paper">More than \(PageContents.mostDetails) books are printed as a list. Choose fewer to print them with \
    pictures and reviews.</p>
    """
  }

  private static let orders: [HTML] = [
    "<option value=\"title\">Title</option>", "<option value=\"author\">Author</option>",
    "<option value=\"rating\">Stars</option>", "<option value=\"added\">Newest</option>",
  ]

  private func choice(_ id: HTML, _ label: HTML, all: HTML, _ options: [HTML]) -> HTML {
    guard !options.isEmpty else { return "" }
    return """
      <label>\(label) <select id="\(id)"><option value="">\(all)</option>\(options.joined())</select></label>
      """
  }
}
