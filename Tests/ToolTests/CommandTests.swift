import Testing

@testable import BookstallTool

@Suite("The commands")
struct CommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  @Test func `without a store reading finds nothing and makes nothing`() throws {
    for arguments in [
      ["list"], ["show", "1"], ["rate", "1", "4"], ["rm", "1", "-y"], ["undo"], ["export"],
    ] {
      _ = try world.run(arguments[0], arguments.dropFirst().first ?? "--quiet")
    }
    #expect(world.names(in: world.folder) == [])
    #expect(try world.run("list").errors == "There are no books yet. Add one with: bookstall add\n")
    #expect(try world.run("list", "--json").output == "[]\n")
  }

  @Test func `add says the number and list shows the newest first`() throws {
    let added = try world.run("add", "--title", "Emma", "--author", "Jane Austen")
    #expect(added.output == "✓ Added #1 Emma\n")
    #expect(added.errors == "")
    #expect(try world.run("add", "--title", "Persuasion", "-q").output == "2\n")
    #expect(
      try world.run("list", "--plain").output
        == "2\tPersuasion\t\tUncategorized\t\t\n1\tEmma\tJane Austen\tUncategorized\t\t\n")
  }

  @Test(arguments: [
    (["add"], "there is no terminal to ask on"), (["add", "--no-input"], "'--no-input' forbids to ask"),
    (["add", "--yes", "--author", "x"], "'--yes' asks nothing"),
    (["add", "--review-file", "-"], "standard input holds the review"),
  ])
  func `a missing title is a usage error that says why nobody was asked`(
    arguments: [String], reason: String
  ) throws {
    let result = try run(arguments)
    #expect(result.status == .usage)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix("Error: Missing '--title <title>'; \(reason).\nUsage: bookstall add --title"))
  }

  @Test func `a book that is there already is added with a remark`() throws {
    try world.addSampleBooks()
    let again = try run(["add", "--title", "the left hand of DARKNESS", "--author", "Ursula K. Le Guin"])
    #expect(again.status == .success)
    #expect(again.output == "✓ Added #4 the left hand of DARKNESS\n")
    #expect(
      again.errors == "There is a book of that title and author already: #1 The Left Hand of Darkness\n")
    #expect(try run(["add", "--title", "The Left Hand of Darkness"]).errors == "")
    #expect(try run(["add", "--title", "骆驼祥子", "--author", "老舍", "-q"]).errors == "")
    #expect(
      try run(["add", "--title", "骆驼祥子", "--author", "老舍", "--dry-run"]).errors
        == "There is a book of that title and author already: #2 骆驼祥子\n")
    #expect(try run(["add", "--title", "???"]).errors == "")
  }

  @Test func `what is said in a way that there is not is answered with the way there is`() throws {
    let title = try run(["add", "Emma", "or", "so"])
    #expect(title.status == .usage)
    #expect(
      title.errors.hasPrefix("Error: A title is given with --title: bookstall add --title 'Emma or so'\n"))
    #expect(!title.errors.contains("<title>..."))
    let browse = try run(["snack", "-i"])
    #expect(browse.status == .usage)
    #expect(browse.errors.hasPrefix("Error: Name what to browse: 'snack headers -i', "))
    #expect(try run(["list", "-n3"]).status == .success)
  }

  @Test(arguments: [
    (["--finished", "2024"], "read"), (["--started", "2024"], "reading"),
    (["--stopped", "2024"], "did-not-finish"),
    (["--finished", "2024", "--status", "paused"], "paused"), ([], ""),
  ])
  func `dates of reading tell the status unless it is given`(arguments: [String], status: String) throws {
    let result = try run(["add", "--title", "x", "--plain"] + arguments)
    #expect(result.output == "1\tx\t\tUncategorized\t\t\(status)\n")
  }

  @Test(arguments: [
    ["show", long], ["rate", "1", long], ["list", "--genre", long], ["list", "--tag", long],
    ["list", "--author", long], ["search", long], [long], ["list", "--" + long], ["add", long],
    ["help", long], ["genre", "rename", long, "x"],
    ["export", "-", "--fields", long], ["snack", "show", long], ["import", "x", "--format", long],
  ])
  func `messages cut what was typed by three dots where only ASCII is wanted`(arguments: [String]) throws {
    try world.addSampleBooks()
    let ascii = try world.run(list: arguments + ["--ascii"])
    #expect(ascii.status != .success)
    #expect(ascii.errors.utf8.allSatisfy { $0 < 0x80 } && ascii.errors.contains("..."), "\(ascii.errors)")
    #expect(try world.run(list: arguments).errors.contains("…"))
  }

  private static let long = String(repeating: "x", count: 90)

  @Test func `rate prints the old and the new value and changes nothing twice`() throws {
    try world.addSampleBooks()
    #expect(
      try world.run("rate", "left hand", "4").output == "✓ #1 The Left Hand of Darkness   ★★★★★ → ★★★★☆\n")
    #expect(try world.run("rate", "1", "4").output == "✓ #1 The Left Hand of Darkness   ★★★★☆ already\n")
    #expect(
      try world.run("rate", "1", "0", "--ascii").output == "#1 The Left Hand of Darkness   ****- -> -\n")
    #expect(
      try world.run("rate", "1", "3.75", "--accessible").output
        == "#1 The Left Hand of Darkness   not rated to 3.75 of 5 stars\n")
    #expect(try world.run("rate", "1", "1", "--dry-run").output.hasPrefix("Would rate #1"))
    #expect(try world.run("list", "--plain", "--text", "Darkness").output.contains("\t3.75\t"))
  }

  @Test func `edit tells every field that changed`() throws {
    try world.addSampleBooks()
    let result = try world.run("edit", "1", "--genre", "Classics", "--tag", "ice", "--review=")
    #expect(
      result.output == """
        ✓ Changed #1 The Left Hand of Darkness
          genre: Science Fiction → Classics
          review: Ice. Friendship. → (none)
          tags: winter → ice

        """)
    #expect(
      try world.run("edit", "1", "--genre", "Classics").errors
        == "#1 The Left Hand of Darkness: nothing differs.\n")
    #expect(try world.run("edit", "1").status == .usage)
    try world.run("edit", "1", "--genre", "x", "--dry-run")
    #expect(try world.run("list", "--plain", "--genre", "classics").output.hasPrefix("1\t"))
  }

  @Test func `rm wants yes where it cannot ask`() throws {
    try world.addSampleBooks()
    let refused = try world.run("rm", "1", "--no-input")
    #expect(refused.status == .usage)
    #expect(refused.errors.hasPrefix("Error: Deleting needs '--yes'; '--no-input' forbids to ask.\n"))
    #expect(try world.run("rm", "1", "2", "--dry-run").output.hasPrefix("Would delete #1 The Left"))
    #expect(try world.run("rm", "1", "Hill House", "1", "--yes").status == .success)
    #expect(try world.run("list", "--plain").output == "2\t骆驼祥子\t老舍\t文学\t4.25\t\n")
  }

  @Test func `undo takes back every kind of change, one step at a time`() throws {
    try world.addSampleBooks()
    let before = try world.run("list", "--json").output
    try world.run("rate", "1", "2")
    try world.run("rm", "2", "3", "--yes")
    #expect(
      try world.run("undo").output
        == "✓ Took back: rm   2 books back again: #2 骆驼祥子, #3 The Haunting of Hill House\n")
    #expect(
      try world.run("undo").output == "✓ Took back: rate #1 The Left Hand of Darkness   ★★☆☆☆ → ★★★★★\n")
    #expect(try world.run("list", "--json").output == before)
    #expect(try world.run("undo").output == "✓ Took back: add #3 The Haunting of Hill House   gone again\n")
    try world.run("undo")
    try world.run("undo")
    let nothing = try world.run("undo")
    #expect(nothing.status == .failure)
    #expect(nothing.errors == "Error: There is no change to take back.\n")
  }

  @Test func `a name that fits several books lists them`() throws {
    try world.addSampleBooks()
    let result = try world.run("show", "The")
    #expect(result.status == .notFound)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix("Error: 'The' fits 2 books. Name one by its number:\n    1  The Left Hand"))
    #expect(try world.run("show", "zzz").errors.hasPrefix("Error: No book fits 'zzz'."))
  }

  @Test(arguments: [
    (["--rating", "4.."], "2,1"), (["--rating", "4.25"], "2"), (["--rating", "none"], "3"),
    (["--genre", "horror", "--genre", "文学"], "3,2"), (["--author", "guin"], "1"), (["--tag", "Winter"], "1"),
    (["--status", "read"], "1"), (["--text", "ice dark"], "1"), (["--sort", "title"], "3,1,2"),
    (["--sort=-rating"], "1,2,3"), (["--sort", "-rating", "--reverse"], "2,1,3"),
    (["--sort", "id"], "1,2,3"),
    (["--reverse"], "1,2,3"), (["--limit", "1"], "3"), (["--limit", "0"], "3,2,1"),
  ])
  func `list filters and sorts`(arguments: [String], ids: String) throws {
    try world.addSampleBooks()
    let lines = try run(["list", "--plain"] + arguments).output.split(separator: "\n")
    #expect(lines.compactMap { $0.split(separator: "\t").first }.joined(separator: ",") == ids)
  }

  @Test func `list suggests a genre and says how much it left out`() throws {
    try world.addSampleBooks()
    #expect(try world.run("list", "--genre", "Kids").status == .success)
    #expect(try world.run("list", "--genre", "Kids").errors == "No book fits this filter.\n")
    #expect(
      try world.run("list", "--genre", "horror", "--rating", "5").errors
        == "No book fits all of these filters.\n")
    #expect(try world.run("list", "--limit", "2").errors == "2 of 3 books\n")
    #expect(try world.run("list", "--limit", "2", "-q").errors == "")
  }

  @Test(arguments: [
    (["--genre", "Fantsy"], "the genre 'Fantsy'. Did you mean 'Fantasy'?"),
    (
      ["--genre", "horror", "--genre", "scence fiction"],
      "the genre 'scence fiction'. Did you mean 'Science Fiction'?"
    ),
    (["--genre", "文"], "the genre '文'. Did you mean '文学'?"), (["--genre", "zzzzzz"], "the genre 'zzzzzz'."),
    (["--tag", "WINTR"], "the tag 'WINTR'. Did you mean 'winter'?"),
    (["--author", "Shirly"], "an author named 'Shirly'. Did you mean 'Shirley'?"),
    (["--author", "ursula le guin"], "an author named 'ursula le guin'. Did you mean 'Ursula K. Le Guin'?"),
  ])
  func `a name that the store doesn't know is told, with the nearest one`(
    options: [String], message: String
  ) throws {
    try world.addSampleBooks()
    let path = world.folder + "/out"
    for command in [
      ["list"], ["list", "--json"], ["list", "--plain"], ["export", path], ["page", "-o", path],
    ] {
      let result = try world.run(list: command + options)
      #expect(result.status == .notFound)
      #expect(result.output == "")
      #expect(result.errors == "Error: No book has \(message)\n")
    }
    #expect(world.names(in: world.folder) == ["store"])
  }

  @Test func `text of the user reaches no stream raw`() throws {
    try world.run("add", "--title", "a\u{1B}]52;c;x\u{7}b", "--author", "c\u{202E}d")
    for arguments in [
      ["list"], ["list", "--plain"], ["show", "1"], ["show", "1", "--plain"], ["rm", "1", "--dry-run"],
    ] {
      let result = try run(arguments)
      #expect(!(result.output + result.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    let unknown = try world.run("show", "\u{1B}[2J")
    #expect(unknown.errors.hasPrefix("Error: No book fits '␛[2J'."))
  }

  @Test func `the demo touches no file`() throws {
    world.environment = [.home: "/nonexistent"]
    let result = try world.run("demo")
    #expect(result.status == .success)
    #expect(result.output.contains("Test book"))
    #expect(result.output.contains("4 of 5"))
    #expect(world.names(in: world.folder) == [])
  }

  @Test func `version is one line`() throws {
    #expect(try world.run("--version").output == "bookstall 0.1.0 (SQLite 3.0.0)\n")
  }

  @Test func `every command has help for itself and for each option`() throws {
    for command in RootCommand.configuration.subcommands {
      let configuration = command.configuration
      #expect(!configuration.examples.isEmpty, "\(configuration.commandName)")
      for option in command.init().parameters where !option.help.isHidden {
        #expect(!option.help.abstract.isEmpty, "\(configuration.commandName) \(option.label)")
      }
      let help = try world.run("help", configuration.commandName)
      #expect(help.output.hasPrefix("OVERVIEW: \(configuration.abstract.prefix(30))"))
      #expect(try world.run(configuration.commandName, "--help").output == help.output)
    }
  }

  @Test func `every example parses`() throws {
    let commands = [RootCommand.self as any ParsableCommand.Type] + RootCommand.configuration.subcommands
    for example in commands.flatMap({ $0.configuration.examples }) {
      var words: [String] = []
      for (index, part) in example.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
        // Every second part stood between quotes.
        words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
      }
      let arguments = words.dropFirst().prefix { !["|", "<", ">"].contains($0) }
      #expect(words.first == "bookstall")
      #expect(throws: Never.self, "\(example)") {
        try CommandLineParser(root: RootCommand.self).parse(Array(arguments))
      }
    }
  }

  @Test func `JSON is all that writing commands print when it is asked for`() throws {
    for arguments in [
      ["add", "--title", "x"], ["rate", "1", "4"], ["edit", "1", "--genre", "y"], ["rm", "1", "--yes"],
      ["undo"],
    ] {
      let result = try run(arguments + ["--json"])
      #expect(result.status == .success)
      #expect(result.output.hasPrefix("{") || result.output.hasPrefix("["), "\(result.output)")
      #expect(result.output.hasSuffix("}\n") || result.output.hasSuffix("]\n"))
      #expect(result.output.contains(#""id":1"#))
      #expect(result.errors == "")
    }
  }

  @Test func `undo tells the fields that are as before`() throws {
    try world.addSampleBooks()
    try world.run("edit", "3", "--genre", "Classics", "--date-added", "2020")
    let result = try world.run("undo")
    #expect(result.output.hasPrefix("✓ Took back: edit #3 The Haunting of Hill House\n"))
    #expect(result.output.contains("\n  genre: Classics → Horror\n"))
    #expect(result.output.contains("\n  date added: 2020 → "))
  }

  private func run(_ arguments: [String]) throws -> ToolWorld.Result {
    try world.run(list: arguments)
  }
}
