import Bookstall
import Testing

struct MarkdownBooksTests {
  private func page(_ records: [BookRecord]) -> String {
    var page = MarkdownBooks()
    var bytes: [UInt8] = []
    page.appendHeader(into: &bytes)
    for record in records { _ = page.append(record, into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a book is a heading, a line of facts, its tags and its review`() {
    var record = ServiceDialectTests.record()
    record.additionalAuthors = ["Jo Pell"]
    record.contributors = [Contributor(name: "Ann Vey", role: "Translator")]
    record.series = [SeriesPlace(name: "Harbour Tales", number: "2")]
    record.book.genre = "Horror"
    record.book.year = 2011
    record.book.rating = Rating(stars: 4.25)
    record.reads = [Read(started: Day("2024-01-20"), finished: Day("2024-02-10"))]
    record.tags = ["gothic", "sea"]
    record.book.review = "One.\nTwo.\n\nThree."
    record.book.privateNotes = "Lent to Jo."
    #expect(
      page([record]) == """
        # Books

        ## The Lantern Keeper

        Mira Holm, Jo Pell · Ann Vey (Translator) · Harbour Tales #2 · Horror · 2011 · ★★★★☆ 4.25 · read · \
        2024-01-20 – 2024-02-10

        Tags: gothic, sea

        One.\\
        Two.

        Three.

        """)
  }

  @Test(arguments: [
    ("*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"), ("# a\n> b\n- c\n1. d\n2) e\n...f", nil),
    ("[a](b) <b> &amp;", "\\[a\\](b) \\<b> \\&amp;"), ("    a = b - c. 1.5", "a = b - c. 1.5"),
  ])
  func `text shows as it is stored`(text: String, expected: String?) {
    var record = ServiceDialectTests.record()
    record.book.review = text
    let review = page([record]).split(separator: "\n").dropFirst(3).joined(separator: "\n")
    #expect(review == expected ?? "\\# a\\\n\\> b\\\n\\- c\\\n1\\. d\\\n2\\) e\\\n...f")
  }
}
