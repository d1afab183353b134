import Glibc
import TestSupport
import Testing

@Suite("Adding a book by plain questions, where no form can be drawn")
struct AddDialogueTests {
  private let world: World

  private static let dumb = ["TERM": "dumb"]

  init() throws {
    world = try World()
  }

  @Test func `every field is asked for, the entry is shown, and yes saves it`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.answer("Title    › ", "The Left Hand of Darkness")
    try terminal.answer("Author   › ", "Ursula K. Le Guin")
    let genres = try terminal.read(until: "Genre    [Fantasy] › ")
    #expect(genres.contains("1 Fantasy · 2 Horror · 3 Kids · 4 Mystery · 5 Poetry · 6 Romance"))
    try terminal.type("2\n")
    try terminal.answer("Rating   › ", "4.5")
    try terminal.answer("Review   › ", "Short, cold, and exact.\nRead twice.\n")
    let entry = try terminal.read(until: "Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ")
    #expect(
      entry.contains("  The Left Hand of Darkness\r\n  Ursula K. Le Guin · HORROR · ★★★★½  4.5 of 5\r\n"))
    #expect(entry.contains("Short, cold, and exact."))
    #expect(terminal.transcript.contains("an empty line or a single dot ends it"))
    #expect(world.files() == [], "nothing is saved before the answer")
    try terminal.type("y\n")
    try terminal.read(until: "Added #1 The Left Hand of Darkness")
    try terminal.read(until: "bookstall show 1 · bookstall undo")
    #expect(try terminal.waitForEnd() == 0)
    let book = try #require(try world.books().first)
    #expect(book["author"] as? String == "Ursula K. Le Guin")
    #expect(book["genre"] as? String == "Horror")
    #expect(book["rating"] as? Double == 4.5)
    #expect(book["review"] as? String == "Short, cold, and exact.\nRead twice.")
  }

  @Test func `wrong answers are told in place and the question comes again`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.answer("Title    › ", "")
    try terminal.answer("✗ A book needs a title.\r\n  Title    › ", "<")
    try terminal.answer("✗ This is the first question.\r\n  Title    › ", "Emma")
    try terminal.answer("Author   › ", "")
    try terminal.answer("Genre    [Fantasy] › ", "8")
    try terminal.answer("✗ There is no choice 8. Type 1 to 7, or a name.\r\n", "6")
    try terminal.answer("Rating   › ", "7")
    try terminal.answer("✗ A rating is 0.25 to 5 in quarter stars; empty means not rated.\r\n", "4.3")
    try terminal.answer("✗ A rating is 0.25 to 5 in quarter stars; empty means not rated.\r\n", "3")
    try terminal.answer("Review   › ", "")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "what")
    try terminal.answer("✗ Answer y, e, m or n.\r\n", "")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.succeed("list", "--plain").output == "1\tEmma\t\tRomance\t3\t\n")
  }

  @Test func `a sign goes back to the question before, which offers its answer again`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.answer("Title    › ", "Ema")
    try terminal.answer("Author   › ", "<")
    try terminal.answer("Title    [Ema] › ", "Emma")
    try terminal.answer("Author   › ", "Jane Austen")
    try terminal.answer("Genre    [Fantasy] › ", "<")
    try terminal.answer("Author   [Jane Austen] › ", "")
    try terminal.answer("Genre    [Fantasy] › ", "Regency")
    try terminal.answer("Rating   › ", "")
    try terminal.answer("Review   › ", "")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "e")
    try terminal.answer("Title    [Emma] › ", "")
    try terminal.answer("Author   [Jane Austen] › ", "-")
    // Who goes through the answers again is asked for all that a book has.
    try terminal.answer("Series   › ", "")
    try terminal.answer("Genre    [Regency] › ", "")
    try terminal.answer("Tags     › ", "")
    try terminal.answer("Rating   › ", "5")
    try terminal.answer("Review   › ", "")
    try terminal.answer("Save?  [Y]es  [e]dit  [n]o  › ", "yes")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.succeed("list", "--plain").output == "1\tEmma\t\tRegency\t5\t\n")
  }

  @Test func `no leaves without saving`() throws {
    let terminal = try world.terminal(
      "add", "--author", "x", "--genre", "x", "--rating", "1", with: Self.dumb)
    try terminal.answer("Title    › ", "Emma")
    try terminal.answer("Review   › ", "")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "n")
    try terminal.read(until: "Not saved. Your answers are kept for 7 days: bookstall add --resume")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!world.files().contains("books.db"))
  }

  @Test func `fields given by options are not asked for`() throws {
    let terminal = try world.terminal(
      "add", "--genre", "Romance", "--review", "Good.", with: Self.dumb)
    try terminal.answer("Title    › ", "Emma")
    try terminal.answer("Author   › ", "Jane Austen")
    try terminal.answer("Rating   › ", "4")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.transcript.contains("Genre"))
    #expect(try world.succeed("list", "--plain").output == "1\tEmma\tJane Austen\tRomance\t4\t\n")
  }

  @Test func `Chinese and emoji are taken as they are typed`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.answer("Title    › ", "骆驼祥子")
    try terminal.answer("Author   › ", "老舍")
    try terminal.answer("Genre    [Fantasy] › ", "文学")
    try terminal.answer("Rating   › ", "4")
    try terminal.answer("Review   › ", "👩‍👩‍👧‍👦 很好 e\u{301} 🇨🇳\n.")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "y")
    #expect(try terminal.waitForEnd() == 0)
    let book = try #require(try world.books().first)
    #expect(book["title"] as? String == "骆驼祥子")
    #expect(book["author"] as? String == "老舍")
    #expect(book["genre"] as? String == "文学")
    #expect(book["review"] as? String == "👩‍👩‍👧‍👦 很好 \u{E9} 🇨🇳")
  }

  @Test(arguments: 0..<5)
  func `Ctrl-C saves nothing, leaves the terminal as it was, and shells see 130`(answers: Int) throws {
    let terminal = try world.shellOnTerminal(
      "trap : INT; stty -g; bookstall add; echo \"status $?\"; stty -g; echo over", with: Self.dumb)
    let questions = ["Title    › ", "Author   › ", "Genre    [Fantasy] › ", "Rating   › ", "Review   › "]
    for question in questions.prefix(answers) { try terminal.answer(question, "4") }
    try terminal.read(until: questions[answers])
    try terminal.type("half an ans")
    try terminal.pressControl("c")
    let rest = try terminal.read(until: "over\r\n")
    let told =
      answers == 0
      ? "Stopped; nothing was saved."
      : "Not saved. Your answers are kept for 7 days: bookstall add --resume"
    #expect(rest.contains("\(told)\r\nstatus 130\r\n"))
    #expect(!world.files().contains("books.db"))
    let settings = terminal.transcript.split(separator: "\r\n").filter {
      $0.contains(":") && !$0.contains(" ")
    }
    #expect(settings.count == 2)
    #expect(settings.first == settings.last)
    _ = try terminal.waitForEnd()
  }

  @Test(arguments: [("d", "The input ended; nothing was deleted."), ("c", "Stopped; nothing was deleted.")])
  func `a question about deleting that is left says that nothing was deleted`(
    key: String, sentence: String
  ) throws {
    for title in ["A", "B", "C", "D"] { try world.succeed("add", "--title", title) }
    for books in [["1"], ["1", "2", "3", "4"]] {
      let terminal = try world.shellOnTerminal("exec \"$BOOKSTALL\" rm \(books.joined(separator: " "))")
      try terminal.read(until: " › ")
      try terminal.pressControl(try #require(key.unicodeScalars.first))
      try terminal.read(until: sentence)
      _ = try terminal.waitForEnd()
    }
    #expect(try world.books().count == 4)
  }

  @Test func `Ctrl-C kills the process by the signal itself`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.read(until: "Title    › ")
    try terminal.pressControl("c")
    #expect(try terminal.waitForEnd() == 128 + SIGINT)
  }

  @Test func `Ctrl-D ends the dialogue with a sentence and saves nothing but the answers`() throws {
    let terminal = try world.terminal("add", with: Self.dumb)
    try terminal.answer("Title    › ", "Emma")
    try terminal.read(until: "Author   › ")
    try terminal.pressControl("d")
    try terminal.read(until: " The input ended; nothing was saved. Your answers are kept for 7 days:")
    #expect(try terminal.waitForEnd() == 1)
    #expect(!world.files().contains("books.db"))
    #expect(try world.succeed("add", "--resume", "--yes", "-q").output == "1\n")
  }

  @Test(arguments: [["ACCESSIBLE": "1"], [:]])
  func `a session for screen readers has whole sentences, no escape and no return`(
    variables: [String: String]
  ) throws {
    let terminal = try world.terminal(
      variables.isEmpty ? "--accessible" : "--color=auto", "add", with: variables)
    try terminal.answer("Field 1 of 5. Title. Type it and press Enter.\r\n> ", "Beloved")
    try terminal.answer("Field 2 of 5. Author. Type it and press Enter.\r\n> ", "Toni Morrison")
    let genres = try terminal.read(until: "\r\n> ")
    #expect(genres.contains("Field 3 of 5. Genre. 1 Fantasy, 2 Horror, 3 Kids, 4 Mystery, 5 Poetry,"))
    #expect(genres.contains("Enter alone means Fantasy."))
    try terminal.type("8\n")
    try terminal.answer("There is no choice 8. Type 1 to 7, or a name.\r\n> ", "Classics")
    try terminal.answer("empty means not rated.\r\n> ", "4")
    try terminal.answer("a single\r\ndot ends it.\r\n> ", "Haunting.\nTwice.\n.")
    try terminal.read(until: "The entry: Beloved, by Toni Morrison. Genre Classics, 4 of 5 stars.\r\n")
    try terminal.answer("4 or m for series and\r\ntags. Enter alone means yes.\r\n> ", "save")
    try terminal.answer("That is no choice. Type 1 or y for yes, 2 or e to edit", "1")
    #expect(try terminal.waitForEnd() == 0)
    let screen = terminal.transcript
    #expect(!screen.unicodeScalars.contains("\u{1B}"))
    // The terminal itself adds a return to every line feed; there must be no other.
    #expect(!screen.replacing("\r\n", with: "\n").unicodeScalars.contains("\r"))
    #expect(screen.contains("Added #1 Beloved"))
  }

  @Test(arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"]])
  func `whoever comes back after a stop is asked again`(variables: [String: String]) throws {
    let terminal = try world.shellOnTerminal(
      "sh -c 'echo $$ >\"$HOME.pid\"; exec \"$BOOKSTALL\" add'", with: variables)
    try terminal.answer("Title", "Emma")
    try terminal.read(until: "Author")
    let process = try #require(Int32(try world.text(of: "home.pid").dropLast()))
    try #require(kill(process, SIGSTOP) == 0 && kill(process, SIGCONT) == 0)
    try terminal.read(until: "Author")
    try terminal.type("Jane\n\n\n\n\n")
    try terminal.read(until: "Added #1 Emma")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("author") == ["Jane"])
  }

  @Test func `off a terminal a missing title is a usage error`() throws {
    let result = try world.run("add")
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(
      result.errors.hasPrefix("Error: Missing '--title <title>'; there is no terminal to ask on.\nUsage:"))
    #expect(result.errors.hasSuffix("  See 'bookstall add --help' for more information.\n"))
    #expect(world.files() == [])
  }

  @Test func `off a terminal a title is enough`() throws {
    #expect(try world.succeed("add", "--title", "Emma").output == "✓ Added #1 Emma\n")
    #expect(try world.succeed("add", "--title=-ism", "-q").output == "2\n")
    #expect(try world.column("title") == ["Emma", "-ism"])
    // A closed standard input is no terminal either.
    #expect(try world.shell("bookstall add --title Closed -q <&-").output == "3\n")
  }

  @Test(arguments: [["--title", "Emma"], ["--title", "Emma", "--accessible"]])
  func `with a title a terminal is asked nothing`(options: [String]) throws {
    for term in ["dumb", "xterm-256color"] {
      let words = options.map { "'\($0)'" }.joined(separator: " ")
      let terminal = try world.shellOnTerminal("bookstall add \(words)", with: ["TERM": term])
      try terminal.read(until: "Emma")
      #expect(try terminal.waitForEnd() == 0)
      #expect(terminal.transcript.contains("Added #"))
    }
  }

  @Test func `without a title a program's answer is not asked for on a terminal`() throws {
    for option in ["--json", "--quiet"] {
      let terminal = try world.shellOnTerminal("bookstall add \(option); echo \"status $?\"")
      try terminal.read(until: "Missing '--title <title>'; '\(option)' asks nothing.")
      try terminal.read(until: "status 64")
      _ = try terminal.waitForEnd()
    }
  }

  @Test(arguments: [("m", "Emma!", "Anon"), ("t", "Emma or", "Anon")])
  func `whose title holds is asked where both changed it`(answer: String, title: String, author: String)
    throws
  {
    try world.succeed("add", "--title", "Emma")
    let terminal = try world.terminal("edit", "1", with: Self.dumb)
    try terminal.answer("Title    [Emma] › ", "Emma!")
    for question in ["Author", "Series", "Genre", "Tags", "Rating", "Review"] {
      try terminal.answer(question, "")
    }
    try terminal.read(until: "Save?")
    try world.succeed("edit", "1", "--title", "Emma or", "--author", "Anon")
    try terminal.type("y\n")
    try terminal.read(until: "Title was changed to 'Emma or' elsewhere meanwhile.")
    try terminal.answer("Which shall hold? [m]ine [t]heirs › ", answer)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("title") == [title])
    #expect(try world.column("author") == [author])
  }

  @Test func `with the output in a file the questions still reach the terminal`() throws {
    let output = world.folder.file("output")
    let terminal = try world.terminal("add", "--author", "x", with: Self.dumb, outputPath: output)
    try terminal.answer("Title    › ", "Emma")
    try terminal.answer("Genre    [Fantasy] › ", "")
    try terminal.answer("Rating   › ", "")
    try terminal.answer("Review   › ", "")
    try terminal.answer("Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ", "")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "output") == "✓ Added #1 Emma\n")
  }
}
