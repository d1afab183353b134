import Testing

@testable import Bookstall

/// Files that people really have and no service ever wrote; whatever happens to them, every row is accounted for.
struct NastyFileTests {
  private static let goodreads =
    "Book Id,Title,Author,My Rating,Number of Pages,Date Read,Exclusive Shelf,Bookshelves\n"

  private func imported(_ bytes: [UInt8]) throws -> (report: ImportReport, records: [BookRecord]) {
    let store = try BookStore()
    let file = try TemporaryTextFile(bytes: bytes)
    let report = try store.importBooks(from: try ByteSource(path: file.path))
    #expect(
      report.rows == report.added + report.merged + report.unchanged + report.skipped.count
        + report.refused.count)
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    #expect(records.count == report.added)
    return (report, records)
  }

  private func imported(_ text: String) throws -> (report: ImportReport, records: [BookRecord]) {
    try imported(Array(text.utf8))
  }

  @Test(arguments: ["", "\u{FEFF}", "\n\n"])
  func `a header in the middle of the file is no book`(before: String) throws {
    let part = Self.goodreads + "1,A,X,4,,,read,\n"
    let (report, records) = try imported(part + before + part.replacing("1,A", with: "2,B"))
    #expect(records.map(\.book.title) == ["A", "B"])
    #expect(report.skipped.kept.map(\.content) == [.repeatedHeader] && report.warnings.isEmpty)
  }

  @Test func `a header in the middle is none in a table of one's own either`() throws {
    let text = "Title,Author,Rating\nA,B,4\nTITLE,Author,Rating\nTitle,Author,5\n"
    let (report, records) = try imported(text.replacing("TITLE", with: " Title "))
    #expect(records.map(\.book.title) == ["A", "Title"], "a book may be called so")
    #expect(report.skipped.count == 1)
  }

  @Test func `a spreadsheet's decimal commas tell what points in Goodreads' numbers are`() throws {
    let text = Self.goodreads.replacing(",", with: ";") + "1;A;X;4,5;1.234;03/04/2024;read;\n"
    let record = try #require(try imported(text).records.first)
    #expect(record.book.rating == Rating(stars: 4.5) && record.book.pages == 1234)
    #expect(record.reads == [Read(finished: Day("2024-04-03"))])
  }

  @Test func `a number with a point is no number of pages where points are decimal`() throws {
    let record = try #require(try imported(Self.goodreads + "1,A,X,4.5,1.234,,read,\n").records.first)
    #expect(record.book.pages == nil)
    #expect(record.services.first?.other["Number of Pages"] == "1.234")
  }

  @Test(arguments: [
    ("X (#2.0), Y (#1-3), Z", ["X 2", "Y 1-3", "Z -"]), ("X (#1.0)", ["X 1"]), ("X, Y (#1)", ["X, Y 1"]),
    ("Plain, Name", ["Plain, Name -"]),
  ])
  func `no series of Hardcover's is lost`(cell: String, series: [String]) throws {
    let text = "Title,Author,Series,Status,Hardcover Book ID,Review Slate\nT,A,\"\(cell)\",Read,1,\n"
    let record = try #require(try imported(text).records.first)
    #expect(record.series.map { "\($0.name) \($0.number ?? "-")" } == series)
  }

  @Test func `what was on Hardcover's lists goes back to them`() throws {
    let text =
      "Title,Author,Status,Hardcover Book ID,Genres,Tags,Lists\n"
      + "T,A,Read,1,,,Owned\nU,A,Read,2,,sea,\"Owned, Beach (#19)\"\nV,A,Read,3,,,\"Owned, Gone\"\n"
    let store = try BookStore()
    let file = try TemporaryTextFile(text)
    _ = try store.importBooks(from: try ByteSource(path: file.path))
    #expect(try store.record(1)?.tags == [])
    var changed = try #require(try store.record(3))
    changed.tags = []
    _ = try store.update(changed, named: "edit")
    let sink = ByteSink()
    var options = ExportOptions()
    options.format = .hardcover
    _ = try store.export(to: sink, options)
    let written = try CaseFile(text: String(decoding: sink.bytes, as: UTF8.self))
    let (lists, tags) = (
      written.header.firstIndex(of: "Lists") ?? 0, written.header.firstIndex(of: "Tags") ?? 0
    )
    #expect(written.rows.map { $0[lists] } == ["Owned", "Owned, Beach (#19)", "Owned"])
    #expect(written.rows.map { $0[tags] } == ["", "sea", ""])
  }

  @Test(arguments: [
    "\0\0\0", "\r\r\r", "\"", "\"\"\"", ",", ",,,,,,,,,,,,,,,", "\u{FEFF}\u{FEFF}", "Title\u{FEFF}",
    "Title", "Title,Title", "=", "sep=", "sep=;", "{", "[", "<", "- ", "==========", "PK\u{3}\u{4}", "PK",
    "SQLite format 3\0", "%PDF-1.7", "\u{89}PNG", "Title,Author\r", "Title,Author\n\"", "Title;Author\n;",
  ])
  func `next to nothing is refused or has no rows`(text: String) throws {
    do {
      #expect(try imported(text).records.isEmpty)
    } catch is ImportError {
      return
    }
  }

  @Test func `ten thousand columns, all kept`() throws {
    let names = (0..<10_000).map { "c\($0)" }.joined(separator: ",")
    let cells = (0..<10_000).map(String.init).joined(separator: ",")
    let record = try #require(try imported("Title,Author,\(names)\nT,A,\(cells)\n").records.first)
    #expect(record.services.first?.other.columns.count == 10_000)
  }

  @Test func `a cell of a megabyte comes in whole`() throws {
    let text = String(repeating: "So it \u{1F4DA} goes.\n", count: 60_000)
    let record = try #require(try imported("Title,Author,Review\nT,A,\"\(text)\"\n").records.first)
    #expect(record.book.review == String(text.dropLast()))
  }

  @Test func `sums add up whatever happens to the bytes`() throws {
    var state: UInt64 = 3
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let telling = Array("\",;\t|\n\r()[]{}&<#\\-/0X".utf8) + [0, 0xC3, 0xEF, 0xFF]
    for name in [
      "goodreads.csv", "storygraph.csv", "librarything.tsv", "bookwyrm.csv", "openreads.csv", "libib.csv",
    ] {
      let whole = Array(try CaseFile.data("handed/" + name))
      for _ in 0..<12 {
        var bytes = whole
        for _ in 0...next(12) { bytes[next(bytes.count)] = telling[next(telling.count)] }
        do { _ = try imported(bytes) } catch is ImportError { continue }
      }
    }
  }
}
