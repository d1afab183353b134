import Glibc
import TestSupport
import Testing

/// Pages that a signal ends while they are written.
@Suite("A page that is interrupted")
struct InterruptedPageTests {
  private let world: World
  private let page: String

  init() throws {
    world = try World()
    mkdir(world.folder.file("out"), 0o700)
    page = world.folder.file("out/page.html")
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGHUP, SIGINT], [false, true])
  func `a signal while it is written leaves no half page and no other file`(
    signal: Int32, isThere: Bool
  ) throws {
    try world.addSampleBooks()
    if isThere { try world.succeed("page", "-o", page) }
    let before = isThere ? try world.bytes(of: "out/page.html") : []
    // Enough to be still at it when the signal comes.
    let rows = (0..<3000).map { "Book \($0),Author \($0 % 97),\($0 % 6),read,\"Some words about it.\"\n" }
    let header = "Title,Author,My Rating,Exclusive Shelf,My Review\n"
    try world.succeed("import", "-", input: header + rows.joined())
    let running = try RunningProcess(world.command, ["page", "-o", page], environment: world.variables)
    try running.waitUntilOpen(world.folder.file("out/"))
    running.send(signal: signal)
    #expect(running.waitForEnd() == 128 + signal)
    #expect(world.files().filter { $0.hasPrefix("out/") } == (isThere ? ["out/page.html"] : []))
    if isThere { #expect(try world.bytes(of: "out/page.html") == before) }
    try world.succeed("page", "-o", page)
    #expect(world.files().filter { $0.hasPrefix("out/") } == ["out/page.html"])
    #expect(try String(decoding: world.bytes(of: "out/page.html"), as: UTF8.self).hasSuffix("</html>\n"))
  }

  @Test(.enabled(if: PlainUser.canRunCommand, "nobody can't enter the folder of the command"))
  func `a page that can't be looked at isn't said to be somebody else's`() throws {
    try world.addSampleBooks()
    let mine = try world.write("<!doctype html>", to: "page.html")
    chmod(mine, 0o000)
    // Who runs it needs the store and its folder.
    for path in [world.folder.path, world.folder.file("out"), world.store] { chmod(path, 0o777) }
    let words = PlainUser.prefix + [world.command, "page", "-o", mine]
    let run = try ChildProcess.run(words[0], Array(words.dropFirst()), environment: world.variables)
    #expect(
      run.errors
        == "Error: Whether '\(mine)' is a page can't be seen: Permission denied. Use --force to replace it, or another name.\n"
    )
    #expect(run.status == 73)
  }

  @Test func `what a killed run left beside the page goes with the next, and nothing else`() throws {
    try world.addSampleBooks()
    let names = [
      "page.html.bookstall-1x2y3z.part", "page.html.part", "other.html.bookstall-1x2y3z.part",
      "page.html.bookstall-1",
    ]
    for name in names { _ = try world.write("<!doctype html>", to: "out/" + name) }
    let held = try World.lock(world.write("<!doctype html>", to: "out/page.html.bookstall-busy.part"))
    defer { close(held) }
    try world.succeed("page", "-o", page)
    let left = Set(world.files().filter { $0.hasPrefix("out/") })
    #expect(
      left == Set((names.dropFirst() + ["page.html", "page.html.bookstall-busy.part"]).map { "out/" + $0 }))
  }
}

extension World {
  /// Opens a file and locks it, as a run does that is writing it.
  fileprivate static func lock(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw TestFailure("'\(path)' can't be locked")
    }
    return descriptor
  }
}
