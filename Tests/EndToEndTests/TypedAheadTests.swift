import Foundation
import Glibc
import TestSupport
import Testing

@Suite("What is typed while the terminal is asked about itself")
struct TypedAheadTests {
  private let world: World

  init() throws {
    world = try World()
  }

  /// What a terminal says of its ground and its kind.
  private static let replies = "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\\u{1B}[?62;4c"

  @Test(arguments: [
    ("ye\(replies)", "s\n", true), ("\(replies)ye", "s\n", true), ("y\(replies)", "\n", true),
    ("nx\u{7F}\(replies)", "o\n", false), ("\u{1B}[Cye\(replies)", "s\n", true),
    ("yes\n\(replies)", "", true),
  ])
  func `the beginning of an answer is for the question`(keys: String, after: String, isDeleted: Bool) throws {
    try world.succeed("add", "--title", "A")
    try world.succeed("add", "--title", "B")
    let terminal = try world.terminal("rm", "1")
    try terminal.read(until: "\u{1B}[c")
    try terminal.type(keys)
    try terminal.read(until: " › ")
    try terminal.type(after)
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.books().count == (isDeleted ? 1 : 2))
  }

  @Test func `a title stands in the form`() throws {
    let terminal = try world.terminal("add")
    try terminal.read(until: "\u{1B}[c")
    try terminal.type("Em\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\ma\u{1B}[?62;4c Wood")
    try terminal.read(until: "Emma Wood")
    try terminal.type("\u{1B}[6~\r\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try world.column("title") == ["Emma Wood"])
  }

  /// Whether the system lets programs give their terminal back what was typed.
  private static let canHandBack =
    geteuid() == 0
    || (try? String(contentsOfFile: "/proc/sys/dev/tty/legacy_tiocsti", encoding: .utf8)) == "1\n"

  @Test(.enabled(if: canHandBack))
  func `what nobody asked for goes back to whoever reads next`() throws {
    let terminal = try world.shellOnTerminal("bookstall list; read -r line; echo \"<$line>\"")
    try terminal.read(until: "\u{1B}[c")
    try terminal.type("next li\(Self.replies)")
    try terminal.read(until: "There are no books yet")
    try terminal.read(until: "next li")
    try terminal.type("ne\n")
    try terminal.read(until: "<next line>")
    #expect(try terminal.waitForEnd() == 0)
  }
}
