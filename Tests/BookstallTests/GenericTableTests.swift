import Testing

@testable import Bookstall

/// Tables that nobody's service has made, and the reader's own words for their columns.
struct GenericTableTests {
  private func book(_ text: String, _ map: ColumnMap = [:]) throws -> BookRecord {
    var options = ImportOptions()
    options.map = map
    return try #require(try CaseFile.books(text: text, options).first)
  }

  @Test(arguments: [
    ("\"Holm, Mira\"", "Mira Holm"), ("\"Le Guin, Ursula K.\"", "Ursula K. Le Guin"),
    ("\"Ó Briain, Tomás\"", "Tomás Ó Briain"),
    ("\"Jacob Grimm, Wilhelm Grimm\"", "Jacob Grimm|Wilhelm Grimm"),
    ("\"Holm, Mira; Pell, Jo\"", "Mira Holm|Jo Pell"),
    ("Mira Holm|Jo Pell", "Mira Holm|Jo Pell"), ("\"King, Martin, Jr.\"", "Martin King, Jr."),
    ("\"Martin King, Jr.\"", "Martin King, Jr."),
    ("\"A B, C D, E F\"", "A B|C D|E F"), ("Homer", "Homer"), ("\"Homer, \"", "Homer"), ("\", ; |\"", ""),
    ("Mira Holm (https://www.notion.so/x-1), Jo Pell (https://n.so/y)", "Mira Holm"),
  ])
  func `names as people type them`(_ cell: String, _ names: String) throws {
    let record = try book("title,author,isbn\nT,\(cell),\n")
    #expect(
      ([record.book.author].compactMap { $0 } + record.additionalAuthors).joined(separator: "|") == names)
  }

  @Test func `semicolons between cells, decimal commas and points between thousands`() throws {
    let record = try book(
      "Title;My score;Pages;Date Finished;Status\nT;4,5;1.534;25/12/2023;read\nU;3;2.000;01/02/2023;read\n",
      ["My score": .rating])
    #expect(record.book.rating == Rating(stars: 4.5) && record.book.pages == 1534)
    #expect(record.dateFinished == Day("2023-12-25"))
  }

  @Test(arguments: [
    ("Notes", "review"), ("Notes,Review", "notes"), ("Notes,Comment", "notes"),
  ])
  func `notes are the review where there is none`(_ header: String, _ meaning: String) throws {
    let record = try book("Title,Author,\(header)\nT,A,x\(header.contains(",") ? ",y" : "")\n")
    #expect(record.book.review == (meaning == "review" ? "x" : "y"))
    #expect(record.book.privateNotes == (meaning == "review" ? nil : "x"))
  }

  @Test func `columns mean what the reader says and nothing else`() throws {
    let record = try book(
      "Werk,Wer,Notes,Shelf\nT,\"Holm, Mira\",private,read\n",
      ["Werk": .title, "wer": .author, "Notes": .privateNotes, "Shelf": .tags])
    #expect(record.book.title == "T" && record.book.author == "Mira Holm" && record.book.review == nil)
    #expect(
      record.book.privateNotes == "private" && record.book.status == nil && record.book.readCount == nil)
  }

  @Test func `a mapped column that is not there is named with those that are`() throws {
    var options = ImportOptions()
    options.map = ["Stars": .rating]
    #expect(throws: ImportError.missingColumn(name: "Stars", found: ["Title", "Author"], rows: 1)) {
      try CaseFile.outcomes(text: "Title,Author\nT,A\n", options)
    }
  }

  @Test func `our own and Goodreads' columns can be mapped too`() throws {
    let own = try book("id,uuid,title,readCount,My stars\n1,,T,,4\n", ["My stars": .rating])
    #expect(own.book.rating == Rating(stars: 4) && own.services.isEmpty)
    let goodreads = try book("Book Id,Title,My Rating,Began\n1,T,4,2024/01/02\n", ["Began": .dateAdded])
    #expect(goodreads.book.dateAdded == Day("2024-01-02") && goodreads.services.first?.serviceID == "1")
  }

  @Test(arguments: [
    ("March 3, 2024", "2024-03-03"), ("3 March 2024", "2024-03-03"), ("Mar 2024", "2024-03"),
    ("2024/03/03", "2024-03-03"),
    ("March 3rd, 2024", "2024-03-03"), ("3. März 2024", "2024-03-03"), ("3 de marzo de 2024", "2024-03-03"),
    ("2024年3月3日", "2024-03-03"), ("March 3, 2024 10:00 AM (GMT+1)", "2024-03-03"),
    ("2024-03-03T10:00:00Z", "2024-03-03"),
    ("March 32, 2024", nil), ("in March 2024 or so", nil), ("March", nil), ("soon", nil), ("March 3", nil),
    ("3 3 March 2024", nil),
  ])
  func `dates in words`(_ cell: String, _ day: String?) throws {
    let outcome = try #require(try CaseFile.outcomes(text: "Title,Author,Finished\nT,A,\"\(cell)\"\n").first)
    #expect(outcome.book?.dateFinished?.text == day && outcome.warnings.isEmpty == (day != nil))
  }

  @Test(arguments: [
    ("March 3, 2024 → March 10, 2024", "2024-03-03", "2024-03-10"),
    ("2024-03-03 - 2024-03-10", "2024-03-03", "2024-03-10"),
    ("2024.03.03 ~ 2024.03.10", "2024-03-03", "2024-03-10"), ("2024-03-10", nil, "2024-03-10"),
  ])
  func `ranges of dates`(_ cell: String, _ start: String?, _ end: String) throws {
    let record = try book("Name,Author,Date Read,Status\nT,A,\"\(cell)\",Finished\n")
    #expect(record.dateStarted?.text == start && record.dateFinished?.text == end)
  }

  @Test func `a lone date of a book still being read is its start, of an abandoned one its stop`() throws {
    #expect(
      try book("Name,Author,Date Read,Status\nT,A,2024-03-10,Reading\n").reads == [
        Read(started: Day("2024-03-10"))
      ])
    #expect(
      try book("Name,Author,Date Read,Status\nT,A,2024-03-10,DNF\n").reads == [
        Read(stopped: Day("2024-03-10"))
      ])
  }

  @Test(arguments: [
    ("read", ReadingStatus.read, ""), ("waiting", nil, "waiting"),
    ("sea, currently-reading", .reading, "sea"), ("a, b", nil, "a|b"),
    ("", nil, ""), ("On Hold", .paused, ""), ("owned", nil, "owned"), ("Your library", nil, "Your library"),
  ])
  func `what is no status becomes a tag`(_ shelf: String, _ status: ReadingStatus?, _ tags: String) throws {
    let outcome = try #require(try CaseFile.outcomes(text: "Title,Author,Shelf\nT,A,\"\(shelf)\"\n").first)
    #expect(outcome.book?.book.status == status && outcome.book?.tags.joined(separator: "|") == tags)
    #expect(outcome.warnings.isEmpty == (status != nil || shelf.isEmpty))
  }

  @Test func `tags come from every column that has some, each once`() throws {
    let record = try book(
      "Title,Tags,Genre,Lists\nT,\"Sea, gothic\",\"[\"\"Horror\"\", \"\"sea\"\"]\",to-read; Owned; x\n")
    #expect(record.tags == ["Sea", "gothic", "x", "Horror"] && record.book.genre == "Horror")
  }

  @Test func `numbers of one's own are no proof that two tables speak of one book`() throws {
    let store = try BookStore()
    for text in ["id,title,author\n1,The Sea,A\n", "id,title,author\n1,The Sea Lion,B\n"] {
      let folder = try TemporaryTextFile(text)
      _ = try store.importBooks(from: try ByteSource(path: folder.path))
    }
    #expect(try store.count() == 2)
  }

  @Test(arguments: [
    ("name,by,stars", false), ("Date,High,Low", false), ("Title", true), ("Name", false),
    ("Title,Foo", false),
    ("title,isbn", true), ("Book Title,Author(s)", true),
    ("Author,ISBN,Rating,Pages", true),
  ])
  func `a table is one of books or it is not`(_ header: String, _ isKnown: Bool) {
    #expect(GenericTable.recognises(header: header.split(separator: ",").map(String.init)) == isKnown)
  }

  @Test func `a table without titles names what is missing`() throws {
    #expect(
      throws: ImportError.missingColumn(name: "title", found: ["Author", "ISBN", "Rating", "Pages"], rows: 1)
    ) {
      try CaseFile.outcomes(text: "Author,ISBN,Rating,Pages\nA,,,\n")
    }
  }

  @Test func `a format that is named reads whatever is there`() throws {
    var options = ImportOptions()
    options.format = "literal"
    #expect(
      try CaseFile.books(text: "Title,Stars\nT,5\n", options).first?.services.first?.service == "literal")
    options.format = "nonsense"
    #expect(throws: ImportError.unknownFormat(name: "nonsense", known: BookStore.importFormats)) {
      try CaseFile.outcomes(text: "Title\nT\n", options)
    }
  }

  @Test func `no cell makes any service's reading fail`() throws {
    let cells = [
      "", " ", "\0", "=\"\"", "\"", "(", ")", "(#", "(,#1)", "(#1)", "<p", "&#x110000;", ";", ",", "|",
      "|||||", "||;;||", "-", "--", "→", "a → b",
      "\\", "\\;", "[", "[]", "[1]", "[\"\"]", "{}", "(http", "x (http", "& && &&&", "99999999999999999999",
      "1/1/1", "2024-", "-2024", "9E+99", "½",
      "Jr.", "Jr., Jr.", "March", "March 99999", "年月日", "1年2月3日", "\u{301}", "👩‍👩‍👧", "read", "x", "a, b",
      "false", "true", "movie", "book",
      String(repeating: "9", count: 5_000), String(repeating: "(", count: 5_000),
      String(repeating: "2-", count: 5_000), String(repeating: "a,", count: 5_000),
    ]
    for type in ImportTable.formats {
      let names: [String] = ((type as? any TableFormat.Type)?.names.values.flatMap { $0 } ?? []).sorted()
      let header =
        ["title"] + names + [
          "Dates Read", "Last Date Read", "ISBN/UID", "Primary Author", "Secondary Author",
          "Secondary Author Roles", "Publication", "ISBNs", "Collections",
          "Subjects", "identifiers", "timestamp", "pubdate", "readings", "deleted", "item_type", "shelf",
          "shelf_name", "Lists", "Work ID",
        ]
      var format = try type.init(header: header)
      for shift in cells.indices {
        let row = header.indices.map { $0 == 0 ? "T" : cells[($0 &* 7 &+ shift) % cells.count] }
        format.observe(row)
        guard case .book(let record, _) = format.read(row) else { continue }
        let merge = BookMerging.merge(existing: record, incoming: record, policy: .overwrite)
        #expect(merge.record == record && BookMatching.verdict(record, record) != .different)
      }
    }
  }
}
