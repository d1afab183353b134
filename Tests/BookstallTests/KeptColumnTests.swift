import CSV
import Testing

@testable import Bookstall

/// Columns that a service has and Bookstall doesn't model come back where they came from, and are named elsewhere.
struct KeptColumnTests {
  private func export(_ text: String, as format: ExportFormat) throws -> (text: String, report: FlattenReport)
  {
    let store = try BookStore()
    let file = try TemporaryTextFile(text)
    _ = try store.importBooks(from: try ByteSource(path: file.path))
    let sink = ByteSink()
    var options = ExportOptions()
    options.format = format
    let report = try #require(try store.export(to: sink, options).flattened)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  private static let goodreads =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies,read_dates,"
    + "genres,n_ratings\n1,\"T (S, #1)\",A B,\"B, A\",,\"=\"\"\"\"\",\"=\"\"\"\"\",3,,,,,,,2024/02/10,2024/01/01,"
    + "\"b, a\",\"b (#3), a (#1)\",read,,,,2,1,\"2024-01-01,2024-02-10;2020-01-01,2020-02-01\","
    + "Fantasy|812;Fiction|700,55\n"

  @Test func `an enhanced export of Goodreads comes back with its columns and positions`() throws {
    let (text, report) = try export(Self.goodreads, as: .goodreads)
    #expect(text.contains("\"b, a\",\"b (#3), a (#1)\",read"))
    #expect(text.contains("Owned Copies,") && text.contains("n_ratings") && text.contains(",55"))
    #expect(text.contains("Fantasy|812;Fiction|700"))
    #expect(report.unwrittenColumns.isEmpty && report.genresAsTags == 0)
  }

  @Test func `in another service's table they are named`() throws {
    let (text, report) = try export(Self.goodreads, as: .hardcover)
    #expect(!text.contains("n_ratings") && report.unwrittenColumns["n_ratings"] == 1)
    #expect(report.unwrittenColumns["Bookshelves"] == nil && report.unwrittenColumns["read_dates"] == nil)
  }

  @Test(arguments: [
    (
      "title,author_text,remote_id,isbn_13,shelf,new_key\nT,A,https://b.example/1,,read,K7\n",
      ExportFormat.bookwyrm, "K7"
    ),
    (
      "Title,Author,Status,Hardcover Book ID,Hardcover Edition ID,Shelf Colour\nT,A,Read,1,2,teal\n",
      .hardcover, "teal"
    ),
  ])
  func `a column that a service has come to write comes back`(
    text: String, format: ExportFormat, cell: String
  ) throws {
    let name = try #require(text.split(separator: "\n").first?.split(separator: ",").last)
    let (table, report) = try export(text, as: format)
    let lines = table.split(whereSeparator: \.isNewline)
    #expect(lines.first?.hasSuffix("," + name) == true && lines.last?.hasSuffix("," + cell) == true)
    #expect(report.unwrittenColumns.isEmpty)
  }

  @Test(arguments: [ExportFormat.libib, .openreads, .hardcover])
  func `what looks like markup in a review comes back`(format: ExportFormat) throws {
    var record = ServiceDialectTests.record()
    record.book.review = "a <b> & c < d\n\ne &amp; f"
    let bytes = try ServiceDialectTests.written([record], as: format).bytes
    let book = try #require(try CaseFile.books(text: String(decoding: bytes, as: UTF8.self)).first)
    #expect(book.book.review == record.book.review)
  }

  @Test func `a tag that came back as a shelf is no second tag`() {
    var existing = BookRecord.sample("Emma", by: "Jane Austen")
    existing.tags = ["comfort reads", "Été"]
    var incoming = existing
    incoming.tags = ["comfort-reads", "été", "new-one"]
    incoming.services = [ServiceRecord(service: "goodreads", serviceID: "1")]
    let merged = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill).record
    #expect(merged.tags == ["comfort reads", "Été", "new-one"])
  }
}
