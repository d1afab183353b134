import Testing

@testable import Bookstall

/// What else the services' files hold, or what spreadsheets have made of them.
struct ServiceMishapTests {
  // MARK: StoryGraph

  private func storyGraph(_ header: String, _ row: String) throws -> (BookRecord, [ImportWarning]) {
    let text = "Title,Dates Read,Moods," + header + "\nT," + row + "\n"
    let outcome = try #require(try CaseFile.outcomes(text: text).first)
    return (try #require(outcome.book), outcome.warnings)
  }

  @Test(arguments: [
    ("read", "2024/01/20-2024/02/10", [Read(started: Day("2024-01-20"), finished: Day("2024-02-10"))]),
    ("currently-reading", "2026/09/01-", [Read(started: Day("2026-09-01"))]),
    ("currently-reading", "2026/09/01", [Read(started: Day("2026-09-01"))]),
    (
      "did-not-finish", "2024/01/20-2024/02/10",
      [Read(started: Day("2024-01-20"), stopped: Day("2024-02-10"))]
    ),
    ("DID-NOT-FINISH", "2024/02/10", [Read(stopped: Day("2024-02-10"))]),
    ("read", "-2024/02/10", [Read(finished: Day("2024-02-10"))]),
    ("read", "2024-01-20-2024-02-10", [Read(started: Day("2024-01-20"), finished: Day("2024-02-10"))]),
    ("read", "2023-2024", [Read(started: Day("2023"), finished: Day("2024"))]),
    (
      "read", "\"2024/03/01, 2019/05/02\"",
      [Read(finished: Day("2019-05-02")), Read(finished: Day("2024-03-01"))]
    ),
  ])
  func `StoryGraph's reads`(_ status: String, _ cell: String, _ reads: [Read]) throws {
    let (record, warnings) = try storyGraph("Read Status", "\(cell),,\(status)")
    #expect(record.reads == reads && warnings.isEmpty)
  }

  @Test func `a part of StoryGraph's reads that is no date costs that part`() throws {
    let (record, warnings) = try storyGraph("Read Status", "\"soon, 2024/03/01\",,read")
    #expect(record.reads == [Read(finished: Day("2024-03-01"))])
    #expect(warnings == [.unreadableDate(column: "Dates Read", text: "soon")])
    #expect(record.services.first?.other["Dates Read"] == "soon, 2024/03/01")
  }

  @Test func `the headers of 2021 are StoryGraph's too, and a count may exceed the dated reads`() throws {
    let (record, _) = try storyGraph("Author,ISBN,Read Count,Star Rating", ",,\"A B, C D\",044103313x,7,0.0")
    #expect(record.book.author == "A B" && record.additionalAuthors == ["C D"])
    #expect(record.book.isbn13 == "9780441033133" && record.book.readCount == 7 && record.book.rating == nil)
  }

  @Test(arguments: [
    ("7c0b1e52-3a4d-4a55-9f27-0d5b6f0c1a11", "7c0b1e52-3a4d-4a55-9f27-0d5b6f0c1a11", 0),
    ("B00TESTX01", "B00TESTX01", 0),
    ("n/a", nil, 1), ("none", nil, 1), ("9.78044E+12", nil, 1),
    ("12345678-1234-1234-1234-123456789012", "12345678-1234-1234-1234-123456789012", 0),
  ])
  func `only ids are ids of StoryGraph's`(_ cell: String, _ id: String?, _ warnings: Int) throws {
    let (record, found) = try storyGraph("ISBN/UID", ",,\(cell)")
    #expect(record.services.first?.serviceID == id && found.count == warnings && record.book.isbn13 == nil)
  }

  // MARK: LibraryThing

  private func libraryThing(_ cells: KeyValuePairs<String, String>) throws -> BookRecord {
    let header = "Title\tSort Character\tPrimary Author\tLCCN\t" + cells.map(\.key).joined(separator: "\t")
    let row = "T\t1\tHolm, Mira\t\t" + cells.map(\.value).joined(separator: "\t")
    return try #require(try CaseFile.books(text: header + "\n" + row + "\n").first)
  }

  @Test func `quotes in LibraryThing's file are characters`() throws {
    let header = "Book Id\tTitle\tSort Character\tPrimary Author\tReview\n"
    let books = try CaseFile.books(
      text: header + "1\t\"Quoted\t1\tHolm, Mira\t\"All\" of it\n2\tNext\t1\tPell, Jo\t5\" high\n")
    #expect(books.map(\.book.title) == ["\"Quoted", "Next"])
    #expect(books.map(\.book.review) == ["\"All\" of it", "5\" high"])
  }

  @Test(arguments: [
    ("Secondary Author", "Pell, Jo|King, Martin, Jr.|Vey", "Jo Pell|Martin King, Jr.|Vey"),
    ("Secondary Author", "Holm, Mira", ""),
  ])
  func `LibraryThing's names are turned round`(_ column: String, _ cell: String, _ names: String) throws {
    let record = try libraryThing([column: cell])
    #expect(record.book.author == "Mira Holm" && record.additionalAuthors.joined(separator: "|") == names)
  }

  @Test func `roles belong to the names at their places`() throws {
    let record = try libraryThing([
      "Secondary Author": "Pell, Jo|Vey, Ann|Roe, Émile", "Secondary Author Roles": "|Translator|Author",
    ])
    #expect(record.additionalAuthors == ["Jo Pell", "Émile Roe"])
    #expect(record.contributors == [Contributor(name: "Ann Vey", role: "Translator")])
  }

  @Test(arguments: [
    ("[2024-01-01]", "[2024-02-01]", "", ReadingStatus.read), ("[2024-01-01]", "", "Your library", .reading),
    ("", "", "Your library|To read", .toRead), ("", "", "Read but unowned", .read), ("", "", "Attic", nil),
    ("", "[2024]", "", .read), ("[2024-01-01]", "[2024-02-01]", "Did not finish", .didNotFinish),
    ("[]", "[]", "", nil),
  ])
  func `LibraryThing's dates and collections tell the status`(
    _ started: String, _ read: String, _ collections: String, _ status: ReadingStatus?
  ) throws {
    let record = try libraryThing([
      "Date Started": started, "Date Read": read, "Collections": collections,
    ])
    #expect(record.book.status == status)
    #expect(record.tags == (collections == "Attic" ? ["Attic"] : []))
    if status == .didNotFinish { #expect(record.reads.first?.stopped == Day("2024-02-01")) }
  }

  @Test(arguments: [
    ("Tide & Co (1999), Paperback, 312 pages", "Tide & Co"),
    ("Farr, Strong (Girard) (2001)", "Farr, Strong (Girard)"),
    ("Rive Gauche, Paperback, 12 pages", "Rive Gauche"), ("Harper, Row", "Harper, Row"), ("(1999)", nil),
  ])
  func `LibraryThing's publication names the publisher`(_ cell: String, _ publisher: String?) throws {
    #expect(try libraryThing(["Publication": cell]).book.publisher == publisher)
  }

  @Test(arguments: [("1999", 1999), ("c1999.", 1999), ("[1999?]", 1999), ("1999-2001", 1999), ("n.d.", nil)])
  func `LibraryThing's dates are those of title pages`(_ cell: String, _ year: Int?) throws {
    #expect(try libraryThing(["Date": cell]).book.year == year)
  }

  @Test func `one ISBN or many, in either order, and line breaks in words`() throws {
    let record = try libraryThing([
      "ISBN": "[]", "ISBNs": "044103313X", "Review": "One[Return][Return]<i>Two</i> <3",
      "Page Count": "xlv; 672 ",
    ])
    #expect(
      record.book.isbn13 == "9780441033133" && record.book.review == "One\n\nTwo <3"
        && record.book.pages == 672)
  }

  // MARK: BookWyrm, calibre

  @Test(arguments: [
    ("cooking-9", "Kochen", "", "", "", nil, ["Kochen"]),
    ("cooking-9", "", "2024-01-01", "", "", ReadingStatus.reading, ["cooking"]),
    ("read", "Gelesen", "", "", "", .read, []),
    ("stopped-reading", "", "", "2024-02-01", "", .didNotFinish, []),
    ("x-1", "", "", "", "2024-02-01", .didNotFinish, ["x"]), ("", "", "", "", "", nil, []),
  ])
  func `BookWyrm's shelves go by their identifiers`(
    _ shelf: String, _ name: String, _ start: String, _ finish: String, _ stop: String,
    _ status: ReadingStatus?,
    _ tags: [String]
  ) throws {
    let header = "title,author_text,remote_id,start_date,finish_date,stopped_date,shelf,shelf_name\n"
    let record = try #require(
      try CaseFile.books(
        text: header + "T,A,https://w.example/1,\(start),\(finish),\(stop),\(shelf),\(name)\n"
      ).first)
    #expect(record.book.status == status && record.tags == tags)
    if status == .didNotFinish { #expect(record.reads == [Read(stopped: Day("2024-02-01"))]) }
  }

  @Test func `BookWyrm before 2024 had neither shelves nor dates`() throws {
    let record = try #require(
      try CaseFile.books(
        text: "title,author_text,remote_id,rating,review_content\r\nT,A,u,,\"a *b*\r\n<p>c\"\r\n"
      ).first)
    #expect(record.book.status == nil && record.book.readCount == nil && record.book.review == "a *b*\n<p>c")
  }

