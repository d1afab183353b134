import Testing

@testable import BookstallTool

@Suite("Parsing a command line")
struct CommandLineParserTests {
  private let parser = CommandLineParser(root: Sample.Root.self)

  private func command<C: ParsableCommand>(_ type: C.Type, _ arguments: [String]) throws -> C {
    guard case .command(let command, _) = try parser.parse(arguments) else {
      throw ValidationError(message: "no command")
    }
    return try #require(command as? C)
  }

  private func error(_ arguments: [String]) -> ArgumentError? {
    #expect(throws: UsageError.self) { try parser.parse(arguments) }?.error
  }

  @Test func `positionals are taken in order`() throws {
    let rate = try command(Sample.Rate.self, ["rate", "earthsea", "4.5"])
    #expect(rate.book == "earthsea")
    #expect(rate.stars == 4.5)
    #expect(!rate.dryRun)
  }

  @Test(arguments: [
    ["--json", "--width", "60", "list"], ["list", "--json", "--width", "60"],
    ["--width=60", "list", "--json"], ["--json", "ls", "--width=60"],
  ])
  func `global options stand before or after the command`(arguments: [String]) throws {
    let list = try command(Sample.List.self, arguments)
    #expect(list.globals.json)
    #expect(list.globals.width == 60)
  }

  @Test func `every form of option arrives`() throws {
    let list = try command(
      Sample.List.self,
      [
        "list", "--tag", "a", "x", "--tag=b=c", "--sort", "-rating", "-n5", "--no-header",
        "--shape=square",
      ])
    #expect(list.tag == ["a", "b=c"])
    #expect(list.words == ["x"])
    #expect(list.sort == "-rating")
    #expect(list.limit == 5)
    #expect(!list.header)
    #expect(list.shape == .square)
  }

  @Test func `what is not given keeps its initial value`() throws {
    let list = try command(Sample.List.self, ["list"])
    #expect(list.tag == [])
    #expect(list.sort == nil)
    #expect(list.limit == 20)
    #expect(list.header)
  }

  @Test func `two parses do not share values`() throws {
    _ = try command(Sample.List.self, ["list", "--tag", "a", "--json"])
    let second = try command(Sample.List.self, ["list"])
    #expect(second.tag == [])
    #expect(!second.globals.json)
  }

  @Test(arguments: [
    (["list", "--", "-ism", "--json"], ["-ism", "--json"]), (["list", "-", "x"], ["-", "x"]),
    (["list", "-4", "-1.5"], ["-4", "-1.5"]), (["list", ""], [""]), (["list", "--", "--"], ["--"]),
    (["--", "list", "--tag"], ["--tag"]),
  ])
  func `words that start with a dash can be positionals`(arguments: [String], words: [String]) throws {
    #expect(try command(Sample.List.self, arguments).words == words)
  }

  @Test func `a value that starts with a dash comes by the equals sign`() throws {
    #expect(try command(Sample.List.self, ["list", "--tag=-ism"]).tag == ["-ism"])
    #expect(try command(Sample.List.self, ["list", "--tag="]).tag == [""])
    #expect(error(["list", "--tag", "-ism"]) == .missingValue(label: "--tag <tag>"))
  }

  @Test func `short flags can be joined and the last may take a value`() throws {
    let list = try command(Sample.List.self, ["list", "-qn", "3"])
    #expect(list.globals.quiet)
    #expect(list.limit == 3)
    #expect(try command(Sample.List.self, ["list", "-qn3"]).limit == 3)
    #expect(try command(Sample.List.self, ["list", "-n=3"]).limit == 3)
    guard case .invalidValue("q", "--limit <n>", _) = error(["list", "-nq", "3"]) else {
      Issue.record("what follows is the value")
      return
    }
    #expect(error(["list", "-qx"]) == .unknownOption("-x", suggestion: nil))
  }

  @Test(arguments: [["genre", "merge", "a"], ["--json", "genre", "--quiet", "merge", "a"]])
  func `commands can be nested`(arguments: [String]) throws {
    #expect(try command(Sample.Merge.self, arguments).into == "a")
  }

