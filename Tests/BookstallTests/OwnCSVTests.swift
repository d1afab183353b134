import Bookstall
import CSV
import FoundationEssentials
import Testing

struct OwnCSVTests {
  /// Texts that have broken a CSV somewhere.
  private static let nastyTexts = [
    "plain", " leading", "trailing ", "  ", "\t", ",", ";", "; ", " ;", "\"", "\"\"", "a\"b", "\\", "\\;",
    "a;b\\",
    "\n", "\r", "\r\n", "a\r\nb\r\n\r\nc", "a\rb", "line\n", "=1+1", "'=1", "-3", "@x", "+", "sep=;", "[]",
    "{}",
    "[a, b]", "null", "NULL", "\u{FEFF}", "\u{FEFF}x", "e\u{301}", "\u{E9}", "\u{301}", "'\u{301}", "📚", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "\0", "\u{1B}[2J",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{C}", "#1", "بيت", "東京", "<br/>", "&amp;",
    "\u{A0}",
  ]

  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private struct RecordMaker {
    var random: SeededGenerator

    mutating func text() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        OwnCSVTests.nastyTexts.randomElement(using: &random) ?? ""
      }.joined()
    }

    mutating func maybe<Value>(_ value: Value?) -> Value? { Bool.random(using: &random) ? value : nil }
    mutating func maybeText() -> String? { maybe(text()) }
    mutating func texts() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
    mutating func number(_ range: ClosedRange<Int>) -> Int? { maybe(Int.random(in: range, using: &random)) }
    mutating func rating() -> Rating? { number(1...20).flatMap { Rating(stars: Double($0) / 4) } }

    mutating func day() -> Day? {
      Day(year: Int.random(in: 1...9999, using: &random), month: number(1...12)).flatMap { maybe($0) }
        ?? maybe(Day("2024-02-29"))
    }

    mutating func uuid() -> UUID {
      var bytes: [UInt8] = []
      for _ in 0..<16 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func record() -> BookRecord {
      var record = BookRecord(book: Book(uuid: uuid(), title: maybeText()))
      record.book.id = Int64.random(in: 0...(1 << 53), using: &random)
      record.book.author = maybeText()
      record.book.genre = maybeText()
      record.book.rating = rating()
      record.book.review = maybeText()
      record.book.status = maybe(ReadingStatus.allCases.randomElement(using: &random) ?? .read)
      record.book.dateAdded = day()
      record.book.readCount = number(0...9)
      record.book.isbn13 = maybe("0000000000000")
      record.book.publisher = maybeText()
      record.book.year = number(Int.min...Int.max)
      record.book.originalYear = number(-800...2030)
      record.book.pages = number(1...Int.max)
      record.book.privateNotes = maybeText()
      record.additionalAuthors = texts()
      record.contributors = texts().map { Contributor(name: $0, role: text()) }
      record.series = texts().map { SeriesPlace(name: $0, number: maybeText()) }
      record.tags = texts()
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        record.reads.append(
          Read(started: day(), finished: day(), stopped: day(), rating: rating(), review: maybeText()))
        let columns = texts().map { OtherColumns.Column(name: $0, text: text()) }
        record.services.append(
          ServiceRecord(service: text(), serviceID: maybeText(), other: OtherColumns(columns)))
      }
      return record
    }
  }

  private func export(_ records: [BookRecord], spreadsheetSafe: Bool = false) -> [UInt8] {
    var csv = OwnCSV(spreadsheetSafe: spreadsheetSafe)
    var bytes: [UInt8] = []
    csv.appendHeader(into: &bytes)
    for record in records { csv.append(record, into: &bytes) }
    return bytes
  }

  private func rows(of bytes: [UInt8]) throws -> [[String]] {
    var chunks = [bytes]
    var reader = CSVReader { chunks.popLast() ?? [] }
    var rows: [[String]] = []
    while let record = try reader.next() { rows.append(record.fields) }
    return rows
  }

  private func imported(_ bytes: [UInt8]) throws -> [BookRecord] {
    let rows = try rows(of: bytes)
    let header = try #require(rows.first)
    #expect(OwnCSVFormat.recognises(header: header))
    var format = try OwnCSVFormat(header: header)
    return try rows.dropFirst().map { cells in
      let (record, warnings) = try book(format.read(cells))
      #expect(warnings.isEmpty)
      return record
    }
  }

  private func book(_ outcome: RowOutcome) throws -> (record: BookRecord, warnings: [ImportWarning]) {
    guard case .book(let record, let warnings) = outcome else { throw outcome.problem ?? .noTitle }
    return (record, warnings)
  }

  /// The one book under a header and its warnings.
  private func book(
    _ header: [String], _ cells: [String]
  ) throws -> (record: BookRecord, warnings: [ImportWarning]) {
    var format = try OwnCSVFormat(header: header)
    return try book(format.read(cells))
  }

  @Test(arguments: [false, true])
  func `export, import, export gives the same bytes for any content`(spreadsheetSafe: Bool) throws {
    for seed in UInt64(0)..<40 {
      var maker = RecordMaker(random: SeededGenerator(state: seed))
      let records = (0..<50).map { _ in maker.record() }
      let first = export(records, spreadsheetSafe: spreadsheetSafe)
      let read = try imported(first)
      #expect(read == records, "seed \(seed)")
      #expect(export(read, spreadsheetSafe: spreadsheetSafe) == first, "seed \(seed)")
      // What the spreadsheet's marks did is undone entirely.
      #expect(export(read) == export(records), "seed \(seed)")
    }
  }

  @Test func `each nasty text survives in each place, byte for byte`() throws {
    for text in OwnCSVTests.nastyTexts {
      var record = BookRecord(book: Book(uuid: UUID(), title: text))
      record.book.review = text
      record.tags = [text, "between", text]
      record.services = [
        ServiceRecord(service: text, serviceID: text, other: OtherColumns([.init(name: text, text: text)]))
      ]
      let read = try #require(try imported(export([record])).first)
      let bytes = Array(text.utf8)
      #expect(read.book.title.map { Array($0.utf8) } == bytes)
      #expect(read.book.review.map { Array($0.utf8) } == bytes)
      #expect(read.tags.map { Array($0.utf8) } == [bytes, Array("between".utf8), bytes])
      #expect(read.services.first?.other.columns.first.map { Array($0.text.utf8) } == bytes)
    }
  }

  @Test func `a book is one record under a header that people can read`() throws {
    var record = BookRecord(book: Book(uuid: UUID(), title: "Emma, \"annotated\""))
    record.book.id = 7
    record.book.rating = Rating(stars: 4)
    record.additionalAuthors = ["A; B", "C"]
    record.reads = [Read(finished: Day("2024-02"))]
    let text = String(decoding: export([record]), as: UTF8.self)
    #expect(
      text
        == "title,author,additionalAuthors,series,genre,rating,status,review,reads,readCount,dateAdded,tags,"
        + "isbn13,publisher,year,originalYear,pages,contributors,privateNotes,id,uuid,services\r\n"
        + "\"Emma, \"\"annotated\"\"\",,A\\; B; C,,,4,,,"
        + "\"[{\"\"started\"\":null,\"\"finished\"\":\"\"2024-02\"\",\"\"stopped\"\":null}]\",,,,,,,,,,,7,"
        + record.book.uuid.uuidString.lowercased() + ",\r\n")
  }

  @Test func `columns are chosen by name and order`() throws {
    var csv = OwnCSV(fields: try OwnCSVField.named(["ID", "title", "rating", "id"]))
    var bytes: [UInt8] = []
    csv.appendHeader(into: &bytes)
    var record = BookRecord(book: Book(uuid: UUID(), title: "Emma"))
    record.book.id = 38
    record.book.rating = Rating(stars: 4.25)
    csv.append(record, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "id,title,rating\r\n38,Emma,4.25\r\n")
  }

  @Test func `an unknown column is named, with those that exist`() {
    let error = #expect(throws: UnknownField.self) { try OwnCSVField.named(["title", "stars"]) }
    #expect(error?.name == "stars")
    #expect(error?.known.first == "title")
    #expect(error?.known.count == OwnCSVField.allCases.count)
  }

  @Test func `marks for spreadsheets stand on texts only`() throws {
    var record = BookRecord(book: Book(uuid: UUID(), title: "=cmd|' /C calc'!A0"))
    record.book.originalYear = -700
    record.book.review = "＝1"
    record.tags = ["'quoted"]
    let rows = try rows(of: export([record], spreadsheetSafe: true))
    let cells = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    #expect(cells["title"] == "'=cmd|' /C calc'!A0")
    #expect(cells["review"] == "'＝1")
    #expect(cells["tags"] == "''quoted")
    #expect(cells["originalYear"] == "-700")
    #expect(cells["spreadsheetSafe"] == "yes")
  }

  @Test func `columns are found by name, in any order and with some missing`() throws {
    let header = ["Rating", "my shelf", "title", ""]
    let (record, warnings) = try book(header, ["3.75", "left", "Emma", "stray"])
    #expect(record.book.title == "Emma")
    #expect(record.book.rating == Rating(stars: 3.75))
    #expect(!record.book.hasIdentity)
    #expect(
      record.services == [
        ServiceRecord(
          service: "bookstall", serviceID: nil,
          other: OtherColumns([.init(name: "my shelf", text: "left"), .init(name: "Column 4", text: "stray")])
        )
      ])
    #expect(warnings.isEmpty)
  }

  @Test func `columns added by hand join those of an earlier time`() throws {
    let services = #"[{"service":"bookstall","id":null,"other":{"shelf":"left","lent":"Ada"}}]"#
    let (record, _) = try book(["title", "shelf", "services"], ["Emma", "right", services])
    #expect(
      record.services.map(\.other.columns) == [
        [.init(name: "shelf", text: "right"), .init(name: "lent", text: "Ada")]
      ])
  }

  @Test func `a short row is a book with a warning`() throws {
    let (record, warnings) = try book(["title", "author", "rating"], ["Emma"])
    #expect(record.book.title == "Emma")
    #expect(warnings == [.shortRow(found: 1, expected: 3)])
  }

  @Test(arguments: [
    (["", "", ""], RowProblem.blankRow), (["", "Jane Austen", ""], .noTitle),
    (["", "", "no identity"], .noTitle),
    (["Emma", "Jane", "", "Austen"], .tooManyCells(found: 4, expected: 3)),
  ])
  func `a row that is no book is told apart`(cells: [String], problem: RowProblem) throws {
    var format = try OwnCSVFormat(header: ["title", "author", "uuid"])
    #expect(format.read(cells).problem == problem)
  }

  @Test func `a book without a title is known by its identity`() throws {
    let uuid = UUID()
    #expect(try book(["title", "uuid"], ["", uuid.uuidString]).record.book.uuid == uuid)
    #expect(throws: HeaderProblem.missingColumn(name: "title", found: ["name"])) {
      try OwnCSVFormat(header: ["name"])
    }
  }

  @Test(arguments: [
    (OwnCSVField.rating, "5.5"), (.rating, "0"), (.rating, "x"), (.rating, "nan"), (.status, "waiting"),
    (.dateAdded, "2024-02-30"), (.readCount, "-1"), (.readCount, "99999999999999999999"), (.pages, "0"),
    (.year, "MMXX"), (.isbn13, "978"), (.id, "-4"), (.uuid, "7"), (.reads, "yesterday"), (.reads, "{}"),
    (.reads, #"[{"started":"2024-13"}]"#), (.reads, #"[7]"#), (.reads, #"[{"rating":9}]"#),
    (.series, #"[{"number":"1"}]"#), (.contributors, "[\"Ann\"]"),
    (.services, #"[{"service":"x","other":3}]"#),
  ])
  func `an unreadable cell costs the cell, is warned of and kept as text`(
    field: OwnCSVField, cell: String
  ) throws {
    let (record, warnings) = try book(["title", field.rawValue], ["Emma", cell])
    #expect(record.book.title == "Emma")
    #expect(warnings.count == 1)
    #expect(record.services.last?.other[field.rawValue] == cell)
  }

  @Test func `status words of other services are understood`() throws {
    #expect(try book(["title", "status"], ["Emma", "Finished"]).record.book.status == .read)
  }

  @Test func `a list that is partly readable keeps that part`() throws {
    let cell = #"[{"started":"x","finished":"2020"},{"started":"2021"}]"#
    let (record, warnings) = try book(["title", "reads"], ["Emma", cell])
    #expect(record.reads == [Read(finished: Day("2020")), Read(started: Day("2021"))])
    #expect(warnings == [.unreadableDate(column: "reads", text: cell)])
  }

  @Test(arguments: [
    ("a;b", ["a", "b"]), ("a; b; ", ["a", "b"]), (";;a", ["a"]), ("a\\", ["a\\"]), ("a\\x", ["ax"]), ("", []),
    ("a ;  b", ["a ", " b"]), ("a\\; b", ["a; b"]),
  ])
  func `lists typed by hand are read`(cell: String, tags: [String]) throws {
    #expect(try book(["title", "tags"], ["Emma", cell]).record.tags == tags)
  }
}

extension RowOutcome {
  fileprivate var problem: RowProblem? {
    switch self {
    case .book: nil
    case .refused(let problem, _), .skipped(let problem): problem
    }
  }
}
