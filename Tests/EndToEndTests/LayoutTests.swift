import Foundation
import TestSupport
import Testing

@Suite("Widths and wide characters")
struct LayoutTests {
  private let world: World

  init() throws {
    world = try World()
  }

  /// Titles and the cells that a terminal gives them.
  static let titles: [(text: String, cells: Int)] = [
    ("Emma", 4), ("骆驼祥子", 8), ("e\u{301}le\u{301}phant", 8), ("👩‍👩‍👧‍👦 family", 9), ("🇨🇳 flag", 7), ("ｆｕｌｌ", 8),
    ("한국어", 6), ("a—“b”…", 6),
  ]

  @Test func `columns align whatever the script`() throws {
    for title in Self.titles {
      try world.succeed("add", "--title", title.text, "--author", "AUTHOR", "--rating", "3")
    }
    let rows = try world.succeed("list", "--sort", "id").output.split(separator: "\n").dropFirst()
    for (row, title) in zip(rows, Self.titles) {
      let rest = row.dropFirst(7)
      #expect(rest.hasPrefix(title.text))
      let author = try #require(rest.range(of: "AUTHOR"))
      let padding = rest[..<author.lowerBound].reversed().prefix { $0 == " " }.count
      #expect(title.cells + padding == 41, "\(title.text)")
    }
  }

  @Test(arguments: [20, 21, 25, 30, 40, 49, 50, 60, 79, 80, 81, 100, 120, 160, 200])
  func `no line is wider than the terminal, and the table gives up columns as it narrows`(columns: Int) throws
  {
    try world.addSampleBooks()
    try world.succeed(
      "add", "--title", "An endless title that goes on and on and on for more than any screen is wide",
      "--author", "Somebody With Ever So Many Names of His Own", "--genre", "A Genre of Considerable Length",
      "--rating", "4", "--review", "word ")
    for arguments in [
      ["list"], ["show", "5"], ["show", "2"], ["--accessible", "list"], ["list", "--ascii"],
    ] {
      let lines = try lines(arguments, columns: columns)
      for line in lines {
        #expect(cells(in: line) <= columns, "\(arguments): \(line)")
      }
    }
    let list = try lines(["list"], columns: columns)
    #expect(list[0].contains("GENRE") == (columns >= 80))
    #expect(list[0].contains("TITLE") == (columns >= 50))
    #expect(list.count == (columns < 50 ? 10 : 6))
  }

  @Test func `a width counts in a pipe too, and without one nothing is cut`() throws {
    let title = "An endless title that goes on and on for more than any screen is wide"
    try world.succeed("add", "--title", title)
    #expect(try world.shell("COLUMNS=40 bookstall list | cat").output.contains("…"))
    #expect(try world.shell("bookstall list | cat").output.contains(title))
    #expect(try world.shell("bookstall list --width 40 | cat").output.contains("…"))
    #expect(try world.shell("COLUMNS=200 bookstall list --width 40 | cat").output.contains("…"))
    let narrow = try world.terminal("list", columns: 40)
    #expect(try narrow.waitForEnd() == 0)
    #expect(narrow.transcript.contains("…"))
  }

  @Test func `ASCII is kept outside of the user's own text`() throws {
    try world.succeed(
      "add", "--title", "Emma", "--author", "Jane Austen", "--rating", "4.25", "--review", "Good.")
    try world.succeed(
      "add", "--title", "A title that is far too long for any column of a list that is as narrow as this is")
    for arguments in [
      ["list"], ["show", "1"], ["rate", "1", "3"], ["show", "2", "--art", "ascii"], ["undo"],
    ] {
      let result = try world.run(arguments + ["--ascii"], with: ["COLUMNS": "80"])
      #expect(result.status == 0)
      #expect(result.outputBytes.allSatisfy { $0 < 0x80 }, "\(arguments)")
    }
    let terminal = try world.terminal("add", "--ascii", with: ["TERM": "dumb"])
    try terminal.answer("Title    > ", "Emma")
    try terminal.read(until: "Author   > ")
    try terminal.pressControl("c")
    _ = try terminal.waitForEnd()
    #expect(terminal.transcript.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `where signs of ambiguous width are wide the columns know it`() throws {
    try world.succeed("add", "--title", "Emma", "--rating", "4")
    let narrow = try world.run("list", with: ["COLUMNS": "60"]).output
    let wide = try world.run("list", with: ["COLUMNS": "60", "BOOKSTALL_AMBIGUOUS": "wide"]).output
    for line in narrow.split(separator: "\n") { #expect(cells(in: String(line)) <= 60) }
    for line in wide.split(separator: "\n") {
      #expect(cells(in: String(line)) + line.count { "★☆—…".contains($0) } <= 60)
    }
  }

  /// The lines that a command prints into a pipe of a known width.
  private func lines(_ arguments: [String], columns: Int) throws -> [String] {
    let result = try world.run(arguments, with: ["COLUMNS": String(columns)])
    try result.expectSuccess()
    return result.output.split(separator: "\n").map(String.init)
  }

  private func cells(in line: String) -> Int {
    line.unicodeScalars.reduce(0) {
      $0 + (0x3000...0x9FFF ~= $1.value || 0xFF00...0xFF60 ~= $1.value ? 2 : 1)
    }
  }
}
