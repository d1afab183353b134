internal import FoundationEssentials
internal import Persistence

/// A row that breaks the rules of the model, which another program must have written.
package struct BrokenRow: Equatable, Sendable {
  /// The book's number.
  package let book: Int64
  /// The column.
  package let column: String
  /// What stands there.
  package let value: String

  /// A book's column and what stands there.
  package init(book: Int64, column: String, value: String) {
    self.book = book
    self.column = column
    self.value = value
  }
}

/// What is wrong with a store.
package struct StoreHealth: Equatable, Sendable {
  /// SQLite's own complaints about the file.
  package var fileProblems: [String] = []
  /// Books that break the model's rules: ratings out of range or no quarters, days that are in no calendar.
  package var brokenRows: [BrokenRow] = []
  /// Books without a title, which screens call `Unknown Book`; allowed, but seldom meant.
  package var untitled: [Int64] = []

  /// Nothing wrong.
  package init() {}

  /// Whether every row keeps the rules and the file is sound.
  package var isSound: Bool { fileProblems.isEmpty && brokenRows.isEmpty }
}

extension BookStore {
  /// Looks for damage and for rows that break the rules, all of one moment.
  package func health() throws -> StoreHealth {
    var health = StoreHealth()
    health.fileProblems = try container.check()
    try container.readTogether {
      for group in try container.groups(of: Book.self, by: [\Book.rating]) {
        guard let stars = group.values.first.flatMap({ Double(sqlValue: $0) }) else { continue }
        let rating = Rating(stored: stars)
        if rating.isValid { continue }
        for id in try container.ids(FetchRequest<Book>(where: .equal(\.rating, rating))) {
          health.brokenRows.append(BrokenRow(book: id.rawValue, column: "rating", value: rating.text))
        }
      }
      try container.forEachTexts(of: Book.self, [\Book.dateAdded, \Book.title], by: \Book.id) { id, texts in
        if let text = texts.bytes(at: 0).map({ String(decoding: $0, as: UTF8.self) }), Day(text) == nil {
          health.brokenRows.append(BrokenRow(book: id, column: "date_added", value: text))
        }
        let title = texts.bytes(at: 1).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if TextNormalisation.isBlank(title) { health.untitled.append(id) }
      }
    }
    return health
  }

  /// Does something while nobody else can write the store; whoever wants to waits for as long as writers do.
  ///
  /// The closure must not write through this store.
  ///
  /// - Parameter body: What is done.
  /// - Returns: What the closure returns.
  /// - Throws: `StoreError.busy` when another program doesn't let go of the store; what the closure throws.
  package func holdingWriters<Result>(_ body: () throws -> Result) throws -> Result {
    try container.transaction(named: "hold", body)
  }

  /// Writes a copy of the store into a new file.
  ///
  /// Throws `StoreError.fileExists` when there is such a file, `.cannotOpen` when it can't be made.
  package func backUp(to path: String) throws { try container.backup(to: path) }

  /// Rebuilds the file without the room that deleted books left.
  ///
  /// - Parameter days: Changes older than so many days are forgotten and can't be undone any more; nil keeps them all.
  /// - Returns: How many changes were forgotten.
  /// - Throws: `StoreError`.
  @discardableResult
  package func compact(keepingHistoryOf days: Int? = nil) throws -> Int {
    let forgotten = try days.map {
      try container.pruneHistory(olderThan: Date(timeIntervalSinceNow: -86_400 * Double($0)))
    }
    try container.vacuum()
    return forgotten ?? 0
  }

  /// Gives all books of some genres another one, as one change that can be undone; returns how many there were.
  ///
  /// - Parameters:
  ///   - genres: The genres as they are stored; nil for books without one.
  ///   - genre: The genre that they get.
  ///   - name: What the change is called in the history.
  /// - Returns: The number of books that changed.
  /// - Throws: `StoreError`, with the store left as it was.
  package func replaceGenres(_ genres: [String?], by genre: String, named name: String) throws -> Int {
    let context = container.makeContext()
    let blank = genres.contains(nil) ? try blankGenres() : []
    let books = try context.fetch(Book.self, where: .any((genres + blank).map { .equal(\.genre, $0) }))
    for book in books { book.update { $0.genre = genre } }
    try context.save(named: name)
    return books.count
  }
}
