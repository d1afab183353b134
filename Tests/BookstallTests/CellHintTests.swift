import Testing

@testable import Bookstall

/// Cells with more in them than their kind asks for.
struct CellHintTests {
  @Test(arguments: [
    "ISBN 0-306-40615-2", "0306406152 (pbk.)", "9780306406157, 0306406152", "ISBN-13: 978-0-306-40615-7",
    "ISBN 978 0 306 40615 7", "9780306406157 0306406152", "(hardcover) 9780306406157; x",
  ])
  func `a number is found among words`(cell: String) {
    #expect(ISBN.reading(cell) == .valid("9780306406157"))
  }

  @Test(arguments: [
    "ISBN 0-306-40615-3", "none", "123", "B00ABCDEFG", "978-0-66-100006-?", "x", "tel. 12345678",
  ])
  func `what is no number stays none`(cell: String) {
    #expect(ISBN.reading(cell) == .invalid)
  }

  @Test func `ratings that count to ten are all halved, and told once`() throws {
    let outcomes = try CaseFile.outcomes(text: "Title,Rating\nA,9\nB,7\nC,4\nD,4/5\nE,\nF,11\n")
    #expect(outcomes.map { $0.book?.book.rating?.text } == ["4.5", "3.5", "2", "4", nil, nil])
    #expect(Set(outcomes.prefix(5).flatMap(\.warnings).compactMap(\.onceKey)) == ["halved Rating"])
    #expect(outcomes[5].warnings == [.unreadableRating(column: "Rating", text: "11")])
  }

  @Test func `what is no quarter star when it is halved is left out, and never kept as it is`() throws {
    let outcomes = try CaseFile.outcomes(text: "Title,Rating\nA,4.25\nB,8\nC,9\nD,7.25\nE,6.5\n")
    #expect(outcomes.map { $0.book?.book.rating?.text } == [nil, "4", "4.5", nil, "3.25"])
    #expect(outcomes[0].warnings == [.unreadableRating(column: "Rating", text: "4.25")])
  }

  @Test func `one rating above five is a slip, and a service's own ratings are out of five`() throws {
    for text in ["Title,Rating\nA,9\nB,4\n", "Book Id,Title,My Rating\n1,A,9\n2,B,4\n3,C,8\n"] {
      let outcomes = try CaseFile.outcomes(text: text)
      #expect(outcomes.prefix(2).map { $0.book?.book.rating?.text } == [nil, "4"])
      #expect(outcomes[0].warnings.compactMap(\.onceKey).count == 1)
    }
  }

  @Test(arguments: [
    ("1 234", 1234), ("1\u{A0}234", 1234), ("xlv; 672 ", 672), ("12 34", nil), ("5 1234", nil),
  ])
  func `blanks in a number of pages part its thousands`(cell: String, pages: Int?) throws {
    let outcome = try #require(try CaseFile.outcomes(text: "Title,Author,Pages\nA,B,\(cell)\n").first)
    #expect(outcome.book?.book.pages == pages && outcome.warnings.isEmpty == (pages != nil))
  }

  @Test func `a half may stand behind a whole number`() {
    #expect(["4½", "4 ½", "4.5½", "½x"].map { RatingReading.rating($0).stars } == [4.5, 4.5, nil, nil])
  }

