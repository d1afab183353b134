import Foundation
import TestSupport
import Testing

@Suite("Terminals, pipes and colours")
struct StreamTests {
  private let world: World

  init() throws {
    world = try World()
  }

  private static let escape: Unicode.Scalar = "\u{1B}"

  private func hasColour(_ text: String) -> Bool {
    text.contains(/\u{1B}\[[0-9;]*(38;|48;|3[0-7]|9[0-7])[0-9;]*m/)
  }

  /// What a command shows on a terminal, where it must end well.
  private func onTerminal(_ arguments: String..., with extra: [String: String] = [:], columns: Int = 80)
    throws
    -> String
  {
    let words = arguments.joined(separator: " ")
    let terminal = try world.shellOnTerminal("bookstall \(words)", with: extra, columns: columns)
    #expect(try terminal.waitForEnd() == 0)
    return terminal.transcript
  }

  @Test func `an export on a terminal does nothing that the texts ask for, and in a pipe is what they are`()
    throws
  {
    try world.succeed("add", "--title", "a\u{1B}[2Jb\u{202E}c", "--review", "one\n\ttwo \u{7}", "--yes")
    for format in ["csv", "tsv", "markdown", "json"] {
      let terminal = try world.terminal(
        "export", "-", "--format", format, with: ["NO_COLOR": "1", "COLORFGBG": "15;0"])
      #expect(try terminal.waitForEnd() == 0)
      let shown = terminal.transcript
      #expect(
        shown.contains("a")
          && !shown.unicodeScalars.contains { "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0) })
    }
    #expect(try world.succeed("export", "-").output.contains("a\u{1B}[2Jb\u{202E}c"))
  }

  @Test func `each stream is looked at on its own`() throws {
    try world.addSampleBooks()
    let list = world.folder.file("list")
    let listing = try world.terminal("list", outputPath: list)
    #expect(try listing.waitForEnd() == 0)
    #expect(try !world.text(of: "list").unicodeScalars.contains(Self.escape))
    #expect(try world.text(of: "list").contains("骆驼祥子"))
    let failing = try world.terminal("show", "99", outputPath: list)
    #expect(try failing.waitForEnd() == 3)
    #expect(failing.transcript.contains("\u{1B}[1;38;5;203mError:\u{1B}[0m No book fits '99'."))
    let piped = try onTerminal("list | cat")
    #expect(!piped.unicodeScalars.contains(Self.escape))
  }

  @Test func `NO_COLOR turns colour off unless it is empty or the command line wants colour`() throws {
    try world.addSampleBooks()
    #expect(try hasColour(onTerminal("list")))
    #expect(try hasColour(onTerminal("list", with: ["NO_COLOR": ""])))
    for command in ["list", "show 1", "add --title x --dry-run --yes"] {
      #expect(try !hasColour(onTerminal(command, with: ["NO_COLOR": "1"])))
      #expect(try !hasColour(onTerminal(command, "--color never")))
    }
    #expect(try hasColour(onTerminal("list --color=always", with: ["NO_COLOR": "1"])))
  }

  @Test(arguments: [
    (["list"], ["CLICOLOR_FORCE": "1"]), (["list"], ["FORCE_COLOR": "1"]), (["list"], ["FORCE_COLOR": "3"]),
    (["list", "--color", "always"], [:]), (["--color=always", "list"], [:]),
  ])
  func `colour can be forced into a pipe`(arguments: [String], variables: [String: String]) throws {
    try world.addSampleBooks()
    #expect(try hasColour(world.run(arguments, with: variables).output))
    #expect(try !hasColour(world.run("list", with: ["CLICOLOR_FORCE": "0"]).output))
  }

  @Test func `a dumb terminal gets printable text alone`() throws {
    try world.addSampleBooks()
    for command in ["list", "show 1", "help", "show 99 || true"] {
      let screen = try onTerminal(command, with: ["TERM": "dumb"])
      for scalar in screen.replacing("\r\n", with: "\n").unicodeScalars {
        #expect(scalar == "\n" || scalar.value >= 0x20 && scalar.value != 0x7F)
        #expect(!(0x2580...0x259F ~= scalar.value), "no picture")
      }
    }
  }

  @Test func `in colour the picture of a terminal is drawn, without colour by its shape`() throws {
    try world.addSampleBooks()
    #expect(try onTerminal("show 1").contains("▀"))
    let plain = try onTerminal("show 1", with: ["NO_COLOR": "1"])
    #expect(
      plain.contains("[ SCIENCE FICTION ]") && plain.unicodeScalars.contains { 0x2580...0x259F ~= $0.value })
    #expect(try !onTerminal("show 1 --art none").unicodeScalars.contains { 0x2580...0x259F ~= $0.value })
  }

  @Test func `JSON has stable keys and no colour, and a failure leaves standard output empty`() throws {
    try world.addSampleBooks()
    let colourless = try world.succeed("list", "--json", with: ["CLICOLOR_FORCE": "1"])
    #expect(!colourless.output.unicodeScalars.contains(Self.escape))
    #expect(try World.objects(in: colourless.outputBytes).allSatisfy { $0["id"] is Int })
    for arguments in [
      ["show", "99", "--json"], ["list", "--json", "--sort", "x"], ["import", "/none", "--json"],
    ] {
      let result = try world.run(arguments)
      #expect(result.status != 0)
      #expect(result.outputBytes.isEmpty && result.errors.hasPrefix("Error: "))
    }
    #expect(try world.run("list", "--json", "--genre", "none").output == "")
    #expect(try world.succeed("list", "--json", "--genre", "Poetry").output == "[]\n")
  }

  @Test func `plain output is one record per line with six fields, nothing cut`() throws {
    let title = String(repeating: "A very long title ", count: 20)
    try world.succeed("add", "--title", title, "--author", "a\tb\nc", "--review", "x\ny")
    try world.addSampleBooks()
    let lines = try world.succeed("list", "--plain", with: ["COLUMNS": "30"]).output.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == 6) }
    #expect(lines[4].contains(title.dropLast()))
    let fields = try world.succeed("show", "1", "--plain").output.split(separator: "\n")
    #expect(fields.allSatisfy { $0.contains("\t") } && fields[0] == "id\t1")
  }

  @Test func `quiet prints only what was asked for, and errors stay`() throws {
    #expect(try world.succeed("-q", "add", "--title", "Emma").output == "1\n")
    let rated = try world.succeed("rate", "1", "4", "-q")
    #expect(rated.output == "" && rated.errors == "")
    let imported = try world.run(
      "import", "-", "--quiet", input: "Title,My Rating,Exclusive Shelf\nA,3,read\n,3,read\n")
    #expect(imported.output == "" && imported.status == 65)
    #expect(imported.errors == "  Refused\n    line     3  the title is empty\n")
    #expect(try world.run("list", "-q").output.contains("Emma"))
    #expect(try world.run("show", "99", "-q").errors.hasPrefix("Error: "))
  }

  @Test func `--no-input never asks and names what is missing, also on a terminal`() throws {
    try world.addSampleBooks()
    for (words, option) in [("rm 3", "--yes"), ("add", "--title <title>"), ("edit 1", "--genre <genre>")] {
      let terminal = try world.shellOnTerminal("bookstall \(words) --no-input; echo \"status $?\"")
      #expect(try terminal.waitForEnd() == 0)
      #expect(terminal.transcript.contains("'\(option)'") && terminal.transcript.contains("status 64"))
    }
    #expect(try world.books().count == 4)
  }

  @Test func `import from a terminal says that it waits, and ends with Ctrl-D`() throws {
    let terminal = try world.terminal("import", "-")
    try terminal.read(until: "Reading CSV from the terminal, Ctrl-D ends.")
    try terminal.type("Title,My Rating,Exclusive Shelf\nEmma,4,read\n")
    try terminal.read(until: "Emma,4,read\r\n")
    try terminal.pressControl("d")
    try terminal.read(until: "added 1   of 1 row")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("title") == ["Emma"])
  }

  @Test(arguments: ["list", "list --json", "list --plain", "export", "export --format goodreads"])
  func `a reader that goes away is no error`(command: String) throws {
    var rows = "Title,Exclusive Shelf,My Rating\n"
    for number in 0..<4000 { rows += "A rather long title with the number \(number),read,3\n" }
    try world.succeed("import", "-", input: rows)
    let result = try world.shell(
      "{ bookstall \(command); echo $? >'\(world.folder.file("status"))'; } | head -1")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.errors == "")
    #expect(["0\n", "141\n"].contains(try world.text(of: "status")))
  }

  @Test func `a session for screen readers has words and no signs`() throws {
    try world.addSampleBooks()
    let list = try onTerminal("list", with: ["ACCESSIBLE": "1"], columns: 120)
    #expect(
      list.contains("1: The Left Hand of Darkness, by Ursula K. Le Guin, Science Fiction, 5 of 5 stars"))
    for command in ["list", "show 1", "rate 1 2", "undo", "show 99 || true"] {
      let screen = try onTerminal(command, with: ["ACCESSIBLE": "1"])
      #expect(!screen.unicodeScalars.contains(Self.escape))
      #expect(!screen.replacing("\r\n", with: "\n").unicodeScalars.contains("\r"))
      #expect(!screen.contains { "★☆✓→·▀█".contains($0) }, "\(command)")
    }
  }

  @Test func `control characters of the user never reach the terminal`() throws {
    let evil = Self.evil
    try world.succeed(
      "add", "--title", evil, "--author", evil, "--genre", evil, "--review", "one\n\(evil)", "--tag", evil,
      "--series", evil, "--publisher", evil, "--notes", evil)
    for command in [
      "list", "show 1", "rate 1 3", "edit 1 --author \"$EVIL\"", "undo", "show \"$EVIL\" || true",
      "show \"$EVIL none\" || true", "list --genre \"$EVIL!\" || true", "rm 1 --dry-run", "list --plain",
    ] {
      let screen = try onTerminal(command, with: ["EVIL": evil, "NO_COLOR": "1", "PAGER": "cat"])
      let unwanted = screen.replacing(/\u{1B}\[[0-9;]*m/, with: "").unicodeScalars.filter {
        switch $0.value {
        case 0x0A, 0x0D: false
        // The tabs between the fields of plain output are its own.
        case 0x09: !command.contains("--plain")
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(unwanted.isEmpty, "\(command)")
      #expect(screen.contains("evil␛]52;c;eA==�"), "\(command)")
    }
    let json = try world.succeed("list", "--json").output
    #expect(json.contains("evil\\u001b]52;c;eA==\\u0007\\u001b[2J"))
    #expect(!json.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  private static let evil = "evil\u{1B}]52;c;eA==\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{2066}"

  @Test func `control characters of the store reach no question and no form`() throws {
    let evil = Self.evil
    try world.succeed(
      "add", "--title", evil, "--author", evil, "--genre", evil, "--review", evil, "--tag", evil, "--series",
      evil)
    for variables in [["TERM": "dumb"], ["ACCESSIBLE": "1"], [:]] {
      for (command, keys) in [("add", "T\n\n8\n\n\nn\n"), ("edit 1", "\n\n\n8\n\n\n\nn\n")] {
        let terminal = try world.shellOnTerminal("bookstall \(command)", with: variables)
        try terminal.read(until: "Title")
        if variables.isEmpty {
          // Each screen is drawn for what has come by then.
          try terminal.type("T\u{1B}[6~\u{1B}[A\u{1B}[A\u{1B}[A\u{15}\t")
          try terminal.read(until: "evil␛]52;c;eA==�")
          try terminal.type("\u{1B}[6~\rn")
        } else {
          try terminal.type(keys)
        }
        try terminal.read(until: "Not saved.")
        _ = try terminal.waitForEnd()
        let screen = terminal.transcript.unicodeScalars
        let codes: Set<UInt32> =
          variables.isEmpty ? [0x07, 0x7F, 0x9B, 0x202E, 0x2066] : [0x07, 0x1B, 0x7F, 0x9B, 0x202E, 0x2066]
        #expect(!screen.contains { codes.contains($0.value) }, "\(command) \(variables)")
        #expect(!terminal.transcript.contains("\u{1B}]52"))
        #expect(terminal.transcript.contains("evil␛]52;c;eA==�"), "\(command) \(variables)")
      }
    }
  }

  @Test func `a status that another program wrote does nothing either`() throws {
    try world.succeed("add", "--title", "Emma")
    try world.sql(
      "PRAGMA ignore_check_constraints = 1; UPDATE book SET status = 'evil' || char(27) || '[2J' || char(7);")
    for command in ["list", "show 1", "stats", "doctor", "edit 1 --author x"] {
      let screen = try world.shell("bookstall \(command) 2>&1; bookstall list --plain 2>&1")
      #expect(!screen.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 }, "\(command)")
    }
  }

  @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1", "zh_CN.GB18030"])
  func `text is UTF-8 in every locale`(locale: String) throws {
    let added = try world.succeed("add", "--title", "骆驼祥子", "--genre", "文学", with: ["LC_ALL": locale])
    #expect(added.output == "✓ Added #1 骆驼祥子\n")
    #expect(try world.succeed("show", "1", with: ["LC_ALL": locale]).output.contains("[ 文学 ]"))
    #expect(try world.succeed("show", "骆驼", with: ["LC_ALL": locale]).output.contains("骆驼祥子"))
  }
}
