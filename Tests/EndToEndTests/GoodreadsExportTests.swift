import Foundation
import TestSupport
import Testing

/// What importers of other services rest on, checked on the bytes that leave.
@Suite("Export for other services")
struct GoodreadsExportTests {
  private let world: World

  init() throws {
    world = try World()
  }

  private static let columns =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies"

  /// Books that have everything which the format can't hold.
  private func addAwkwardBooks() throws {
    try world.succeed(
      "add", "--title", "Emma", "--author", "Jane Austen", "--rating", "4.5", "--status", "read", "--started",
      "2024-01-01", "--finished", "2024-02-03", "--isbn", "9780141439587", "--review",
      "One.\nTwo & <three>\r\n\"four\"", "--tag", "Re Reads", "--tag", "b,c", "--genre", "Romance")
    try world.succeed(
      "add", "--title", "Kim, \"the\" boy", "--rating", "0.25", "--status", "paused", "--finished", "2024-05",
      "--series", "Empire", "--notes", "line\nline", "--pages", "300")
    try world.succeed("add", "--title", "Given up", "--status", "did-not-finish", "--stopped", "2023-03-04")
    try world.succeed(
      "add", "--title", "Wanted", "--status", "to-read", "--series", "Saga #2", "--genre", "Sagas")
    try world.succeed("add", "--title", "Nobody knows")
    try world.succeed("import", Fixture.path("handed/goodreads.csv"))
  }

  /// The cells of the rows by column; a cell never holds a line end here.
  private func rows() throws -> [[String: String]] {
    let lines = try world.succeed("export", "--format", "goodreads").output.split(separator: "\n")
    let names = Self.columns.split(separator: ",").map(String.init)
    return try lines.dropFirst().map { line in
      let cells = Self.cells(of: line)
      try #require(cells.count == names.count, "\(line)")
      return Dictionary(uniqueKeysWithValues: zip(names, cells))
    }
  }