  @Test(arguments: [
    (["--help"], "stall"), (["-h"], "stall"), (["list", "-h"], "list"), (["--help", "list"], "list"),
    (["rate", "--stars", "--help"], "rate"), (["list", "--limit", "--help"], "list"),
    (["ls", "-qh"], "list"),
    (["--nonsense", "list", "--help"], "stall"), (["genre", "merge", "--help"], "merge"),
    (["list", "--sort", "-h"], "list"),
  ])
  func `help is found anywhere`(arguments: [String], name: String) throws {
    guard case .help(let path, _) = try parser.parse(arguments) else {
      Issue.record("no help")
      return
    }
    #expect(path.last?.configuration.commandName == name)
  }

  @Test func `help behind the double dash or as a value is text`() throws {
    #expect(try command(Sample.List.self, ["list", "--", "--help"]).words == ["--help"])
    #expect(try command(Sample.List.self, ["list", "--tag=--help"]).tag == ["--help"])
  }

  @Test(arguments: [["--version"], ["list", "--version"], ["--json", "--version"]])
  func `the version can be asked for everywhere`(arguments: [String]) throws {
    guard case .version = try parser.parse(arguments) else {
      Issue.record("no version")
      return
    }
  }

  struct Mistake: CustomTestStringConvertible {
    let arguments: [String]
    let error: ArgumentError
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Mistake(arguments: ["lsit"], error: .unknownCommand("lsit", suggestion: "list")),
    Mistake(arguments: ["lsit", "--help"], error: .unknownCommand("lsit", suggestion: "list")),
    Mistake(arguments: ["exp"], error: .unknownCommand("exp", suggestion: "export")),
    Mistake(arguments: ["zzz"], error: .unknownCommand("zzz", suggestion: nil)),
    Mistake(arguments: ["list", "--jsno"], error: .unknownOption("--jsno", suggestion: "--json")),
    Mistake(arguments: ["list", "--limt=3"], error: .unknownOption("--limt", suggestion: "--limit")),
    Mistake(arguments: ["list", "--lim", "3"], error: .unknownOption("--lim", suggestion: "--limit")),
    Mistake(arguments: ["list", "-json"], error: .unknownOption("-json", suggestion: "--json")),
    Mistake(arguments: ["list", "--hepl"], error: .unknownOption("--hepl", suggestion: "--help")),
    Mistake(arguments: ["list", "-z"], error: .unknownOption("-z", suggestion: nil)),
    Mistake(arguments: ["list", "--json=yes"], error: .unexpectedValue(name: "--json", value: "yes")),
    Mistake(arguments: ["list", "--limit"], error: .missingValue(label: "--limit <n>")),
    Mistake(arguments: ["list", "--limit", "--json"], error: .missingValue(label: "--limit <n>")),
    Mistake(arguments: ["rate"], error: .missingArgument(label: "<book>")),
    Mistake(arguments: ["rate", "1"], error: .missingArgument(label: "<stars>")),
    Mistake(arguments: ["rate", "1", "2", "3", "4"], error: .unexpectedArguments(["3", "4"])),
    Mistake(
      arguments: ["rate", "40", "6"],
      error: .invalidValue("6", label: "<stars>", reason: "use 0.25 to 5 in quarter stars (0 clears).")),
    Mistake(
      arguments: ["list", "--limit", "x"],
      error: .invalidValue("x", label: "--limit <n>", reason: "use a whole number.")),
    Mistake(
      arguments: ["list", "--limit", "-3"],
      error: .invalidValue("-3", label: "--limit <n>", reason: "use a whole number of at least 0.")),
    Mistake(
      arguments: ["list", "--width", "99999999999999999999"],
      error: .invalidValue("99999999999999999999", label: "--width <cells>", reason: "use a whole number.")),
    Mistake(
      arguments: ["list", "--shape", "sqare"],
      error: .invalidValue(
        "sqare", label: "--shape <shape>", reason: "use round or square. Did you mean 'square'?")),
    Mistake(
      arguments: ["list", "-q", "-v"],
      error: .refused(ValidationError(message: "'--quiet' and '--verbose' can't go together."))),
  ])
  func `a mistake is named`(mistake: Mistake) {
    #expect(error(mistake.arguments) == mistake.error)
  }
}