  @Test func `calibre's catalogue in an order of one's own, with a column of one's own`() throws {
    var options = ImportOptions()
    options.map = ["#read": .status, "#started": .started]
    let books = try CaseFile.books(
      text: "\u{FEFF}title,pubdate,#read,authors,series,timestamp,#started,identifiers,rating\n"
        + "\"T\",\"0100-12-31T19:00:00-05:00\",\"Yes\",\"A && B & C\",\"\",\"2024-12-31T23:59:59-05:00\",\"2024-01-01\","
        + "\"goodreads:1,isbn:0441033059\",\"0\"\n\"U\",\"2001-01-01T00:00:00+00:00\",\"No\",\"\",\"S\",\"\",\"\",\"\",\"2.5\"\n",
      options)
    #expect(books.map(\.book.year) == [nil, 2001] && books.map(\.book.status) == [.read, nil])
    #expect(books[0].book.author == "A & B" && books[0].additionalAuthors == ["C"])
    #expect(books[0].book.dateAdded == Day("2024-12-31") && books[0].book.isbn13 == "9780441033058")
    #expect(
      books[0].reads == [Read(started: Day("2024-01-01"))] && books[0].services.first?.service == "calibre")
    #expect(
      books[1].series == [SeriesPlace(name: "S", number: nil)] && books[1].book.rating == Rating(stars: 2.5))
  }

  // MARK: The others

  @Test(arguments: [
    ("\"A (#1.0), B, C (#2.5)\"", "A|1;B, C|2.5"), ("Sprawl", "Sprawl|"), ("\"S (#1-3)\"", "S|1-3"),
    ("S (Part) (#2)", "S (Part)|2"), ("", ""),
  ])
  func `Hardcover's series`(_ cell: String, _ places: String) throws {
    let record = try #require(try CaseFile.books(text: "Title,Hardcover Book ID,Series\nT,1,\(cell)\n").first)
    #expect(record.series.map { "\($0.name)|\($0.number ?? "")" }.joined(separator: ";") == places)
  }

  @Test func `Hardcover's people, lists and odd states`() throws {
    let books = try CaseFile.books(
      text: "Title,Author,Hardcover Book ID,Status,Genres,Lists,Date Finished\n"
        + "T,\"Ed Or (Editor), King, Jr. (Author)\",1,Stopped,\"[\"\"A, b\"\", \"\"a, B\"\"]\",\"Owned, Read (#3), Sea (#2)\",2024-02-01\n"
        + "U,Ed Or (Editor),2,Ignored,\"[broken\",,\nV,X,3,None,,,\n")
    #expect(
      books[0].book.author == "King, Jr."
        && books[0].contributors == [Contributor(name: "Ed Or", role: "Editor")])
    #expect(books[0].tags == ["A, b", "Sea"] && books[0].reads == [Read(stopped: Day("2024-02-01"))])
    #expect(
      books[1].book.author == nil && books[1].book.status == nil && books[1].tags == ["[broken", "Ignored"])
    #expect(books[2].book.status == nil && books[2].tags.isEmpty)
  }

  @Test func `Openreads with any line end, in parts and in the bin`() throws {
    let outcomes = try CaseFile.outcomes(
      text: "title,status,deleted,olid,readings,rating,tags\n"
        + "T,abandoned,false,,|2024-02-01T00:00:00.000|;2020-01-01T00:00:00.000||90,3.5,a|b|||||A|b\n"
        + "U,unknown,TRUE,,,,\nV,unknown,,,x|y|,,\n")
    let first = try #require(outcomes[0].book)
    #expect(first.reads == [Read(started: Day("2020-01-01")), Read(stopped: Day("2024-02-01"))])
    #expect(first.tags == ["a|b"] && outcomes[1].rowProblem == .deletedInSource(title: "U"))
    let last = try #require(outcomes[2].book)
    #expect(
      last.book.status == nil && last.tags.isEmpty && last.reads.isEmpty && outcomes[2].warnings.count == 2)
  }

  @Test func `Open Library's log and ratings meet by the work`() throws {
    let log = "Work ID,Title,Authors,Edition ID,Bookshelf\nOL1W,Poems,A | B,OL2M,Already Read\n"
    let ratings =
      "Work ID,Edition ID,Title,Author(s),Rating,Created On\nOL1W,,Other Title,C,4,2024-01-01 00:00:00\n"
    let records = try [log, ratings].map { try #require(try CaseFile.books(text: $0).first) }
    #expect(records.map { $0.services.first?.serviceID } == ["OL2M", "OL1W"])
    #expect(BookMatching.verdict(records[0], records[1]) == .same(.service))
    let note = try CaseFile.outcomes(text: "Work ID,Edition ID,Note,Created On\nOL1W,OL2M,x,2024-01-01\n")
    #expect(note.first?.rowProblem == .noteWithoutBook("OL1W, OL2M"))
  }

  @Test(arguments: [("Book", true), ("", true), ("music", false), ("Video Game", false)])
  func `Libib's things other than books are skipped`(_ kind: String, _ isBook: Bool) throws {
    let outcome = try #require(try CaseFile.outcomes(text: "item_type,title,ean_isbn13\n\(kind),T,\n").first)
    #expect((outcome.book != nil) == isBook)
    if !isBook { #expect(outcome.rowProblem == .notABook(kind: kind, title: "T")) }
  }

  @Test func `Reading List's escapes, lists and dates`() throws {
    let books = try CaseFile.books(
      text: "Title,Google Books ID,Authors,Subjects,Started Reading,Finished Reading,Lists\n"
        + "T,1,\"Pell\\, Jr., Jo; Vey\\; Co\",\"a\\\\; b\\,c\",2020-12-30,,\"One (12); Two (x); (3)\"\n# U,,\"\",,,2021-01-01,\n"
    )
    #expect(books[0].book.author == "Jo Pell, Jr." && books[0].additionalAuthors == ["Vey; Co"])
    #expect(books[0].tags == ["a\\", "b,c", "One", "Two (x)", "(3)"] && books[0].book.status == .reading)
    #expect(books[1].book.title == "# U" && books[1].book.status == .read && books[1].book.author == nil)
  }
}
