import Foundation
import TestSupport
import Testing

@Suite("Whatever goes wrong")
struct BadInputTests {
<<<<<<< HEAD
  @Test(arguments: FailingCommand.all)
=======
  /// A command that can't succeed, how it ends, and its sentence; `$` stands for the test's folder.
  struct Failing: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let status: Int32
    let sentence: String
    var hasUsage: Bool { status == 64 }
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., status: Int32, _ sentence: String) {
      self.arguments = arguments
      self.status = status
      self.sentence = sentence
    }
  }

  @Test(arguments: [
    // 3: no such book, or several.
    Failing("show", "99", status: 3, "No book fits '99'. See what there is with: bookstall list"),
    Failing(
      "rate", "nowhere", "3", status: 3, "No book fits 'nowhere'. See what there is with: bookstall list"),
    Failing(
      "edit", "#99", "--genre", "x", status: 3, "No book fits '#99'. See what there is with: bookstall list"),
    Failing("rm", "1", "99", "--yes", status: 3, "No book fits '99'. See what there is with: bookstall list"),
    // 64: the command line.
    Failing("lsit", status: 64, "Unknown command 'lsit'. Did you mean 'list'?"),
    Failing("exp", status: 64, "Unknown command 'exp'. Did you mean 'export'?"),
    Failing("list", "--jsn", status: 64, "Unknown option '--jsn'. Did you mean '--json'?"),
    Failing("list", "--json", "--plain", status: 64, "'--json' and '--plain' can't go together."),
    Failing("rate", "1", status: 64, "Missing expected argument '<stars>'."),
    Failing(
      "rate", "1", "7", status: 64,
      "The value '7' is invalid for '<stars>': use 0.25 to 5 in quarter stars (0 clears)."),
    Failing("show", "1", "2", status: 64, "Unexpected argument '2'."),
    Failing("edit", "1", status: 64, "Nothing to change; name a field, such as '--genre <genre>'."),
    Failing("rm", "1", "--no-input", status: 64, "Deleting needs '--yes'; '--no-input' forbids to ask."),
    Failing(
      "import", "x", "--format", "godreads", status: 64,
      "The value 'godreads' is invalid for '--format <format>': use bookstall, goodreads, storygraph, "
        + "librarything, bookwyrm, hardcover, libib, openreads, openlibrary, readinglist, calibre, literal, notion, "
        + "generic, kindle or bookmory. "
        + "Did you mean 'goodreads'?"),
    // 66: what can't be read.
    Failing(
      "import", "$/none.csv", status: 66,
      "'$/none.csv' can't be read: No such file or directory. Check the path."),
    Failing("import", "$/folder", status: 66, "'$/folder' is a folder; name a file."),
    Failing(
      "import", "$/empty.csv", status: 66, "'$/empty.csv' is empty; there is no header and no row to read."),
    Failing(
      "import", "$/page.csv", status: 66,
      "'$/page.csv' is a web page, not a table. Download the export itself."),
    Failing(
      "import", "$/table.csv", status: 66,
      "'$/table.csv' has no header that Bookstall knows. Found: Date, High."),
    Failing("import", "$/data.csv", status: 66, "'$/data.csv' is JSON. Import the service's CSV export."),
    Failing(
      "list", "--db", "$/folder", status: 66,
      "'$/folder' can't be opened. Check the path or name another file with --db."),
    Failing(
      "add", "--title", "x", "--db", "$/empty.csv/x", status: 66,
      "'$/empty.csv/x' can't be opened. Check the path or name another file with --db."),
    Failing(
      "show", "1", "--db", "$/page.csv", status: 66,
      "'$/page.csv' is no SQLite database. Check the path or name another file with --db."),
    Failing(
      "add", "--title", "x", "--db", "$/table.csv", status: 66,
      "'$/table.csv' is no SQLite database. Check the path or name another file with --db."),
    Failing(
      "list", "--db", "$/foreign.db", status: 66,
      "'$/foreign.db' belongs to another program. Check the path or name another file with --db."),
    Failing(
      "add", "--title", "x", "--db", "$/newer.db", status: 66,
      "'$/newer.db' was written by a newer Bookstall (format 99; this one knows 1). Update Bookstall."),
    Failing(
      "add", "--title", "x", "--review-file", "$/none.txt", status: 66,
      "'$/none.txt' can't be read: No such file or directory. Check the path."),
    // 73: what can't be written.
    Failing("export", "$/folder", status: 73, "'$/folder' can't be written: Is a directory."),
    Failing(
      "export", "$/none/x.csv", status: 73, "'$/none/x.csv' can't be written: No such file or directory."),
    Failing(
      "export", "$/table.csv", status: 73, "'$/table.csv' exists. Use --force, another name, or - for output."
    ),
    Failing("export", "/dev/full", status: 73, "'/dev/full' can't be written: No space left on device."),
  ])