  @Test func `a column that is mapped and not there is named`() {
    var options = ImportOptions()
    options.map = ["Nope": .title]
    #expect(throws: ImportError.missingColumn(name: "Nope", found: ["Foo", "Bar"], rows: 0)) {
      try CaseFile.service(ofText: "Foo,Bar\n", options)
    }
  }

  @Test(arguments: ["\u{2028}", "\u{2029}", "\u{85}"])
  func `a file whose lines end in no line end is refused`(end: String) {
    #expect(throws: ImportError.oddLineEnds) {
      try CaseFile.service(ofText: "Title,Author,Rating\(end)A,B,4\(end)")
    }
  }

  @Test(arguments: [
    ("1er février 2024", "2024-02-01"), ("5 dic 2024", "2024-12-05"), ("5 января 2024 г.", "2024-01-05"),
    ("2024년 1월 5일", "2024-01-05"),
  ])
  func `dates in words are read in more languages`(cell: String, day: String) {
    #expect(WordedDate(cell)?.text == day)
  }

  @Test(arguments: [
    ("Ursula K. Le Guin", "Le Guin, Ursula K."), ("Jane Austen", "Austen, Jane"), ("Le Guin", "Guin, Le"),
    ("Vincent van Gogh", "Gogh, Vincent van"),
  ])
  func `a particle with a capital belongs to the last name`(name: String, turned: String) {
    #expect(GoodreadsDialect.lastFirst(name) == turned)
  }

  @Test func `two places in one are no place in a series`() {
    #expect(TitleSeries.split("Emma (S #10 & #11)").title == "Emma (S #10 & #11)")
  }

  @Test func `doubtful dates are told where the first of them stands`() throws {
    let text = "Title,Author,Date Finished\nA,X,2024-01-02\nB,Y,05/06/2024\nC,Z,07/08/2024\n"
    let outcomes = try CaseFile.outcomes(text: text)
    #expect(
      outcomes.map(\.warnings) == [[], [.ambiguousDates(text: "05/06/2024", isDayFirst: false)], []])
  }

  @Test func `a date with hyphens is read when the file tells its order, and never by a guess`() throws {
    let head = "Title,Author,Date Finished\nA,X,"
    let lone = try #require(try CaseFile.outcomes(text: head + "5-1-2024\n").first)
    #expect(lone.book?.reads == [] && lone.book?.services.first?.other["Date Finished"] == "5-1-2024")
    #expect(lone.warnings == [.undecidedDate(column: "Date Finished", text: "5-1-2024")])
    for (other, day) in [("13-1-2024", "2024-01-05"), ("1-13-2024", "2024-05-01")] {
      let outcome = try #require(try CaseFile.outcomes(text: head + "5-1-2024\nB,Y,\(other)\n").first)
      #expect(outcome.book?.reads.map { $0.finished?.text } == [day] && outcome.warnings.isEmpty)
    }
    let semicolons = try CaseFile.outcomes(text: head.replacing(",", with: ";") + "5-1-2024\n")
    #expect(semicolons.first?.book?.reads.map { $0.finished?.text } == ["2024-01-05"])
    #expect(
      try CaseFile.outcomes(text: head + "5-5-2024\n").first?.book?.reads.first?.finished == Day("2024-05-05")
    )
  }

  @Test(arguments: ["Title,Author,Date Read,Date Added", "Book Id,Title,Date Read,Date Added,My Rating"])
  func `where a file has both orders, a date that fits both is said to`(header: String) throws {
    let text = header + "\nA,X,13/01/2024,01/13/2024,\nB,Y,01/02/2024,,\nC,Z,nope,,\n"
    let warnings = try CaseFile.outcomes(text: text).map { $0.warnings }
    #expect(warnings[1] == [.undecidedDate(column: "Date Read", text: "01/02/2024")])
    #expect(warnings[2] == [.unreadableDate(column: "Date Read", text: "nope")])
  }

  @Test(arguments: [
    "Name,Email,Status", "Title,Artist,Year,Rating", "Title,Platform,Status,Rating", "Name,Director,Rating",
  ])
  func `films, music and people are no books`(header: String) {
    let columns = header.split(separator: ",").map(String.init)
    #expect(throws: ImportError.unknownTable(columns: columns)) {
      try CaseFile.service(ofText: header + "\n")
    }
    #expect(throws: Never.self) { try CaseFile.service(ofText: header + ",Author,ISBN\n") }
  }

  @Test func `columns that a Goodreads file has of somebody else are told`() throws {
    let header = "Book Id,Title,My Rating,BCID,read_dates,Date Started,Original Language\n"
    var chunks = [Array(header.utf8)]
    let rows = try RowSources.open({ chunks.popLast() ?? [] }, ImportOptions())
    #expect(rows.unusedColumns == ["Date Started", "Original Language"])
  }

  @Test func `a range without an end keeps its start`() throws {
    let text = "Name,Author,Date Read\nA,B,2024/03/03 \u{2192} \nC,D,\u{2192} 2024/03/04\n"
    let reads = try CaseFile.books(text: text).map { $0.reads.first }
    #expect(reads.first??.started?.text == "2024-03-03" && reads.first??.finished == nil)
    #expect(reads.last??.finished?.text == "2024-03-04")
  }
}

extension CellReading<Rating> {
  fileprivate var stars: Double? { if case .value(let rating) = self { Double(rating.text) } else { nil } }
}
