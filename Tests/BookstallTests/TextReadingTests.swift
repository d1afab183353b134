import Testing

@testable import Bookstall

struct TextReadingTests {
  @Test(arguments: [
    ("9780306406157", "9780306406157"), ("0-306-40615-2", "9780306406157"),
    ("=\"0306406152\"", "9780306406157"),
    ("[0306406152]", "9780306406157"), ("080442957X", "9780804429573"), ("080442957x", "9780804429573"),
    ("978‐0‐306‐40615‐7", "9780306406157"), (" 978 0 306 40615 7 ", "9780306406157"),
    ("9780306406157.0", "9780306406157"), ("9798501122338", "9798501122338"),
  ])
  func `ISBNs are found under their dressing`(_ cell: String, _ digits: String) {
    #expect(ISBN.normalised13(cell) == digits)
  }

  @Test(arguments: [
    "9780306406158", "0306406153", "0000000000", "1234567890", "9780000000002", "9.78E+12", "9,78066E+12",
    "4006381333931", "X306406152", "B00ABCDEF1", "978-0-66-100006-?", "97803064061577", "12", "306406152", "",
    "550e8400-e29b-41d4-a716-446655440000", "9999999999999999999999999999",
  ])
  func `anything else is no ISBN`(_ cell: String) {
    #expect(ISBN.normalised13(cell) == nil)
  }

