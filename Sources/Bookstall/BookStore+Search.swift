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
  /// Finds the books that have all words somewhere in title, author, genre, review, tags or private notes.
  ///
  /// Words are looked for at the start of words; only if no book has them there, inside of words too.
  package func search(_ words: SearchWords) throws -> BookSearch {
    let scan: SearchScan = try container.readTogether { try self.scan(words) }
    let all = words.all
    let atStart: [Int64] = words.inside ? [] : scan.ranked { $0.atStart == all }
    let isInside = atStart.isEmpty
    let hits = isInside ? scan.ranked { $0.anywhere == all } : atStart
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

  /// The query with the numbers of the books that a search finds in the place of its words.
  func resolved(_ query: BookQuery) throws -> BookQuery {
    guard !query.words.isEmpty else { return query }
    var resolved = query
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
    let all = words.all
    var parts = BookParts()
    let note = { (book: Int64, texts: borrowing StoredTexts) in
      guard let found = texts.bytes(at: 0).map(words.found), found.anywhere != 0 else { return }
      parts.add(found, to: book)
    }
    try container.forEachTexts(of: BookTag.self, [\BookTag.name], by: \BookTag.bookID, note)
    try container.forEachTexts(
      of: BookContributor.self, [\BookContributor.name], by: \BookContributor.bookID, note)
    parts.sort()
    var scan = SearchScan()
    let columns = BookStore.searchedColumns
    try container.forEachTexts(of: Book.self, columns, by: \Book.id) { id, texts in
      var found = parts.found(of: id)
      var (rank, rankAnywhere) = (0, 0)
      for place in columns.indices where found.atStart != all || place < 2 {
        guard let text = texts.bytes(at: place) else { continue }
        let here = words.found(in: text)
        if here.anywhere == 0 { continue }
        found.formUnion(here)
        guard place < 2 else { continue }
        rank += here.atStart.nonzeroBitCount * (place == 0 ? 100 : 1)
        rankAnywhere += here.anywhere.nonzeroBitCount * (place == 0 ? 100 : 1)
      }
      if found.anywhere == 0 { return }
      scan.known.formUnion(found)
      guard found.anywhere == all else { return }
      scan.candidates.append((id, found, found.atStart == all ? rank : rankAnywhere))
    }
    return scan
  }
}

/// What was found in the parts of books, in the order of their numbers.
private struct BookParts {
  private var entries: [(book: Int64, found: SearchWords.Found)] = []
  private var next = 0

  mutating func add(_ found: SearchWords.Found, to book: Int64) { entries.append((book, found)) }

  mutating func sort() { entries.sort { $0.book < $1.book } }

  /// What was found in a book's parts; the books are asked for in the order of their numbers.
  mutating func found(of book: Int64) -> SearchWords.Found {
    var found = SearchWords.Found()
    while next < entries.count, entries[next].book <= book {
      if entries[next].book == book { found.formUnion(entries[next].found) }
      next += 1
    }
    return found
  }
}

/// What a look at all books has brought.
private struct SearchScan {
  /// The words that any book has.
  var known = SearchWords.Found()
  /// The books that have all words anywhere, and how much that counts.
  var candidates: [(id: Int64, found: SearchWords.Found, rank: Int)] = []

  /// The numbers of those that pass, the best first.
  func ranked(_ passes: (SearchWords.Found) -> Bool) -> [Int64] {
    candidates.filter { passes($0.found) }.sorted { ($1.rank, $1.id) < ($0.rank, $0.id) }.map(\.id)
  }
}
