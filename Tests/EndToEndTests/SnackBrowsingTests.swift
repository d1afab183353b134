import Glibc
import TestSupport
import Testing

@Suite("Browsing snacks on a terminal")
struct SnackBrowsingTests {
  private let world: World

  init() throws {
    world = try World()
  }

  private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"

  @Test func `keys lead through the bars, and the terminal is as before`() throws {
    let terminal = try world.shellOnTerminal(
      "stty -a >\"$HOME.before\"; bookstall snack bars -i; echo ended $?; stty -a >\"$HOME.after\"")
    try terminal.read(until: "‹ 1/8 › · Enter opens · q leaves")
    try terminal.type("\u{1B}[C")
    try terminal.read(until: "胡同爆肚摊")
    try terminal.read(until: "‹ 2/8 ›")
    try terminal.type("\r")
    try terminal.read(until: "胡 同 爆 肚 摊")
    try terminal.read(until: "q or Enter closes · up/down scroll")
    try terminal.type("q")
    try terminal.read(until: "‹ 2/8 › · Enter opens · q leaves")
    try terminal.type("q")
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "ended 0")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "home.before") == world.text(of: "home.after"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the process by itself, and the terminal is as before`(signal: Int32) throws {
    let terminal = try world.shellOnTerminal(
      """
      stty -a >"$HOME.before"
      sh -c 'echo $$ >"$HOME.pid"; exec "$BOOKSTALL" snack foods -i'
      echo ended $?; stty -a >"$HOME.after"
      """)
    try terminal.read(until: "‹ 1/12 › · q leaves")
    let process = try #require(Int32(try world.text(of: "home.pid").dropLast()))
    try #require(kill(process, signal) == 0)
    try terminal.read(until: Self.leaving)
    try terminal.read(until: "ended \(128 + signal)")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.text(of: "home.before") == world.text(of: "home.after"))
  }

  @Test func `Ctrl-C leaves as an interrupt does`() throws {
    let terminal = try world.terminal("snack", "headers", "-i")
    try terminal.read(until: "‹ 1/6 ›")
    try terminal.pressControl("c")
    #expect(try terminal.waitForEnd() == 130)
    #expect(terminal.transcript.hasSuffix(Self.leaving))
  }

  @Test func `the ways of cooking are browsed too`() throws {
    let terminal = try world.terminal("snack", "ways", "-i", "--color", "never", rows: 20)
    try terminal.read(until: "蒸  steam")
    try terminal.read(until: "‹ 1/8 › · q leaves")
    try terminal.type("n")
    try terminal.read(until: "煎  pan-fry")
    try terminal.read(until: "‹ 2/8 › · q leaves")
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test func `Ctrl-C while a caption moves is not echoed, and the terminal is as before`() throws {
    let terminal = try world.shellOnTerminal(
      """
      trap : INT; stty -a >"$HOME.before"
      "$BOOKSTALL" snack headers --animate
      echo ended $?; stty -a >"$HOME.after"
      """)
    try terminal.read(until: "\u{1B}[14A")
    try terminal.pressControl("c")
    try terminal.read(until: "ended 130")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.transcript.contains("^C"))
    #expect(try world.text(of: "home.before") == world.text(of: "home.after"))
  }

  @Test func `any key ends what moves and none of them reaches the shell`() throws {
    let terminal = try world.shellOnTerminal(
      "bookstall snack headers --animate; echo over; read -r line; echo \"<$line>\"", columns: 70)
    try terminal.read(until: "\u{1B}[14A")
    try terminal.type("qq")
    try terminal.read(until: "over")
    try terminal.type("z\n")
    try terminal.read(until: "<z>")
    #expect(try terminal.waitForEnd() == 0)
    let states = terminal.transcript.split(separator: "\u{1B}[14A").count
    #expect(states < 12, "the other banners stand at once")
    #expect(terminal.transcript.contains("春饼"), "and all of them are there")
  }

  @Test(.enabled(if: TmuxSession.isInstalled))
  func `banners that are still to come fit a window that got narrower`() throws {
    let session = try TmuxSession(
      in: world.folder.path, environment: world.variables.merging(["TERM": "xterm-256color"]) { $1 },
      columns: 80, rows: 60)
    try session.type("'\(world.command)' snack headers --animate\n")
    try session.wait(for: "  ▌ 驴打滚")
    try session.resize(columns: 40, rows: 60)
    // The banner that was moving comes anew, with its English text in narrower lines.
    try session.wait(for: "  Rolling donkey · Sticky millet dough")
    try session.press("q")
    try session.wait(for: "  greens and pork on the first day of")
  }

  @Test(.enabled(if: TmuxSession.isInstalled), arguments: [40, 100])
  func `a banner that moves while the window gets another width stands there once`(columns: Int) throws {
    let session = try TmuxSession(
      in: world.folder.path, environment: world.variables.merging(["TERM": "xterm-256color"]) { $1 },
      columns: 80, rows: 60)
    // tmux moves lines from the top out of sight where it wraps some, so that many stand there.
    let before = (1...20).map { "before\($0)" }
    try session.type(
      "clear; printf '%s\\n' \(before.joined(separator: " ")); '\(world.command)' snack headers 1 --animate; echo after\n"
    )
    try session.wait(for: "  ▌ 驴打滚")
    try session.resize(columns: columns, rows: 60)
    let lines = try session.wait("for the end") { $0.contains("after") }
    #expect(lines.count { $0.contains("▌ 驴打滚") } == 1)
    #expect(lines.count { $0.contains("▀▀▀▀▀") } <= 14, "\(lines.joined(separator: "\n"))")
    let above = lines.prefix { !$0.contains("▀") }.filter { $0.hasPrefix("before") }
    #expect(!above.isEmpty && above.elementsEqual(before.suffix(above.count)), "what stood above stays")
  }

  @Test func `B7 a caption slides into place once and the banner stays`() throws {
    let terminal = try world.terminal("snack", "headers", "6", "--animate", rows: 60)
    try terminal.read(until: "eaten from end to end.")
    #expect(try terminal.waitForEnd() == 0)
    let states = terminal.transcript.split(separator: "\u{1B}[14A").count
    // From below the picture up over its place and back, a row at a time.
    #expect(states == 7)
  }
}
