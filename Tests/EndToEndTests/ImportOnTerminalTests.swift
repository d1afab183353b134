import Foundation
import TestSupport
import Testing

/// Imports that last long enough for somebody at a terminal to be told.
@Suite("An import on a terminal")
struct ImportOnTerminalTests {
  private let world: World
  private static let erasure = "\r\u{1B}[K"

  init() throws {
    world = try World()
    var text = "Title,Author,My Rating,Exclusive Shelf,My Review\n"
    for number in 0..<30_000 {
      text += "Book \(number),Author \(number % 997),\(number % 6),read,\"One line,<br/>and another.\"\n"
    }
    try Data(text.utf8).write(to: URL(filePath: world.folder.file("books.csv")))
  }

  @Test func `the progress is erased before the result is told`() throws {
    let terminal = try world.terminal("import", world.folder.file("books.csv"), with: ["TERM": "xterm"])
    try terminal.read(until: " rows   ")
    try terminal.read(until: "added 30000   of 30000 rows")
    #expect(try terminal.waitForEnd() == 0)
    let parts = terminal.transcript.split(separator: Self.erasure, omittingEmptySubsequences: false)
    #expect(parts.count >= 3 && parts[1].hasPrefix("  █") && parts[1].hasSuffix(" left"))
    #expect(parts.last?.contains("Read ") == true && parts.last?.contains(" left") == false)
  }

  @Test func `Ctrl-C erases it too and says that nothing was saved`() throws {
    let terminal = try world.terminal("import", world.folder.file("books.csv"), with: ["TERM": "xterm"])
    try terminal.read(until: " rows   ")
    try terminal.pressControl("c")
    try terminal.read(until: Self.erasure + "\r\nStopped; nothing was saved.")
    #expect(try terminal.waitForEnd() == 130)
    #expect(try world.succeed("list", "--json").output == "[]\n")
  }

  @Test(arguments: ["Title\nEmma\n", "Title,Author\nEmma,Jane\n"])
  func `rows that are typed end at the first Ctrl-D`(rows: String) throws {
    let terminal = try world.terminal("import", "-")
    try terminal.read(until: "Reading CSV from the terminal, Ctrl-D ends.")
    try terminal.type(rows)
    try terminal.read(until: "Emma")
    try terminal.pressControl("d")
    try terminal.read(until: "added 1   of 1 row\r\n")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test(arguments: [["--quiet"], ["--accessible"]])
  func `those who want quiet or hear the screen see none`(options: [String]) throws {
    let file = world.folder.file("books.csv")
    let quiet = try world.terminal("import", file, options[0], with: ["TERM": "xterm"])
    #expect(try quiet.waitForEnd() == 0)
    #expect(!quiet.transcript.contains(Self.erasure))
  }
}
