import Foundation
import TestSupport
import Testing

@Suite("The main job, run by run")
struct MainJobTests {
  private let world: World

  init() throws {
    world = try World()
  }

  @Test func `a book is added with every field and comes back with every field`() throws {
    try world.succeed(
      "add", "--title", "Le Morte d'Arthur", "--author", "Thomas Malory", "--additional-author", "Ann Lee",
      "--genre", "Classics", "--rating", "3.75", "--review", "Long.\n\nVery long.", "--status", "read",
      "--started", "2023-11", "--finished", "2024-02-29", "--date-added", "2020", "--isbn", "0-14-044913-2",
      "--series", "Round Table #1.5", "--publisher", "Caxton", "--year", "1485", "--original-year", "-5",
      "--pages", "938", "--tag", "old", "--tag", "骑士", "--notes", "Lent to \"Bo\"; back in May")
    let book = try #require(try world.books().first)
    let expected: [String: Any] = [
      "id": 1, "title": "Le Morte d'Arthur", "author": "Thomas Malory", "additionalAuthors": ["Ann Lee"],
      "contributors": [String](), "series": [["name": "Round Table", "number": "1.5"]], "genre": "Classics",
      "isbn13": "9780140449136", "rating": 3.75, "review": "Long.\n\nVery long.", "status": "read",
      "dateAdded": "2020", "dateStarted": "2023-11", "dateFinished": "2024-02-29",
      "reads": [["started": "2023-11", "finished": "2024-02-29", "stopped": NSNull()]], "pages": 938,
      "year": 1485, "originalYear": -5, "publisher": "Caxton", "tags": ["old", "骑士"],
      "readCount": NSNull(), "sourceId": NSNull(), "privateNotes": "Lent to \"Bo\"; back in May",
      "services": [String](), "other": [String: String](),
    ]
    for (key, value) in expected { #expect(book[key] as? NSObject == value as? NSObject, "\(key)") }
    #expect(Set(book.keys) == Set(expected.keys).union(["uuid"]))
  }

  @Test func `rating says the old and the new value, and undo takes it back in another run`() throws {
    try world.addSampleBooks()
    #expect(
      try world.succeed("rate", "2", "5").output == "✓ #2 骆驼祥子   ★★★★☆ → ★★★★★\n")
    #expect(
      try world.succeed("undo").output == "✓ Took back: rate #2 骆驼祥子   ★★★★★ → ★★★★☆\n")
    #expect(try world.column("rating") == ["5", "4", "4.5", "null"])
    try world.succeed("rate", "haunting", "0")
    #expect(try world.column("rating") == ["5", "4", "null", "null"])
    try world.succeed("undo")
    #expect(try world.column("rating") == ["5", "4", "4.5", "null"])
  }

  @Test func `editing says what changed, and undo brings every field back`() throws {
    try world.addSampleBooks()
    let before = try world.succeed("show", "1", "--json").output
    let edited = try world.succeed(
      "edit", "1", "--title", "The Dispossessed", "--genre=", "--tag", "moon", "--finished", "2024-01-02",
      "--series", "Hainish #6")
    #expect(edited.output.hasPrefix("✓ Changed #1 The Left Hand of Darkness\n"))
    #expect(edited.output.contains("  title: The Left Hand of Darkness → The Dispossessed\n"))
    #expect(edited.output.contains("  genre: Science Fiction → Uncategorized\n"))
    #expect(edited.output.contains("  tags: (none) → moon\n"))
    let after = try world.succeed("show", "1", "--json").output
    #expect(after.contains("\"The Dispossessed\"") && after.contains("\"genre\":\"Uncategorized\""))
    try world.succeed("undo")
    #expect(try world.succeed("show", "1", "--json").output == before)
  }

  @Test func `on a terminal edit offers the old values`() throws {
    try world.addSampleBooks()
    let terminal = try world.terminal("edit", "2", with: ["TERM": "dumb"])
    try terminal.answer("Title    [骆驼祥子] › ", "")
    try terminal.answer("Author   [老舍] › ", "")
    try terminal.answer("Series   › ", "")
    try terminal.answer("Genre    [文学] › ", "-")
    try terminal.answer("Tags", "")
    try terminal.answer("Rating   [4] › ", "4.25")
    try terminal.answer("Review   › ", "好\n")
    try terminal.answer("Save?  [Y]es  [e]dit  [n]o  › ", "")
    #expect(try terminal.waitForEnd() == 0)
    #expect(
      try world.succeed("list", "--plain", "--sort", "id").output.contains(
        "2\t骆驼祥子\t老舍\tUncategorized\t4.25\t\n"))
    #expect(try world.column("review")[1] == "好")
  }

  @Test func `rm asks first, and Enter alone keeps the book`() throws {
    try world.addSampleBooks()
    for (answer, isDeleted) in [("", false), ("n", false), ("what\ny", true)] {
      let terminal = try world.terminal("rm", "3")
      try terminal.read(until: "#3 The Haunting of Hill House, by Shirley Jackson")
      try terminal.answer("Delete this book? [y]es [N]o › ", answer)
      #expect(try terminal.waitForEnd() == 0)
      #expect(try world.books().count == (isDeleted ? 3 : 4))
    }
    #expect(try world.succeed("undo").output.contains("Took back: rm #3 The Haunting of Hill House"))
    #expect(try world.column("rating") == ["5", "4", "4.5", "null"])
  }

  @Test func `rm goes ahead with --yes, and without a terminal it needs that`() throws {
    try world.addSampleBooks()
    let refused = try world.run("rm", "1", "2")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("'--yes'"))
    #expect(try world.books().count == 4)
    #expect(
      try world.succeed("rm", "1", "2", "--yes").output
        == "✓ Deleted #1 The Left Hand of Darkness, by Ursula K. Le Guin\n✓ Deleted #2 骆驼祥子, by 老舍\n")
    #expect(try world.column("id") == ["3", "4"])
    #expect(
      try world.succeed("undo").output
        == "✓ Took back: rm   2 books back again: #1 The Left Hand of Darkness, #2 骆驼祥子\n")
    #expect(try world.column("id") == ["1", "2", "3", "4"])
    #expect(try world.column("author")[1] == "老舍")
  }

  @Test func `undo goes further back with every run, down to an empty store`() throws {
    try world.addSampleBooks()
    try world.succeed("rate", "1", "1")
    try world.succeed("edit", "2", "--genre", "Novel")
    try world.succeed("rm", "3", "-y")
    for _ in 0..<3 { try world.succeed("undo") }
    #expect(try world.column("rating") == ["5", "4", "4.5", "null"])
    #expect(try world.column("genre") == ["Science Fiction", "文学", "Horror", "Uncategorized"])
    for _ in 0..<4 { try world.succeed("undo") }
    #expect(try world.books().isEmpty)
    let last = try world.run("undo")
    #expect(last.status == 1)
    #expect(last.errors == "Error: There is no change to take back.\n")
  }

  @Test func `a number is never given out again`() throws {
    try world.addSampleBooks()
    try world.succeed("rm", "4", "--yes")
    #expect(try world.succeed("add", "--title", "New", "-q").output == "5\n")
    try world.succeed("undo")
    #expect(try world.succeed("add", "--title", "Newer", "-q").output == "6\n")
  }

  @Test func `books are listed by filter and order`() throws {
    try world.addSampleBooks()
    func ids(_ arguments: String...) throws -> [String] {
      try world.run(["list", "--plain"] + arguments).output.split(separator: "\n")
        .map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try ids() == ["4", "3", "2", "1"])
    #expect(try ids("--genre", "horror") == ["3"])
    #expect(try ids("--author", "le guin") == ["1"])
    #expect(try ids("--rating", "4..4.5") == ["3", "2"])
    #expect(try ids("--rating", "none") == ["4"])
    #expect(try ids("--text", "envoy") == ["1"])
    #expect(try ids("--sort", "title") == ["3", "1", "4", "2"])
    #expect(try ids("--sort", "-rating", "--limit", "2") == ["1", "3"])
    #expect(try ids("--sort", "id", "--reverse", "-n", "1") == ["4"])
  }

  @Test func `our CSV leaves and comes back`() throws {
    try world.addSampleBooks()
    let file = world.folder.file("out.csv")
    let exported = try world.succeed("export", file)
    #expect(exported.output.hasPrefix("✓ 4 books → \(file)   "))
    #expect(exported.output.hasSuffix(" · CSV, UTF-8, header, CRLF, RFC 4180\n"))
    let again = try world.run("export", file)
    #expect(again.status == 73)
    #expect(again.errors == "Error: '\(file)' exists. Use --force, another name, or - for output.\n")
    try world.succeed("export", file, "--force")
    let other = world.folder.file("other.db")
    #expect(try world.succeed("import", file, "--db", other).output == "added 4   of 4 rows\n")
    #expect(
      try world.succeed("list", "--json", "--db", other).output == world.succeed("list", "--json").output)
    #expect(try world.succeed("undo", "--db", other).output.contains("4 books gone again"))
    #expect(try world.succeed("list", "--json", "--db", other).output == "[]\n")
  }

  @Test func `export as JSON is an array of the same objects as list`() throws {
    try world.addSampleBooks()
    #expect(
      try world.succeed("export", "--format", "json").output
        == world.succeed("list", "--json", "--sort", "id").output)
  }

  @Test func `the demo needs no home and touches no file`() throws {
    let folder = world.folder.path
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "cd \"$1\" && exec env -i HOME=\"$1/nonexistent\" COLUMNS=80 \"$2\" demo", "sh", folder,
        world.command,
      ], environment: ["PATH": "/usr/bin:/bin"])
    try result.expectSuccess()
    #expect(result.errors == "")
    let parts = [
      "Test book", "[ FANTASY ]", "Test author", "This was a great book; I really enjoyed it.", "4 of 5",
    ]
    var rest = result.output[...]
    for part in parts {
      let range = try #require(rest.range(of: part), "\(part) is missing or out of order")
      rest = rest[range.upperBound...]
    }
    #expect(world.files() == [])
  }
}
