import Testing

@testable import Bookstall

/// What people do with exports: parts of our own, files joined, files cut, files saved again.
struct AcceptanceImportTests {
  private let store: BookStore

  init() throws {
    store = try BookStore()
  }

  @discardableResult
  private func imported(_ text: String, _ policy: ImportPolicy = .fill) throws -> ImportReport {
    let file = try TemporaryTextFile(text)
    var options = ImportOptions()
    options.policy = policy
    let report = try store.importBooks(from: try ByteSource(path: file.path), options)
    #expect(
      report.rows == report.added + report.merged + report.unchanged + report.skipped.count
        + report.refused.count)
    return report
  }

  private func records() throws -> [BookRecord] {
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    return records
  }

  // MARK: Our own tables

  @Test(arguments: [
    [OwnCSVField.id, .title, .rating], [.title, .author, .reads, .readCount], [.uuid, .title, .tags],
    [.title, .author, .additionalAuthors, .contributors, .series, .tags, .review, .reads],
  ])
  func `a part of an export changes nothing where it came from`(fields: [OwnCSVField]) throws {
    try imported(
      "Title,Author,Read Status,Star Rating,Review,Tags,Dates Read,Moods\n"
        + "\"A (S, #2)\",X Y,read,4.5,<b>x</b> & y,\"a, b\",2024/01/01-2024/01/05,dark\n"
        + "B,,to-read,,,,,\nB,Z,,3,,,,\n")
    let before = try records()
    let sink = ByteSink()
    var options = ExportOptions()
    options.fields = fields
    _ = try store.export(to: sink, options)
    let report = try imported(String(decoding: sink.bytes, as: UTF8.self))
    #expect(report.service == "bookstall" && report.unchanged == before.count)
    #expect(try records() == before)
  }

  @Test func `books with numbers of their own are different books in an empty store`() throws {
    try imported("id,title,rating\n1,Poems,4.5\n2,Poems,3\n")
    #expect(try records().map(\.book.rating?.stars) == [4.5, 3])
  }

  @Test func `a spreadsheet's decimal comma is read in our own table too`() throws {
    try imported("id;uuid;title;rating\n1;01a22c26-554d-77f1-a1d9-8351ff2006ea;A;4,5\n")
    #expect(try records().map(\.book.rating?.stars) == [4.5])
  }

  @Test func `the columns that Goodreads no longer writes come back where there are any`() throws {
    func header() throws -> (columns: [String], text: String) {
      let sink = ByteSink()
      var options = ExportOptions()
      options.format = .goodreads
      _ = try store.export(to: sink, options)
      let text = String(decoding: sink.bytes, as: UTF8.self)
      return (text.prefix { $0 != "\n" }.split(separator: ",").map(String.init), text)
    }
    try imported("Book Id,Title,Author,My Rating,Exclusive Shelf\n1,A,X,4,read\n")
    #expect(try header().columns.count == 24)
    try imported(
      "Book Id,Title,Author,My Rating,Exclusive Shelf,Owned Copies,Condition,BCID\n2,B,X,4,read,1,worn,77\n")
    let (columns, text) = try header()
    #expect(columns.count == 31 && columns.suffix(6).first == "Owned Copies")
    #expect(text.hasSuffix(",1,,,worn,,77\n"))
  }

  // MARK: What a file is

  @Test func `a list of titles alone is a table`() throws {
    #expect(try imported("Title\nA\n\"B, c\"\n").added == 2)
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `calibre is known by the title's sort alone`(mark: String) throws {
    let report = try imported(
      mark + "title,authors,title_sort,rating\n\"A\",\"X & Y\",\"A\",\"4\"\n")
    #expect(report.service == "calibre")
    #expect(try records().first?.additionalAuthors == ["Y"])
  }

  @Test func `another service's header in the middle is refused with the rows below it`() throws {
    let report = try imported(
      "Book Id,Title,Author,My Rating,Exclusive Shelf\n1,A,X,4,read\n"
        + "Title,Authors,Dates Read,Moods,Star Rating\nB,Z,,,4\n"
        + "Book Id,Title,Author,My Rating,Exclusive Shelf\n2,C,X,4,read\n")
    #expect(report.refused.kept.map(\.content) == [.otherHeader(service: "storygraph"), .belowOtherHeader])
    #expect(try records().map(\.book.title) == ["A", "C"])
  }

  @Test func `the mark at the end of an old file is no row`() throws {
    let report = try imported("Title,Author\nA,B\n\u{1A}")
    #expect(report.rows == 1 && report.added == 1)
  }

  @Test func `columns that say nothing are named, and kept`() throws {
    let report = try imported("Title,Author,Colour,Weight\nA,B,red,5\n")
    #expect(report.unusedColumns == ["Colour", "Weight"])
    #expect(try records().first?.services.first?.other["Colour"] == "red")
  }

  @Test func `NULs without end are refused`() throws {
    var chunks = 0
    let text = DecodedText(encoding: nil) {
      chunks += 1
      return chunks > 1000 ? [] : Array(repeating: 0, count: 1 << 16)
    }
    #expect(throws: ImportError.recordTooLong(line: 1, limit: 16 << 20)) { try text.beginning() }
    #expect(chunks < 600)
  }

  // MARK: Dates and people

  @Test(arguments: [
    ("03/04/2024", true), ("25/12/2024", false), ("04/04/2024", false), ("2024-03-04", false),
  ])
  func `a date that could be meant in two ways is told`(date: String, isTold: Bool) throws {
    let report = try imported("Title,Author,Date Read\nA,B,\(date)\nC,D,\(date)\n")
    let warning = ImportReport.Warning.row(.ambiguousDates(text: date, isDayFirst: false))
    #expect(report.warnings.kept.map(\.content) == (isTold ? [warning] : []))
  }

  @Test(arguments: [
    ("Plato (https://n.so/a), Homer (https://n.so/b)", ["Plato", "Homer"]),
    ("Holm, Mira (https://n.so/a)", ["Mira Holm"]),
    ("Jane Austen (https://n.so/a), Bram Stoker", ["Jane Austen", "Bram Stoker"]),
  ])
  func `each link ends a name`(cell: String, names: [String]) throws {
    try imported("Name,Author,Status\nA,\"\(cell)\",Finished\n")
    let record = try #require(try records().first)
    #expect([record.book.author].compactMap(\.self) + record.additionalAuthors == names)
  }

  @Test(arguments: [
    ("Le Guin, Ursula K.", ["Le Guin, Ursula K."]), ("Terry Prat, Neil Gale", ["Terry Prat", "Neil Gale"]),
  ])
  func `a name in Openreads stays as typed`(cell: String, names: [String]) throws {
    try imported("title,author,status,olid,readings,my_review\nA,\"\(cell)\",finished,,,\n")
    let record = try #require(try records().first)
    #expect([record.book.author].compactMap(\.self) + record.additionalAuthors == names)
  }

  // MARK: Many rows of one book

  @Test func `one ISBN on many titles keeps them apart, in a second import too`() throws {
    var text = "Title,Author,ISBN13\n"
    for number in 1...120 { text += "\(String(repeating: "x", count: number)),Y,9780306406157\n" }
    #expect(try imported(text).added == 120)
    #expect(try imported(text).unchanged == 120)
  }

  @Test func `many readings in rows of one book come in once`() throws {
    var text = "Book Id,Title,Author,Date Read,Exclusive Shelf,My Review\n"
    for number in 0..<700 { text += "1,A,X,\(1300 + number)/01/02,read,\n" }
    try imported("Title,Author\nA,X\n")
    #expect(try imported(text).merged == 700)
    #expect(try imported(text).unchanged == 700)
    #expect(try records().map(\.reads.count) == [700])
  }

  @Test func `overwriting twice with rows that repeat a book changes nothing the second time`() throws {
    let text = "Book Id,Title,Author,My Rating,Exclusive Shelf\n1,A,X,4,read\n1,A,X,5,read\n"
    try imported("Book Id,Title,Author,My Rating,Exclusive Shelf\n1,A,X,3,read\n")
    #expect(try imported(text, .overwrite).merged == 1)
    #expect(try imported(text, .overwrite).unchanged == 2)
    #expect(try records().map(\.book.rating?.stars) == [4])
  }

  @Test func `a column or a review that a book can't take is told`() throws {
    let header = "Book Id,Title,Author,Binding,Exclusive Shelf,My Review\n"
    try imported(header + "1,A,X,Paperback,read,One\n")
    let report = try imported(header + "1,A,X,Hardcover,read,Two\n")
    #expect(
      report.conflicts.kept.flatMap(\.content) == [
        FieldConflict(field: .review, kept: "One", other: "Two"),
        FieldConflict(field: .services, kept: "Binding: Paperback", other: "Binding: Hardcover"),
      ])
  }
}
