import Testing

@testable import Bookstall

/// A table keeps the format it came from when columns are added to it, be they ours or the reader's.
struct RefusedFormatTests {
  private static let headers: [(service: String, header: String)] = [
    ("bookstall", "title,author,dateAdded,id,uuid"),
    ("goodreads", "Book Id,Title,Author,My Rating,Exclusive Shelf"),
    ("storygraph", "Title,Authors,ISBN/UID,Read Status,Dates Read,Moods,Star Rating"),
    ("librarything", "Book Id,Title,Sort Character,Primary Author,ISBNs"),
    ("bookwyrm", "title,author_text,remote_id,shelf"),
    ("hardcover", "Title,Author,Status,Hardcover Book ID"),
    ("libib", "item_type,title,creators,ean_isbn13,upc_isbn10"),
    ("openreads", "title,author,status,olid,readings"),
    ("openlibrary", "Work ID,Title,Authors,Edition ID,Bookshelf"),
    ("readinglist", "ISBN-13,Google Books ID,Title,Authors"),
    ("calibre", "author_sort,authors,title,title_sort,uuid"),
    ("literal", "Title,Author,Rating,Date,Comment"),
    ("notion", "Name,Author,Status"),
    ("generic", "Title,Author"),
    ("generic", "Book Title"),
  ]

  @Test func `every format of a table is among them`() {
    #expect(Set(Self.headers.map(\.service)) == Set(ImportTable.formats.map { $0.service }))
  }

  @Test(arguments: headers.indices)
  func `a table of refused rows is of the format that the rows came from`(index: Int) throws {
    let (service, header) = Self.headers[index]
    let table = header + ",refused_line,refused_reason,refused_row,refused_dates\n"
    #expect(try CaseFile.service(ofText: table) == service)
  }

  @Test(arguments: headers.indices)
  func `one column more, or two, change nothing`(index: Int) throws {
    let (service, header) = Self.headers[index]
    // A list of titles alone is known by having nothing else.
    guard header.contains(",") else { return }
    #expect(try CaseFile.service(ofText: header + ",Mood of mine\n") == service)
    #expect(try CaseFile.service(ofText: header + ",Mood of mine,Another,refused_row\n") == service)
  }

  @Test func `a mended row of Literal keeps both authors and gets no year`() throws {
    let text =
      "Title,Author,Rating,Date,Comment,refused_line,refused_reason,refused_row\n"
      + "T1,\"A, B\",3.5,2024-01-01T00:00:00Z,c,2,the title is empty,\n"
    let book = try #require(try CaseFile.outcomes(text: text).first?.book)
    #expect(book.book.author == "A" && book.additionalAuthors == ["B"] && book.book.year == nil)
  }

  @Test func `Literal's columns and one more that says something of a book are a table of one's own`() throws
  {
    #expect(try CaseFile.service(ofText: "Title,Date,Author,Rating,Comment\n") == "literal")
    #expect(try CaseFile.service(ofText: "Title,Date,Author,Rating,Comment,Publisher\n") == "generic")
  }

  @Test func `a moment under a mere Date is no year, a date is`() throws {
    let text = "Title,Author,Date\nA,B,2024-01-01T10:00:00Z\nC,D,1984\nE,F,2001-05-06\n"
    #expect(try CaseFile.outcomes(text: text).map { $0.book?.book.year } == [nil, 1984, 2001])
  }
}

extension CaseFile {
  /// The format for which a text is taken.
  static func service(ofText text: String, _ options: ImportOptions = ImportOptions()) throws -> String {
    var rest: [UInt8]? = Array(text.utf8)
    return try RowSources.open(
      {
        defer { rest = nil }
        return rest ?? []
      }, options
    ).service
  }
}
