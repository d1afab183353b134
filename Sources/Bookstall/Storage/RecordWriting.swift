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
    let ids = try container.insert(contentsOf: records.map { $0.book }).map(\.rawValue)
    // In place: to hand each record out would cost a copy of all its parts' references.
    try container.insert(
      contentsOf: records.indices.flatMap { records[$0].contributorRows(of: ids[$0]) })
    try container.insert(contentsOf: records.indices.flatMap { records[$0].seriesRows(of: ids[$0]) })
    try container.insert(contentsOf: records.indices.flatMap { records[$0].readRows(of: ids[$0]) })
    try container.insert(contentsOf: records.indices.flatMap { records[$0].tagRows(of: ids[$0]) })
    try container.insert(contentsOf: records.indices.flatMap { records[$0].serviceRows(of: ids[$0]) })
    return ids
  }
}

extension BookRecord {
  fileprivate func contributorRows(of book: Int64) -> [BookContributor] {
    if additionalAuthors.isEmpty, contributors.isEmpty { return [] }
    let authors = additionalAuthors.map { (name: $0, role: String?.none) }
    let others = contributors.map { (name: $0.name, role: String?.some($0.role)) }
    return (authors + others).enumerated().map { position, person in
      BookContributor(bookID: book, position: position, name: person.name, role: person.role)
    }
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
