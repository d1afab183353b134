package import FoundationEssentials
internal import Migrations
package import Persistence

/// The store of a reader: every operation that the command, or any other front, can ask for.
package final class BookStore {
  let container: PersistentContainer

  /// The number in the file's header that says whose it is: `BKST`.
  package static let applicationID: Int32 = 0x424B_5354

  /// The tables and the schema's steps.
  package static let model = StoreModel(
    applicationID: applicationID,
    entities: [
      Book.self, BookContributor.self, BookSeries.self, BookRead.self, BookTag.self, BookService.self,
      SnackHeader.self, SnackFood.self, CookingWay.self, SnackBar.self, SnackBarParagraph.self,
      SnackBarStep.self,
    ],
    migrations: bookstallMigrations)

  /// Opens the store in a file for reading and writing, making folder and file where they are missing.
  ///
  /// As in SQLite's own tools, `:memory:` is no file but a store that ends with the run.
  ///
  /// - Throws: `StoreError`, which names what is wrong with the file.
  package init(at path: String) throws {
    guard path != BookStore.memoryPath else {
      container = try PersistentContainer(inMemory: BookStore.model)
      return
    }
    try PrivateFolder.make(for: path)
    container = try PersistentContainer(at: path, model: BookStore.model)
  }

  /// Opens the store in a file without making anything; a missing or an empty file is an empty store.
  package init(reading path: String) throws {
    let status = FileStatus(of: path)
    guard status.exists, status.size != 0, path != BookStore.memoryPath else {
      container = try PersistentContainer(inMemory: BookStore.model)
      return
    }
    var options = StoreOptions()
    options.fileMustExist = true
    container = try PersistentContainer(at: path, model: BookStore.model, options: options)
  }

  /// Opens an empty store in memory that touches no file.
  package init() throws {
    container = try PersistentContainer(inMemory: BookStore.model)
  }

  private static let memoryPath = ":memory:"

  /// SQLite's version, such as `3.40.1`.
  package static var sqliteVersion: String { PersistentContainer.sqliteVersion }

  /// A new book's identity.
  package static func newUUID() -> UUID { UUID.version7() }

  // MARK: Reading

  /// The number of books that a query finds, without its limit.
  package func count(_ query: BookQuery = BookQuery()) throws -> Int {
    try container.count(resolved(query).request)
  }

  /// Calls the closure with one book after the other, in constant memory.
  package func forEachBook(_ query: BookQuery = BookQuery(), _ body: (Book) throws -> Void) throws {
    try container.forEach(resolved(query).request, body)
  }

  /// Calls the closure with one whole record after the other, in constant memory.
  package func forEachRecord(_ query: BookQuery = BookQuery(), _ body: (BookRecord) throws -> Void) throws {
    try RecordReading(container: container).forEach(resolved(query).request, body)
  }

  /// Calls the closure with some whole records at a time, in constant memory.
  func forEachBatch(_ query: BookQuery, _ body: (BookRows) throws -> Void) throws {
    try RecordReading(container: container).forEachBatch(resolved(query).request, body)
  }

  /// The record with that number, or nil.
  package func record(_ id: Int64) throws -> BookRecord? {
    guard let book = try container.value(ManagedID<Book>(id)) else { return nil }
    return try RecordReading(container: container).records(of: [book]).first
  }

  /// The genres in the store and how many books have each, the most frequent first.
  package func genres() throws -> [(name: String, count: Int)] {
    try container.frequencies(of: \Book.genre).compactMap { genre, count in
      genre.flatMap { TextNormalisation.isBlank($0) ? nil : ($0, count) }
    }
  }

  /// How many books have no genre.
  package func countWithoutGenre() throws -> Int {
    var query = BookQuery()
    query.includesNoGenre = true
    return try count(query)
  }

  /// What other programs wrote for no genre.
  func blankGenres() throws -> [String] {
    try container.frequencies(of: \Book.genre).compactMap(\.value).filter(TextNormalisation.isBlank)
  }

  // MARK: Writing

  /// Adds a book and gives it its number.
  package func add(_ record: BookRecord) throws -> BookRecord {
    let context = container.makeContext()
    let book = RecordWriting(context: context).insert(record)
    try context.save(named: "add")
    var added = record
    added.book = book.snapshot
    return added
  }

  /// Adds many books as one change, in constant memory.
  ///
  /// Throws `StoreError`; then none of them was added.
  package func addAll(_ records: some Sequence<BookRecord>, named name: String = "add") throws {
    try container.transaction(named: name) {
      var batch: [BookRecord] = []
      for record in records {
        batch.append(record)
        guard batch.count == 500 else { continue }
        _ = try RecordBatch.insert(batch, into: container)
        batch.removeAll(keepingCapacity: true)
      }
      _ = try RecordBatch.insert(batch, into: container)
    }
  }

  /// Brings a stored book to new values.
  ///
  /// - Parameters:
  ///   - record: The book as it shall be, with the id that it has in the store.
  ///   - name: What the change is called in the history, such as `rate`.
  /// - Returns: Whether anything differed.
  /// - Throws: `StoreError`, with the store left as it was.
  @discardableResult
  package func update(_ record: BookRecord, named name: String) throws -> Bool {
    let context = container.makeContext()
    try RecordWriting(context: context).update(record)
    let differs = context.hasChanges
    try context.save(named: name)
    return differs
  }

  /// Changes a stored book as it is at the moment of writing, so that nothing is lost that others wrote meanwhile.
  ///
  /// - Parameters:
  ///   - id: The book's number.
  ///   - name: What the change is called in the history, such as `rate`.
  ///   - body: Changes the record; what it throws leaves the store as it was.
  /// - Returns: The record before and after.
  /// - Throws: What the closure throws, or a `StoreError`, also where the book is gone.
  package func change(
    _ id: Int64, named name: String, _ body: (inout BookRecord) throws -> Void
  ) throws -> (old: BookRecord, new: BookRecord) {
    try container.transaction(named: name) {
      guard let old = try record(id) else {
        throw StoreError.objectDeleted(entity: Book.schema.table, id: id)
      }
      var new = old
      try body(&new)
      try update(new, named: name)
      return (old, new)
    }
  }

  /// Deletes books with everything that hangs on them, as one change.
  package func remove(_ ids: [Int64]) throws {
    let context = container.makeContext()
    for book in try context.fetch(Book.self, where: .ids(ids.map { ManagedID($0) })) { context.delete(book) }
    try context.save(named: "rm")
  }
}
