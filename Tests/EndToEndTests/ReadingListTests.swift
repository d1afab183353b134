import Foundation
import TestSupport
import Testing

@Suite("Reading lists from elsewhere")
struct ReadingListTests {
  private let world: World

  init() throws {
    world = try World()
  }

  static let handed = ["goodreads.csv", "goodreads_23.csv", "goodreads_legacy31.csv"]

  @Test(arguments: handed)
  func `a list comes in with every value, key by key`(name: String) throws {
    let expected = try #require(try Fixture.expected()[name])
    let imported = try world.succeed("import", Fixture.path("handed/" + name))
    #expect(imported.output == "added \(expected.count)   of \(expected.count) rows\n")
    let columns = try #require(Int(name == "goodreads_23.csv" ? "23" : name == "goodreads.csv" ? "24" : "31"))
    #expect(
      imported.errors == "Read \(Fixture.path("handed/" + name)) as goodreads, \(columns) columns, UTF-8.\n")
    let exported = try World.objects(in: world.succeed("export", "--format", "json").outputBytes)
    for books in [try world.books(), exported] {
      #expect(books.count == expected.count)
      for (book, wanted) in zip(books, expected) {
        for (key, value) in wanted {
          #expect(book[key] as? NSObject == value as? NSObject, "\(key) of \(wanted["title"] ?? "?")")
        }
        let ours = ["id", "uuid", "genre", "privateNotes", "services", "other"]
        #expect(Set(book.keys) == Set(wanted.keys).union(ours))
      }
    }
  }

  @Test(arguments: handed)
  func `taking in a list twice changes nothing`(name: String) throws {
    let path = Fixture.path("handed/" + name)
    try world.succeed("import", path)
    let (bytes, count) = (try world.bytes(), try world.books().count)
    let again = try world.succeed("import", path)
    #expect(again.output == "already here \(count)   of \(count) rows\n")
    #expect(again.errors.hasSuffix("Nothing was changed.\n"))
    #expect(try world.bytes() == bytes)
    for policy in ["keep", "overwrite"] {
      try world.succeed("import", path, "--on-conflict", policy)
      #expect(try world.bytes() == bytes, "\(policy)")
    }
  }

  @Test func `an import is one step for undo`() throws {
    try world.addSampleBooks()
    let before = try world.succeed("list", "--json").output
    try world.succeed("import", Fixture.path("handed/goodreads.csv"))
    #expect(try world.books().count == 13)
    let undone = try world.succeed("undo").output
    #expect(undone.contains("   9 books gone again: #5 "), "\(undone)")
    #expect(try world.succeed("list", "--json").output == before)
  }

  @Test func `a dry run tells the counts and makes no file`() throws {
    let result = try world.succeed("import", Fixture.path("handed/goodreads.csv"), "--dry-run")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 10 && lines.last == "Would be   added 9   of 9 rows")
    #expect(lines.first == "line     2  add     The Hound of the Baskervilles")
    #expect(world.files() == [])
  }

  @Test func `columns without a place of their own are kept as they came`() throws {
    try world.succeed("import", Fixture.path("handed/goodreads_legacy31.csv"))
    let book = try #require(try world.books().first)
    let other = try #require((book["other"] as? [String: [String: String]])?["goodreads"])
    #expect(other["Original Purchase Location"] == "Second-hand shop, Haworth")
    #expect(other["BCID"] == "123-456789")
    #expect(other["Recommended By"] == "Grace P.")
  }

  @Test(arguments: handed)
  func `our CSV, taken into an empty store and written again, is the same bytes`(name: String) throws {
    try world.addSampleBooks()
    try world.succeed(
      "add", "--title", " \"Quoted\", = and\u{A0}more", "--review", "One\n\n\"Two\"\r\n=Three\n- four",
      "--tag", "a, b", "--tag", "c;d", "--additional-author", "Ann, Lee", "--started", "2024",
      "--notes", "tab\there")
    try world.succeed("import", Fixture.path("handed/" + name))
    try world.succeed("rm", "2", "--yes")
    let first = world.folder.file("first.csv")
    let second = world.folder.file("second.csv")
    let other = world.folder.file("other.db")
    try world.succeed("export", first)
    try world.succeed("import", first, "--db", other)
    try world.succeed("export", second, "--db", other)
    #expect(try world.bytes(of: "first.csv") == world.bytes(of: "second.csv"))
    #expect(
      try world.succeed("export", "--format", "json").outputBytes
        == world.succeed("export", "--format", "json", "--db", other).outputBytes)
    let count = try world.books().count
    #expect(
      try world.succeed("import", first).output == "already here \(count)   of \(count) rows\n")
  }

  @Test func `our CSV is RFC 4180 in UTF-8 with every field`() throws {
    try world.succeed("add", "--title", "A \"b\", c", "--review", "One\nTwo", "--rating", "4.25")
    let text = try world.succeed("export").output
    let lines = text.replacing("\r\n", with: "¶").split(separator: "¶")
    #expect(lines.count == 2)
    #expect(text.hasSuffix("\r\n") && !text.hasPrefix("\u{FEFF}"))
    #expect(
      lines[0]
        == "title,author,additionalAuthors,series,genre,rating,status,review,reads,readCount,dateAdded,"
        + "tags,isbn13,publisher,year,originalYear,pages,contributors,privateNotes,id,uuid,services")
    #expect(lines[1].hasPrefix("\"A \"\"b\"\", c\",,,,Uncategorized,4.25,,\"One\nTwo\","))
    #expect(
      try world.succeed("export", "-", "--fields", "id,title,rating").output
        == "id,title,rating\r\n1,\"A \"\"b\"\", c\",4.25\r\n")
  }

  @Test func `a pipe carries all books from one store to another`() throws {
    try world.addSampleBooks()
    let other = world.folder.file("other.db")
    let dry = try world.shell("bookstall export - | bookstall import - --dry-run --db '\(other)'")
    #expect(dry.status == 0)
    #expect(dry.output.hasSuffix("\nWould be   added 4   of 4 rows\n"))
    #expect(!world.files().contains("other.db"))
    #expect(try world.shell("bookstall export | bookstall import - --db '\(other)'").status == 0)
    #expect(
      try world.succeed("list", "--json", "--db", other).output == world.succeed("list", "--json").output)
  }

  /// A malformed file: what arrives, how many rows are refused, and a piece of what is said.
  struct Mishap: Sendable, CustomTestStringConvertible {
    let file: String
    let books: Int
    var refused = 0
    var says = ""
    var testDescription: String { file }
  }

  @Test(arguments: [
    Mishap(
      file: "bad_dates.csv", books: 7, says: "line     2  'Date Read': '2023/02/30' is no date; left blank"),
    Mishap(file: "bad_ratings.csv", books: 8, says: "'My Rating': '6' is no rating; left unrated"),
    Mishap(file: "blank_title_row.csv", books: 2, refused: 2, says: "line     4  the title is empty"),
    Mishap(file: "bom_quoted_header.csv", books: 2),
    Mishap(file: "control_characters.csv", books: 2),
    Mishap(file: "duplicate_headers.csv", books: 2, says: "column 'Title' is there twice"),
    Mishap(file: "formula_cells.csv", books: 3),
    Mishap(file: "goodreads_header_gap.csv", books: 1),
    Mishap(file: "header_case_and_spaces.csv", books: 1),
    Mishap(
      file: "isbn_lost_zero.csv", books: 2, says: "'442000014' had lost its zero; read as 9780442000011"),
    Mishap(file: "nul_bytes.csv", books: 3, says: "1 NUL was dropped, first on line 3."),
    Mishap(file: "ragged_long.csv", books: 1, refused: 1, says: "line     2  11 cells under 10 columns"),
    Mishap(file: "ragged_short.csv", books: 2, says: "line     2  3 of 10 cells"),
    Mishap(
      file: "same_book_twice.csv", books: 1, says: "2 rows repeat a book of an earlier row: lines 3, 4."),
    Mishap(file: "same_isbn_two_books.csv", books: 2, says: "ISBN 9786610000401 is also that of 'The Iliad'"),
    Mishap(file: "scientific_isbn.csv", books: 3, says: "a spreadsheet has rounded '9.78066E+12'"),
    Mishap(file: "trailing_delimiter.csv", books: 2),
    Mishap(file: "unicode_twins.csv", books: 1, says: "2 rows repeat a book of an earlier row: lines 3, 4."),
    Mishap(file: "unknown_shelf.csv", books: 4, says: "'waiting' is no status; kept as a tag"),
  ])
  func `a malformed list gives its good rows and says what is wrong with the others`(mishap: Mishap) throws {
    let path = try world.copy(ofCase: "bad/" + mishap.file)
    // Some of these have too few columns to be known by their header.
    let result = try world.run("import", path, "--format", "goodreads")
    #expect(result.status == (mishap.refused == 0 ? 0 : 65))
    #expect(mishap.says.isEmpty || result.errors.contains(mishap.says))
    #expect(result.output.contains("refused \(mishap.refused)") == (mishap.refused > 0))
    #expect(try world.books().count == mishap.books)
    let bytes = try world.bytes()
    let again = try world.run("import", path, "--format", "goodreads")
    #expect(again.status == result.status)
    #expect(try world.bytes() == bytes, "taken in twice it changes nothing")
  }

  @Test func `every malformed list gives the books and tells the rows that are expected of it`() throws {
    let table = try String(contentsOfFile: Fixture.path("bad/expectations.tsv"), encoding: .utf8)
    let lines = table.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    #expect(lines.count > 40)
    for line in lines {
      let world = try World()
      let file = String(line[0])
      let result = try world.run("import", world.copy(ofCase: "bad/" + file), "--json")
      #expect([0, 65, 66].contains(result.status), "\(file): \(result.status)")
      if result.status == 66 {
        #expect(result.outputBytes.isEmpty, "\(file)")
        #expect(
          result.errors.hasPrefix("Error: ") && result.errors.split(separator: "\n").count == 1, "\(file)")
        #expect(try line[1] == "0" && world.books().isEmpty, "\(file)")
        continue
      }
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [String: Any])
      let refused = try #require(report["refused"] as? [Any]).count
      let skipped = try #require(report["skipped"] as? [Any]).count
      #expect(result.status == (refused == 0 ? 0 : 65), "\(file)")
      // The zip archive may be refused or unpacked; it is unpacked.
      #expect(try world.books().count == (file == "zip_named.csv" ? 1 : Int(line[1])), "\(file)")
      #expect(refused + skipped == Int(line[2]), "\(file)")
    }
  }

  private static let header = "Book Id,Title,Author,My Rating,Exclusive Shelf\n"

  @Test func `a quote that is never closed costs its own row alone`() throws {
    let text =
      Self.header + "1,Emma,Jane Austen,4,read\n3,\"Evelina,Fanny Burney,5,read\n4,Pamela,Samuel Ray,,read\n"
    let result = try world.run("import", "-", input: text)
    #expect(result.status == 65)
    #expect(result.output == "added 2   refused 1   of 3 rows\n")
    #expect(result.errors.contains("line     3  a quote is never closed: 2 of 5 cells"))
    #expect(try world.column("title") == ["Emma", "Pamela"])
  }

  @Test func `rows that a spreadsheet has wrapped in one cell are unwrapped`() throws {
    let text =
      Self.header + "\"1,Emma,Jane Austen,4,read\"\n\"2,\"\"Yes, No\"\",Ann Lee,,to-read\"\n\"Alone, too\"\n"
    let result = try world.run("import", "-", input: text)
    #expect(try world.column("title") == ["Emma", "Yes, No"])
    #expect(result.status == 65)
    #expect(result.errors.contains("line     4  the title is empty"))
  }

  @Test func `a list with a header alone is no error`() throws {
    let result = try world.succeed("import", "-", input: Self.header)
    #expect(result.output == "0 rows; the file has a header alone\n")
  }

  @Test func `the report as JSON accounts for every row`() throws {
    let result = try world.run("import", world.copy(ofCase: "bad/blank_title_row.csv"), "--json")
    #expect(result.status == 65)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.outputBytes)) as? [String: Any])
    #expect(report["rows"] as? Int == 4 && report["added"] as? Int == 2)
    let refused = try #require(report["refused"] as? [[String: Any]])
    #expect(refused.map { $0["line"] as? Int } == [3, 4])
  }
}
