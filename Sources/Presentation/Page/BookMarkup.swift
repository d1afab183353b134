import Bookstall

/// Books as rows of the list and as detail views.
struct BookMarkup {
  private let genreNumbers: [String?: Int]
  private let pictures: [String?: Int]
  private let showsNotes: Bool

  /// Letters that a row shows, so that it doesn't stretch the rows beside it; the detail view has them all.
  private static let longest = (title: 80, author: 50, genre: 32)
  /// Bytes of a title that may stand between the way back and the number in a narrow window.
  private static let longTitle = 48

  /// Takes the picture of each genre into the page.
  init(_ contents: PageContents, showsNotes: Bool, art: inout PageArt) {
    self.showsNotes = showsNotes
    var numbers: [String?: Int] = [:]
    var pictures: [String?: Int] = [:]
    for (index, genre) in contents.statistics.genres.enumerated() {
      numbers[genre.name] = index
      pictures[genre.name] = art.add(Scene(genre: genre.name))
    }
    genreNumbers = numbers
    self.pictures = pictures
  }

  // MARK: Row

  /// The row of a book: picture, title, author, genre and stars, all of it the link to the detail view.
  func row(_ book: Book, art: PageArt, symbols: inout PageSymbols) -> HTML {
    let labels = BookLabels(book, on: .page)
    let stars = Stars(book.rating)
    let status: HTML? = book.status.map { " data-status=\"\($0.rawValue)\"" }
    let added: HTML? = book.dateAdded.map { " data-added=\"\($0.text)\"" }
    let isJapanese = isJapanese(labels)
    let state: HTML? = book.status.map { "<span class=\"state\">\($0.words)</span>" }
    return """
      <li id="row-\(book.id)" class="row" data-genre="\(number(of: labels))" data-stars="\(stars.quarters)"\(status)\(added)>\
      <a href="#book-\(book.id)">\(pictures[key(of: labels)].map(art.thumbnail))<span class="what">\
      <span class="name">\(line(labels.title, most: BookMarkup.longest.title, isJapanese))</span>\
      <span class="by">\(line(labels.author, most: BookMarkup.longest.author, isJapanese))</span>\
      <span class="meta dotted"><span class="kind">\(line(labels.listedGenre, most: BookMarkup.longest.genre))</span>\(state)</span>\
      <span class="rate">\(symbols.bookStars(stars))</span></span></a></li>

      """
  }

  private func number(of labels: BookLabels) -> Int { genreNumbers[key(of: labels)] ?? 0 }

  private func picture(of labels: BookLabels, art: PageArt) -> HTML {
    pictures[key(of: labels)].map { art.picture($0) } ?? ""
  }

  /// The genre as the statistics name it.
  private func key(of labels: BookLabels) -> String? {
    labels.storedGenre.flatMap(TextNormalisation.line)
  }

  private func line(_ text: String, most: Int, _ besideJapanese: Bool = false) -> HTML {
    HTML(user: text.utf8.count > most ? BookMarkup.cut(text, to: most) : text, besideJapanese: besideJapanese)
  }

  /// Whether title or author show that both are Japanese.
  private func isJapanese(_ labels: BookLabels) -> Bool {
    LanguageRun.isJapanese(labels.title) || LanguageRun.isJapanese(labels.author)
  }

  private static func cut(_ text: String, to most: Int) -> String {
    // By scalars first: one letter may carry a megabyte of marks.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most * 4)))
    let cut = String(start.prefix(most))
    return cut.utf8.count < text.utf8.count ? cut + "…" : cut
  }

  // MARK: Detail

  /// The detail view: picture and tag, author, review, stars, and then whatever else the record holds.
  ///
  /// The way back stands behind the title, which has the focus when the book opens, so that the next Tab comes to it.
  func detail(_ record: BookRecord, art: PageArt, symbols: inout PageSymbols) -> HTML {
    let book = record.book
    let labels = BookLabels(book, on: .page)
    let isJapanese = isJapanese(labels)
    let long: HTML? = labels.title.utf8.count > BookMarkup.longTitle ? " long" : nil
    return """
      <article id="book-\(book.id)" class="book" aria-labelledby="title-\(book.id)"\(found(in: record))>\
      <div class="bar\(long)">\
      <h1 id="title-\(book.id)" tabindex="-1">\(text(labels.title, of: TextMedium.page.line(book.title), isJapanese))</h1>\
      <a class="back" href="#row-\(book.id)">‹ Books</a>\
      <span class="number">#\(book.id)</span></div>
      <div class="cover">\(picture(of: labels, art: art))<p class="tag"><span>\(text(labels.tag, of: TextMedium.page.line(book.genre)))</span></p></div>
      <div class="told"><p class="author">\(text(labels.author, of: TextMedium.page.line(book.author), isJapanese))</p>
      <div class="review">\(text(labels.review, of: TextMedium.page.line(book.review)))</div>
      <p class="rating">\(symbols.bookStars(Stars(book.rating)))</p>
      \(facts(of: record))</div></article>

      """
  }

  /// What a person wrote, or the stand-in for it, which the page's search must not take for a text of the book.
  private func text(_ label: String, of stored: String?, _ besideJapanese: Bool = false) -> HTML {
    stored == nil ? "\(label)" : HTML(user: label, besideJapanese: besideJapanese)
  }

  /// What the page's search looks at besides the texts that stand alone: each name and tag for itself, as in the
  /// command's search.
  private func found(in record: BookRecord) -> HTML? {
    let people = record.additionalAuthors + record.contributors.map(\.name)
    let texts = people + record.series.map(\.name) + record.tags
    return texts.isEmpty ? nil : " data-find=\"\(texts.joined(separator: "\n"))\""
  }

  private func facts(of record: BookRecord) -> HTML {
    let facts = BookFacts(record, separator: " · ", on: .page).facts
    var notes: HTML?
    if showsNotes, let text = TextMedium.page.paragraphs(record.book.privateNotes) {
      notes = "<div><dt>Private notes</dt><dd class=\"notes\">\(HTML(user: text))</dd></div>"
    }
    guard !facts.isEmpty || notes != nil else { return "" }
    let rows = facts.map { fact -> HTML in
      let values = fact.lines.map { "<dd>\(HTML(user: $0))</dd>" as HTML }
      return "<div><dt>\(fact.label)</dt>\(values.joined())</div>"
    }
    return "<dl class=\"about\">\(rows.joined())\(notes)</dl>\n"
  }
}
