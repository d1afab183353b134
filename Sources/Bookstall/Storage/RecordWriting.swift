internal import Persistence

/// Writes records through a context: the book and the rows that hang on it.
struct RecordWriting {
  let context: ManagedContext

  /// Puts a new record into the context.
  @discardableResult
  func insert(_ record: BookRecord) -> Managed<Book> {
    let book = context.insert(record.book)
    for part in record.contributorRows(of: book.id) { context.insert(part) }
    for part in record.seriesRows(of: book.id) { context.insert(part) }
    for part in record.readRows(of: book.id) { context.insert(part) }
    for part in record.tagRows(of: book.id) { context.insert(part) }
    for part in record.serviceRows(of: book.id) { context.insert(part) }
    return book
  }

  /// Brings a stored record to new values, touching only what differs.
  func update(_ record: BookRecord) throws {
    let id = record.book.id
    guard let book = try context.existing(ManagedID<Book>(id)) else {
      throw StoreError.objectDeleted(entity: Book.schema.table, id: id)
    }
    if book.snapshot != record.book { book.update { $0 = record.book } }
    try replace(record.contributorRows(of: id), of: book)
    try replace(record.seriesRows(of: id), of: book)
    try replace(record.readRows(of: id), of: book)
    try replace(record.tagRows(of: id), of: book)
    try replace(record.serviceRows(of: id), of: book)
  }

  /// Row by row: what is there takes the new values, what is left over goes, what is missing comes.
  private func replace<Part: BookPart>(_ parts: [Part], of book: Managed<Book>) throws {
    let stored = try book[Part.siblings].elements
    for (part, object) in zip(parts, stored) {
      var part = part
      part.id = object.id
      if object.snapshot != part { object.update { $0 = part } }
    }
    for object in stored.dropFirst(parts.count) { context.delete(object) }
    for part in parts.dropFirst(stored.count) { context.insert(part) }
  }
}

/// Writes many new records without a context, which would keep an object for each of their rows.
enum RecordBatch {
  /// Inserts records as part of the running transaction.
  ///
  /// - Returns: The numbers that the books got, in order.
  static func insert(_ records: [BookRecord], into container: PersistentContainer) throws -> [Int64] {
    // In place, since each record and each part that is handed out costs a copy of all its references.
    let ids = try container.insert(
      Book.self, count: records.count, key: { records[$0].book.id },
      { try records[$0].book.encode(into: &$1) })
    try container.insertParts(
      of: ids, count: { records[$0].additionalAuthors.count + records[$0].contributors.count },
      { BookContributor(of: records[$0], at: $1, bookID: ids[$0]) })
    try container.insertParts(
      of: ids, count: { records[$0].series.count },
      { BookSeries(bookID: ids[$0], position: $1, place: records[$0].series[$1]) })
    try container.insertParts(
      of: ids, count: { records[$0].reads.count },
      { BookRead(bookID: ids[$0], position: $1, read: records[$0].reads[$1]) })
    try container.insertParts(
      of: ids, count: { records[$0].tags.count },
      { BookTag(bookID: ids[$0], position: $1, name: records[$0].tags[$1]) })
    try container.insertParts(
      of: ids, count: { records[$0].services.count },
      { BookService(bookID: ids[$0], position: $1, record: records[$0].services[$1]) })
    return ids
  }
}

extension PersistentContainer {
  /// Inserts the rows of one kind that hang on some books.
  ///
  /// - Parameters:
  ///   - books: The books' numbers.
  ///   - count: How many rows the book at a place has.
  ///   - part: The row of the book at a place that stands at a position.
  /// - Throws: `StoreError`.
  fileprivate func insertParts<Part: BookPart>(
    of books: [Int64], count: (Int) -> Int, _ part: (_ book: Int, _ position: Int) -> Part
  ) throws {
    var book = 0
    var position = 0
    try insert(Part.self, count: books.indices.reduce(0) { $0 + count($1) }) { _, row in
      while position == count(book) {
        book += 1
        position = 0
      }
      try part(book, position).encode(into: &row)
      position += 1
    }
  }
}

extension BookRecord {
  fileprivate func contributorRows(of book: Int64) -> [BookContributor] {
    (0..<additionalAuthors.count + contributors.count).map { BookContributor(of: self, at: $0, bookID: book) }
  }

  fileprivate func seriesRows(of book: Int64) -> [BookSeries] {
    series.enumerated().map { BookSeries(bookID: book, position: $0, place: $1) }
  }

  fileprivate func readRows(of book: Int64) -> [BookRead] {
    reads.enumerated().map { BookRead(bookID: book, position: $0, read: $1) }
  }

  fileprivate func tagRows(of book: Int64) -> [BookTag] {
    tags.enumerated().map { BookTag(bookID: book, position: $0, name: $1) }
  }

  fileprivate func serviceRows(of book: Int64) -> [BookService] {
    services.enumerated().map { BookService(bookID: book, position: $0, record: $1) }
  }
}

extension BookContributor {
  /// A person of a record: the additional authors come first, those with a role behind them.
  fileprivate init(of record: BookRecord, at position: Int, bookID: Int64) {
    let place = position - record.additionalAuthors.count
    if place < 0 {
      self.init(
        bookID: bookID, position: position, name: record.additionalAuthors[position], role: nil)
    } else {
      let person = record.contributors[place]
      self.init(bookID: bookID, position: position, name: person.name, role: person.role)
    }
  }
}
