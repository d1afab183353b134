import Presentation
import Testing

@testable import BookstallTool

@Suite("genre, db and doctor")
struct CareCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
  }

  @Test func `genres are listed with their books`() throws {
    try world.run("add", "--title", "x", "--genre", "Horror")
    #expect(try world.run("genre").output == "  2  Horror\n  1  Science Fiction\n  1  文学\n")
    #expect(try world.run("genre", "list", "--plain").output == "Horror\t2\nScience Fiction\t1\n文学\t1\n")
    #expect(try world.run("genre", "--json").output.hasPrefix(#"[{"name":"Horror","books":2},"#))
    #expect(try world.run("genre", "list", "--width", "20").output.contains("  1  Science Fiction\n"))
    #expect(try ToolWorld().run("genre").errors == "No book has a genre yet.\n")
  }

  @Test func `a genre is renamed in all its books, in one step that undo takes back`() throws {
    #expect(
      try world.run("genre", "rename", "horror", "Gothic", "--dry-run").output.hasPrefix(
        "Would change genre Horror → Gothic   1 book"))
    #expect(
      try world.run("genre", "rename", "horror", "Gothic").output == "✓ Genre Horror → Gothic   1 book\n")
    #expect(try world.run("list", "--plain", "--genre", "Gothic").output.hasPrefix("3\t"))
    #expect(try world.run("undo").status == .success)
    #expect(try world.run("list", "--plain", "--genre", "Horror").output.hasPrefix("3\t"))
  }

  @Test func `a name that is taken is left to merge, and a mistyped one gets a guess`() throws {
    let taken = try world.run("genre", "rename", "Horror", "文学")
    #expect(taken.status == .failure)
    #expect(taken.errors.contains("bookstall genre merge 'Horror' --into '文学'"))
    let unknown = try world.run("genre", "rename", "Horor", "x")
    #expect(unknown.status == .notFound)
    #expect(unknown.errors == "Error: No book has the genre 'Horor'. Did you mean 'Horror'?\n")
    #expect(try world.run("genre", "merge", "Horror").status == .usage)
  }

  @Test func `genres are merged`() throws {
    #expect(
      try world.run("genre", "merge", "Horror", "文学", "--into", "Science Fiction").output
        == "✓ Genre Horror, 文学 → Science Fiction   2 books\n")
    #expect(try world.run("genre", "--plain").output == "Science Fiction\t3\n")
    #expect(
      try world.run("genre", "merge", "Science Fiction", "--into", "Science Fiction").errors
        == "Nothing was changed.\n")
  }

  @Test func `the file is checked, copied and rebuilt`() throws {
    let path = world.folder + "/store/books.db"
    #expect(try world.run("db", "path").output == path + "\n")
    #expect(try world.run("db", "check").output == "✓ The store is sound: 3 books.\n")
    #expect(
      try world.run("db", "check", "--json").output == #"{"sound":true,"file":[],"rows":[],"untitled":[]}"#
        + "\n")
    let copy = world.folder + "/copy.db"
    #expect(try world.run("db", "backup", copy).output.hasPrefix("✓ Copied the store → \(copy)   "))
    #expect(try world.run("list", "--json").output == world.run("list", "--json", "--db", copy).output)
    let again = try world.run("db", "backup", copy)
    #expect(again.status == .cannotWrite)
    #expect(again.errors == "Error: '\(copy)' exists. Name a new file.\n")
    #expect(try world.run("db", "backup", "/dev/null/x").status == .cannotWrite)
    #expect(try world.run("db", "compact").output.hasPrefix("✓ Rebuilt the store   "))
    #expect(try world.run("list", "--json").output == world.run("list", "--json", "--db", copy).output)
    #expect(try world.run("db").output.contains("SUBCOMMANDS:"))
  }

  @Test func `without a store there is nothing to copy, and nothing is made`() throws {
    let empty = try ToolWorld()
    #expect(try empty.run("db", "backup", empty.folder + "/x").status == .cannotRead)
    #expect(try empty.run("db", "compact").status == .cannotRead)
    #expect(try empty.run("doctor").output.contains("no file yet; adding a book makes it"))
    #expect(empty.names(in: empty.folder) == [])
  }

  @Test func `without a terminal the doctor names what decided colour, pictures and theme`() throws {
    func reason(_ name: String, _ options: String...) throws -> String? {
      let lines = try world.run(list: ["doctor", "--plain"] + options).output.split(separator: "\n")
      return lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        .first { $0[1] == name }?[3]
    }
    for name in ["colour", "pictures", "width"] {
      #expect(try reason(name) == "the output, which is no terminal")
    }
    #expect(try reason("theme") == "default, as nothing tells dark from light")
    #expect(try reason("theme", "--theme", "dark") == "--theme")
    #expect(try reason("colour", "--color", "always") == "--color")
    world.environment[.colorTerm] = "truecolor"
    #expect(try reason("colour", "--color", "always") == "--color, COLORTERM")
    world.environment[.colorTerm] = nil
    world.environment[.term] = "xterm-256color"
    #expect(try reason("colour", "--color", "always") == "--color, TERM")
    world.environment[.term] = nil
    #expect(try reason("pictures", "--art", "mono") == "--art")
    world.environment[.colorFGBG] = "15;0"
    #expect(try reason("theme") == "COLORFGBG")
    world.environment[.bookstallTheme] = "dark"
    #expect(try reason("theme") == "BOOKSTALL_THEME")
    world.environment[.noColor] = "1"
    #expect(try reason("colour") == "the output, which is no terminal")
    world.environment[.forceColor] = "1"
    #expect(try reason("colour") == "NO_COLOR")
  }

  @Test func `the doctor names what decided`() throws {
    world.environment[.columns] = "60"
    world.environment[.forceColor] = "3"
    world.environment[.bookstallTheme] = "light"
    let plain = try world.run("doctor", "--plain", "--ascii").output.split(separator: "\n")
    #expect(plain.contains("terminal\twidth\t60 columns\tCOLUMNS"))
    #expect(plain.contains("terminal\tcolour\t24 bits\tFORCE_COLOR"))
    #expect(plain.contains("terminal\ttheme\tlight\tBOOKSTALL_THEME"))
    #expect(plain.contains("terminal\tcharacters\tASCII\t--ascii"))
    #expect(plain.contains("store\tfile\t\(world.folder)/store/books.db\tBOOKSTALL_DB"))
    #expect(plain.contains("store\tcheck\tsound\t"))
    #expect(plain.allSatisfy { $0.count { $0 == "\t" } == 3 })
    let json = try world.run("doctor", "--json").output
    #expect(json.contains(#""theme":{"value":"light","by":"BOOKSTALL_THEME"}"#))
    for line in try world.run("doctor", "--color", "never", "--width", "30").output.split(separator: "\n") {
      #expect(line.count <= 30, "\(line)")
    }
  }

  @Test func `several variables that say the same are named together`() {
    let environment = Environment([.term: "xterm-256color", .noColor: "1", .accessible: "1", .columns: "50"])
    let reasons = AppearanceReasons(AppearanceOptions(), environment, isTTY: true, terminalWidth: 80)
    #expect(reasons.deciding(\.colour) == "NO_COLOR, ACCESSIBLE")
    #expect(reasons.deciding(\.columns) == "COLUMNS")
    #expect(reasons.deciding(\.theme) == "")
  }
}
