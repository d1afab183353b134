import Bookstall
import Testing

@testable import Presentation

@Suite("Hits of a search")
struct SearchHitsTests {
  private static func lines(
    _ words: String, _ options: TerminalOptions, _ change: (inout BookRecord) -> Void = { _ in }
  ) -> [StyledText] {
    SearchHits(SearchWords([words]), options).lines(SampleBooks.record(change))
  }

  private static let review =
    "An envoy alone on a winter world; the last crossing of the ice is the finest friendship I have read in "
    + "years, and it is short."

  @Test func `matches stand between marks where there is no colour`() {
    let lines = Self.lines("ice friend", TerminalOptions(columns: 80)) { $0.book.review = Self.review }
    #expect(
      lines.texts == [
        "   42  Test book                                Test author                ★★★★☆",
        "       …last crossing of the «ice» is the finest «friend»ship I have read in y…",
      ])
    let ascii = Self.lines("test", TerminalOptions(columns: 80, isASCII: true))
    #expect(ascii.texts.first?.hasPrefix("   42  [Test] book  ") == true)
  }

  @Test func `with colour matches are bold and have no marks`() {
    let lines = Self.lines("book", .colours(80))
    let bold = lines.flatMap(\.runs).filter(\.style.isBold)
    #expect(bold.map(\.text) == ["book", "book"])
    #expect(!lines.texts.joined().contains("«"))
  }

  @Test func `fields beside the review are named`() {
    let lines = Self.lines("winter", TerminalOptions(columns: 80)) {
      $0.tags = ["a", "Winter"]
      $0.book.privateNotes = "for winter\nnights"
      $0.book.genre = "Winter"
      $0.additionalAuthors = ["Winter Rose"]
    }
    #expect(
      lines.texts.dropFirst() == [
        "       notes: for «winter» nights", "       tags: a, «Winter»", "       with: «Winter» Rose",
        "       genre: «Winter»",
      ])
  }

  @Test func `screen readers get words without marks`() {
    let lines = Self.lines("ice", TerminalOptions(isAccessible: true)) { $0.book.review = Self.review }
    #expect(lines.texts.first == "42: Test book, by Test author, 4 of 5 stars")
    #expect(lines.texts.last?.hasPrefix("review: ") == true)
    #expect(!lines.texts.joined().contains("«"))
  }

  @Test(arguments: 0..<40)
  func `no line is wider than the terminal, whatever is found`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let columns = Int.random(in: 20...200, using: &generator)
    var record = SampleBooks.record()
    record.book.title = MixedText.random(length: 60, using: &generator)
    record.book.author = MixedText.random(length: 30, using: &generator)
    record.book.review = MixedText.random(length: 300, using: &generator)
    record.tags = [MixedText.random(length: 90, using: &generator)]
    for word in ["a", "骆", "z", "é"] {
      for options in [TerminalOptions.colours(columns), TerminalOptions(columns: columns)] {
        for line in SearchHits(SearchWords([word]), options).lines(record) {
          #expect(line.cells(by: CellWidth()) <= columns, "\(columns): \(line.text)")
        }
      }
    }
  }

  @Test(arguments: [20, 30, 44, 49])
  func `a narrow hit begins as the list's card does`(columns: Int) {
    for (id, isASCII) in [(7, false), (42, true), (12_345, false)] {
      let options = TerminalOptions(columns: columns, colour: .trueColour, isASCII: isASCII)
      let record = SampleBooks.record {
        ($0.book.id, $0.book.author, $0.book.review) = (Int64(id), "A. B.", "needle")
        $0.book.title = "A title that is much longer than the line"
      }
      let lines = SearchHits(SearchWords(["needle"]), options).lines(record).texts
      let card = BookList(options).row(record.book).texts
      #expect(lines[0] == card[0])
      #expect(card[1].hasPrefix(lines[1]))
      #expect(lines[2].hasPrefix("     "))
    }
  }

  @Test func `text that steers terminals is shown, not obeyed`() {
    let evil = "ice \u{1B}[2J\u{202E} ice"
    let lines = Self.lines("ice", TerminalOptions(columns: 80)) {
      ($0.book.title, $0.book.author, $0.book.review, $0.tags) = (evil, evil, evil, [evil])
    }
    #expect(!lines.texts.joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func `the start of a megabyte is not read for a match at its end`() {
    let text = String(repeating: "word ", count: 200_000) + "needle"
    let lines = Self.lines("needle", TerminalOptions(columns: 80)) { $0.book.review = text }
    #expect(lines.texts.last?.hasSuffix("word word «needle»") == true)
  }
}
