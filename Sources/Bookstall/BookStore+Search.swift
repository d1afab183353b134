internal import Persistence

/// What a search found.
package struct BookSearch {
  /// The words, and whether they were found at the start of words or only inside of them.
  package let words: SearchWords
  /// The numbers of the books, the best first: words in titles count most, then in authors, then the newest.
  package let hits: [Int64]
  /// The words that no book has.
  package let missing: [String]
}

extension BookStore {
  /// Finds the books that have all words somewhere in title, author, genre, review, series, tags or private notes.
  ///
  /// Words are looked for at the start of words; only if no book has them there, inside of words too.
  package func search(_ words: SearchWords) throws -> BookSearch {
    let scan: SearchScan = try container.readTogether { try self.scan(words) }
    let atStart: [Int64] = words.inside ? [] : scan.ranked(onlyAtStart: true)
    let isInside = atStart.isEmpty
    let hits = isInside ? scan.ranked(onlyAtStart: false) : atStart
    let known = words.inside || isInside && !hits.isEmpty ? scan.known.anywhere : scan.known.atStart
    let missing = words.texts.enumerated().filter { known & 1 << UInt64($0.offset) == 0 }.map(\.element)
    var shown = words
    shown.inside = words.inside || isInside && !hits.isEmpty
    return BookSearch(words: shown, hits: words.isEmpty ? [] : hits, missing: missing)
  }

  /// Calls the closure with the records of the best hits, in their order.
  ///
  /// A limit of nil means all; books that are gone by now are left out.
  package func forEachHit(
    of search: BookSearch, limit: Int? = nil, _ body: (BookRecord) throws -> Void
  ) throws {
    let hits = search.hits.prefix(limit ?? Int.max)
    var start = hits.startIndex
    while start < hits.endIndex {
      let page = hits[start..<min(start + BookStore.pageOfHits, hits.endIndex)]
      var query = BookQuery()
      query.ids = Array(page)
      var records: [Int64: BookRecord] = [:]
      try forEachRecord(query) { records[$0.book.id] = $0 }
      for record in page.compactMap({ records[$0] }) { try body(record) }
      start = page.endIndex
    }
  }

  private static let pageOfHits = 200

  /// The query with the numbers of the books that a search finds in the place of its words, and with the blank texts
  /// that stand for no genre.
  func resolved(_ query: BookQuery) throws -> BookQuery {
    var resolved = query
    if query.includesNoGenre { resolved.genres += try blankGenres() }
    guard !query.words.isEmpty else { return resolved }
    resolved.words = []
    let hits = try search(SearchWords(query.words)).hits
    if let wanted = query.ids {
      let found = Set(hits)
      resolved.ids = wanted.filter(found.contains)
    } else {
      resolved.ids = hits
    }
    return resolved
  }

  /// The columns that are searched; the first two weigh most.
  static var searchedColumns: [PartialKeyPath<Book>] {
    [\Book.title, \Book.author, \Book.genre, \Book.review, \Book.privateNotes]
  }

  private func scan(_ words: SearchWords) throws -> SearchScan {
    let parts = BookParts(
      try findings(of: words, in: \BookTag.name, by: \BookTag.bookID)
        + findings(of: words, in: \BookContributor.name, by: \BookContributor.bookID)
        + findings(of: words, in: \BookSeries.name, by: \BookSeries.bookID))
    let columns = BookStore.searchedColumns
    let places = columns.indices
    let scans = try container.forEachTexts(
      of: Book.self, columns, by: \Book.id, state: { SearchScan(words.copy(), parts) },
      where: { scan, bytes, ids in scan.mayLearn(from: bytes, ids) },
      { scan, texts in scan.take(texts, places) })
    return SearchScan(words, joining: scans)
  }

  /// What is found in the parts of books, with the books' numbers.
  private func findings<Model: PersistentModel>(
    of words: SearchWords, in name: PartialKeyPath<Model>, by book: PartialKeyPath<Model>
  ) throws -> [BookParts.Entry] {
    try container.forEachTexts(
      of: Model.self, [name], by: book, state: { PartScan(words: words.copy()) },
      where: { scan, bytes, _ in scan.words.possible(in: bytes) != 0 }, { scan, texts in scan.take(texts) }
    ).flatMap(\.entries)
  }
}
