import Testing

@testable import BookstallTool

@Suite("Completion")
struct CompletionTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
    try world.run("add", "--title", "It's \"$5\": a=b?", "--genre", "Sci Fi", "--tag", "odd one")
  }

  /// The words offered, without their meanings.
  private func offers(_ words: String...) throws -> [String] {
    let result = try world.run(list: ["complete-words", "zsh", "--"] + words)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `commands, options and values come from the declarations`() throws {
    #expect(try offers("sh") == ["show"])
    #expect(try offers("--json", "li") == ["list"])
    #expect(
      try offers("snack", "") == SnackCommand.configuration.subcommands.map { $0.configuration.commandName })
    #expect(try offers("list", "--rev") == ["--reverse"])
    #expect(try offers("list", "--color", "") == ["auto", "always", "never"])
    #expect(try offers("list", "--color=a") == ["--color=auto", "--color=always"])
    #expect(try offers("completion", "") == ["bash", "zsh", "fish"])
    #expect(try offers("help", "env") == ["environment"])
    #expect(
      try offers("help", "").suffix(HelpTopic.allCases.count) == HelpTopic.allCases.map(\.rawValue)[...])
    #expect(try offers("manual", "li") == ["list"])
    #expect(try offers("undo", "") == ["4", "3", "2", "1"])
    #expect(try offers("list", "--limit", "") == [])
    #expect(try offers("list", "--sort", "ti") == ["title"])
    #expect(try offers("list", "--sort", "-ti") == ["-title"])
    #expect(try !offers("").contains("complete-words"))
  }

  @Test func `titles, numbers, genres, authors and tags come from the store`() throws {
    #expect(try offers("show", "") == ["4", "3", "2", "1"])
    #expect(try offers("show", "THE ") == ["The Haunting of Hill House", "The Left Hand of Darkness"])
    #expect(try offers("show", "骆") == ["骆驼祥子"])
    #expect(try offers("rm", "1", "2") == ["2"])
    #expect(try offers("list", "--genre", "sci") == ["Sci Fi", "Science Fiction"])
    #expect(try offers("list", "--genre", "fan") == ["Fantasy"])
    #expect(try offers("list", "--author", "u") == ["Ursula K. Le Guin"])
    #expect(try offers("list", "--tag=o") == ["--tag=odd one"])
    #expect(try offers("show", "--", "--") == [])
  }

  @Test func `a store that the command line names is the one whose books are offered`() throws {
    let other = try ToolWorld()
    let store = other.folder + "/other books.db"
    try other.run("add", "--db", store, "--title", "Elsewhere", "--genre", "Travel")
    #expect(try offers("--db", store, "show", "els") == ["Elsewhere"])
    #expect(try offers("show", "--db=\(store)", "") == ["1"])
    #expect(try offers("list", "--db", store, "--genre", "tra") == ["Travel"])
    let line = try world.run("complete-words", "bash", "--", "bookstall --db '\(store)' show els")
    #expect(line.output == "Elsewhere\n")
  }

  @Test func `files are left to the shell`() throws {
    #expect(try offers("--db", "") == [":files"])
    #expect(try offers("import", "x") == [":files"])
  }

  @Test func `without a store only the declarations are offered`() throws {
    let empty = try ToolWorld()
    #expect(try empty.run("complete-words", "fish", "--", "show", "").output == "")
    #expect(try empty.run("complete-words", "fish", "--", "list", "--genre", "Hor").output == "Horror\n")
    #expect(empty.names(in: empty.folder) == [])
  }

  @Test(arguments: [
    ("bookstall show It", #"It\'s\ \"\$5\":\ a=b\?"#), ("bookstall show \"It", #"It's \"\$5\": a=b?"#),
    ("bookstall show 'It", #"It'\''s "$5": a=b?"#), (#"bookstall show It\'s\ \"\$5\":"#, #"\ a=b\?"#),
    ("bookstall list --genre=\"Sci", "Sci Fi"), ("bookstall list --genre='Sci", "Sci Fi"),
    ("bookstall list --genre=Sci", #"Sci\ Fi"#), ("bookstall list --genre Sci\\ ", #"Sci\ Fi"#),
    ("bookstall 'sh", "show"), ("bookstall  show  骆", "骆驼祥子"),
  ])
  func `bash gets words quoted as the line began to`(line: String, word: String) throws {
    let output = try world.run("complete-words", "bash", "--", line).output
    #expect(output.split(separator: "\n").first.map(String.init) == word)
  }

  @Test(arguments: [
    ("bookstall show 'The Rea", #"The Reader'\'''"#), ("bookstall show The\\ Rea", #"The\ Reader\'"#),
    ("bookstall show \"The Rea", "The Reader'"), ("bookstall show \"Say", ##"Say \"hi\"""##),
    ("bookstall show 'Say", #"Say "hi""#), (#"bookstall show a\="#, "a=b:c"), ("bookstall show a=", "b:c"),
    ("bookstall show a=b:", "c"),
  ])
  func `bash is left with quotes that are closed, and with the words it cuts`(line: String, word: String)
    throws
  {
    for title in ["The Reader'", "Say \"hi\"", "a=b:c"] { try world.run("add", "--title", title) }
    #expect(try world.run("complete-words", "bash", "--", line).output == word + "\n")
  }

  @Test(arguments: [
    ("'It", "It"), (#"'It\'s \\ \n"#, #"It's \ \n"#), (#""a \"b\" \$ \\ \c"#, #"a "b" $ \ \c"#),
    (#"a\ b\'"#, "a b'"), ("--genre='Sci", "--genre=Sci"), ("骆驼", "骆驼"), ("", ""),
  ])
  func `a word of fish is read without its quotes`(token: String, word: String) {
    #expect(FishToken.unquoted(token) == word)
  }

  @Test(arguments: [
    ("less -R", ["less", "-R"]), (" 'a b'\\ c \"d\\\"e\\f\" ", ["a b c", "d\"e\\f"]), ("''", [""]), ("", []),
    ("a'b", ["ab"]), ("x\ty\nz", ["x", "y", "z"]),
  ])
  func `words are split as a shell does`(text: String, words: [String]) {
    #expect(ShellWords.words(text) == words)
  }
}
