import Glibc
import TestSupport
import Testing

@Suite("The form and its terminal")
struct FormTests {
  private let world: World

  init() throws {
    world = try World()
  }

  private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

  /// Starts the form in a shell that tells the terminal's settings before and after.
  private func startInShell(_ command: String = "add") throws -> (terminal: TerminalSession, process: Int32) {
    let terminal = try world.shellOnTerminal(
      """
      trap : INT; stty -a >"$HOME.before"
      sh -c 'echo $$ >"$HOME.pid"; exec "$BOOKSTALL" \(command)'
      echo ended $?; stty -a >"$HOME.after"
      """)
    try terminal.read(until: "Title")
    try terminal.type("Beloved")
    try terminal.read(until: "Beloved")
    return (terminal, try #require(Int32(try world.text(of: "home.pid").dropLast())))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGBUS])
  func `whatever signal ends it, the terminal is as it was and the shell is told`(signal: Int32) throws {
    let (terminal, process) = try startInShell()
    try #require(kill(process, signal) == 0)
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "ended \(128 + signal)")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "home.before") == world.text(of: "home.after"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal that ends it keeps the answers and says so`(signal: Int32) throws {
    let (terminal, process) = try startInShell()
    try #require(kill(process, signal) == 0)
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "Not saved. Your answers are kept for 7 days: bookstall add --resume\r\n")
    try terminal.read(until: "ended \(128 + signal)")
    _ = try terminal.waitForEnd()
    #expect(try world.succeed("add", "--resume", "--yes", "-q").output == "1\n")
    #expect(try world.column("title") == ["Beloved"])
    #expect(try world.run("add", "--resume", "--yes").status == 3, "what was saved is not kept")
  }

  @Test func `answers reach the draft field by field, so that no crash takes more`() throws {
    let (terminal, process) = try startInShell()
    try terminal.type("\rToni")
    try terminal.read(until: "Toni")
    try #require(kill(process, SIGKILL) == 0)
    try terminal.read(until: "ended 137")
    _ = try terminal.waitForEnd()
    #expect(try world.text(of: "home/.local/state/bookstall/add.json").contains("Beloved"))
  }

  @Test func `Ctrl-C dies by the signal itself and says how to go on`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.type("x")
    try terminal.pressControl("c")
    try terminal.read(until: "Not saved. Your answers are kept for 7 days: bookstall add --resume\r\n")
    #expect(try terminal.waitForEnd() == 128 + SIGINT)
  }

  @Test func `Ctrl-C at an untouched form keeps nothing`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.pressControl("c")
    try terminal.read(until: "Not saved.\r\n")
    #expect(try terminal.waitForEnd() == 128 + SIGINT)
    #expect(world.files() == [])
  }

  @Test func `Ctrl-D at the empty first field leaves`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.pressControl("d")
    try terminal.read(until: "Not saved.\r\n")
    #expect(try terminal.waitForEnd() == 0)
    #expect(world.files() == [])
  }

  @Test(arguments: ["C", "POSIX", "C.UTF-8", "zh_CN.GB18030"])
  func `Chinese is taken in any locale`(locale: String) throws {
    let terminal = try world.terminal("add", with: ["LC_ALL": locale])
    try terminal.read(until: "Title")
    try terminal.type("骆驼祥子\r老舍\u{1B}[6~\r\r")
    try terminal.read(until: "Added #1 骆驼祥子")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("author") == ["老舍"])
  }

  @Test(arguments: [
    ("sh -c \"exit 1\"", "Nothing changed: 'sh' ended with code 1.", "Old."),
    ("true", "Nothing changed.", "Old."), ("sh -c ': >\"$0\"'", "Nothing changed.", "Old."),
    ("no-such-editor", "Nothing changed: 'no-such-editor' can't be started", "Old."),
    ("sh -c 'echo New >>\"$0\"; ls -l \"$0\" | cut -c1-10 >\"$HOME.mode\"'", "New", "Old.\nNew"),
  ])
  func `an editor may have arguments, and what it fails to do changes nothing`(
    editor: String, told: String, review: String
  ) throws {
    try world.succeed("add", "--title", "Emma", "--review", "Old.")
    let terminal = try world.terminal(
      "edit", "1", with: ["EDITOR": "false", "VISUAL": editor, "PATH": "/usr/bin:/bin"])
    try terminal.read(until: "Title")
    try terminal.pressControl("o")
    try terminal.read(until: told)
    try terminal.type("\r\r")
    try terminal.read(until: Self.leaving)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("review") == [review])
    if review.contains("New") { #expect(try world.text(of: "home.mode") == "-rw-------\n") }
  }

  @Test func `edit opens the form with the old values and says what changed`() throws {
    try world.addSampleBooks()
    let terminal = try world.terminal("edit", "2")
    try terminal.read(until: "Edit #2 骆驼祥子")
    try terminal.read(until: "老舍")
    try terminal.read(until: "4 of 5")
    // Down to the stars, one quarter up, then all the way to yes.
    try terminal.type("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[C\r\r")
    try terminal.read(until: "Save?")
    try terminal.type("\r")
    try terminal.read(until: "Changed #2 骆驼祥子")
    try terminal.read(until: "  rating: 4 → 4.25\r\n")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.sql("SELECT rating FROM book WHERE id = 2") == "4.25\n")
  }

  @Test func `an edit that is left early goes on with its own answers`() throws {
    try world.addSampleBooks()
    let terminal = try world.terminal("edit", "4")
    try terminal.read(until: "Title")
    try terminal.type("!")
    try terminal.pressControl("c")
    try terminal.read(until: "bookstall edit 4 --resume")
    _ = try terminal.waitForEnd()
    #expect(try world.run("add", "--resume", "--yes").status == 3, "it is no new book")
    let resumed = try world.terminal("edit", "4", "--resume")
    try resumed.read(until: "Unread!")
    try resumed.type("\u{1B}[6~\r\r")
    try resumed.read(until: "title: Unread → Unread!")
    #expect(try resumed.waitForEnd() == 0)
  }

  @Test func `after seven days the answers are gone`() throws {
    try world.succeed("add", "--title", "Emma")
    try world.write("", to: "unused")
    let folder = "home/.local/state/bookstall"
    _ = try world.shell("mkdir -p \"$HOME/.local/state/bookstall\"")
    for (age, status) in [(6, 0), (8, 3)] {
      let saved = time(nil) - age * 24 * 60 * 60
      try world.write(
        #"{"saved":\#(saved),"focus":"author","arguments":["add"],"values":{"title":"Kept"}}"#,
        to: folder + "/add.json")
      #expect(try world.run("add", "--resume", "--yes").status == Int32(status))
      #expect(!world.files().contains(folder + "/add.json"))
    }
  }

  @Test func `with the output in a file the form is drawn on the terminal`() throws {
    let output = world.folder.file("output")
    let terminal = try world.terminal("add", "--title", "Emma", outputPath: output)
    try terminal.read(until: "Emma")
    try terminal.type("Jane\u{1B}[6~\r\r")
    try terminal.read(until: Self.leaving)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "output") == "✓ Added #1 Emma\n")
  }

  @Test func `a review of a megabyte is pasted and saved whole`() throws {
    let terminal = try world.terminal("add", "--title", "Emma")
    try terminal.read(until: "Author")
    try terminal.type("\u{1B}[6~")
    try terminal.read(until: "Alt-Enter")
    let line = String(repeating: "so it goes, ", count: 80)
    try terminal.type("\u{1B}[200~")
    for _ in 0..<1100 { try terminal.type(line + "\r") }
    try terminal.type("the end\u{1B}[201~")
    try terminal.read(until: "the end")
    try terminal.type("\r")
    try terminal.read(until: "Save?")
    try terminal.type("y")
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "Added #1")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.sql("SELECT length(review) > 1000000, substr(review, -7) FROM book") == "1|the end\n")
  }
}
