import Bookstall
import Testing

@testable import Presentation

struct BookDetailTests {
  private let terminal = TerminalOptions(columns: 80, colour: .trueColour, art: .blocks)
  private let pipe = TerminalOptions(columns: 80)

  private func detail(_ change: (inout Book) -> Void, _ options: TerminalOptions) -> BookDetail {
    BookDetail(BookRecord(book: SampleBooks.book(change)), options)
  }

  @Test func `the sample book looks as the seed has it`() {
    #expect(
      BookDetail(SampleBooks.record(), pipe).plainLines == [
        "  ‹ list                           Test book                               #42",
        "",
        "                                  [ FANTASY ]",
        "",
        "                                  Test author",
        "",
        "    This was a great book; I really enjoyed it.",
        "",
        "                               ★ ★ ★ ★ ☆   4 of 5",
      ])
  }

  @Test(arguments: [20, 30, 40, 80, 200])
  func `the picture is as wide as the terminal allows and a sixth as high`(columns: Int) {
    var options = terminal
    options.columns = columns
    let lines = BookDetail(SampleBooks.record(), options).lines
    let picture = lines.filter { line in line.runs.contains { $0.style.background != nil } }
    let width = min(60, columns - 4)
    #expect(picture.count == width / 6)
    for line in picture {
      let drawn = line.runs.filter { $0.style.background != nil }.reduce(0) { $0 + $1.text.count }
      #expect(drawn == width)
    }
  }

  @Test(arguments: ["Fantasy", "Thriller", "文学", "straße"])
  func `the tag stands over the bottom right of the picture`(genre: String) throws {
    let detail = detail({ $0.genre = genre }, terminal)
    let picture = detail.lines.filter { line in line.runs.contains { $0.style.background != nil } }
    let row = try #require(picture.dropLast().last)
    let bold = row.runs.firstIndex { $0.style.isBold }
    let tagIndex = try #require(bold)
    let tag = row.runs[tagIndex]
    #expect(tag.text == " \(genre.uppercased()) ")
    #expect(tag.style.foreground?.rgb == RGB(0xFFFFFF))
    let after = row.runs[(tagIndex + 1)...].reduce(0) { $0 + $1.text.count }
    #expect(after == 1)
    #expect(picture.filter { line in line.runs.contains(where: \.style.isBold) }.count == 1)
  }

  @Test(
    arguments: [
      (nil, "FANTASY"), ("", "FANTASY"), ("Sci-Fi", "SCI-FI"), ("straße", "STRASSE"), ("文学", "文学"),
    ] as [(String?, String)])
  func `the tag is the genre in capitals`(genre: String?, tag: String) {
    let detail = detail({ $0.genre = genre }, pipe)
    #expect(detail.plainLines[2].contains("[ \(tag) ]"))
  }

  @Test func `no genre shows the picture of Fantasy`() {
    let missing = detail({ $0.genre = nil }, terminal)
    #expect(missing.text == detail({ $0.genre = "Fantasy" }, terminal).text)
    #expect(missing.text != detail({ $0.genre = "Horror" }, terminal).text)
  }

  @Test(arguments: [nil, "", " \n\t "] as [String?])
  func `what is missing has a stand-in`(text: String?) {
    let lines = detail(
      {
        $0.title = text
        $0.author = text
        $0.review = text
        $0.rating = nil
      }, pipe
    ).plainLines
    #expect(lines[0].contains(" Unknown Book "))
    #expect(lines[4].hasSuffix("  Unknown author"))
    #expect(lines[6] == "    No review")
    #expect(lines[8].hasSuffix("  not rated"))
  }

  @Test func `the parts come in the seed's order`() throws {
    let text = BookDetail(SampleBooks.full, terminal).text
    var rest = text[...]
    for marker in [" FANTASY ", "Test author", "This was a great book", "4 of 5", "Second Author"] {
      let parts = rest.split(separator: marker, maxSplits: 1, omittingEmptySubsequences: false)
      try #require(parts.count == 2, "\(marker) is out of order")
      rest = parts[1]
    }
  }

  @Test func `a review of paragraphs is wrapped and keeps its blank lines`() {
    let long = Array(repeating: "word", count: 40).joined(separator: " ")
    let lines = detail({ $0.review = "\n\n\(long)\n\nSecond.\n\n" }, pipe).plainLines
    let review = Array(lines[5..<lines.count - 1])
    #expect(review.first == "")
    #expect(review.last == "")
    #expect(review.dropFirst().first?.hasPrefix("    word") == true)
    #expect(Array(review.suffix(3)) == ["", "    Second.", ""])
    #expect(review.allSatisfy { $0.utf8.count <= 76 })
  }

  @Test func `a long review keeps every word`() {
    let words = (0..<2000).map { "w\($0)" }
    let lines = detail({ $0.review = words.joined(separator: " ") }, pipe).plainLines
    let shown = lines[6..<lines.count - 2].flatMap { $0.split(separator: " ").map(String.init) }
    #expect(shown == words)
  }

  @Test func `facts are shown only when there are some`() {
    let lines = BookDetail(SampleBooks.full, pipe).plainLines
    #expect(
      lines.suffix(11)
        == [
          "    With     Second Author · A Person (Translator)",
          "    Series   Cycle #4 · Other",
          "    Status   did not finish · 3 reads",
          "    Read     2020-01-02 to 2020-02-03 · 3.5 of 5",
          "             since 2024-05",
          "             stopped 2025",
          "             Too",
          "             long.",
          "    Edition  Ace · 2000 · 304 pages · first published 380 BCE",
          "    ISBN     9780441478125",
          "    Tags     winter · hugo",
        ])
  }

  @Test(arguments: ArtTier.allCases)
  func `the view does not end in a blank line`(tier: ArtTier) {
    for record in [SampleBooks.record(), SampleBooks.full] {
      let lines = BookDetail(record, TerminalOptions(columns: 60, colour: .sixteen, art: tier)).plainLines
      #expect(lines.last?.contains { $0 != " " } == true)
    }
  }

  @Test func `a title that is cut in the bar stands whole among the facts`() {
    let title = "The Hound of the Baskervilles and Other Stories"
    var options = pipe
    options.columns = 44
    let lines = detail({ $0.title = title }, options).plainLines
    #expect(lines[0].contains("…"))
    let facts = lines.drop { !$0.hasPrefix("  Title") }
    #expect(facts.joined(separator: " ").split(separator: " ").dropFirst().joined(separator: " ") == title)
  }

  @Test func `an unknown width cuts nothing`() {
    let title = String(repeating: "Long title ", count: 20)
    let lines = detail({ $0.title = title }, TerminalOptions()).plainLines
    #expect(lines[0].contains(TextLayout.squeezed(title)))
  }

  @Test func `a screen reader gets words, one fact per line`() {
    let options = TerminalOptions(columns: 80, colour: .trueColour, art: .blocks, isAccessible: true)
    #expect(
      BookDetail(SampleBooks.record(), options).text == """
        Book 42
        Title: Test book
        Genre: Fantasy
        Author: Test author
        Review: This was a great book; I really enjoyed it.
        Rating: 4 of 5 stars

        """)
  }

  @Test func `without colour nothing but text is sent`() {
    for tier in ArtTier.allCases {
      let text = BookDetail(SampleBooks.full, TerminalOptions(columns: 80, art: tier)).text
      #expect(!text.contains("\u{1B}"))
    }
  }

  @Test(arguments: [20, 33, 60, 80])
  func `the ASCII form is ASCII but for the book's own text`(columns: Int) {
    let options = TerminalOptions(columns: columns, colour: .trueColour, art: .blocks, isASCII: true)
    let text = BookDetail(SampleBooks.full, options).text
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("*"))
  }

  @Test func `hostile text stays text`() {
    let text = detail(
      {
        $0.title = "\u{1B}]52;c;aGk=\u{7}"
        $0.author = "\u{202E}rohtua"
        $0.genre = "a\u{9B}2J"
        $0.review = "one\u{1B}[2J\r\ntwo\u{85}"
      }, pipe
    ).text
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl })
    #expect(text.contains("␛]52;c;aGk=�"))
  }

  @Test func `no line is wider than the terminal, whatever the book says`() {
    var generator = SeededGenerator(seed: 42)
    for columns in 20...200 {
      for variant in [columns % 8, columns * 3 % 8 + 1] {
        let record = randomRecord(&generator)
        let options = TerminalOptions(
          columns: columns, colour: .trueColour, art: variant % 4 == 3 ? .mono : .blocks,
          isASCII: variant == 2, isAccessible: variant == 6, ambiguousIsWide: variant % 2 == 1)
        for line in BookDetail(record, options).lines {
          let cells = line.cells(by: options.layout.width)
          #expect(cells <= columns, "\(columns) columns, variant \(variant): \(line.text)")
        }
      }
    }
  }

  private func randomRecord(_ generator: inout SeededGenerator) -> BookRecord {
    func text(_ length: Int) -> String { MixedText.random(length: length, using: &generator) }
    var record = SampleBooks.full
    record.book.id = [0, 7, 42, 123_456, Int64.max].randomElement(using: &generator) ?? 1
    record.book.title = text(Int.random(in: 0...90, using: &generator))
    record.book.author = text(Int.random(in: 0...90, using: &generator))
    record.book.genre = text(Int.random(in: 0...70, using: &generator))
    record.book.review = text(120)
    record.book.rating = [Rating(stars: 4.25), Rating(stars: 5), nil].randomElement(using: &generator) ?? nil
    record.tags = [text(5), text(40)]
    return record
  }
}