  private static func cells(of line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var text = Substring(line)
    while let character = text.popFirst() {
      switch character {
      case "\"" where isQuoted && text.first == "\"": cells[cells.count - 1].append(text.removeFirst())
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }

  @Test func `the header has the 24 names in their order, Book Id first, without a byte-order mark`() throws {
    try addAwkwardBooks()
    let bytes = try world.succeed("export", "--format", "goodreads").outputBytes
    #expect(bytes.starts(with: Array((Self.columns + "\n").utf8)))
  }

  @Test func `lines end with LF alone, one for each book`() throws {
    try addAwkwardBooks()
    let bytes = try world.succeed("export", "--format", "goodreads").outputBytes
    #expect(!bytes.contains(0x0D))
    #expect(bytes.last == 0x0A)
    // The book without a status is left out; its shelf would have to be invented.
    #expect(bytes.count { $0 == 0x0A } == 1 + 13)
  }

  @Test func `ISBNs are written as formulas, valid or empty`() throws {
    try addAwkwardBooks()
    for row in try rows() {
      for (column, lengths) in [("ISBN", [0, 10]), ("ISBN13", [0, 13])] {
        let cell = try #require(row[column])
        #expect(cell.hasPrefix("=\"") && cell.hasSuffix("\""), "\(cell)")
        #expect(lengths.contains(cell.count - 3), "\(cell)")
      }
    }
    let emma = try #require(try rows().first)
    #expect(emma["ISBN13"] == "=\"9780141439587\"" && emma["ISBN"] == "=\"0141439580\"")
  }

  @Test func `ratings are whole, 0 for none, and never 0 for a rated book`() throws {
    try addAwkwardBooks()
    let ratings = try rows().map { $0["My Rating"] ?? "" }
    #expect(ratings.prefix(4) == ["5", "1", "0", "0"])
    #expect(ratings.allSatisfy { ["0", "1", "2", "3", "4", "5"].contains($0) })
  }

  @Test func `Read Count is never blank, and at least 1 where there is a Date Read`() throws {
    try addAwkwardBooks()
    for row in try rows() {
      let count = try #require(Int(row["Read Count"] ?? ""))
      #expect(count >= (row["Date Read"] == "" ? 0 : 1))
    }
    // A book that was read at some time was read once at least.
    try world.succeed("add", "--title", "Undated", "--status", "read")
    #expect(try rows().last?["Read Count"] == "1")
  }

  @Test func `dates are whole days with strokes, or blank`() throws {
    try addAwkwardBooks()
    for row in try rows() {
      for column in ["Date Read", "Date Added"] {
        let cell = try #require(row[column])
        #expect(cell.isEmpty || cell.wholeMatch(of: /\d{4}\/\d{2}\/\d{2}/) != nil, "\(cell)")
      }
    }
    #expect(try rows().prefix(3).map { $0["Date Read"] } == ["2024/02/03", "", ""])
  }

  @Test func `line breaks in reviews are tags, and what looks like markup is written as entities`() throws {
    try addAwkwardBooks()
    let rows = try rows()
    #expect(rows[0]["My Review"] == "One.<br/>Two &amp; &lt;three&gt;<br/>\"four\"")
    #expect(rows[1]["Private Notes"] == "line<br/>line")
  }

  @Test func `the exclusive shelf is one of four, and the shelves name it unless it is read`() throws {
    try addAwkwardBooks()
    let rows = try rows()
    let shelves = ["read", "currently-reading", "to-read", "did-not-finish"]
    for row in rows {
      let exclusive = try #require(row["Exclusive Shelf"])
      #expect(shelves.contains(exclusive))
      let listed = (row["Bookshelves"] ?? "").components(separatedBy: ", ")
      #expect(listed.filter(shelves.contains) == (exclusive == "read" ? [] : [exclusive]))
      // A place that nobody knows is not invented.
      let positions = (row["Bookshelves with positions"] ?? "").split(separator: ", ")
      #expect(positions.allSatisfy { listed.contains(String($0.prefix { $0 != " " })) })
    }
    #expect(rows[0]["Bookshelves"] == "romance, re-reads, b-c")
    #expect(rows[1]["Bookshelves"] == "currently-reading, on-hold")
  }

  @Test func `numbers are whole or blank, and a Book Id is Goodreads' own or none`() throws {
    try addAwkwardBooks()
    let rows = try rows()
    for column in ["Number of Pages", "Year Published", "Original Publication Year"] {
      #expect(rows.allSatisfy { $0[column] == "" || Int($0[column] ?? "") != nil })
    }
    #expect(rows.map { $0["Book Id"] ?? "" } == ["", "", "", ""] + (1...9).map { "510700\($0)" })
  }

  @Test func `standard error names what was flattened, and what was left out`() throws {
    try addAwkwardBooks()
    let result = try world.succeed("export", "--format", "goodreads")
    for line in [
      "2 ratings were rounded to whole stars.", "1 start date has no column.",
      "1 date without a day was left blank.", "1 date of giving up has no column.",
      "1 series without a number was left out.", "2 tags were respelled as shelves.",
      "1 paused book is currently-reading with the shelf on-hold.", "4 books have no ISBN.",
      "Left out: 1 book without a status (set one with: bookstall edit): #5.",
    ] {
      #expect(result.errors.contains(line + "\n"), "\(line)")
    }
    #expect(!result.output.contains("rounded"))
    let file = try world.run("export", world.folder.file("out.csv"), "--format", "goodreads")
    #expect(file.errors == result.errors)
    #expect(file.output.hasPrefix("✓ 13 books → "))
  }

  @Test(arguments: ReadingListTests.handed)
  func `what came from Goodreads goes back so that it is known again`(name: String) throws {
    try world.succeed("import", Fixture.path("handed/" + name))
    let out = world.folder.file("out.csv")
    try world.succeed("export", out, "--format", "goodreads")
    let before = try world.succeed("list", "--json").output
    try world.succeed("import", out, "--on-conflict", "keep")
    #expect(try world.succeed("list", "--json").output == before)
    let other = world.folder.file("other.db")
    try world.succeed("import", out, "--db", other)
    let keys = [
      "title", "author", "rating", "review", "status", "isbn13", "dateFinished", "tags", "series", "sourceId",
    ]
    let copies = try World.objects(
      in: world.succeed("list", "--json", "--sort", "id", "--db", other).outputBytes)
    for (book, copy) in zip(try world.books(), copies) {
      for key in keys { #expect(book[key] as? NSObject == copy[key] as? NSObject, "\(key)") }
    }
  }
}
