internal import Persistence

/// Reads books with everything that hangs on them, a batch at a time: one statement per table and batch.
struct RecordReading {
  let container: PersistentContainer

  /// Large enough that the statements don't count, small enough for constant memory.
  private static let batch = 512

  /// Calls the closure with one record after the other, all of them of one moment.
  func forEach(_ request: FetchRequest<Book>, _ body: (BookRecord) throws -> Void) throws {
    try forEachBatch(request) { try $0.records().forEach(body) }
  }

  /// Calls the closure with some records at a time, all of them of one moment.
  func forEachBatch(_ request: FetchRequest<Book>, _ body: (BookRows) throws -> Void) throws {
    try container.withCursor(request) { cursor in
      while true {
        var books: [Book] = []
        books.reserveCapacity(RecordReading.batch)
        try cursor.forEachRow(upTo: RecordReading.batch) { books.append(try Book(row: &$0)) }
        if books.isEmpty { return }
        try body(try batch(of: books))
      }
    }
  }

  /// The records of books that were read already, in the same order.
  func records(of books: [Book]) throws -> [BookRecord] {
    books.isEmpty ? [] : try batch(of: books).records()
  }

  private func batch(of books: [Book]) throws -> BookRows {
    var batch = BookRows(books: books)
    let places = batch.places
    try read(into: &batch.contributors, at: places)
    try read(into: &batch.series, at: places)
    try read(into: &batch.reads, at: places)
    try read(into: &batch.tags, at: places)
    try read(into: &batch.services, at: places)
    return batch
  }

  private func read<Part: BookPart>(into parts: inout [Part], at places: BookPlaces) throws {
    let request = FetchRequest(membersOf: Part.siblings, where: places.condition())
    try container.forEachRow(request) { parts.append(try Part(row: &$0)) }
  }
}

/// Books and the rows that hang on them, as they were read.
///
/// To put them together takes a third of the time of reading them, which need not be the time of whoever reads.
struct BookRows: Sendable {
  fileprivate let books: [Book]
  fileprivate let places: BookPlaces
  fileprivate var contributors: [BookContributor] = []
  fileprivate var series: [BookSeries] = []
  fileprivate var reads: [BookRead] = []
  fileprivate var tags: [BookTag] = []
  fileprivate var services: [BookService] = []

  fileprivate init(books: [Book]) {
    self.books = books
    places = BookPlaces(books)
  }

  /// The books with everything that hangs on them, in the order in which they were read.
  func records() -> [BookRecord] {
    var records = books.map(BookRecord.init(book:))
    add(contributors, to: &records) { record, row in
      if let role = row.role {
        record.contributors.append(Contributor(name: row.name, role: role))
      } else {
        record.additionalAuthors.append(row.name)
      }
    }
    add(series, to: &records) { $0.series.append(SeriesPlace(name: $1.name, number: $1.number)) }
    add(reads, to: &records) { $0.reads.append($1.read) }
    add(tags, to: &records) { $0.tags.append($1.name) }
    add(services, to: &records) { record, row in
      record.services.append(ServiceRecord(service: row.service, serviceID: row.serviceID, other: row.other))
    }
    return records
  }

  private func add<Part: BookPart>(
    _ parts: [Part], to records: inout [BookRecord], _ append: (inout BookRecord, Part) -> Void
  ) {
    for part in parts {
      if let place = places[part.bookID] { append(&records[place], part) }
    }
  }
}

/// Where each book of a batch stands in it.
private struct BookPlaces: Sendable {
  private let ids: [Int64]
  /// Of a batch that nearly fills a run of numbers: its first number, and the places of the numbers from there on.
  private var run: (first: Int64, places: [Int?])?
  private var places: [Int64: Int] = [:]

  init(_ books: [Book]) {
    ids = books.map(\.id)
    let first = ids.min() ?? 0
    let span = (ids.max() ?? 0).subtractingReportingOverflow(first)
    if !span.overflow, span.partialValue < 2 * Int64(ids.count) {
      var places = [Int?](repeating: nil, count: Int(span.partialValue) + 1)
      for (place, id) in ids.enumerated() { places[Int(id - first)] = place }
      run = (first, places)
    } else {
      places = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  subscript(id: Int64) -> Int? {
    guard let run else { return places[id] }
    let offset = id.subtractingReportingOverflow(run.first)
    guard !offset.overflow, offset.partialValue >= 0, offset.partialValue < run.places.count else {
      return nil
    }
    return run.places[Int(offset.partialValue)]
  }

  /// A range where the batch nearly fills one, since the index then serves it in one sweep; else the list.
  func condition<Part: BookPart>() -> Where<Part> {
    guard let run else { return .related(by: Part.siblings, to: ids.map { ManagedID($0) }) }
    let last = run.first + Int64(run.places.count - 1)
    return .related(by: Part.siblings, toKeysIn: run.first...last)
  }
}
