import Testing

@testable import Bookstall

/// Rows that are longer or shorter than the header, and files that end within one.
struct RaggedRowTests {
  @Test func `blank cells beyond the header don't count, whichever rows have them`() throws {
    let outcomes = try CaseFile.outcomes(text: "Title,Author\nA,B,,\nC,D,, \n,,,\nE,F\n")
    #expect(outcomes.compactMap { $0.book?.book.title } == ["A", "C", "E"])
    #expect(outcomes.allSatisfy { $0.warnings.isEmpty })
    #expect(outcomes[2].rowProblem == .blankRow)
  }

  @Test func `where they are the end of a row that a comma has shifted, the row is refused`() throws {
    let text = "Title,Author,Rating,ISBN13\nEmma, the first,Jane Austen,4,\nEvelina,Frances Burney,2,\n"
    let outcomes = try CaseFile.outcomes(text: text)
    #expect(outcomes[0].rowProblem == .tooManyCells(found: 5, expected: 4))
    #expect(outcomes[1].book?.book.title == "Evelina")
  }

  @Test(arguments: [
    "\"Emma\",\"Jane Austen,\"4\"", "\"Emma,\"Jane Austen\",\"4\"", "Emma\",\"Jane Austen\",\"4\"",
    "\"Emma\",Jane Austen\",\"4\"",
  ])
  func `a row that lost a quote comes in with the cells that its writer meant, and a warning`(row: String)
    throws
  {
    let outcomes = try CaseFile.outcomes(text: "\"Title\",\"Author\",\"Rating\"\n\(row)\nPamela,S R,5\n")
    let book = try #require(outcomes.first?.book)
    #expect(
      book.book.title == "Emma" && book.book.author == "Jane Austen" && book.book.rating == Rating(stars: 4))
    #expect(outcomes.dropFirst().map { $0.book?.book.title } == ["Pamela"])
  }

  @Test(arguments: [
    // A quote too many, or half of a pair.
    ("\"Em\"ma\",\"Jane Austen\",\"4\"", 3), ("\"Emma,\"Jane, Austen,4\"", 3),
    // Three cells, of which the first has swallowed a line.
    ("\"Emma\nand \"Evelina\", Burney,4", 3),
  ])
  func `a quote out of place that leaves the cells in doubt refuses the row`(row: String, count: Int) throws {
    let outcomes = try CaseFile.outcomes(text: "Title,Author,Rating\n\(row)\nPamela,S R,5\n")
    #expect(outcomes[0].rowProblem == .misplacedQuote(found: count, expected: 3))
    #expect(outcomes.dropFirst().map { $0.book?.book.title } == ["Pamela"])
  }

  @Test func `the lines of a review with careless quotes are no books`() throws {
    let review = "\"He said \"no\" and\nleft, then came back, twice\""
    let header = "\"Title\",\"Author\",\"My Review\",\"Rating\"\n"
    let outcomes = try CaseFile.outcomes(
      text: header + "\"Emma\",\"Austen\",\(review),\"4\"\n\"Pamela\",\"S R\",\"\",\"5\"\n")
    #expect(outcomes.map { $0.book?.book.title } == ["Emma", "Pamela"])
    #expect(outcomes[0].book?.book.review == "He said \"no\" and\nleft, then came back, twice")
  }

  @Test func `a row in a cell that a quote has made is refused, and the sound rows beside it are kept`()
    throws
  {
    let text = "Title,Author,Rating\n\"Emma,Jane Austen,4\nX,Y,2\n\"Silas,George Eliot,3\nPamela,S R,5\n"
    let outcomes = try CaseFile.outcomes(text: text)
    let unclosed = RowProblem.unclosedQuote(found: 1, expected: 3)
    #expect(outcomes.map(\.rowProblem) == [unclosed, nil, unclosed, nil])
    #expect(outcomes.compactMap { $0.book?.book.title } == ["X", "Pamela"])
  }

  @Test func `a row beyond whose last cell the file ends was cut`() throws {
    let header =
      "Book Id,Title,Author,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,Read Count\n"
    let outcomes = try CaseFile.outcomes(text: header + "1,A,B,4,,,,read,1\n2,Evel")
    #expect(outcomes.count == 2 && outcomes[1].rowProblem == .cutShort)
    // With all its cells, or with the end of its line, it may be whole.
    for row in ["2,Evelina,C,,,,,read,", "2,Evelina\n"] {
      #expect(try CaseFile.outcomes(text: header + row).allSatisfy { $0.book != nil }, "\(row)")
    }
    // Tables made by hand have no line end behind the last row, and may leave cells out.
    #expect(try CaseFile.outcomes(text: "Title,Author,Rating\nA,B,4\nEvelina").allSatisfy { $0.book != nil })
  }

  @Test(arguments: [20, 40, 60, 75, 90])
  func `our own table that was cut loses the cut row, and says so`(percent: Int) throws {
    var record = BookRecord.sample("Emma, a \"novel\"", by: "Jane Austen")
    record.book.review = "One\n\ntwo, three"
    record.services = [
      ServiceRecord(
        service: "storygraph", serviceID: "s", other: OtherColumns([.init(name: "Moods", text: "a, \"b\"")]))
    ]
    var csv = OwnCSV()
    var bytes: [UInt8] = []
    csv.appendHeader(into: &bytes)
    csv.append(record, into: &bytes)
    let start = bytes.count
    record.book.title = "Evelina"
    csv.append(record, into: &bytes)
    let end = start + (bytes.count - start) * percent / 100
    let outcomes = try CaseFile.outcomes(text: String(decoding: bytes[..<end], as: UTF8.self))
    #expect(outcomes.count == 2 && outcomes[0].book?.book.title == "Emma, a \"novel\"")
    #expect(outcomes.last?.rowProblem == .cutShort)
  }
}
