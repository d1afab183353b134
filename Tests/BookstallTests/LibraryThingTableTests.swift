import Testing

@testable import Bookstall

/// LibraryThing's table as it is, as a spreadsheet saves it, and with line breaks in its texts.
struct LibraryThingTableTests {
  private static let header =
    "Book Id\tTitle\tSort Character\tPrimary Author\tReview\tRating\tISBNs"

  private func books(_ rows: String..., header: String = header) throws -> [BookRecord] {
    try CaseFile.outcomes(text: header + "\n" + rows.joined(separator: "\n") + "\n").compactMap(\.book)
  }

  @Test func `a line break in a text doesn't make another book`() throws {
    let books = try books(
      "1\tBroken\t1\tAusten, Jane\tfirst line", "second line", "1984 was it\t4\t",
      "2\tNext\t1\tBurney, Fanny\tgood\t5\t")
    #expect(books.map(\.book.title) == ["Broken", "Next"])
    #expect(books.first?.book.review == "first line\nsecond line\n1984 was it")
    #expect(books.first?.book.rating?.text == "4" && books.last?.book.author == "Fanny Burney")
  }

  @Test func `a row that begins with a number of a book is a row, however short the one before`() throws {
    #expect(try books("1\tA", "2\tB", "3\tC").map(\.book.title) == ["A", "B", "C"])
  }

  @Test func `a quote is a character`() throws {
    let books = try books("1\t\"Quoted\" start\t1\tA, B\t\t\t", "2\t\"Whole\"\t1\t\t\t\t")
    #expect(books.map(\.book.title) == ["\"Quoted\" start", "\"Whole\""])
  }

  @Test(arguments: [
    ("\"1\"\t\"A\"\t\"1\"\t\"Austen, Jane\"\t\"\"\t\"4\"\t\"\"", true),
    ("1\t\"\"\"A\"\" b\"\t1\tAusten, Jane\t\t4\t", false), ("1\tA\t1\t\"Austen, Jane\"\t\t4\t", false),
  ])
  func `a spreadsheet's quotes are taken off`(row: String, hasQuotedHeader: Bool) throws {
    let header =
      hasQuotedHeader
      ? Self.header.split(separator: "\t").map { "\"\($0)\"" }.joined(separator: "\t") : Self.header
    let book = try #require(try books(row, header: header).first)
    #expect(book.book.author == "Jane Austen" && book.book.rating?.text == "4")
    #expect(["A", "\"A\" b"].contains(book.book.title))
  }
}
