import Glibc
import TestSupport
import Testing

@Suite("Answers that are kept, and forms that go on with them")
struct KeptAnswersTests {
  private let world: World

  init() throws {
    world = try World()
  }

  /// Opens the form, types, and leaves it by Ctrl-C.
  private func leave(_ arguments: String..., typing keys: String, seeing text: String = "Title") throws {
    let terminal = try world.shellOnTerminal(
      "exec \"$BOOKSTALL\" \(arguments.map { "'\($0)'" }.joined(separator: " "))")
    try terminal.read(until: text)
    try terminal.type(keys)
    try terminal.pressControl("c")
    try terminal.read(until: "Your answers are kept for 7 days: bookstall ")
    _ = try terminal.waitForEnd()
  }

  @Test func `an option given now goes before the answer that was kept`() throws {
    try leave("add", "--genre", "Horror", typing: "Draft\rMe\r\r\u{15}Kids\rtag\r3\rGood.")
    try world.succeed("add", "--resume", "--title", "now", "--rating", "5", "--tag", "x", "--yes")
    #expect(
      try world.sql("SELECT title, author, genre, rating, review FROM book") == "now|Me|Kids|5.0|Good.\n")
    #expect(try world.succeed("show", "1", "--json").output.contains(#""tags":["x"]"#))
  }

  @Test func `what was made of a book that is deleted meanwhile waits to be added anew`() throws {
    try world.succeed("add", "--title", "Emma", "--author", "Jane", "--genre", "Novel")
    let terminal = try world.terminal("edit", "1")
    try terminal.read(until: "Emma")
    try terminal.type("!")
    try world.succeed("rm", "1", "--yes")
    try terminal.type("\u{1B}[6~\r\r")
    try terminal.read(until: "bookstall add --resume")
    #expect(try terminal.waitForEnd() == 3)
    try world.succeed("add", "--resume", "--yes")
    #expect(try world.sql("SELECT id, title, author, genre FROM book") == "2|Emma!|Jane|Novel\n")
  }

  @Test func `answers for a book that was deleted later are listed, taken up as a new book, or dropped`()
    throws
  {
    for title in ["Emma", "Persuasion"] {
      try world.succeed("add", "--title", title, "--author", "Jane", "--genre", "Novel")
    }
    try leave("edit", "1", typing: "!")
    try leave("edit", "2", typing: "?")
    try leave("edit", "2", "--resume", "--pages", "9", typing: "", seeing: "Persuasion?")
    let drafts = { try self.world.succeed("add", "--drafts", "--width", "100").output }
    #expect(
      try drafts() == """
         22  Persuasion?   just now, bookstall edit 2 --resume
         21  Emma!   just now, bookstall edit 1 --resume

        """)
    let early = try world.run("add", "--draft", "21", "--yes")
    #expect(early.status == 1)
    #expect(early.errors.contains("That form changes book #1; go on with: bookstall edit 1 --resume"))
    try world.succeed("rm", "1", "2", "--yes")
    #expect(try drafts().contains("Emma!   just now, its book is gone"))
    try world.succeed("add", "--draft", "22", "--yes")
    #expect(
      try world.sql("SELECT id, title, author, genre, pages FROM book") == "3|Persuasion?|Jane|Novel|9\n")
    let terminal = try world.terminal("add", "--draft", "21")
    try terminal.read(until: "Jane")
    try terminal.pressControl("c")
    try terminal.read(until: "bookstall add --draft 21")
    _ = try terminal.waitForEnd()
    #expect(try world.succeed("add", "--draft", "21", "--drop").output == "✓ Dropped the answers for Emma!\n")
    #expect(try drafts() == "")
    #expect(try world.run("add", "--draft", "21", "--drop").status == 3)
    #expect(try world.run("add", "--drop").status == 64)
  }

  @Test func `on a terminal the form opens with the options over the answers`() throws {
    try leave("add", typing: "Draft\rMe\rS #1\rHorror")
    let terminal = try world.terminal(
      "add", "--resume", "--title", "Emma", "--genre", "Romance", "--pages", "9")
    try terminal.read(until: "Emma")
    try terminal.read(until: "S #1")
    try terminal.read(until: "Romance")
    try terminal.type("\u{1B}[6~\r\r")
    try terminal.read(until: "Added #1 Emma")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.transcript.contains("Draft"))
    #expect(try world.sql("SELECT title, author, genre, pages FROM book") == "Emma|Me|Romance|9\n")
  }

  @Test func `the options of every beginning are kept, the later before the earlier`() throws {
    try leave("add", "--genre", "Horror", "--year", "1999", "--pages", "1", typing: "Emma")
    try leave("add", "--resume", "--pages", "300", typing: "", seeing: "Emma")
    try leave("add", "--resume", typing: "!", seeing: "Emma")
    try world.succeed("add", "--resume", "--yes")
    #expect(try world.sql("SELECT title, genre, year, pages FROM book") == "Emma!|Horror|1999|300\n")
  }

  @Test func `an edit that goes on takes the options, too, and changes nothing at once`() throws {
    try world.succeed("add", "--title", "Emma", "--genre", "Novel", "--author", "Jane")
    try leave("edit", "1", typing: "!")
    try leave("edit", "1", "--resume", "--genre", "Horror", "--year", "1815", typing: "", seeing: "Emma!")
    #expect(try world.sql("SELECT title, genre, year FROM book") == "Emma|Novel|\n")
    let terminal = try world.terminal("edit", "1", "--resume", "--pages", "9", "--author", "J. A.")
    try terminal.read(until: "J. A.")
    try terminal.type("\u{1B}[6~\r\r")
    try terminal.read(until: "Changed #1 Emma")
    #expect(try terminal.waitForEnd() == 0)
    #expect(
      try world.sql("SELECT title, author, genre, year, pages FROM book") == "Emma!|J. A.|Horror|1815|9\n")
    let result = try world.run("edit", "1", "--resume", "--genre", "x")
    #expect(result.status == 64)
    #expect(result.errors.contains("'--resume' opens the form"))
  }

  @Test func `no at the end keeps the answers and says so`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.type("Emma\u{1B}[6~\r")
    try terminal.read(until: "Save?")
    try terminal.type("n")
    try terminal.read(until: "Not saved. Your answers are kept for 7 days: bookstall add --resume\r\n")
    #expect(try terminal.waitForEnd() == 0)
    try world.succeed("add", "--resume", "--yes")
    #expect(try world.column("title") == ["Emma"])
  }

  @Test func `what nobody saw the form propose is no fantasy`() throws {
    try leave("add", typing: "Emma")
    try world.succeed("add", "--resume", "--yes")
    try world.succeed("add", "--title", "Options")
    try world.succeed("add", "--title", "Cleared", "--genre=")
    try world.succeed("edit", "3", "--genre", "Horror")
    try world.succeed("edit", "3", "--genre=")
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.type("Proposed\u{1B}[6~\r\r")
    try terminal.read(until: "Added #4")
    _ = try terminal.waitForEnd()
    #expect(try world.column("genre") == ["Uncategorized", "Uncategorized", "Uncategorized", "Fantasy"])
  }

  @Test func `answers that are open in one window are left to it by the others`() throws {
    try leave("add", typing: "Emma")
    let first = try world.terminal("add", "--resume")
    try first.read(until: "Emma")
    let second = try world.run("add", "--resume", "--yes")
    #expect(second.status == 3)
    #expect(second.errors.contains("These answers are open in another window"))
    let other = try world.terminal("add")
    try other.read(until: "Title")
    try other.type("Other")
    try other.pressControl("c")
    try other.read(until: "Your answers are kept")
    _ = try other.waitForEnd()
    #expect(!other.transcript.contains("There are answers of a form left early"))
    #expect(try world.succeed("add", "--drafts").output.contains("  1  Emma   just now, open now\n"))
    try world.succeed("add", "--resume", "--yes")
    try first.type("!\u{1B}[6~\r\r")
    try first.read(until: "Added #2 Emma!")
    _ = try first.waitForEnd()
    #expect(try world.column("title") == ["Other", "Emma!"])
    #expect(try world.run("add", "--drafts").errors.hasPrefix("There are no answers to go on with"))
  }

  @Test func `each of several forms can be gone on with by its number`() throws {
    for title in ["One", "Two", "Three"] { try leave("add", typing: title) }
    #expect(
      try world.succeed("add", "--drafts", "--plain").output.split(separator: "\n").map { $0.prefix(7) }
        .sorted()
        == ["1\tOne\tj", "2\tTwo\tj", "3\tThree"])
    #expect(try World.objects(in: world.succeed("add", "--drafts", "--json").outputBytes).count == 3)
    try world.succeed("add", "--draft", "1", "--yes")
    try world.succeed("add", "--draft", "2", "--author", "Me", "--yes")
    let gone = try world.run("add", "--draft", "2", "--yes")
    #expect(gone.status == 3 && gone.errors.contains("bookstall add --drafts"))
    #expect(try world.column("title") == ["One", "Two"])
    #expect(try world.column("author") == ["null", "Me"])
  }

  @Test(arguments: ["sleep 60", "trap '' HUP; for second in 1 2 3 4 5 6 7 8 9; do sleep 1; done"])
  func `a hangup while the editor runs keeps what it has saved, and leaves no file behind`(rest: String)
    throws
  {
    try world.write("echo Saved >>\"$1\"; echo ready; \(rest)", to: "editor.sh")
    let terminal = try world.shellOnTerminal(
      "sh -c 'echo $$ >\"$HOME.pid\"; exec \"$BOOKSTALL\" add'; echo ended $?",
      with: ["EDITOR": "sh \(world.folder.file("editor.sh"))", "TMPDIR": world.folder.path])
    try terminal.read(until: "Title")
    try terminal.type("Emma\u{1B}[6~Typed.")
    try terminal.pressControl("o")
    try terminal.read(until: "ready")
    #expect(world.files().contains { $0.hasPrefix("bookstall-review-") })
    let process = try #require(Int32(try world.text(of: "home.pid").dropLast()))
    try #require(kill(process, SIGHUP) == 0)
    try terminal.read(until: "Your answers are kept for 7 days: bookstall add --resume")
    try terminal.read(until: "ended \(128 + SIGHUP)")
    _ = try terminal.waitForEnd()
    #expect(!world.files().contains { $0.hasPrefix("bookstall-review-") })
    try world.succeed("add", "--resume", "--yes")
    #expect(try world.column("review") == ["Typed.\nSaved"])
  }
}
