import Testing

@testable import Bookstall

/// Files that meet a store with books, and what rows of one file do to each other.
struct ImportIntoFilledStoreTests {
  private static let header = "title,author,id,uuid\n"

  private static func uuid(_ number: Int) -> String {
    "018f0000-0000-7000-8000-" + String(repeating: "0", count: 12 - String(number).count) + "\(number)"
  }

  private func imported(_ text: String, into store: BookStore) throws -> ImportReport {
    let file = try TemporaryTextFile(text)
    return try store.importBooks(from: try ByteSource(path: file.path))
  }

  private func records(_ store: BookStore) throws -> [BookRecord] {
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    return records.sorted { $0.book.id < $1.book.id }
  }

  private func numbers(_ store: BookStore) throws -> [String] {
    try records(store).map { "\($0.book.id) \($0.book.title ?? "-")" }
  }

  @Test func `books of another store keep their numbers where they are free, and get the next where not`()
    throws
  {
    let store = try BookStore()
    try store.addAll([BookRecord(book: Book(uuid: BookStore.newUUID(), title: "Here"))])
    let text =
      Self.header
      + [(1, "A"), (2, "B"), (7, "C"), (3, "D"), (8, "E")].enumerated().map { place, row in
        "\(row.1),,\(row.0),\(Self.uuid(place + 1))\n"
      }.joined()
    let report = try imported(text, into: store)
    #expect(report.added == 5)
    #expect(try numbers(store) == ["1 Here", "2 A", "3 B", "4 D", "7 C", "8 E"])
    #expect(try imported(text, into: store).unchanged == 5)
  }

  @Test func `rows without a number stand between those with one, also over many batches`() throws {
    let store = try BookStore()
    var text = Self.header
    for place in 1...3000 {
      let number = place % 3 == 0 ? "" : "\(place / 2)"
      text += "T\(place),A\(place),\(number),\(Self.uuid(place))\n"
    }
    #expect(try imported(text, into: store).added == 3000)
    #expect(Set(try records(store).map(\.book.id)).count == 3000)
  }

  @Test(arguments: [Int64.max, Int64.max - 1, 1 << 60, (1 << 53) + 1] as [Int64])
  func `a number that leaves no room behind it costs itself alone`(number: Int64) throws {
    let store = try BookStore()
    let report = try imported(Self.header + "Last,A,\(number),\(Self.uuid(1))\nMore,B,,\n", into: store)
    #expect(report.added == 2 && report.warnings.count == 1)
    #expect(try numbers(store) == ["1 Last", "2 More"])
  }

  @Test func `a book that another program has given the largest number is read, found and exported`() throws {
    let store = try BookStore()
    var book = Book(uuid: BookStore.newUUID(), title: "Last")
    book.id = .max
    try store.addAll([BookRecord(book: book)])
    #expect(try numbers(store) == ["\(Int64.max) Last"])
    #expect(try store.search(SearchWords(["last"])).hits == [.max])
    let sink = ByteSink()
    #expect(try store.export(to: sink).books == 1)
  }

  @Test func `a part of an export without titles tells of books that are here, and makes none`() throws {
    let store = try BookStore()
    _ = try imported(Self.header + "Emma,Jane Austen,1,\(Self.uuid(1))\n", into: store)
    let report = try imported("uuid,rating\n\(Self.uuid(1)),4\n\(Self.uuid(2)),5\n", into: store)
    #expect(report.merged == 1 && report.refused.kept.map(\.content) == [.noTitle])
    #expect(try records(store).map(\.book.rating) == [Rating(stars: 4)])
    // A whole row whose title is empty is a book that had none, and comes back.
    #expect(try imported(Self.header + ",,5,\(Self.uuid(5))\n", into: store).added == 1)
  }

  @Test(arguments: ["\u{0301}", "\u{0327}", "\u{05B0}\u{0301}", "\u{0301}\u{030A}x", "\u{1D165}"])
  func `a line end before a mark stays where it is`(mark: String) throws {
    let store = try BookStore()
    let note = "first\n\(mark)second\t\(mark)third \"\(mark)\" \\\(mark)"
    let doubled = note.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    let cell = "\"" + doubled + "\""
    _ = try imported("Title,Author,My notes\nT,A,\(cell)\n", into: store)
    let sink = ByteSink()
    _ = try store.export(to: sink)
    let kept = try #require(try records(store).first?.services.first?.other["My notes"])
    #expect(Array(kept.unicodeScalars) == Array(note.unicodeScalars))
    let again = try BookStore()
    _ = try imported(String(decoding: sink.bytes, as: UTF8.self), into: again)
    #expect(try records(again).first?.services == records(store).first?.services)
  }

  @Test func `NULs in JSON are taken out with a note`() throws {
    let store = try BookStore()
    let json =
      #"[{"uuid":"\#(Self.uuid(1))","title":"A\u0000B","tags":["x\u0000"],"reads":[{"started":"2020","review":"r\u0000"}]}]"#
    let report = try imported(json, into: store)
    #expect(
      report.warnings.kept.map(\.content)
        == ["title", "tags", "reads"].map { .row(.removedNUL(column: $0)) })
    let record = try #require(try records(store).first)
    #expect(record.book.title == "AB" && record.tags == ["x"] && record.reads.first?.review == "r")
  }

  @Test(arguments: [
    ["C How to Program", "C++ How to Program", "C# How to Program"], ["A", "A+"], ["F", "F#"],
  ])
  func `a plus or a sharp behind a letter tells titles apart`(titles: [String]) throws {
    let store = try BookStore()
    let text = "Title,Author\n" + titles.map { "\($0),Deitel\n" }.joined()
    #expect(try imported(text, into: store).added == titles.count)
    #expect(try imported(text, into: store).unchanged == titles.count)
  }

  @Test(arguments: [
    ("Jane Keats", "John Keats", true), ("Jane Keats", "Keats, John", true),
    ("J. Keats", "John Keats", false),
    ("Rob Smith", "Robert Smith", false), ("Keats, Jane", "Jane Keats", false),
    ("Иван Петров", "Игорь Петров", true),
    ("Smith, Jr.", "Smith", false),
  ])
  func `another first name with the same initial is told`(one: String, other: String, isTold: Bool) throws {
    let store = try BookStore()
    let report = try imported("Title,Author\nPoems,\"\(one)\"\nPoems,\"\(other)\"\n", into: store)
    #expect(report.added == 1)
    #expect(report.conflicts.kept.flatMap(\.content).map(\.field) == (isTold ? [.author] : []))
  }

  @Test func `a book that three files have finished was read three times`() throws {
    let store = try BookStore()
    for year in [2020, 2021, 2022, 2021] {
      let text =
        "Book Id,Title,Author,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,Read Count\n"
        + "7,Emma,Jane Austen,4,\(year)/05/05,2020/01/01,,read,1\n"
      _ = try imported(text, into: store)
    }
    let record = try #require(try records(store).first)
    #expect(record.reads.count == 3 && record.book.readCount == 3)
  }
}
