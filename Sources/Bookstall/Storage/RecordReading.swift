internal import Persistence

/// Reads books with everything that hangs on them, a batch at a time: one statement per table and batch.
struct RecordReading {
  let container: PersistentContainer

  /// Large enough that the statements don't count, small enough for constant memory.
  private static let batch = 512

  /// Calls the closure with one record after the other, all of them of one moment.
  func forEach(_ request: FetchRequest<Book>, _ body: (BookRecord) throws -> Void) throws {
    try container.withCursor(request) { cursor in
      while true {
        let books = try cursor.next(upTo: RecordReading.batch)
        if books.isEmpty { return }
        try records(of: books).forEach(body)
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
    let request = FetchRequest<Part>(
      where: places.condition(), sortBy: [SortKey(Part.bookKeyPath), SortKey(Part.positionKeyPath)])
    for part in try container.values(request) {
      if let place = places[part.bookID] { append(&records[place], part) }
    }
  }
}

/// Where each book of a batch stands in it.
private struct Places {
  private let ids: [Int64]
  private let places: [Int64: Int]
  private let isDenseRun: Bool

  init(_ books: [Book]) {
    ids = books.map(\.id)
    places = Dictionary(
      ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let span = (ids.max() ?? 0).subtractingReportingOverflow(ids.min() ?? 0)
    isDenseRun = !span.overflow && span.partialValue < 2 * Int64(ids.count)
  }

  subscript(id: Int64) -> Int? { places[id] }

  /// A range where the batch nearly fills one, since the index then serves it in one sweep; else the list.
  func condition<Part: BookPart>() -> Where<Part> {
    if isDenseRun, let first = ids.min(), let last = ids.max() {
      return .all([.atLeast(Part.bookKeyPath, first), .atMost(Part.bookKeyPath, last)])
    }
    return .oneOf(Part.bookKeyPath, ids)
  }
}
