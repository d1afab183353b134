import Foundation
import Testing

@testable import Bookstall

struct GoodreadsTests {
  @Test
  func
    `unmodelled columns are kept as they came, and modelled ones only where the value can't give them back`()
    throws
  {
    let books = try CaseFile("handed/goodreads.csv").goodreadsBooks().map(\.record)
    let hound = try #require(books[0].services.first)
    #expect(hound.service == "goodreads" && hound.serviceID == "5107001")
    #expect(
      hound.other.columns.map(\.name) == ["Author l-f", "ISBN", "Average Rating", "Binding", "Owned Copies"])
    #expect(hound.other["ISBN"] == "=\"1903400112\"")
    let moby = try #require(books[5].services.first)
    #expect(moby.other["My Review"]?.contains("<spoiler>") == true)
    #expect(moby.other["Spoiler"] == "true")
    #expect(moby.other["Bookshelves with positions"] == "did-not-finish (#3), sea (#4)")
    #expect(moby.other["Bookshelves"] == nil && moby.other["Exclusive Shelf"] == nil)
    #expect(books[3].services.first?.other["Year Published"] == "")
    #expect(books[6].book.privateNotes == "Lent by Ada, return in May")
    let eyre = try CaseFile("handed/goodreads_legacy31.csv").goodreadsBooks()[0].record
    #expect(eyre.services.first?.other["Original Purchase Location"] == "Second-hand shop, Haworth")
    #expect(eyre.services.first?.other["BCID"] == "123-456789")
  }

  @Test func `genre comes from the shelves, else the book is uncategorized`() throws {
    let genres = try CaseFile("handed/goodreads.csv").goodreadsBooks().map(\.record.book.genre)
    let none = "Uncategorized"
    #expect(genres == [none, "Horror", "Mystery", none, "Drama", none, "Classics", "Classics", none])
  }

  @Test(arguments: [
    ["Book Id", "Author", "ISBN13", "My Rating"], ["\u{FEFF}\"Book Id\"", "Title", "MY REVIEW "],
    [" TITLE ", " author", "my rating ", " EXCLUSIVE SHELF"],
  ])
  func `Goodreads' headers are recognised`(_ header: [String]) {
    #expect(Goodreads.recognises(header: header))
  }

  @Test(arguments: [
    ["Date", "High", "Low"], ["Book Id", "Title", "Sort Character", "Rating"],
    ["Title", "Author", "My Rating"],
  ])
  func `other headers are not`(_ header: [String]) {
    #expect(!Goodreads.recognises(header: header))
  }

  @Test func `a file without titles names the missing column and those found`() throws {
    let file = try CaseFile("bad/missing_title_column.csv")
    #expect(
      throws: HeaderProblem.missingColumn(
        name: "Title", found: ["Book Id", "Author", "ISBN13", "My Rating"])
    ) { try Goodreads(header: file.header) }
  }

  @Test func `third parties' read dates become reads, and their genres a genre`() throws {
    var format = try Goodreads(header: ["Title", "Exclusive Shelf", "Date Read", "read_dates", "genres"])
    let outcome = format.read([
      "Emma", "read", "2023/05/06", "2023-05-01,2023-05-06;,2019/03/02;2024-01-01,", "Classics|99;Romance|3",
    ])
    guard case .book(let record, []) = outcome else {
      Issue.record("expected a book without warnings: \(outcome)")
      return
    }
    #expect(
      record.reads == [
        Read(finished: Day("2019-03-02")), Read(started: Day("2023-05-01"), finished: Day("2023-05-06")),
        Read(started: Day("2024-01-01")),
      ])
    #expect(record.book.readCount == 2)
    #expect(record.book.genre == "Classics")
    #expect(record.tags.isEmpty)
    #expect(record.services.first?.other.columns.map(\.name) == ["genres"])
  }

  @Test func `currently reading and on hold together mean paused`() throws {
    var format = try Goodreads(header: ["Title", "Bookshelves", "Exclusive Shelf"])
    let outcome = format.read(["Emma", "currently-reading, on-hold, regency", "currently-reading"])
    guard case .book(let record, []) = outcome else {
      Issue.record("expected a book without warnings: \(outcome)")
      return
    }
    #expect(record.book.status == .paused)
    #expect(record.tags == ["regency"])
    #expect(record.services.isEmpty)
  }

  @Test func `the day an abandoned book was put away is no finish date`() throws {
    var format = try Goodreads(header: ["Title", "Exclusive Shelf", "Date Read"])
    guard case .book(let record, _) = format.read(["Emma", "abandoned", "2023/05/06"]) else {
      Issue.record("expected a book")
      return
    }
    #expect(record.book.status == .didNotFinish)
    #expect(record.reads == [Read(stopped: Day("2023-05-06"))])
    #expect(record.services.first?.other["Exclusive Shelf"] == "abandoned")
  }

  @Test(arguments: [
    (
      "Author,Additional Authors", "Homer,\"Homer, Jo Pell, Martin King, Jr., Jo Pell\"", "Additional Authors"
    ),
    ("Exclusive Shelf,Bookshelves", "abandoned,\"abandoned, sea\"", "Exclusive Shelf+Bookshelves"),
    ("Exclusive Shelf,Bookshelves", "to-read,\"sea, to-read\"", "Bookshelves"),
    ("Exclusive Shelf,Bookshelves", "to-read,\"to-read, sea\"", ""),
    ("Exclusive Shelf,Bookshelves", "read,\"owned, sea\"", "Bookshelves"),
    ("My Review,Private Notes", "one<br/>two &amp; &lt;3,a & b", "Private Notes"),
    ("My Review,Publisher", " padded ,Quay  Press", ""),
    ("Year Published,Number of Pages", "soon,0", "Year Published"),
  ])
  func `a cell is kept where the book can't give it back`(_ header: String, _ row: String, _ kept: String)
    throws
  {
    let file = try CaseFile(text: "Title," + header + "\nT," + row + "\n")
    let record = try #require(try file.goodreadsBooks().first?.record)
    let names = record.services.first?.other.columns.map(\.name) ?? []
    #expect(names.joined(separator: "+") == kept)
  }

  @Test(arguments: [("T (A, #1)", false), ("T  (A,  #1)", false), ("T (A #1)", true), ("T (A, #1.0)", true)])
  func `a title is kept where its series was written in another way`(_ title: String, _ isKept: Bool) throws {
    let file = try CaseFile(text: "Title\n\"\(title)\"\n")
    let record = try #require(try file.goodreadsBooks().first?.record)
    #expect(record.book.title == "T" && record.series == [SeriesPlace(name: "A", number: "1")])
    #expect((record.services.first?.other["Title"] == title) == isKept)
  }

  @Test func `names with a suffix are one name`() throws {
    let file = try CaseFile(
      text: "Title,Author,Additional Authors\nT,Homer,\"Homer, Martin King, Jr., Jo Pell\"\n")
    #expect(try file.goodreadsBooks().first?.record.additionalAuthors == ["Martin King, Jr.", "Jo Pell"])
  }

  @Test(arguments: [("read", 1), ("to-read", 0), ("waiting", nil)])
  func `without a column for it the reads are counted`(_ shelf: String, _ count: Int?) throws {
    let file = try CaseFile(text: "Title,Exclusive Shelf\nT,\(shelf)\n")
    #expect(try file.goodreadsBooks().first?.record.book.readCount == count)
  }

  @Test func `the status may stand among the shelves alone`() throws {
    let file = try CaseFile(text: "Title,Bookshelves\nT,\"sea, to-read\"\nU,sea\n")
    let records = try file.goodreadsBooks().map(\.record)
    #expect(records.map(\.book.status) == [.toRead, nil] && records.map(\.tags) == [["sea"], ["sea"]])
  }

  @Test func `a spreadsheet's dates and ratings are read, day first where one value says so`() throws {
    var format = try Goodreads(header: ["Title", "My Rating", "Date Read", "Date Added"])
    let row = ["Emma", "5.0", "5/6/23", "4/2/2023"]
    guard case .book(let record, []) = format.read(row) else {
      Issue.record("expected a book")
      return
    }
    #expect(record.dateFinished == Day("2023-05-06") && record.book.dateAdded == Day("2023-04-02"))
    #expect(record.book.rating == Rating(stars: 5))
    format.observe(["Evelina", "", "25/12/2022", ""])
    guard case .book(let dayFirst, []) = format.read(row) else {
      Issue.record("expected a book")
      return
    }
    #expect(dayFirst.dateFinished == Day("2023-06-05"))
  }
}
