import Testing

@testable import Bookstall

/// Clippings in other languages, broken ones, and files that grow.
struct KindleClippingsTests {
  private let end = "==========\r\n"

  @Test(
    arguments: ["\n", "\r\n", "\r"], ["", "#", "\u{FEFF}", "\u{FEFF}#", "#\u{FEFF}", "\u{FEFF} #\u{FEFF}#"])
  func `lines may end in any way, and nothing but a mark or blank lines may stand before the first`(
    lineEnd: String, start: String
  ) throws {
    let clipping =
      "Emma (Jane Austen)#- Your Highlight on page 9 | Added on Sunday, 18 December 2022 15:19:56##"
    let text = (start + clipping + "One.#==========#\u{FEFF}" + clipping + "Two.#==========#")
      .replacing("#", with: lineEnd)
    #expect(try CaseFile.service(ofText: text) == "kindle")
    let outcomes = try CaseFile.outcomes(text: text)
    #expect(outcomes.count == 1 && outcomes.first?.book?.book.title == "Emma")
    #expect(outcomes.first?.book?.book.privateNotes?.contains("Two.") == true)
  }

  @Test(arguments: [
    ("Title (Holm, Mira)", "Title", "Holm, Mira"), ("Title (Part) (Mira Holm)", "Title (Part)", "Mira Holm"),
    ("Title", "Title", nil),
    ("Title (a (b) c)", "Title", "a (b) c"), ("(Mira Holm)", "(Mira Holm)", nil), ("Title )", "Title )", nil),
    ("Title ()", "Title ()", nil),
  ])
  func `the last whole parenthesis is the author`(_ heading: String, _ title: String, _ author: String?) {
    #expect(KindleMark.parted(heading) == (title, author))
  }

  @Test(arguments: [
    (
      "- Ihre Markierung auf Seite 9 | bei Position 100-101 | Hinzugefügt am Sonntag, 18. Dezember 2022 15:19:56",
      KindleMark.Kind.highlight, 9 as Int?, "100-101" as String?
    ),
    (
      "- Votre surlignement sur la page 9 | emplacement 100-101 | Ajouté le dimanche 18 décembre 2022 15:19:56",
      .highlight, 9 as Int?, "100-101" as String?
    ),
    (
      "- La subrayado en la página 9 | posición 100-101 | Añadido el domingo, 18 de diciembre de 2022 15:19:56",
      .highlight, 9 as Int?, "100-101" as String?
    ),
    ("- 您在第 9 页（位置 #100-101）的标注 | 添加于 2022年12月18日星期日 下午3:19:56", .highlight, 9 as Int?, nil as String?),
    (
      "- Your Note at location 100 | Added on Sunday, 18 December 2022 15:19:56", .note, nil as Int?,
      "100" as String?
    ),
    (
      "- Your Bookmark on page xii | Added on Sunday, December 18, 2022, 3:19:56 PM", .bookmark, nil as Int?,
      nil as String?
    ),
  ])
  func `what Kindle says in several languages`(
    _ line: String, _ kind: KindleMark.Kind, _ page: Int?, _ location: String?
  ) throws {
    let mark = try #require(KindleMark(line))
    #expect(mark.kind == kind && mark.page == page && mark.location == location)
    #expect(mark.addedAt == "2022-12-18T15:19:56")
  }

  @Test func `midnight and noon`() {
    #expect(WordedDate("December 18, 2022 12:00:01 AM")?.text == "2022-12-18T00:00:01")
    #expect(WordedDate("December 18, 2022 12:00 PM")?.text == "2022-12-18T12:00:00")
    #expect(WordedDate("December 18, 2022 25:00")?.text == "2022-12-18")
  }

  @Test func `several authors, a broken clipping, and doubles`() throws {
    let mark = "- Your Highlight on page 1 | Added on Sunday, December 18, 2022 3:19:56 PM\r\n"
    let text =
      "\u{FEFF}A (Holm, Mira;Pell, Jo)\r\n" + mark + "\r\nOne\r\n" + end
      + "\u{FEFF}A (Holm, Mira;Pell, Jo)\r\n" + mark + "\r\nOne\r\n" + end
      + "A (Holm, Mira;Pell, Jo)\r\n" + mark + "\r\nTwo\r\n\r\nlines\r\n" + end + "No mark\r\n\r\n" + end
      + "\r\n\r\n" + end
    let outcomes = try CaseFile.outcomes(text: text)
    try #require(outcomes.count == 2)
    let book = try #require(outcomes[0].book)
    #expect(
      book.book.author == "Mira Holm" && book.additionalAuthors == ["Jo Pell"] && book.book.status == nil)
    #expect(book.services.first?.other.columns.map(\.text) == ["One", "Two\n\nlines"])
    #expect(outcomes[1].rowProblem == .noTitle)
  }

  @Test func `the notebook of an app is one book`() throws {
    let line = "\"----\",,,\r\n,,,\r\n\"Annotation Type\",\"Location\",\"Starred?\",\"Annotation\"\r\n"
    let text =
      "\"Your Kindle Notes For:\",,,\r\n\"The Sea, the Sea Lion\",,,\r\n\"by Mira Holm and others\",,,\r\n"
      + "\"Free Kindle instant preview:\",,,\r\nhttps://a.example/x,,,\r\n" + line
      + "\"Highlight (Yellow)\",\"Location 5\",\"\",\"One, two\"\r\n\"Note\",\"Location 5\",\"*\",\"Three\"\r\n"
      + "\"Note\",\"Location 5\",\"*\",\"Four\"\r\n"
    let outcomes = try CaseFile.outcomes(text: text)
    let book = try #require(outcomes.first?.book)
    #expect(
      outcomes.count == 1 && book.book.title == "The Sea, the Sea Lion"
        && book.book.author == "Mira Holm and others")
    #expect(
      book.services.first?.other.columns.map(\.name)
        == ["Highlight (Yellow) | Location 5", "Note | Location 5 | *", "Note | Location 5 | * (2)"])
    #expect(try CaseFile.outcomes(text: "Your Kindle Notes For:,,,\n").first?.rowProblem == .noTitle)
  }

  @Test func `a file that has grown adds what is new`() throws {
    let store = try BookStore()
    func clipping(_ second: Int) -> String {
      "A (Mira Holm)\r\n- Your Note on page 1 | Added on Sunday, December 18, 2022 3:19:5\(second) PM\r\n\r\nNote \(second)\r\n"
        + end
    }
    for (count, isNews) in [(2, true), (2, false), (3, true)] {
      let file = try TemporaryTextFile((0..<count).map(clipping).joined())
      let report = try store.importBooks(from: try ByteSource(path: file.path))
      #expect((report.added + report.merged == 1) == isNews && report.rows == 1)
    }
    var columns = 0
    try store.forEachRecord { columns += $0.services.reduce(0) { $0 + $1.other.columns.count } }
    #expect(columns == 3)
  }
}
