import Foundation
import TestSupport
import Testing

/// What users of other tools for terminals expect of this one: 42 topics, and where each is put to the test.
enum Expectation {
  static let tests: [(topic: String, tests: [String])] = [
    ("TTY per stream", ["each stream is looked at on its own"]),
    ("NO_COLOR", ["NO_COLOR turns colour off unless it is empty or the command line wants colour"]),
    ("Force", ["colour can be forced into a pipe"]),
    ("TERM=dumb", ["a dumb terminal gets printable text alone"]),
    ("--json", ["JSON has stable keys and no colour, and a failure leaves standard output empty"]),
    ("--plain", ["plain output is one record per line with six fields, nothing cut"]),
    ("--quiet", ["quiet prints only what was asked for, and errors stay"]),
    (
      "--yes and --no-input",
      [
        "--no-input never asks and names what is missing, also on a terminal",
        "off a terminal a title is enough",
      ]
    ),
    ("stdin is a TTY", ["import from a terminal says that it waits, and ends with Ctrl-D"]),
    ("-", ["an export is read as it is written, and a rehearsal of it ends well"]),
    (
      "Pager",
      [
        "text taller than the screen goes through it, and messages come afterwards",
        "empty or cat means none",
      ]
    ),
    ("Closed pipe", ["a reader that goes away is no error"]),
    ("$EDITOR", ["an editor may have arguments, and what it fails to do changes nothing"]),
    ("XDG", ["each kind of file has its own folder, and the home folder stays clean"]),
    ("--db", ["the store's place is the option's, then the variable's, then the data folder's"]),
    (
      "Completion",
      [
        "bash registers the function and gets quoted words", "fish gets words with their meanings",
        "zsh loads the script silently and completes on a terminal",
      ]
    ),
    ("Man page", ["the manual has no fault that mandoc finds"]),
    ("Help", ["every command has help for itself and for each option", "help anywhere is help"]),
    ("Typos", ["a search word, a genre, a command and an option get a guess that is never run"]),
    ("Order-free options", ["global options stand before or after the command"]),
    ("No prefix abbreviation", ["the beginning of a command is no command"]),
    ("-- and dashes", ["two dashes end the options, and a value may begin with one"]),
    ("Exit codes", ["a failure says in one sentence what is wrong, by its own number, and changes nothing"]),
    ("SIGINT", ["whatever signal ends it, the terminal is as it was and the shell is told"]),
    ("SIGTSTP", ["Ctrl-Z stops it with the terminal as it was, and fg draws it again"]),
    ("SIGWINCH", ["the form follows the window, wide and narrow, high and low"]),
    ("SIGTERM mid-import", ["a signal in the middle leaves all or nothing, and the next run completes it"]),
    ("Wide characters", ["a terminal counts cells as we do"]),
    ("VS16 and keycaps", ["no screen has a character whose width is in doubt before an aligned column"]),
    (
      "Ambiguous",
      [
        "ASCII is kept outside of the user's own text",
        "where signs of ambiguous width are wide the columns know it",
      ]
    ),
    ("Narrow", ["no line is wider than the terminal, and the table gives up columns as it narrows"]),
    ("COLUMNS", ["a width counts in a pipe too, and without one nothing is cut"]),
    ("Screen reader", ["a session for screen readers has whole sentences, no escape and no return"]),
    ("Control characters", ["control characters of the user never reach the terminal"]),
    ("Locale", ["text is UTF-8 in every locale", "Chinese is taken in any locale"]),
    ("Progress", ["nothing is shown in the first 200 milliseconds, then ten times a second"]),
    ("Say what changed", ["every change says what changed, and how it is taken back"]),
    (
      "Undo",
      [
        "undo takes back every kind of change, one step at a time",
        "a rehearsal of undo and redo changes nothing",
      ]
    ),
    ("Stable ids", ["a number is never given out again"]),
    ("Bulk guard", ["more than three books are asked about one by one"]),
    ("Speed and size", ["the first rows of many books come at once"]),
    ("Version", ["version is one line"]),
  ]
}

@Suite("What users of terminals expect")
struct ExpectationTests {
  private let world: World

  init() throws {
    world = try World()
  }

