import Glibc
import TestSupport
import Testing

@Suite("The pager on a terminal")
struct PagerTests {
  private let world: World
  /// Writes a mark before and after what it is given.
  private let pager = #"sh -c 'echo "<$LESS|"; cat; echo "|>"'"#

  init() throws {
    world = try World()
    try world.write(
      "title,genre\n" + (1...50).map { "Book number \($0),Horror\n" }.joined(), to: "books.csv")
    try world.succeed("import", world.folder.file("books.csv"))
  }

  private func screen(_ arguments: [String], with extra: [String: String] = [:]) throws -> String {
    let variables = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color"].merging(extra) { $1 }
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let terminal = try world.shellOnTerminal(
      "stty rows 10; bookstall \(words); echo ended $?", with: variables)
    try terminal.read(until: "ended 0")
    _ = try terminal.waitForEnd()
    return terminal.transcript
  }

  @Test func `text taller than the screen goes through it, and messages come afterwards`() throws {
    let text = try screen(["list", "-n", "30"], with: ["BOOKSTALL_PAGER": pager, "PAGER": "false"])
    #expect(text.contains("<FRX|"))
    #expect(text.contains("Book number 21 "))
    let end = try #require(text.firstRange(of: "|>"))
    #expect(text[end.upperBound...].contains("30 of 50 books"))
    #expect(try screen(["list", "-n", "0"], with: ["PAGER": pager, "LESS": "S"]).contains("<S|"))
  }

  @Test(
    arguments: [
      (["list", "-n", "5"], [:]), (["list", "-n", "30", "--no-pager"], [:]),
      (["list", "-n", "30"], ["BOOKSTALL_PAGER": ""]), (["list", "-n", "30"], ["BOOKSTALL_PAGER": "cat"]),
      (["list", "-n", "30", "--accessible"], [:]), (["list", "-n", "30"], ["TERM": "dumb"]),
      (["list", "-n", "30"], ["BOOKSTALL_PAGER": "/no/such/pager"]),
    ] as [([String], [String: String])])
  func `what fits, or shall not be paged, is written at once`(
    arguments: [String], extra: [String: String]
  ) throws {
    let text = try screen(arguments, with: ["PAGER": pager].merging(extra) { $1 })
    #expect(!text.contains("<FRX|"))
    #expect(text.contains("Book number 50"))
  }

  @Test(arguments: [["undo", "--list"], ["genre"], ["help", "environment"], ["demo"]])
  func `everything that is read goes through it`(arguments: [String]) throws {
    for number in 1...12 { try world.succeed("edit", "1", "--genre", "Genre \(number)") }
    for number in 2...12 { try world.succeed("edit", "\(number)", "--genre", "Kind \(number)") }
    #expect(try screen(arguments, with: ["PAGER": pager]).contains("<FRX|"))
  }

  @Test func `a pipe is never paged`() throws {
    let terminal = try world.shellOnTerminal(
      "bookstall list | cat; bookstall list </dev/null; echo ended", with: ["PAGER": pager])
    try terminal.read(until: "ended")
    #expect(!terminal.transcript.contains("<FRX|"))
  }

  @Test func `colours go to less and not to an unknown pager`() throws {
    // Whoever says what the ground is like is not asked about it, which would be an escape of another kind.
    let paged = try screen(["list", "-n", "30"], with: ["PAGER": pager, "COLORFGBG": "15;0"])
    let end = try #require(paged.firstRange(of: "|>"))
    #expect(!paged[..<end.lowerBound].contains("\u{1B}["))
    #expect(try screen(["list", "-n", "30", "--no-pager"]).contains("\u{1B}["))
  }

  @Test func `a pager that is left early is no error`() throws {
    #expect(
      try screen(["list", "-n", "0", "--width", "9999"], with: ["PAGER": "sh -c 'head -1'"]).contains("ID"))
    #expect(try screen(["list", "-n", "0"], with: ["PAGER": "false"]).hasSuffix("ended 0\r\n"))
  }

  @Test(.enabled(if: access("/usr/bin/less", X_OK) == 0, "less is not installed"))
  func `less takes colours, and is left in the middle without a word`() throws {
    let terminal = try world.shellOnTerminal(
      "stty rows 10; bookstall list -n 0 --color=always; echo ended $?",
      with: ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "COLORFGBG": "15;0"])
    try terminal.read(until: "Book number 45")
    try terminal.type("q")
    try terminal.read(until: "ended 0")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.transcript.contains("Book number 40"))
    #expect(!terminal.transcript.contains("ESC["), "less would show colours that it doesn't take so")
    #expect(!terminal.transcript.contains("Error"))
    // The locale is C here.
    #expect(terminal.transcript.contains("—") && !terminal.transcript.contains("<E2>"))
  }
}
