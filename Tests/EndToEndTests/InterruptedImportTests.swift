import Glibc
import TestSupport
import Testing

/// Imports that a signal ends in the middle; each reads from a pipe, so that the middle is a certain place.
@Suite("An import that is interrupted")
struct InterruptedImportTests {
  private let world: World

  init() throws {
    world = try World()
    try world.addSampleBooks()
  }

  private static func rows(_ numbers: Range<Int>) -> String {
    var text = ""
    for number in numbers {
      text += "Book \(number),Author \(number % 997),\(number % 6),read,\"One line,<br/>and another.\"\n"
    }
    return text
  }

  private static let header = "Title,Author,My Rating,Exclusive Shelf,My Review\n"

  @Test(arguments: [(SIGKILL, 100_000), (SIGTERM, 10_000), (SIGINT, 10_000), (SIGHUP, 3_000)])
  func `a signal in the middle leaves all or nothing, and the next run completes it`(
    signal: Int32, count: Int
  ) throws {
    let before = try world.succeed("list", "--json").output
    let running = try RunningProcess(world.command, ["import", "-"], environment: world.variables)
    try running.send(Self.header)
    // All but what the system holds for it has been taken by then, and most of that is in the transaction.
    try running.send(Self.rows(0..<count))
    running.send(signal: signal)
    #expect(running.waitForEnd() == 128 + signal)
    #expect(running.output == "")
    // So many rows were partly in the file already, and the journal has to take them back.
    if count == 100_000 { #expect(world.files().contains("books.db-journal")) }
    #expect(try world.succeed("list", "--json").output == before)
    #expect(try world.sql("PRAGMA integrity_check; PRAGMA foreign_key_check;") == "ok\n")
    #expect(!world.files().contains("books.db-journal"))
    let again = try world.succeed("import", "-", input: Self.header + Self.rows(0..<count))
    #expect(again.output == "added \(count)   of \(count) rows\n")
    #expect(
      try world.sql("SELECT count(*), count(DISTINCT title) FROM book;") == "\(count + 4)|\(count + 4)\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `the end by a signal says that nothing was saved, and leaves no file behind`(signal: Int32) throws {
    let before = world.files()
    let running = try RunningProcess(world.command, ["import", "-"], environment: world.variables)
    try running.send(Self.header)
    try running.send(Self.rows(0..<20_000))
    running.send(signal: signal)
    #expect(running.waitForEnd() == 128 + signal)
    #expect(running.errors == "\nStopped; nothing was saved.\n")
    #expect(world.files() == before)
  }

  @Test func `a reader sees the store as it was while an import is under way`() throws {
    let running = try RunningProcess(world.command, ["import", "-"], environment: world.variables)
    try running.send(Self.header + Self.rows(0..<3_000))
    #expect(try world.books().count == 4)
    try running.send(Self.rows(3_000..<3_010))
    running.closeInput()
    #expect(running.waitForEnd() == 0)
    #expect(running.output == "added 3010   of 3010 rows\n")
    #expect(try world.books().count == 3_014)
  }
}
