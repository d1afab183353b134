import Foundation
import TestSupport
import Testing

@Suite("Whatever goes wrong")
struct BadInputTests {
  @Test(arguments: FailingCommand.all)
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
        == "Error: The last change can't be taken back: the same book was changed since, by another program or by "
        + "taking back an older step. Nothing was changed; set it right with: bookstall edit\n")
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

  @Test(arguments: ["books.db", "link.db", "./books.db", "books.db-journal", "link.db-wal", "books.db-shm"])
  func `an export never writes over the store itself`(name: String) throws {
    let world = try World()
    try world.succeed("add", "--title", "Q")
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.file("link.db"), withDestinationPath: "books.db")
    let bytes = try world.bytes()
    let result = try world.run("export", world.folder.file(name), "--force")
    #expect(result.status == 73)
    #expect(result.errors.hasSuffix("is the store itself; name another file.\n"))
    #expect(try world.bytes() == bytes)
  }

  @Test func `an export goes where a link points, also when nothing is there yet`() throws {
    let world = try World()
    try world.succeed("add", "--title", "Q")
    try FileManager.default.createSymbolicLink(
      atPath: world.folder.file("link.csv"), withDestinationPath: "target.csv")
    try world.succeed("export", world.folder.file("link.csv"))
    try world.succeed("export", world.folder.file("link.csv"), "--force")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: world.folder.file("link.csv")) == "target.csv"
    )
    #expect(try world.bytes(of: "target.csv").starts(with: "title,".utf8))
  }

  @Test func `a change that is saved says so when its words can't be written`() throws {
    let world = try World()
    let result = try world.shell("bookstall add --title Q > /dev/full")
    #expect(result.status == 73)
    #expect(result.errors.hasPrefix("Error: The change is saved; only the words about it are lost."))
    #expect(try world.books().count == 1)
  }
}