  @Test func `a lost leading zero, a rounded number and a blank cell are told apart`() {
    #expect(ISBN.reading("306406152") == .repaired("9780306406157"))
    #expect(ISBN.reading("306406153") == .invalid)
    #expect(ISBN.reading("9.78E+12") == .rounded && ISBN.reading("9,78066E+12") == .rounded)
    #expect(ISBN.reading("=\"\"") == .blank && ISBN.reading("[]") == .blank && ISBN.reading(" ") == .blank)
    for text in ["Ebook+1", "E+12", "550e8400-e29b-41d4", "9e1"] { #expect(ISBN.reading(text) == .invalid) }
  }

  @Test(arguments: [
    ("  Emma ", "Emma"), ("David   Epstein", "David Epstein"), ("A\u{A0}\u{A0}B", "A B"),
    ("A\r\nB\tC", "A B C"),
    ("Ze\u{200B}ro\u{FEFF}", "Zero"), ("Em\u{200D}ma", "Emma"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
    ("\u{3000}村上　春樹", "村上 春樹"), ("é", "é"), ("a\u{85}b", "a b"),
  ])
  func `a line is trimmed, squeezed and composed`(_ text: String, _ line: String) {
    #expect(TextNormalisation.line(text).map { Array($0.utf8) } == Array(line.utf8))
  }

  @Test func `decomposed text is composed`() {
    #expect(TextNormalisation.line("Cafe\u{301}").map { Array($0.utf8) } == Array("Caf\u{E9}".utf8))
    #expect(TextNormalisation.paragraphs("Cafe\u{301}").map { Array($0.utf8) } == Array("Caf\u{E9}".utf8))
  }

  @Test(arguments: [
    ("\t", " ", "\t"), ("  ", " ", "  "), ("\r\n", " ", "\n"), ("\n", " ", "\n"), ("é", "é", "é"),
    ("e\u{301}", "é", "é"),
    ("\u{A0}", " ", "\u{A0}"), ("\u{200B}", "", ""), ("\u{7F}", "\u{7F}", "\u{7F}"),
  ])
  func `a text is brought into form alike wherever the odd part stands`(
    odd: String, inLine: String, inLines: String
  ) {
    for place in 1..<40 {
      let before = String(repeating: "a", count: place)
      let after = String(repeating: "b", count: 40 - place)
      #expect(TextNormalisation.line(before + odd + after) == before + inLine + after)
      #expect(TextNormalisation.paragraphs(before + odd + after) == before + inLines + after)
    }
  }

  @Test(arguments: [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\n", "<br/>"), ("é", "é")])
  func `HTML is written alike wherever the odd byte stands`(odd: String, escaped: String) {
    for place in 0..<40 {
      let before = String(repeating: "a", count: place)
      let after = String(repeating: "b", count: 39 - place)
      #expect(HTMLText.html(before + odd + after) == before + escaped + after)
    }
  }

  @Test func `a remembered genre is the one that the table has`() {
    var memory = GenreMemory()
    for _ in 0..<2 {
      for tags in [
        ["to-read"], ["gothic"], ["owned", "Sci-Fi"], ["no such thing"], ["poems", "gothic"], [],
      ] {
        #expect(memory.genre(forTags: tags) == GenreTable.genre(forTags: tags))
      }
      for number in 0..<600 { #expect(memory.genre(forTags: ["shelf \(number)"]) == nil) }
    }
  }

  @Test func `paragraphs keep their spacing and end lines with LF`() {
    #expect(TextNormalisation.paragraphs(" \r\nA  B\r\n\r\nC\rD\n ") == "A  B\n\nC\nD")
    #expect(TextNormalisation.paragraphs("A  B\n\tC") == "A  B\n\tC")
  }

  @Test(arguments: ["", " ", "\t\r\n", "\u{A0}", "\u{200B}", "=\"\"", " =\"\" "])
  func `blank cells are blank`(_ cell: String) {
    #expect(TextNormalisation.isBlank(cell))
  }

  @Test(arguments: ["x", "=", "\"\"", "0", "=\"a\"", "=\"\"\"\""])
  func `other cells are not`(_ cell: String) {
    #expect(!TextNormalisation.isBlank(cell))
  }

  @Test(arguments: [
    ("One.<br/><br />Two<BR>Three", "One.\n\nTwo\nThree"), ("<div>One.<br>Two.</div>", "One.\nTwo."),
    ("<div>One</div><div>Two</div>", "One\nTwo"), ("<div><div>One</div></div> <div>Two</div>", "One\nTwo"),
    ("<p>One</p><p>Two</p>", "One\n\nTwo"), ("<p>One</p>\n  <p>Two</p>", "One\n\nTwo"),
    ("<i>Long</i>, <b>worth</b> &amp; moving. Tom &lt;3s it.", "Long, worth & moving. Tom <3s it."),
    ("I <3 it, 2 < 3 and 3 > 2", "I <3 it, 2 < 3 and 3 > 2"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
    ("<a href=\"http://x.example/?a=1&amp;b\">link</a>", "link"), ("a <b and c> d", "a <b and c> d"),
    ("<unknown>stays</unknown>", "<unknown>stays</unknown>"), ("<spoiler>dies</spoiler>", "dies"),
    ("caf&eacute; &#233;&#xE9; &hellip;", "café éé …"),
    ("AT&T &nosuch; &#0; & ; &;", "AT&T &nosuch; &#0; & ; &;"),
    ("<", "<"), ("<b", "<b"), ("&", "&"), ("<bread>", "<bread>"), ("</ div>", "</ div>"),
    ("no markup", "no markup"),
    ("Text<div>block</div>", "Text\nblock"),
  ])
  func `HTML becomes text`(_ html: String, _ text: String) {
    #expect(HTMLText.text(html) == text)
  }

  @Test(arguments: ["a & b < c > d\ne", "&amp;", "<br/>", "plain"])
  func `text becomes HTML and the same text again`(_ text: String) {
    #expect(HTMLText.text(HTMLText.html(text)) == text)
    #expect(!HTMLText.html(text).contains("\n"))
  }

  @Test func `a long text of openings takes linear time`() {
    let text = String(repeating: "<a ", count: 100_000)
    #expect(HTMLText.text(text) == text)
  }

  @Test(arguments: [
    ("The Hound (Sherlock Holmes, #5)", "The Hound", "Sherlock Holmes#5"), ("T (A #1.0)", "T", "A#1"),
    ("T (A, #2; B, #12)", "T", "A#2;B#12"), ("T (A, #0.5)", "T", "A#0.5"), ("T (A, #1-3)", "T", "A#1-3"),
    ("Les Misérables (Abridged)", "Les Misérables (Abridged)", ""),
    ("T (Abridged) (A, #1)", "T (Abridged)", "A#1"),
    ("T (A (B), #2)", "T", "A (B)#2"), ("T (A, #2; B)", "T (A, #2; B)", ""), ("(A, #1)", "(A, #1)", ""),
    ("T (#5)", "T (#5)", ""), ("T (A, #)", "T (A, #)", ""), ("T (A, #1) more", "T (A, #1) more", ""),
    (")", ")", ""), ("T (Is it #1 or not)", "T (Is it #1 or not)", ""),
  ])
  func `a title is parted from its series`(_ text: String, _ title: String, _ series: String) {
    let split = TitleSeries.split(text)
    #expect(split.title == title)
    #expect(split.series.map { $0.name + "#" + ($0.number ?? "") }.joined(separator: ";") == series)
  }

  @Test func `a title and its series are joined as they were parted`() {
    let text = "The Valley of Fear (Sherlock Holmes, #7; Great Detectives, #12)"
    let split = TitleSeries.split(text)
    #expect(TitleSeries.joined(title: split.title, series: split.series) == text)
  }
}
