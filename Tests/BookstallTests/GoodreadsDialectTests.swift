import Bookstall
import CSV
import FoundationEssentials
import Testing

struct GoodreadsDialectTests {
  private static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n"

  /// A change to a book, and what then stands in which columns and in the report.
  struct Rule: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout BookRecord) -> Void
    var cells: [String: String]
    var report: @Sendable (inout FlattenReport) -> Void = { _ in }

    var testDescription: String { name }
  }

  private func record() -> BookRecord {
    var record = BookRecord(book: Book(uuid: UUID(), title: "The Lantern Keeper"))
    record.book.id = 17
    record.book.author = "Mira Holm"
    record.book.status = .read
    record.book.isbn13 = "9780306406157"
    record.book.readCount = 0
    return record
  }

  private func written(
    _ records: [BookRecord], nullStatus: GoodreadsDialect.NullStatus = .leaveOut, strictShelves: Bool = false
  ) -> (bytes: [UInt8], report: FlattenReport) {
    var dialect = GoodreadsDialect(nullStatus: nullStatus, strictShelves: strictShelves)
    var bytes: [UInt8] = []
    dialect.appendHeader(into: &bytes)
    for record in records { dialect.append(record, into: &bytes) }
    return (bytes, dialect.report)
  }

  private func rows(of bytes: [UInt8]) throws -> [[String]] {
    var chunks = [bytes]
    var reader = CSVReader { chunks.popLast() ?? [] }
    var rows: [[String]] = []
    while let record = try reader.next() { rows.append(record.fields) }
    return rows
  }

  private func cells(of record: BookRecord) throws -> (cells: [String: String], report: FlattenReport) {
    let (bytes, report) = written([record], nullStatus: .toRead)
    let rows = try rows(of: bytes)
    try #require(rows.count == 2)
    try #require(rows[1].count == 24)
    return (Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1])), report)
  }

  private func imported(_ rows: [[String]]) throws -> [BookRecord] {
    var format = try Goodreads(header: rows[0])
    for row in rows.dropFirst() { format.observe(row) }
    return rows.dropFirst().compactMap { row in
      guard case .book(let record, _) = format.read(row) else { return nil }
      return record
    }
  }

  @Test(arguments: rules)
  func `each rule of the dialect holds`(rule: Rule) throws {
    var record = record()
    rule.change(&record)
    let (cells, report) = try cells(of: record)
    for (column, cell) in rule.cells { #expect(cells[column] == cell, "\(column)") }
    var expected = FlattenReport()
    expected.written = 1
    if record.book.isbn13 == nil { expected.withoutISBN = 1 }
    rule.report(&expected)
    #expect(report == expected)
  }

  @Test func `the bytes are those of Goodreads`() {
    let (bytes, _) = written([record()])
    #expect(
      String(decoding: bytes, as: UTF8.self) == GoodreadsDialectTests.header
        + ",The Lantern Keeper,Mira Holm,\"Holm, Mira\",,\"=\"\"0306406152\"\"\",\"=\"\"9780306406157\"\"\",0,,,,,,,"
        + ",,,,read,,,,0,0\n")
  }

  @Test func `without an ISBN both cells say so`() {
    var bare = record()
    bare.book.isbn13 = nil
    let text = String(decoding: written([bare]).bytes, as: UTF8.self)
    #expect(text.contains(",\"=\"\"\"\"\",\"=\"\"\"\"\",0,"))
  }

  @Test func `every book is one physical line, whatever it holds`() throws {
    let nasty = "a\nb\r\nc\rd\u{2028}e\u{2029}f\u{85}g\u{C}h\u{B}i\0j\u{1C}k\u{1E}l"
    var record = record()
    record.book.title = nasty
    record.book.author = nasty
    record.book.publisher = nasty
    record.book.review = nasty
    record.book.privateNotes = nasty
    record.additionalAuthors = [nasty]
    record.series = [SeriesPlace(name: nasty, number: nasty)]
    record.tags = [nasty]
    record.services = [
      ServiceRecord(
        service: "goodreads", serviceID: nasty,
        other: OtherColumns(
          ["Title", "Author l-f", "Binding", "My Review", "Spoiler", "Owned Copies", "Bookshelves"].map {
            .init(name: $0, text: nasty)
          }))
    ]
    let (bytes, report) = written([record])
    let breaks = bytes.count { $0 < 0x20 || $0 == 0x7F }
    #expect(breaks == 2)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" || $0 == "\u{85}" })
    #expect(text.contains("a<br/>b<br/>c<br/>d<br/>e<br/>f<br/>g<br/>h<br/>i j k l"))
    #expect(report.neutralisedCharacters > 0)
  }

  @Test func `books that the dialect cannot say are left out and listed`() throws {
    var records = (0..<4).map { _ in record() }
    for index in records.indices { records[index].book.id = Int64(index) }
    records[0].book.status = nil
    records[1].book.title = nil
    records[2].book.status = .didNotFinish
    let plain = written(records)
    #expect(
      plain.report.leftOut == [
        .init(id: 0, title: "The Lantern Keeper", reason: .noStatus),
        .init(id: 1, title: nil, reason: .noTitle),
      ])
    #expect(plain.report.written == 2)
    #expect(try rows(of: plain.bytes).count == 3)

    let strict = written(records, nullStatus: .toRead, strictShelves: true)
    #expect(strict.report.leftOut.map(\.reason) == [.noTitle, .noStrictShelf])
    #expect(strict.report.assumedToRead == 1)
    #expect(try rows(of: strict.bytes).dropFirst().map { $0[18] } == ["to-read", "read"])
  }

  @Test func `nobody's place on a shelf is made up`() throws {
    var record = record()
    record.tags = ["sea", "gothic"]
    #expect(try rows(of: written([record]).bytes).last?[17] == "")
    record.services = [
      ServiceRecord(
        service: "goodreads", serviceID: "1",
        other: OtherColumns([.init(name: "Bookshelves with positions", text: "sea (#7)")]))
    ]
    #expect(try rows(of: written([record]).bytes).last?[17] == "sea (#7)")
  }

  /// Rows with the quirks of real exports: double blanks, other scripts, HTML, a range, shelves out of order.
  private static let goodreadsExport =
    header + #"""
      5107001,"The Hound of the Baskervilles (Sherlock Holmes, #5)",Arthur Conan Doyle,"Doyle, Arthur Conan",,"=""1903400112""\#
      ","=""9781903400111""",4,4.15,Harbour Lane Press,Paperback,174,2003,1902,2023/11/02,2023/10/20,,,read,"Fog & mud.<br/>\#
      <br/>The moor is ""alive"".",,,1,1
      5107002,Northanger Abbey,Jane Austen,"Austen, Jane",,"=""1903400295""","=""9781903400296""",0,3.99,Quill & Crow,Paperback\#
      ,251,1998,1817,,2024/01/05,"to-read, gothic, satire","to-read (#3), gothic (#4), satire (#5)",to-read,,,,0,0
      5107003,"The Valley of Fear (Sherlock Holmes #7; Great Detectives, #12.0)",Arthur Conan Doyle,"Doyle, Arthur Conan",,\#
      "=""1903400376""","=""9781903400371""",5,3.97,Harbour Lane Press,Mass Market Paperback,183,2001,1915,2022/07/19,2016/07/\#
      04,"mystery, re-read-often","mystery (#3), re-read-often (#4)",read,Better every time.,,,3,0
      5107004,The Odyssey,Homer,Homer,"Emily Vale, Robin Marsh, Jr.","=""""","=""""",3,3.99,,Kindle Edition,541,,-700,,2019/03/30,,,read\#
      ,,,,1,0
      5107006,"Moby-Dick, or, The Whale",Herman Melville,"Melville, Herman",,"=""1903400538""","=""9781903400531""",2,3.56,Pequod \#
      House,Hardcover,720,1992,1851,,2021/08/08,"sea, did-not-finish","sea (#4), did-not-finish (#3)",did-not-finish,"Stopped, \#
      <spoiler>I know: <i>the whale</i> wins &amp; Tom &lt;3s it.</spoiler>",true,,0,0
      5107007,Middlemarch,George Eliot,"Eliot, George",,"=""1903400619""","=""9781903400616""",0,3.99,Loamshire Books,Unknown Bind\#
      ing,,2015,1871,,2024/05/01,"currently-reading, owned","currently-reading (#3), owned (#4)",currently-reading,,,"Lent, by A\#
      da<br/>return &amp; thank",1,2
      5107009,"The ""Genius""",Sun Tzu,"Tzu, Sun",,"=""""","=""9798501122338""",1,3.70,東京,Paperback,736,2022,1915,2023/01/15,2023/\#
      01/02,,,read,=) A study in vanity,,,1,0

      """#

  @Test func `what came from Goodreads goes back cell for cell`() throws {
    let source = try rows(of: Array(GoodreadsDialectTests.goodreadsExport.utf8))
    let (bytes, report) = written(try imported(source))
    let result = try rows(of: bytes)
    for (expected, row) in zip(source, result) {
      for (column, (cell, back)) in zip(source[0], zip(expected, row)) {
        #expect(back == cell, "\(column) of \(expected[1])")
      }
    }
    #expect(result.count == source.count)
    #expect(report.roundedRatings == 0)
    #expect(report.renamedTags == 0)
    // Not only the cells: quotes and line ends too.
    #expect(String(decoding: bytes, as: UTF8.self) == GoodreadsDialectTests.goodreadsExport)
  }

  @Test func `an edited book does not take stale cells along`() throws {
    var records = try imported(try rows(of: Array(GoodreadsDialectTests.goodreadsExport.utf8)))
    for index in records.indices {
      records[index].book.title? += " II"
      records[index].book.author = "Ann Vey"
      records[index].book.review = records[index].book.review.map { $0 + " <3" }
      records[index].tags.append("new")
      records[index].additionalAuthors = ["Jo Pell"]
      records[index].book.year = 2000
    }
    let result = try rows(of: written(records).bytes)
    #expect(result[1][19] == "Fog &amp; mud.<br/><br/>The moor is \"alive\". &lt;3")
    #expect(result[3][1] == "The Valley of Fear II (Sherlock Holmes, #7; Great Detectives, #12)")
    #expect(result[4][3] == "Vey, Ann")
    #expect(result[4][4] == "Jo Pell")
    #expect(result[4][12] == "2000")
    #expect(result[5][16] == "did-not-finish, sea, new")
    #expect(result[5][17] == "did-not-finish (#3), sea (#4)")
    #expect(result[5][19] == "Stopped, I know: the whale wins &amp; Tom &lt;3s it. &lt;3")
  }

  @Test func `our own reader undoes what the dialect does`() throws {
    var record = record()
    record.book.genre = "Cli-Fi Noir"
    record.book.status = .paused
    record.book.review = "One & two.\n\n<b>Three</b> &amp; <3"
    record.book.privateNotes = "a < b\nc"
    record.series = [SeriesPlace(name: "Harbour Tales", number: "1-3")]
    record.tags = ["sea"]
    record.book.originalYear = -700
    let back = try #require(try imported(try rows(of: written([record]).bytes)).first)
    #expect(back.book.title == record.book.title)
    #expect(back.book.status == .paused)
    #expect(back.book.review == record.book.review)
    #expect(back.book.privateNotes == record.book.privateNotes)
    #expect(back.series == record.series)
    #expect(back.tags == ["cli-fi-noir", "sea"])
    #expect(back.book.isbn13 == record.book.isbn13)
    #expect(back.book.originalYear == -700)
  }
}
