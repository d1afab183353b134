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

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGUSR1, SIGUSR2, SIGALRM, SIGPROF,
    SIGPIPE,
    SIGXCPU, SIGIO, 34, 64,
  ])
  func `whatever signal ends it, the terminal is as it was and the shell is told`(signal: Int32) throws {
    let (terminal, process) = try startInShell()
    try #require(kill(process, signal) == 0)
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "ended \(128 + signal)")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "home.before") == world.text(of: "home.after"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM])
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

  @Test func `a signal that somebody ignores stays ignored`() throws {
    let terminal = try world.shellOnTerminal(
      "trap '' USR1; sh -c 'echo $$ >\"$HOME.pid\"; exec \"$BOOKSTALL\" add'")
    try terminal.read(until: "Title")
    let process = try #require(Int32(try world.text(of: "home.pid").dropLast()))
    try #require(kill(process, SIGUSR1) == 0)
    try terminal.type("Emma\u{1B}[6~\r\r")
    try terminal.read(until: "Added #1 Emma")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test func `a pause in typing is enough to keep what is typed`() throws {
    let (terminal, process) = try startInShell()
    let isKept = try world.shell(
      "timeout 30 sh -c 'until grep -qs Beloved \"$HOME/.local/state/bookstall/add.json\"; do :; done'")
    #expect(isKept.status == 0)
    try #require(kill(process, SIGKILL) == 0)
    try terminal.read(until: "ended 137")
    _ = try terminal.waitForEnd()
    #expect(try world.succeed("add", "--resume", "--yes", "-q").output == "1\n")
  }

  @Test func `what was typed while the terminal was asked about itself is typed`() throws {
    let terminal = try world.terminal("add")
    // The question, which nobody answers.
    try terminal.read(until: "\u{1B}[c")
    try terminal.type("Emma\rJane")
    try terminal.read(until: "Jane")
    try terminal.type("\u{1B}[6~\r\r")
    try terminal.read(until: "Added #1 Emma")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("author") == ["Jane"])
  }

  @Test func `two escapes at once leave`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Title")
    try terminal.type("x\u{1B}\u{1B}")
    try terminal.read(until: "Not saved. Your answers are kept for 7 days: bookstall add --resume\r\n")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test func `saving a book takes no other one's answers`() throws {
    for title in ["Left", "Left too"] {
      let left = try world.terminal("add")
      try left.read(until: "Title")
      try left.type("\(title)\r")
      try left.pressControl("c")
      try left.read(until: "bookstall add --resume\r\n")
      _ = try left.waitForEnd()
    }
    let saved = try world.terminal("add")
    try saved.read(until: "There are answers of a form left early: bookstall add --resume")
    try saved.type("Saved\u{1B}[6~\r\r")
    try saved.read(until: "Added #1 Saved")
    _ = try saved.waitForEnd()
    try world.succeed("add", "--title", "At once")
    for _ in 0..<2 { try world.succeed("add", "--resume", "--yes") }
    #expect(try world.column("title") == ["Saved", "At once", "Left too", "Left"])
    #expect(try world.run("add", "--resume", "--yes").status == 3)
  }

  @Test func `answers that cannot be kept are told to be lost, and why`() throws {
    try world.write("", to: "file")
    let terminal = try world.terminal("add", with: ["XDG_STATE_HOME": world.folder.file("file")])
    try terminal.read(until: "Title")
    try terminal.type("x")
    try terminal.pressControl("c")
    let told = try terminal.read(until: "Not a directory.\r\n")
    #expect(told.contains("Not saved, and your answers are lost:"))
    _ = try terminal.waitForEnd()
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
    try terminal.type("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[1;2C\r\r")
    try terminal.read(until: "Save?")
    try terminal.type("\r")
    try terminal.read(until: "Changed #2 骆驼祥子")
    try terminal.read(until: "  rating: 4 → 4.25\r\n")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.sql("SELECT rating FROM book WHERE id = 2") == "4.25\n")
  }

  @Test func `an edit writes what was changed in it and nothing that others changed meanwhile`() throws {
    try world.succeed("add", "--title", "Emma", "--review", "Old.")
    let terminal = try world.terminal("edit", "1")
    try terminal.read(until: "Title")
    try world.succeed("edit", "1", "--author", "Jane Austen", "--review", "New.", "--status", "read")
    try terminal.type("!\u{1B}[6~\r")
    try terminal.read(until: "Save?")
    try terminal.type("y")
    try terminal.read(until: "Changed #1 Emma\r\n  title: Emma → Emma!\r\n")
    #expect(try terminal.waitForEnd() == 0)
    #expect(
      try world.sql("SELECT title, author, review, status FROM book") == "Emma!|Jane Austen|New.|read\n")
  }

  @Test(arguments: [("y", "Emma!", "title: Emma or → Emma!"), ("ty", "Emma or", "nothing differs")])
  func `a field that others changed meanwhile is told before it is written`(
    keys: String, title: String, told: String
  ) throws {
    try world.succeed("add", "--title", "Emma")
    let terminal = try world.terminal("edit", "1")
    try terminal.read(until: "Title")
    try world.succeed("edit", "1", "--title", "Emma or")
    try terminal.type("!\u{1B}[6~\r")
    try terminal.read(until: "Save?")
    try terminal.type("y")
    try terminal.read(until: "Title was changed to 'Emma or' elsewhere meanwhile.")
    try terminal.read(until: "[t]heirs")
    try terminal.type(keys)
    try terminal.read(until: told)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("title") == [title])
  }

  @Test func `an edit that goes on later writes over no newer change`() throws {
    try world.succeed("add", "--title", "Emma", "--author", "J. Austen")
    let left = try world.terminal("edit", "1")
    try left.read(until: "Title")
    try left.type("!\r?")
    try left.pressControl("c")
    try left.read(until: "bookstall edit 1 --resume")
    _ = try left.waitForEnd()
    try world.succeed("edit", "1", "--author", "Jane Austen", "--genre", "Romance")
    let terminal = try world.terminal("edit", "1", "--resume")
    try terminal.read(until: "J. Austen?")
    try terminal.type("\u{1B}[6~\ry")
    try terminal.read(until: "Author was changed to 'Jane Austen' elsewhere meanwhile.")
    try terminal.read(until: "[t]heirs")
    try terminal.type("ty")
    try terminal.read(until: "title: Emma → Emma!")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.sql("SELECT title, author, genre FROM book") == "Emma!|Jane Austen|Romance\n")
    #expect(!world.files().contains { $0.contains("/edit-") })
  }

  @Test func `an edit that cannot be written keeps its answers`() throws {
    try world.succeed("add", "--title", "Emma")
    let terminal = try world.terminal("edit", "1")
    try terminal.read(until: "Title")
    try world.succeed("rm", "1", "--yes")
    try terminal.type("!\u{1B}[6~\ry")
    try terminal.read(until: "Book 1 was deleted meanwhile; nothing was changed.")
    try terminal.read(until: "for 7 days: bookstall add --resume")
    #expect(try terminal.waitForEnd() != 0)
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
    let terminal = try world.terminal("add", "--author", "Jane", outputPath: output)
    try terminal.read(until: "Jane")
    try terminal.type("Emma\u{1B}[6~\r\r")
    try terminal.read(until: Self.leaving)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "output") == "✓ Added #1 Emma\n")
  }

  @Test func `a review of a megabyte is pasted and saved whole`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "Author")
    try terminal.type("Emma\u{1B}[6~")
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
