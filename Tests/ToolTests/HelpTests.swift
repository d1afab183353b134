import Testing

@testable import BookstallTool

@Suite("Help and usage errors")
struct HelpTests {
  private func error(_ arguments: [String], width: Int = 80) throws -> String {
    let error = #expect(throws: UsageError.self) {
      try CommandLineParser(root: Sample.Root.self).parse(arguments)
    }
    let usage = try #require(error)
    return "Error: \(usage.error.message)\n" + usage.hint(width: width)
  }

  @Test func `a command's page has examples, usage, arguments and options`() {
    let page = HelpPage(path: [Sample.Root.self, Sample.Rate.self]).text(width: 80)
    #expect(
      page == """
        OVERVIEW: Set a rating; 0 clears it.

          stall rate 40 5
          stall rate "earthsea" 4

        USAGE: stall rate <book> <stars> [--dry-run]

        ARGUMENTS:
          <book>                  A number, a title, or a part of one.
          <stars>                 0.25 to 5 in quarter stars: 4, 4.5, 3.75; 0 clears.

        OPTIONS:
          --dry-run               Say what would change, change nothing.
          -h, --help              Show help information.

          See 'stall --help' for the options that every command has.

        """)
  }

  @Test func `the root's page lists the commands with their aliases`() {
    let page = HelpPage(path: [Sample.Root.self]).text(width: 80)
    #expect(page.contains("USAGE: stall <subcommand>\n"))
    #expect(page.contains("\nSUBCOMMANDS:\n  rate                    Set a rating; 0 clears it.\n"))
    #expect(page.contains("\n  list, ls                List books.\n"))
    #expect(page.contains("\n  -q, --quiet             Say little.\n"))
  }

  @Test func `values and defaults follow the description`() {
    let page = HelpPage(path: [Sample.Root.self, Sample.List.self]).text(width: 80)
    #expect(page.contains("--shape <shape>         The shape. (values: round, square; default: round)"))
    #expect(page.contains("-n, --limit <n>         At most so many. (default: 20)"))
    #expect(page.contains("--header/--no-header    Print a header. (default: --header)"))
    #expect(page.contains("[<words>...] [--tag <tag>]... [--sort <key>]"))
  }

  @Test(arguments: [40, 60, 100])
  func `descriptions keep within the width`(width: Int) {
    for command in [Sample.Rate.self, Sample.List.self, Sample.Root.self] as [any ParsableCommand.Type] {
      let page = HelpPage(path: [Sample.Root.self, command]).text(width: width)
      // Examples are whole command lines and never broken.
      for line in page.split(separator: "\n") where !line.contains("stall ") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func `a long usage is broken between brackets`() throws {
    #expect(
      try error(["export", "x"], width: 46) == """
        Error: Unexpected argument 'x'.
        Usage: stall export
            [<file>|-] [--a <a>]
            [--bee <bee>|--see <see file>]
          See 'stall export --help' for more
          information.

        """)
  }

  @Test func `an unknown command gets the suggestion and the root's usage`() throws {
    #expect(
      try error(["lsit"]) == """
        Error: Unknown command 'lsit'. Did you mean 'list'?
        Usage: stall <subcommand>
          See 'stall --help' for more information.

        """)
  }

  @Test(arguments: [
    (
      ArgumentError.invalidValue("6", label: "<stars>", reason: "use 1."),
      "The value '6' is invalid for '<stars>': use 1."
    ),
    (
      .notUTF8(argument: 2, byte: 0x0F, place: 7),
      "Argument 2 is not valid UTF-8: byte 0x0F at position 7. Use a terminal and file names in UTF-8."
    ),
    (.unexpectedArguments(["a", "b"]), "2 unexpected arguments: 'a', 'b'."),
    (.unknownCommand("a\u{1B}[2J\n", suggestion: nil), "Unknown command 'a␛[2J '."),
  ])
  func `messages name the value as it was typed, made harmless`(error: ArgumentError, message: String) {
    #expect(error.message == message)
  }

  @Test(arguments: [
    ("lsit", "list"), ("shwo", "show"), ("exprot", "export"), ("im", "rm"), ("x", nil), ("", nil),
    ("import!", "import"), ("listing", "list"), ("completely-else", nil), ("rme", "rm"), ("exp", "export"),
  ])
  func `the nearest name is suggested`(word: String, suggestion: String?) {
    let names = ["add", "list", "show", "rate", "edit", "rm", "undo", "export", "import", "demo", "help"]
    #expect(Suggestion.nearest(to: word, among: names) == suggestion)
  }

  @Test(arguments: [
    ("", "", 0), ("", "ab", 2), ("ab", "ba", 1), ("lsit", "list", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3),
    ("老舍", "舍老", 1),
  ])
  func `distance counts a swap of neighbours as one`(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == distance)
    #expect(Suggestion.distance(Array(right.unicodeScalars), Array(left.unicodeScalars)) == distance)
  }

  @Test(arguments: HelpTopic.allCases)
  func `every topic has a page that keeps within the width`(topic: HelpTopic) throws {
    for width in [22, 30, 44, 80, 120] {
      let page = topic.page(width: width)
      #expect(page.split(separator: "\n").count > 4)
      for line in page.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
      #expect(page.unicodeScalars.allSatisfy { $0.isASCII })
    }
    let world = try ToolWorld()
    #expect(try world.run("help", topic.rawValue).output == topic.page(width: 80))
    for text in [try world.run("help").output, try world.run("help", "help").output] {
      #expect(text.contains(topic.rawValue))
    }
    #expect(try world.run("manual").output.contains(".It Cm help \(topic.rawValue)\n"))
  }

  @Test(
    arguments: [
      ["--width", "30", "add", "--help"], ["add", "--help", "--width=30"], ["lsit", "--width", "30"],
      ["list", "--nonsense", "--width", "30"], ["--width", "30"], ["help", "nothing", "--width", "30"],
      ["rate", "--width", "30"],
    ])
  func `help and usage errors keep within the width of the option`(arguments: [String]) throws {
    let result = try ToolWorld().run(list: arguments)
    for line in (result.output + result.errors).split(separator: "\n") {
      #expect(line.count <= 30, "\(line)")
    }
  }

  @Test(
    arguments: [
      ("remove", "rm"), ("delete", "rm"), ("view", "show"), ("version", "--version"), ("rmo", "rm"),
    ])
  func `names that other programs have lead to the right ones`(word: String, meant: String) throws {
    let result = try ToolWorld().run(word, "3")
    #expect(result.status == .usage && result.errors.contains("Did you mean '\(meant)'?"))
  }

  @Test func `hidden commands and the scripts for shells are found by swift-argument-parser's names too`()
    throws
  {
    let world = try ToolWorld()
    #expect(try !world.run("--help").output.contains("complete-words"))
    #expect(try world.run("--help-hidden").output.contains("complete-words"))
    #expect(try world.run("add", "--help-hidden").output == world.run("add", "--help").output)
    for shell in ["bash", "zsh", "fish"] {
      let script = try world.run("completion", shell).output
      #expect(try world.run("--generate-completion-script", shell).output == script)
      #expect(try world.run("--generate-completion-script=\(shell)").output == script)
    }
    #expect(try world.run("--generate-completion-script", "csh").status == .usage)
  }

  @Test func `an unknown topic is told the topics, and the nearest name`() throws {
    let result = try ToolWorld().run("help", "kees")
    #expect(result.status == .usage)
    #expect(
      result.errors.hasPrefix(
        "Error: There is no command or topic 'kees'. Did you mean 'keys'? "
          + "The topics are environment, exit-codes, files, formats, keys.\n"))
    #expect(try ToolWorld().run("help", "lsit").errors.contains("Did you mean 'list'?"))
    #expect(try ToolWorld().run("help", "snack", "bras").errors.contains("Unknown command 'bras'"))
  }

  @Test(arguments: [
    ([[0x61, 0x92]], ArgumentError.notUTF8(argument: 1, byte: 0x92, place: 2)),
    ([[0x61], [0xE9, 0xAA]], .notUTF8(argument: 2, byte: 0xE9, place: 1)),
    ([[0xC0, 0x80]], .notUTF8(argument: 1, byte: 0xC0, place: 1)),
    ([[0xED, 0xA0, 0x80]], .notUTF8(argument: 1, byte: 0xED, place: 1)),
  ])
  func `bytes that are not UTF-8 are found`(raw: [[UInt8]], error: ArgumentError) {
    #expect(throws: error) { try decodedArguments(raw) }
  }

  @Test func `valid UTF-8 arrives unchanged`() throws {
    #expect(
      try decodedArguments([Array("骆驼祥子".utf8), [], Array("e\u{301}".utf8)]) == ["骆驼祥子", "", "e\u{301}"])
  }
}
