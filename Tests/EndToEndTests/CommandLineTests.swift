import Foundation
import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  private let world: World

  init() throws {
    world = try World()
  }

  @Test func `the store's place is the option's, then the variable's, then the data folder's`() throws {
    let option = world.folder.file("option.db")
    let variable = world.folder.file("variable.db")
    let data = world.folder.file("data")
    try world.succeed(
      "add", "--title", "1", "--db", option, with: ["BOOKSTALL_DB": variable, "XDG_DATA_HOME": data])
    #expect(world.files() == ["option.db"])
    try world.succeed("add", "--title", "2", with: ["BOOKSTALL_DB": variable, "XDG_DATA_HOME": data])
    #expect(world.files() == ["option.db", "variable.db"])
    try world.succeed("add", "--title", "3", with: ["BOOKSTALL_DB": "", "XDG_DATA_HOME": data])
    #expect(world.files().contains("data/bookstall/books.db"))
    // The rules of XDG: a relative folder counts as unset.
    try world.succeed("add", "--title", "4", with: ["BOOKSTALL_DB": "", "XDG_DATA_HOME": "relative"])
    #expect(world.files().contains("home/.local/share/bookstall/books.db"))
    let lost = try world.run("add", "--title", "5", with: ["BOOKSTALL_DB": "", "HOME": ""])
    #expect(lost.status == 64)
    #expect(
      lost.errors
        == "Error: There is no home folder to keep the store in. Name a file with --db or BOOKSTALL_DB.\n")
  }

  @Test func `folders and file that are made are for their owner alone, whatever the mask`() throws {
    let result = try world.shell(
      "umask 000; env -i HOME=\"$HOME\" \"$BOOKSTALL\" add --title Emma --author x && cd \"$HOME\" && find . -type f"
    )
    #expect(result.status == 0)
    #expect(result.output == "✓ Added #1 Emma\n./.local/share/bookstall/books.db\n")
    for name in ["home", "home/.local", "home/.local/share", "home/.local/share/bookstall"] {
      #expect(world.mode(of: name) == 0o700, "\(name)")
    }
    #expect(world.mode(of: "home/.local/share/bookstall/books.db") == 0o600)
  }

  @Test func `reading makes no file`() throws {
    for arguments in [
      ["list"], ["list", "--json"], ["export"], ["show", "1"], ["undo"], ["rm", "1", "-y"],
    ] {
      try world.run(arguments)
      #expect(world.files() == [], "\(arguments)")
    }
  }

  @Test func `a list from a file that does not exist says so`() throws {
    let path = world.folder.file("boks.db")
    let result = try world.succeed("list", "--db", path)
    #expect(result.errors == "There is no file '\(path)'; adding a book would make it.\n")
    #expect(result.output == "" && world.files() == [])
    #expect(
      try world.succeed("list").errors == "There are no books yet. Add one with: bookstall add\n")
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["add", "--help"], ["help", "add"], ["add", "--rating", "--help"],
    ["rate", "-h", "1"], ["help", "exit-codes"], ["help", "environment"],
  ])
  func `help is asked for anywhere and goes to standard output`(arguments: [String]) throws {
    let result = try world.run(arguments)
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.count > 100)
    #expect(world.files() == [])
  }

  @Test(arguments: ["add", "list", "show", "rate", "edit", "rm", "undo", "export", "import", "demo", "help"])
  func `a command's help has examples first, then usage and options`(command: String) throws {
    let help = try world.succeed("help", command).output
    #expect(try world.succeed(command, "--help").output == help)
    let parts = [
      "OVERVIEW: ", "  bookstall \(command)", "USAGE: bookstall \(command)", "OPTIONS:", "-h, --help",
    ]
    var rest = help[...]
    for part in parts {
      let range = try #require(rest.range(of: part), "\(part)")
      rest = rest[range.upperBound...]
    }
  }

  @Test func `the bare command prints short help`() throws {
    let result = try world.succeed()
    #expect(result.output.contains("  bookstall add\n") && result.output.contains("SUBCOMMANDS:\n"))
    #expect(result.output.contains("See 'bookstall help <command>'"))
  }

  @Test(arguments: [
    ["lsit"], ["exprot"], ["lis"], ["list", "--genr", "x"], ["list", "--lim", "3"], ["add", "--titel", "x"],
    ["export", "--feilds", "id"], ["export", "--fields", "titel"],
    ["import", "x", "--format", "godreads"],
    ["add", "--title", "x", "--status", "raed"],
  ])
  func `a typing error gets a suggestion and is never run`(arguments: [String]) throws {
    let result = try world.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Did you mean '"))
    #expect(result.output == "")
    #expect(world.files() == [])
  }

  @Test func `a genre that no book has gets a suggestion too`() throws {
    try world.addSampleBooks()
    let result = try world.run("list", "--genre", "Horor")
    #expect(result.status == 3 && result.output == "")
    #expect(result.errors == "Error: No book has the genre 'Horor'. Did you mean 'Horror'?\n")
  }

  @Test func `global options stand before or after the command`() throws {
    try world.addSampleBooks()
    let list = try world.succeed("list", "--json").output
    #expect(try world.succeed("--json", "list").output == list)
    #expect(try world.succeed("--db", world.store, "--json", "ls").output == list)
    #expect(try world.succeed("ls", "--json", "--db=" + world.store).output == list)
  }

  @Test func `two dashes end the options, and a value may begin with one`() throws {
    try world.succeed("add", "--title=-ism")
    try world.succeed("add", "--title=--json", "--author=-")
    #expect(try world.succeed("show", "--plain", "--", "-ism").output.contains("title\t-ism\n"))
    #expect(try world.succeed("show", "--plain", "--", "--json").output.contains("author\t-\n"))
    let missing = try world.run("add", "--title", "-ism")
    #expect(missing.status == 64)
    #expect(
      missing.errors.hasPrefix("Error: Missing value for '--title <title>'. A value that starts with a dash"))
  }

  @Test func `the version is one line with that of SQLite`() throws {
    let output = try world.succeed("--version").output
    #expect(output.wholeMatch(of: /bookstall \d+\.\d+\.\d+ \(SQLite \d+\.\d+\.\d+\)\n/) != nil)
  }

  @Test func `more than three books are asked about one by one`() throws {
    func remove(_ answers: String...) throws -> [String] {
      let world = try World()
      try world.addSampleBooks()
      let terminal = try world.terminal("rm", "1", "2", "3", "4")
      for answer in answers { try terminal.answer("? [y]es [n]o [a]ll [q]uit › ", answer) }
      #expect(try terminal.waitForEnd() == 0)
      return try world.column("id")
    }
    #expect(try remove("q") == ["1", "2", "3", "4"])
    #expect(try remove("y", "y", "q") == ["1", "2", "3", "4"])
    #expect(try remove("y", "n", "a") == ["2"])
    #expect(try remove("n", "n", "x", "n", "y") == ["1", "2", "3"])
    #expect(try remove("all") == [])
  }

  @Test(arguments: [
    ["add", "--title", "x"], ["rate", "1", "1"], ["edit", "1", "--title", "x", "--tag", "y"],
    ["rm", "1", "2"],
    ["import", Fixture.path("handed/goodreads.csv")], ["export", "/no/such/folder/x.csv"], ["export", "-"],
    ["db", "backup", "/no/such/folder/x.db"], ["db", "compact", "--history", "3"],
  ])
  func `a dry run says what would happen and does nothing`(arguments: [String]) throws {
    try world.addSampleBooks()
    let before = try world.bytes()
    let result = try world.run(arguments + ["--dry-run"])
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").contains { $0.hasPrefix("Would ") })
    #expect(try world.bytes() == before)
  }

  @Test func `every change says what changed, and how it is taken back`() throws {
    try world.addSampleBooks()
    for (words, says) in [
      ("rate 2 2", "#2 骆驼祥子   ★★★★☆ → ★★☆☆☆"), ("edit 2 --genre Novel", "  genre: 文学 → Novel"),
      ("rm 2 --yes", "Deleted #2 骆驼祥子, by 老舍"), ("add --title x --yes", "Added #5 x"),
    ] {
      let terminal = try world.shellOnTerminal("bookstall \(words)", with: ["NO_COLOR": "1"])
      #expect(try terminal.waitForEnd() == 0)
      #expect(terminal.transcript.contains(says), "\(words)")
      #expect(terminal.transcript.contains("bookstall undo\r\n"), "\(words)")
    }
  }
}
