import Bookstall
import CSV
import Foundation
import Testing

/// What the importers of single services need, and what comes back through our own readers of them.
struct ServiceDialectTests {
  /// A change to a book, and what then stands in which columns and in the report.
  struct Rule: Sendable, CustomTestStringConvertible {
    var name: String
    var format: ExportFormat
    var change: @Sendable (inout BookRecord) -> Void = { _ in }
    var cells: [String: String] = [:]
    var report: @Sendable (FlattenReport) -> Bool = { _ in true }

    var testDescription: String { "\(format.rawValue): \(name)" }
  }

  static func record() -> BookRecord {
    var record = BookRecord(book: Book(uuid: UUID(), title: "The Lantern Keeper"))
    record.book.author = "Mira Holm"
    record.book.status = .read
    record.book.isbn13 = "9780306406157"
    record.book.genre = Genre.uncategorized
    return record
  }

  private static func dialect(
    _ format: ExportFormat, _ nullStatus: GoodreadsDialect.NullStatus = .leaveOut
  ) throws -> any BookDialect {
    switch format {
    case .hardcover: ServiceDialect<HardcoverLayout>(nullStatus: nullStatus)
    case .libib: ServiceDialect<LibibLayout>(nullStatus: nullStatus)
    case .openreads: ServiceDialect<OpenreadsLayout>(nullStatus: nullStatus)
    case .bookwyrm: ServiceDialect<BookWyrmLayout>(nullStatus: nullStatus)
    default: MarkdownBooks()
    }
  }

  static func written(
    _ records: [BookRecord], as format: ExportFormat,
    nullStatus: GoodreadsDialect.NullStatus = .leaveOut
  ) throws -> (bytes: [UInt8], report: FlattenReport) {
    var dialect = try dialect(format, nullStatus)
    var bytes: [UInt8] = []
    dialect.appendHeader(into: &bytes)
    for record in records { _ = dialect.append(record, into: &bytes) }
    return (bytes, dialect.report)
  }

  private static func rows(of bytes: [UInt8]) throws -> [[String]] {
    var chunks = [bytes]
    var reader = CSVReader { chunks.popLast() ?? [] }
    var rows: [[String]] = []
    while let record = try reader.next() { rows.append(record.fields) }
    return rows
  }

