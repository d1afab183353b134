internal import Persistence

/// Reads books with everything that hangs on them, a batch at a time: one statement per table and batch.
struct RecordReading {
  let container: PersistentContainer

  /// Large enough that the statements don't count, small enough for constant memory.
  private static let batch = 512

  /// Calls the closure with one record after the other, all of them of one moment.
  func forEach(_ request: FetchRequest<Book>, _ body: (BookRecord) throws -> Void) throws {
    try forEachBatch(request) { try $0.forEach(body) }
  }

  /// Calls the closure with some records at a time, all of them of one moment.
  func forEachBatch(_ request: FetchRequest<Book>, _ body: ([BookRecord]) throws -> Void) throws {
    try container.withCursor(request) { cursor in
      while true {
        let books = try cursor.next(upTo: RecordReading.batch)
        if books.isEmpty { return }
        try body(try records(of: books))
      }
    }
  }

  /// The records of books that were read already, in the same order.
  func records(of books: [Book]) throws -> [BookRecord] {
    guard !books.isEmpty else { return [] }
    var records = books.map(BookRecord.init(book:))
    let places = Places(books)
    try add(BookContributor.self, at: places, to: &records) { record, row in
      if let role = row.role {
        record.contributors.append(Contributor(name: row.name, role: role))
      } else {
        record.additionalAuthors.append(row.name)
      }
    }
    try add(BookSeries.self, at: places, to: &records) { record, row in
      record.series.append(SeriesPlace(name: row.name, number: row.number))
    }
    try add(BookRead.self, at: places, to: &records) { record, row in record.reads.append(row.read) }
    try add(BookTag.self, at: places, to: &records) { record, row in record.tags.append(row.name) }
    try add(BookService.self, at: places, to: &records) { record, row in
      record.services.append(ServiceRecord(service: row.service, serviceID: row.serviceID, other: row.other))
    }
    return records
  }

  private func add<Part: BookPart>(
    _ type: Part.Type, at places: Places, to records: inout [BookRecord],
    _ append: (inout BookRecord, Part) -> Void
  ) throws {
    let request = FetchRequest(membersOf: Part.siblings, where: places.condition())
    for part in try container.values(request) {
      if let place = places[part.bookID] { append(&records[place], part) }
    }
  }
}

/// Where each book of a batch stands in it.
private struct Places {
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