  @Test func `each of the 42 topics has its test`() throws {
    #expect(Expectation.tests.count == 42)
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var sources = ""
    for name in ["EndToEndTests", "ToolTests", "PresentationTests"] {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
      for file in files where file.hasSuffix(".swift") {
        sources += try String(contentsOf: folder.appending(path: "\(name)/\(file)"), encoding: .utf8)
      }
    }
    for (topic, tests) in Expectation.tests {
      for test in tests { #expect(sources.contains("func `\(test)`("), "\(topic): \(test)") }
    }
  }

  @Test func `an export is read as it is written, and a rehearsal of it ends well`() throws {
    try world.addSampleBooks()
    let result = try world.shell("bookstall export - | bookstall import - --dry-run")
    #expect(result.status == 0)
    #expect(result.output.contains("already here 4"))
    #expect(!result.errors.unicodeScalars.contains("\r"))
  }

  @Test func `each kind of file has its own folder, and the home folder stays clean`() throws {
    var world = world
    let folders = ["XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state"]
    world.variables = ["HOME": world.folder.file("home")]
    for (variable, name) in folders { world.variables[variable] = world.folder.file(name) }
    try world.succeed("add", "--title", "Emma")
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.type("Beloved")
    try terminal.pressControl("c")
    _ = try terminal.waitForEnd()
    let files = world.files().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    #expect(
      files == [
        "data", "data/bookstall", "data/bookstall/books.db", "state", "state/bookstall",
        "state/bookstall/add.json",
      ])
    // A relative folder counts as unset, by the rules of XDG.
    world.variables["XDG_DATA_HOME"] = "data"
    #expect(
      try world.succeed("db", "path").output == world.folder.file("home/.local/share/bookstall/books.db\n"))
  }

  @Test(arguments: [
    ["-h"], ["--help"], ["help", "add"], ["add", "-h"], ["add", "--rating", "--help"], ["help"],
    ["--json", "list", "--help"], [],
  ])
  func `help anywhere is help`(arguments: [String]) throws {
    let result = try world.run(arguments)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("OVERVIEW: "))
    #expect(result.errors == "")
    #expect(world.files() == [])
  }

  @Test(arguments: [
    (["lsit"], 64, "Did you mean 'list'?"), (["list", "--gerne", "Horror"], 64, "Did you mean '--genre'?"),
    (["list", "--genre", "Horor"], 3, "Did you mean 'Horror'?"),
    (["search", "wintre"], 3, "Did you mean 'winter'"),
    (["rate", "1", "5", "--dry-rum"], 64, "Did you mean '--dry-run'?"),
  ])
  func `a search word, a genre, a command and an option get a guess that is never run`(
    arguments: [String], status: Int32, guess: String
  ) throws {
    try world.addSampleBooks()
    let before = try world.bytes()
    let result = try world.run(arguments)
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.errors.contains(guess))
    #expect(try world.bytes() == before)
  }

  @Test(arguments: [("exp", "export"), ("lis", "list"), ("sho", "show"), ("impor", "import")])
  func `the beginning of a command is no command`(word: String, command: String) throws {
    let result = try world.run(word)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: Unknown command '\(word)'. Did you mean '\(command)'?\n"))
    #expect(try world.run("list", "--gen", "Horror").status == 64, "nor is the beginning of an option one")
    #expect(try world.run("ls").status == 0, "an alias is")
  }

  @Test func `no screen has a character whose width is in doubt before an aligned column`() throws {
    for command in [["snack", "bars"], ["snack", "ways"], ["stats"], ["list"], ["doctor"], ["help"]] {
      let result = try world.run(command + ["--color=never"], with: ["COLUMNS": "80"])
      let text = result.output + result.errors
      #expect(!text.unicodeScalars.contains { [0xFE0F, 0x20E3, 0x200D].contains($0.value) }, "\(command)")
    }
  }

  @Test func `the first rows of many books come at once`() throws {
    let insert = """
      INSERT INTO book (uuid, title, author, genre)
      SELECT printf('%08x-0000-7000-8000-%012x', value, value), 'Title ' || value, 'Author ' || value % 999, 'Horror' FROM generate_series(1, 50000);
      """
    try world.succeed("add", "--title", "Emma")
    try world.sql(insert)
    let start = ContinuousClock.now
    let result = try world.run("list", "--limit", "20")
    // The debug build on a busy machine; the release build takes a hundredth of it.
    #expect(start.duration(to: .now) < .seconds(3))
    #expect(result.output.split(separator: "\n").count == 21)
    let all = try world.run("list", "--limit", "0", "--plain")
    #expect(all.output.split(separator: "\n").count == 50_001)
    #expect(all.peakMemory < result.peakMemory + 30 << 20, "rows go by, they are not gathered")
  }
}

@Suite("Widths by a terminal's own account", .enabled(if: TmuxSession.isInstalled))
struct WidthOracleTests {
  @Test(arguments: [
    "骆驼祥子", "e\u{301}", "ドグラ", "한국어", "Преступление", "🇨🇳", "👍", "★☆½", "…—“”", "ｱｲｳ", "ภาษาไทย", "𠀀𠀁",
  ])
  func `a terminal counts cells as we do`(text: String) throws {
    let world = try World()
    let session = try TmuxSession(
      in: world.folder.path, environment: world.variables.merging(["TERM": "xterm-256color"]) { $1 })
    try session.type("'\(world.command)' add\n")
    try session.wait(for: "Title    ›")
    try session.type(text)
    try session.wait("for the title") { $0[2] == "  Title    › \(text)" }
    // The terminal says where its cursor is, and the list how wide it takes the title to be.
    let column = try session.cursor().split(separator: ",").first.flatMap { Int($0) }
    try world.succeed("add", "--title", text)
    let row = try world.run("list", with: ["COLUMNS": "80"]).output.split(separator: "\n").last ?? ""
    let before = try #require(row.range(of: "Unknown author")).lowerBound
    let padding = row[..<before].reversed().prefix { $0 == " " }.count
    // The title's column is 29 cells wide, and two more stand before the author.
    #expect(column == 13 + 31 - padding, "\(row)")
  }
}
