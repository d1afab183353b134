import Testing

@testable import Bookstall

/// Our own JSON comes back whole, and whatever else is JSON costs a row or the file.
struct OwnJSONTests {
  private static let book =
    #"{"uuid":"018f0000-0000-7000-8000-000000000001","title":"Emma","author":"Jane Austen","rating":4.25}"#

  private func imported(_ text: String) throws -> (report: ImportReport, records: [BookRecord]) {
    let file = try TemporaryTextFile(text)
    let store = try BookStore()
    let report = try store.importBooks(from: try ByteSource(path: file.path))
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    #expect(
      report.rows == report.added + report.merged + report.unchanged + report.skipped.count
        + report.refused.count)
    return (report, records)
  }

  @Test(arguments: [
    "[\(book)]", "[\n\(book)\n]\n", book, "\u{FEFF} [\(book)]", "\(book)\n\(book)\n", "[\(book),]",
  ])
  func `an array, lines and a single book are read`(text: String) throws {
    let (report, records) = try imported(text)
    #expect(report.service == "bookstall" && report.refused.isEmpty)
    #expect(records.map(\.book.title) == ["Emma"] && records[0].book.rating == Rating(stars: 4.25))
  }

  @Test func `books without identities come in where the format is named`() throws {
    let text = #"[{"title":"A","author":"X","isbn13":9780441013593}]"#
    #expect(throws: ImportError.json) { try imported(text) }
    var options = ImportOptions()
    options.format = "bookstall"
    let file = try TemporaryTextFile(text)
    let store = try BookStore()
    let report = try store.importBooks(from: try ByteSource(path: file.path), options)
    var books: [Book] = []
    try store.forEachRecord { books.append($0.book) }
    #expect(report.warnings.isEmpty && books.map(\.title) == ["A"] && books[0].isbn13 == "9780441013593")
  }

  @Test(arguments: [
    (#"{"started":"x"}"#, 0), (#"{"started":5}"#, 0), ("{}", 0),
    (#"{"started":"2024-01-01","finished":"x"}"#, 1),
  ])
  func `no reading is made of one that can't be read`(read: String, count: Int) throws {
    let (report, records) = try imported(#"[{"uuid":null,"title":"A","reads":[\#(read)]}]"#)
    #expect(records[0].reads.count == count && report.warnings.kept.count == 1)
  }

  @Test func `an empty array holds no books to import`() {
    #expect(throws: ImportError.emptyArray) { try imported("[]\n") }
  }

  @Test(arguments: ["[\(book)", "[\(book),", "[\(book),\n", "[\n\(book)\n"])
  func `an array without its end was cut short, and the books before the cut stay`(text: String) throws {
    let (report, records) = try imported(text)
    #expect(records.map(\.book.title) == ["Emma"])
    #expect(report.refused.kept.map(\.content) == [.cutShort])
  }

  @Test func `an array cut within a book is told once`() throws {
    let (report, records) = try imported("[\(Self.book),{\"uuid\":\"y\",\"title\":\"B")
    #expect(records.count == 1 && report.refused.kept.map(\.content) == [.cutShort])
  }

  @Test func `a piece that can't be read is told with its line, and the others come in`() throws {
    let bad = [
      "5", "\"x\"", "null", "{\"uuid\":1", "{]", #"{"title":"\ud800"}"#, #"{"title":"T","rating":1e}"#,
      String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: "}", count: 200), "{}",
    ]
    for piece in bad {
      let (report, records) = try imported("[\(Self.book),\n\(piece)\n]")
      #expect(records.map(\.book.title) == ["Emma"], "\(piece)")
      #expect(report.refused.kept.map(\.line) == [2] && report.rows == 2, "\(piece)")
    }
    let (report, records) = try imported("[\(Self.book),\n{\"title\":\"\\u00\"},\n{\"title\":\"B\"}]")
    #expect(report.refused.kept.map(\.line) == [2] && records.map(\.book.title) == ["Emma", "B"])
  }

  @Test func `a value of another kind costs that value and is kept`() throws {
    let (report, records) = try imported(
      #"[{"uuid":"x","title":"T","rating":9,"pages":1e400,"tags":["a",5],"status":"soon","zone":{"a":[1]},"#
        + #""isbn13":true,"reads":[{"started":"2024-13-01"}],"review":["r"],"other":{"x":{"Y":"1"}}}]"#
    )
    let record = try #require(records.first)
    #expect(record.book.rating == nil && record.book.pages == nil && record.tags == ["a"])
    #expect(record.book.status == nil && record.book.review == nil && record.book.isbn13 == nil)
    #expect(report.warnings.count == 8)
    let columns = try #require(record.services.first { $0.service == "bookstall" }?.other.columns)
    #expect(
      columns.map(\.name).sorted()
        == ["isbn13", "other", "pages", "rating", "reads", "review", "status", "tags", "uuid", "zone"])
    #expect(columns.first { $0.name == "zone" }?.text == #"{"a":[1]}"#)
  }

  @Test(arguments: ["That was all.", "] [ more", "[5]", "\"x\"", "\n\nnull"])
  func `text behind a list is told to be there`(text: String) throws {
    let (report, records) = try imported("[\(Self.book)]\n" + text + "\n")
    #expect(records.map(\.book.title) == ["Emma"])
    let reasons = report.refused.kept.map(\.content)
    #expect(!reasons.isEmpty && (reasons.contains(.behindList) || text.contains("[")), "\(reasons)")
    #expect(report.rows == 1 + reasons.count)
  }

  @Test(arguments: [
    #"[{"book":"Emma"}]"#, "[5]", "{\"a\":1}", "[[[[", String(repeating: "[", count: 1_000_000), "{",
    "[{\"title\":\"x\"}]",
  ])
  func `JSON of others is refused as such`(text: String) throws {
    #expect(throws: ImportError.json) { try imported(text) }
  }

  @Test func `two records of one service keep their columns apart`() throws {
    let (_, records) = try imported(
      #"[{"uuid":"018f0000-0000-7000-8000-000000000001","title":"T","services":[{"service":"goodreads","id":"1"},"#
        + #"{"service":"goodreads","id":"2"}],"other":{"goodreads 2":{"Z":"2"}}}]"#)
    #expect(records.first?.services.map { $0.other["Z"] } == [nil, "2"])
  }
}