  @Test(arguments: rules)
  func `each rule of a service holds`(rule: Rule) throws {
    var record = Self.record()
    rule.change(&record)
    let (bytes, report) = try Self.written([record], as: rule.format)
    let rows = try Self.rows(of: bytes)
    try #require(rows.count == 2)
    let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    for (column, cell) in rule.cells { #expect(cells[column] == cell, "\(column)") }
    #expect(rule.report(report), "\(report)")
  }

  @Test(arguments: [
    (
      ExportFormat.hardcover, "\n",
      "Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,ASIN,Media,"
        + "Country Code,Language Code,Binding,Pages,Duration in Seconds,Publish Date,Publisher,Genres,Moods,"
        + "Tags,Content Warnings,Lists,Date Added,Date Started,Date Finished,Rating,Review,"
        + "Review Contains Spoilers,Sponsored Review,Review Date,Review URL,Review Media URL,Private Notes,"
        + "Owned,Compilation,Review Slate"
    ),
    (
      .libib, "\n",
      "item_type,title,creators,first_name,last_name,collection,ean_isbn13,upc_isbn10,description,publisher,"
        + "publish_date,group,tags,notes,price,length,number_of_discs,number_of_players,age_group,ensemble,"
        + "aspect_ratio,esrb,rating,review,review_date,status,began_date,completed_date,added,copies"
    ),
    (
      .openreads, "\r\n",
      "title,subtitle,author,description,status,favourite,deleted,rating,pages,publication_year,isbn,olid,"
        + "tags,my_review,notes,book_format,readings,date_added,date_modified"
    ),
    (
      .bookwyrm, "\r\n",
      "title,author_text,remote_id,openlibrary_key,finna_key,libris_key,inventaire_id,librarything_key,"
        + "goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,oclc_number,pages,start_date,"
        + "finish_date,stopped_date,rating,review_name,review_cw,review_content,review_published,shelf,"
        + "shelf_name,shelf_date"
    ),
  ])
  func `the header has every name in its order, without a byte-order mark`(
    format: ExportFormat, lineEnd: String, header: String
  ) throws {
    let (bytes, _) = try Self.written([Self.record()], as: format)
    #expect(bytes.starts(with: (header + lineEnd).utf8))
    #expect(bytes.count { $0 == 0x0D } == (lineEnd == "\n" ? 0 : 2))
    #expect(bytes.count { $0 == 0x0A } == 2)
  }

  @Test(arguments: [ExportFormat.hardcover, .libib, .openreads, .bookwyrm])
  func `a file of the service goes out as it came, except where it can't`(format: ExportFormat) throws {
    let header: [String: String] = ["began_date": "began", "completed_date": "completed"]
    let source = try CaseFile("handed/\(format.rawValue).csv")
    let store = try BookStore()
    let path = CaseFile.url("handed/\(format.rawValue).csv").path()
    try #require(store.importBooks(from: try ByteSource(path: path)).refused.isEmpty)
    let sink = ByteSink()
    var options = ExportOptions()
    options.format = format
    try #require(try store.export(to: sink, options).books > 0)
    let rows = try Self.rows(of: sink.bytes)
    #expect(rows[0].map { header[$0] ?? $0 } == source.header.map { $0.trimmingReturn })
    let came = Dictionary(uniqueKeysWithValues: source.rows.map { ($0[titleColumn(format)], $0) })
    for row in rows.dropFirst() {
      let title = row[titleColumn(format)]
      let before = try #require(came[title]).map { $0.trimmingReturn }
      for (index, name) in rows[0].enumerated() where row[index] != before[index] {
        #expect(Self.differences.contains("\(format.rawValue) \(name): \(before[index]) → \(row[index])"))
      }
    }
  }

  private func titleColumn(_ format: ExportFormat) -> Int { format == .libib ? 1 : 0 }

  /// The importer knows no other words, the reader no other numbers.
  private static let differences: Set<String> = [
    "hardcover Series: 1848 (#1.0) → 1848 (#1)", "hardcover Series: Sprawl (#0.0) → Sprawl (#0)",
    "hardcover Series: Hyperia Songs (#1.0) → Hyperia Songs (#1)",
    "hardcover Status: Paused → Currently Reading",
    "bookwyrm isbn_10:  → 0441044255",
  ]

  @Test(arguments: [ExportFormat.hardcover, .libib, .openreads, .bookwyrm])
  func `what a service can say comes back through its reader`(format: ExportFormat) throws {
    var record = Self.record()
    record.additionalAuthors = ["Jo Pell", "Sam Ash, Jr."]
    record.book.rating = Rating(stars: 3.5)
    record.book.review = "First line.\n\n\"Quoted\", 2 < 3 & more."
    record.book.pages = 312
    record.book.readCount = 1
    record.reads = [Read(started: Day("2024-01-20"), finished: Day("2024-02-10"))]
    record.book.dateAdded = Day("2024-01-03")
    if format != .bookwyrm {
      record.tags = ["gothic", "sea"]
      record.book.genre = "Horror"
      record.book.year = 2011
      record.book.privateNotes = "Lent to Jo."
      record.series = [SeriesPlace(name: "Harbour Tales", number: format == .libib ? nil : "2")]
    }
    if format == .hardcover || format == .libib { record.book.publisher = "Quay Press" }
    if format == .hardcover { record.contributors = [Contributor(name: "Ann Vey", role: "Translator")] }
    let (bytes, report) = try Self.written([record], as: format)
    #expect(report.withoutColumn.isEmpty && report.roundedRatings == 0)
    var chunks = [bytes]
    let (service, outcomes) = try CaseFile.outcomes { chunks.popLast() ?? [] }
    #expect(service == format.rawValue)
    var read = try #require(outcomes.first?.book)
    #expect(outcomes.count == 1 && outcomes[0].warnings.isEmpty)
    read.book.uuid = record.book.uuid
    read.services = []
    #expect(read == record)
  }

  @Test(arguments: [ExportFormat.goodreads, .hardcover, .libib, .openreads, .bookwyrm])
  func `books of every service come back from a file for one, none refused or merged`(format: ExportFormat)
    throws
  {
    let store = try BookStore()
    for name in try CaseFile.handedNames {
      _ = try store.importBooks(from: try ByteSource(path: CaseFile.url("handed/" + name).path()))
    }
    let sink = ByteSink()
    var options = ExportOptions()
    options.format = format
    options.nullStatus = .toRead
    let exported = try store.export(to: sink, options)
    #expect(try exported.books == store.count() && exported.books > 80)
    let file = try TemporaryTextFile(String(decoding: sink.bytes, as: UTF8.self))
    let report = try BookStore().importBooks(from: try ByteSource(path: file.path))
    #expect(report.service == format.rawValue)
    #expect(report.added == exported.books && report.rows == exported.books)
  }

  @Test func `a book without a status is left out of Openreads, which would take it for read`() throws {
    var record = Self.record()
    record.book.status = nil
    let (bytes, report) = try Self.written([record], as: .openreads)
    #expect(try Self.rows(of: bytes).count == 1)
    #expect(report.leftOut.map(\.reason) == [.noStatus] && report.written == 0)
    let asked = try Self.written([record], as: .openreads, nullStatus: .toRead)
    #expect(try Self.rows(of: asked.bytes).last?[4] == "planned")
    #expect(asked.report.assumedToRead == 1)
  }

  @Test(arguments: [ExportFormat.hardcover, .libib, .openreads, .bookwyrm])
  func `a book without a title is left out`(format: ExportFormat) throws {
    var record = Self.record()
    record.book.title = nil
    #expect(try Self.written([record], as: format).report.leftOut.map(\.reason) == [.noTitle])
  }
}

extension CaseFile {
  /// The names of the handed files, in order.
  fileprivate static var handedNames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url("handed").path())
        .filter { !$0.hasSuffix(".json") }.sorted()
    }
  }
}

extension String {
  /// The text without a CR at its end, which the last cell of a CRLF file keeps.
  fileprivate var trimmingReturn: String {
    unicodeScalars.last == "\r" ? String(String.UnicodeScalarView(unicodeScalars.dropLast())) : self
  }
}