>>>>>>> f6028048e1da15e8d4592742539fa562643af7b5
  func `a failure says in one sentence what is wrong, by its own number, and changes nothing`(
    failing: FailingCommand
  ) throws {
    let world = try World()
    try world.addSampleBooks()
    try world.write("", to: "empty.csv")
    try world.write("\n<!DOCTYPE html><title>Sign in</title>", to: "page.csv")
    try world.write("Date,High\n2024,3\n", to: "table.csv")
    try world.write("{\"books\": []}", to: "data.csv")
    try FileManager.default.createDirectory(
      atPath: world.folder.file("folder"), withIntermediateDirectories: false)
    try world.sql(
      """
      ATTACH '\(world.folder.file("foreign.db"))' AS other; CREATE TABLE other.song (name TEXT);
      VACUUM main INTO '\(world.folder.file("newer.db"))';
      ATTACH '\(world.folder.file("newer.db"))' AS newer; PRAGMA newer.user_version = 99;
      """)
    func contents() throws -> [String: [UInt8]] {
      let files = world.files().filter { $0 != "folder" }
      return Dictionary(uniqueKeysWithValues: zip(files, try files.map { try world.bytes(of: $0) }))
    }
    let before = try contents()
    let folder = world.folder.path
    let result = try world.run(failing.arguments.map { $0.replacing("$", with: folder) })
    #expect(result.status == failing.status)
    #expect(result.output == "")
    let version = try world.sql("PRAGMA user_version;").dropLast()
    let sentence =
      "Error: " + failing.sentence.replacing("$", with: folder).replacing("%", with: version) + "\n"
    if failing.hasUsage {
      #expect(result.errors.hasPrefix(sentence + "Usage: bookstall"))
      #expect(result.errors.hasSuffix("--help' for more information.\n"))
    } else {
      #expect(result.errors == sentence)
    }
    #expect(try contents() == before)
  }

  @Test func `an ambiguous title lists the books that it fits`() throws {
    let world = try World()
    try world.addSampleBooks()
    let before = try world.bytes()
    for arguments in [["show", "the"], ["rate", "the", "3"], ["rm", "the", "--yes"]] {
      let result = try world.run(arguments, with: ["COLUMNS": "80"])
      #expect(result.status == 3)
      #expect(result.output == "")
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0] == "Error: 'the' fits 2 books. Name one by its number:")
      #expect(lines[1].hasPrefix("    1  The Left Hand of Darkness"))
      #expect(lines[2].hasPrefix("    3  The Haunting of Hill House"))
    }
    #expect(try world.bytes() == before)
  }

  @Test(.enabled(if: PlainUser.canRunCommand))
  func `a store that may not be written says so, and stays as it is`() throws {
    let world = try World()
    try world.addSampleBooks()
    try world.makeReadOnly()
    let before = try world.bytes()
    for arguments in [["add", "--title", "x"], ["rate", "1", "2"], ["rm", "1", "--yes"], ["undo"]] {
      let result = try world.runAsPlainUser(arguments)
      #expect(result.status == 73, "\(arguments)")
      #expect(
        result.errors
          == "Error: '\(world.store)' can't be written. Check its permissions or name another file with --db.\n"
      )
      #expect(result.output == "")
    }
    #expect(try world.bytes() == before)
    #expect(world.files() == ["books.db"])
  }

  @Test(.enabled(if: PlainUser.canRunCommand))
  func `a folder that may not be written says so`() throws {
    let world = try World()
    try world.makeReadOnly()
    let added = try world.runAsPlainUser(["add", "--title", "x"])
    #expect([66, 73].contains(added.status))
    #expect(added.errors.hasPrefix("Error: '\(world.store)' can't be "))
    let deep = try world.runAsPlainUser(["add", "--title", "x", "--db", world.folder.file("a/b/books.db")])
    #expect(deep.status == 73)
    #expect(deep.errors.hasPrefix("Error: '\(world.folder.file("a"))' can't be written."))
    #expect(world.files() == [])
  }

  @Test(arguments: ["", "trap '' XFSZ; "])
  func `where the disk is full the store stays as it was`(trap: String) throws {
    let world = try World()
    try world.addSampleBooks()
    let before = try world.succeed("export", "--format", "json").output
    let big = try world.write(String(repeating: "a long review. ", count: 50_000), to: "review.txt")
    let result = try world.shell("\(trap)ulimit -f 250; bookstall add --title Big --review-file '\(big)'")
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("Error: The store's file can't be written; nothing was changed."))
    #expect(result.output == "")
    #expect(try world.succeed("export", "--format", "json").output == before)
    #expect(try world.sql("PRAGMA integrity_check;") == "ok\n")
    try world.succeed("add", "--title", "Big", "--review-file", big)
  }

  @Test func `where the disk is full an export leaves the old file whole and none of its own`() throws {
    let world = try World()
    let big = try world.write(String(repeating: "a long review. ", count: 50_000), to: "review.txt")
    try world.succeed("add", "--title", "Big", "--review-file", big)
    let old = try world.write("old", to: "out.csv")
    let result = try world.shell("ulimit -f 250; bookstall export '\(old)' --force")
    #expect(result.status == 73)
    #expect(result.errors == "Error: '\(old)' can't be written: File too large. Make room and try again.\n")
    #expect(try world.text(of: "out.csv") == "old")
    #expect(world.files() == ["books.db", "out.csv", "review.txt"])
  }

  @Test(arguments: [
    "list", "list --json", "show 1", "export", "export --format json", "help", "--version", "demo",
  ])
  func `where standard output can't be written it is told`(command: String) throws {
    let world = try World()
    try world.addSampleBooks()
    let result = try world.shell("bookstall \(command) >/dev/full")
    #expect(result.status == 73)
    #expect(result.errors.hasSuffix("No space left on device.\n"))
    #expect(result.errors.hasPrefix("Error: "))
  }

  @Test func `a store in use by another program is told within seconds, and is as it was`() throws {
    let world = try World()
    try world.addSampleBooks()
    let before = try world.bytes()
    let other = try TerminalSession("/usr/bin/sqlite3", ["-batch", world.store], environment: [:])
    try other.type("BEGIN EXCLUSIVE; SELECT 40 + 2;\n")
    try other.read(until: "42\r\n")
    let commands = [["add", "--title", "x"], ["list"], ["rate", "1", "1"]]
    let clock = ContinuousClock()
    let start = clock.now
    let running = try commands.map {
      try RunningProcess(world.command, $0, environment: world.variables)
    }
    for process in running {
      #expect(process.waitForEnd() == 75)
      #expect(process.errors == "Error: The store is in use by another program. Try again in a moment.\n")
      #expect(process.output == "")
    }
    #expect(clock.now - start < .seconds(15))
    try other.type(".quit\n")
    #expect(try other.waitForEnd() == 0)
    #expect(try world.bytes() == before)
    try world.succeed("add", "--title", "x")
  }

  @Test func `a change that another program has written over can't be taken back, and that is said`() throws {
    let world = try World()
    try world.addSampleBooks()
    try world.succeed("rate", "1", "1")
    try world.sql("UPDATE book SET rating = 2 WHERE id = 1;")
    let before = try world.bytes()
    let result = try world.run("undo")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "Error: The last change can't be taken back: another program has changed the same book since. "
        + "Nothing was changed; set it right with: bookstall edit\n")
    #expect(try world.bytes() == before)
  }

  @Test func `runs at the same time wait for one another, also for the first file`() throws {
    let world = try World()
    let running = try (1...8).map {
      try RunningProcess(world.command, ["add", "--title", "T\($0)", "-q"], environment: world.variables)
    }
    for process in running { #expect(process.waitForEnd() == 0, "\(process.errors)") }
    #expect(try world.column("id") == (1...8).map(String.init))
    #expect(try Set(world.column("title")).count == 8)
  }

  @Test func `bytes that are not UTF-8 are told with their place`() throws {
    let world = try World()
    let result = try world.shell("bookstall add --title \"$(printf 'ab\\377')\"")
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix("Error: Argument 3 is not valid UTF-8: byte 0xFF at position 3. "))
    #expect(world.files() == [])
  }
}
