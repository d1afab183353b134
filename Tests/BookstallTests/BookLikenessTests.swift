import Testing

@testable import Bookstall

/// Books that look alike are told and never joined.
struct BookLikenessTests {
  private static let header = "Title,Author,ISBN13,Exclusive Shelf\n"

  private func likenesses(of rows: String, in store: BookStore? = nil) throws -> ImportReport {
    let file = try TemporaryTextFile(Self.header + rows)
    return try (store ?? BookStore()).importBooks(from: try ByteSource(path: file.path))
  }

  @Test(arguments: [
    ("Emma,Jane Austen,,read", "Emma (Annotated),Jane Austen,,read"),
    ("The Lantern Keeper,Mira Holm,,read", "Lantern Keper,Mira Holm,,read"),
    ("Colour of Water,A B,,read", "Color of Water,A B,,read"),
    ("Beowulf,Anonymous,,read", "Beowulf,Seamus Heaney,,read"),
    ("The Idiot,Fyodor Dostoevsky,,read", "The Idiot,Fyodor Dostoyevsky,,read"),
    ("Emma,Jane Austen,9780306406157,read", "Emma,Jane Austen,9780804429573,read"),
    ("Walden: A Life,H. Thoreau,9780306406157,read", "Walden,H. Thoreau,9780804429573,read"),
    ("Aïe,Ô Ü,,read", "Aïe (Poche),Ô Ü,,read"),
  ])
  func `two that may be one book are told`(_ first: String, _ second: String) throws {
    for rows in [first + "\n" + second, second + "\n" + first] {
      let report = try likenesses(of: rows + "\n")
      #expect(report.added == 2)
      #expect(report.likenesses.kept.map(\.line) == [3])
      #expect(report.likenesses.kept.map(\.content.otherLine) == [2])
    }
  }

  @Test(arguments: [
    ("Poems,Emily Dickinson,,read", "Poems,Wilfred Owen,,read"),
    ("\"Fairy Tales, Vol. 2\",A B,,read", "\"Fairy Tales, Vol. 3\",A B,,read"),
    ("Fables (1),A B,,read", "Fables (2),A B,,read"),
    ("\"Fables (Fables, #1)\",A B,,read", "\"Fables (Fables, #2)\",A B,,read"),
    ("Rings: One Tower,A B,,read", "Rings: Two Towers,A B,,read"),
    ("Emma,Jane Austen,,read", "Amma,Jane Austen,,read"),
    ("Henry IV,W S,,read", "Henry V,W S,,read"), ("Aa,B C,,read", "Ee,B C,,read"),
    ("The Iliad,Homer,9780306406157,read", "The Odyssey,Homer,9780804429573,read"),
  ])
  func `two that are plainly two books are not`(_ first: String, _ second: String) throws {
    let report = try likenesses(of: first + "\n" + second + "\n")
    #expect(report.added == 2)
    #expect(report.likenesses.isEmpty, "\(report.likenesses.kept)")
  }

  @Test func `a book of the store is named by its number, and nothing is told twice`() throws {
    let store = try BookStore()
    _ = try likenesses(of: "Emma,Jane Austen,,read\n", in: store)
    let report = try likenesses(of: "Emma (Annotated),Jane Austen,,read\n", in: store)
    let likeness = try #require(report.likenesses.kept.first)
    #expect(likeness.content.other == 1 && likeness.content.otherLine == nil && likeness.content.book == 2)
    #expect(likeness.content.otherTitle == "Emma" && likeness.title == "Emma (Annotated)")
    #expect(try likenesses(of: "Emma (Annotated),Jane Austen,,read\n", in: store).likenesses.isEmpty)
  }

  @Test func `our own format's books are different ones by their own word`() throws {
    let store = try BookStore()
    _ = try likenesses(
      of: "Emma,Jane Austen,9780306406157,read\nEmma,Jane Austen,9780804429573,read\n", in: store)
    let sink = ByteSink()
    _ = try store.export(to: sink)
    let file = try TemporaryTextFile(String(decoding: sink.bytes, as: UTF8.self))
    let report = try BookStore().importBooks(from: try ByteSource(path: file.path))
    #expect(report.added == 2 && report.likenesses.isEmpty)
  }

  @Test func `a thousand books of one name cost no more than a look each`() throws {
    let rows = (0..<1500).map { number in
      var rest = UInt32(number) &* 2_654_435_761
      let name = (0..<6).map { _ in
        defer { rest /= 26 }
        return String(Character(Unicode.Scalar(UInt8(97 + rest % 26))))
      }
      return "Poems,X \(name.joined()),,read\n"
    }.joined()
    let report = try likenesses(of: rows)
    #expect(report.added == 1500 && report.likenesses.isEmpty)
  }

  @Test func `places in one series part two books of one title`() {
    var one = BookRecord.sample("Fables", by: "A B")
    var other = one
    one.series = [SeriesPlace(name: "Fables", number: "1")]
    other.series = [SeriesPlace(name: "fables", number: "2")]
    #expect(BookMatching.verdict(one, other) == .different)
    other.series = [SeriesPlace(name: "Fables", number: nil), SeriesPlace(name: "Other", number: "2")]
    #expect(BookMatching.verdict(one, other) == .same(.titleAndAuthor))
  }
}
