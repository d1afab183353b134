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
    try container.readTogether {
      let search = try scan(words)
      if !search.hits.isEmpty || words.inside || words.isEmpty { return search }
      var wider = words
      wider.inside = true
      let inside = try scan(wider)
      return inside.hits.isEmpty ? search : inside
    }
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

  /// The columns that are searched; the first two weigh most.
  static var searchedColumns: [PartialKeyPath<Book>] {
    [\Book.title, \Book.author, \Book.genre, \Book.review, \Book.privateNotes]
  }

  private func scan(_ words: SearchWords) throws -> BookSearch {
    let all = words.all
    var parts: [Int64: UInt64] = [:]
    let note = { (book: Int64, texts: borrowing StoredTexts) in
      let found = texts.bytes(at: 0).map(words.found) ?? 0
      if found != 0 { parts[book, default: 0] |= found }
    }
    try container.forEachTexts(of: BookTag.self, [\BookTag.name], by: \BookTag.bookID, note)
    try container.forEachTexts(
      of: BookContributor.self, [\BookContributor.name], by: \BookContributor.bookID, note)
    var known: UInt64 = parts.values.reduce(0, |)
    var ranked: [(rank: Int, id: Int64)] = []
    let columns = BookStore.searchedColumns
    try container.forEachTexts(of: Book.self, columns, by: \Book.id) { id, texts in
      var found = parts.isEmpty ? 0 : parts[id] ?? 0
      var rank = 0
      for place in columns.indices where found != all || place < 2 {
        guard let text = texts.bytes(at: place) else { continue }
        let here = words.found(in: text)
        found |= here
        if place < 2 { rank += here.nonzeroBitCount * (place == 0 ? 100 : 1) }
      }
      known |= found
      if found == all { ranked.append((rank, id)) }
    }
    ranked.sort { ($1.rank, $1.id) < ($0.rank, $0.id) }
    let missing = words.texts.enumerated().filter { known & 1 << UInt64($0.offset) == 0 }.map(\.element)
    return BookSearch(words: words, hits: words.isEmpty ? [] : ranked.map(\.id), missing: missing)
  }
}
