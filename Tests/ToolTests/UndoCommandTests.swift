import Presentation
import Testing

@testable import BookstallTool

@Suite("undo, and the list of changes")
struct UndoCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
  }

  /// The list without its dates.
  private func list(_ options: String...) throws -> [String] {
    try world.run(list: ["undo", "--list"] + options).output.split(separator: "\n").map {
      String($0).replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "DATE")
    }
  }

  @Test func `each step says what it changed, the last first`() throws {
    try world.write("title,author\r\nEmma,Jane Austen\r\nPersuasion,Jane Austen\r\n", to: "two.csv")
    try world.run("rate", "1", "2")
    try world.run("edit", "3", "--genre", "Gothic", "--tag", "old", "--pages", "246")
    try world.run("import", world.folder + "/two.csv")
    try world.run("rm", "2", "3", "--yes")
    try world.run("rm", "4", "--yes")
    try world.run("snack", "rate", "5", "2.5")
    try world.run("snack", "bookmark", "3")
    #expect(
      try list() == [
        "  10  DATE UTC  snack bookmark 3 果木烤鸭坊 Fruitwood Duck House   not bookmarked → bookmarked",
        "   9  DATE UTC  snack rate 5 黄土驴打滚 Yellow Dust Rolls   ★★★★ → ★★½",
        "   8  DATE UTC  rm #4 Emma",
        "   7  DATE UTC  rm   2 books deleted: #2 骆驼祥子, #3 The Haunting of Hill House",
        "   6  DATE UTC  import \(world.folder)/two.csv   2 books added: #4 Emma, #5 Persuasion",
        "   5  DATE UTC  edit #3 The Haunting of Hill House   genre: Horror → Gothic; pages: (none) → 246; tags",
        "   4  DATE UTC  rate #1 The Left Hand of Darkness   ★★★★★ → ★★☆☆☆",
        "   3  DATE UTC  add #3 The Haunting of Hill House",
        "   2  DATE UTC  add #2 骆驼祥子",
        "   1  DATE UTC  add #1 The Left Hand of Darkness",
      ])
    #expect(try list("--plain").first?.split(separator: "\t").count == 4)
    let json = try world.run("undo", "--list", "--json").output
    #expect(json.hasPrefix(#"[{"number":10,"name":"snack bookmark","date":"2"#))
    #expect(json.contains(#"{"field":"genre","old":"Horror","new":"Gothic"}"#))
    for width in [20, 30, 44, 80] {
      for line in try list("--width", String(width)) where !line.contains("DATE") {
        #expect(line.count <= width, "\(line)")
      }
    }
    #expect(try ToolWorld().run("undo", "--list").errors == "There is no change to take back.\n")
  }

  @Test func `what is taken back from several books names them`() throws {
    try world.run("edit", "2", "--genre", "Horror")
    try world.run("genre", "rename", "Horror", "Gothic")
    let names = "#2 骆驼祥子, #3 The Haunting of Hill House"
    let rehearsal = try world.run("undo", "--dry-run").output
    #expect(rehearsal == "Would take back: genre rename   2 books as before: \(names)\n")
    #expect(try world.run("undo").output == "✓ Took back: genre rename   2 books as before: \(names)\n")
    try world.run("rm", "1", "2", "3", "--yes")
    try world.run("add", "--title", "Later")
    let steps = try world.run("undo", "--list", "--plain").output.split(separator: "\n")
    let step = try #require(steps.first { $0.contains("\trm\t") }?.split(separator: "\t").first)
    #expect(
      try world.run("undo", String(step)).output
        == "✓ Took back: rm   3 books back again: #1 The Left Hand of Darkness, \(names)\n")
  }

  @Test func `many books are counted`() throws {
    try world.run("rm", "1", "2", "3", "--yes")
    for title in ["A", "B", "C", "D"] { try world.run("add", "--title", title) }
    try world.run("rm", "4", "5", "6", "7", "--yes")
    let list = try list()
    #expect(list.first?.hasSuffix("rm   4 books deleted") == true)
    #expect(list.contains { $0.hasSuffix("add #7 D") })
  }

  @Test func `a step that is not the last is taken back by its number`() throws {
    try world.run("rate", "1", "2")
    try world.run("edit", "2", "--genre", "Classic")
    #expect(
      try world.run("undo", "4").output == "✓ Took back: rate #1 The Left Hand of Darkness   ★★☆☆☆ → ★★★★★\n")
    #expect(try list().map { $0.split(separator: " ").first } == ["5", "3", "2", "1"])
    let gone = try world.run("undo", "4")
    #expect(gone.status == .notFound)
    #expect(
      gone.errors == "Error: There is no step 4 to take back. See the steps with: bookstall undo --list\n")
    #expect(try world.run("undo", "--list", "4").status == .usage)
    #expect(try world.run("undo", "x").status == .usage)
  }

  @Test(arguments: [["--dry-run"], []])
  func `a step that later ones build on stays`(options: [String]) throws {
    try world.run("rate", "1", "2")
    try world.run("rate", "1", "3")
    let before = try world.run("list", "--json").output
    // The first addition would take the ratings with it; the first rating is not there any more.
    for step in ["1", "4"] {
      let result = try world.run(list: ["undo", step] + options)
      #expect(result.status == .failure)
      #expect(
        result.errors.hasPrefix(
          "Error: Step \(step) can't be taken back: later changes concern the same book."))
    }
    #expect(try world.run("list", "--json").output == before)
    #expect(try world.run(list: ["undo", "5"] + options).status == .success)
  }

  @Test func `long values that begin alike are cut so that the difference shows`() throws {
    let review =
      "A boy with too much talent names the wrong thing and spends the book running from it. Short."
    try world.run("edit", "1", "--review", review)
    let changed = try world.run("edit", "1", "--review", review + " Exact.")
    #expect(changed.output.contains("review: …from it. Short. → …from it. Short. Exact.\n"))
    #expect(try list().first?.hasSuffix("review: …Short. → …Short. Exact.") == true)
    let ascii = try list("--ascii")
    #expect(ascii.first?.hasSuffix("review: ...Short. -> ...Short. Exact.") == true)
    for line in ascii where !line.contains("#2") { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)") }
    #expect(
      try world.run("undo").output.contains("review: …from it. Short. Exact. → …from it. Short.\n"))
  }

  @Test func `a mark that changes the last common letter stays with it`() {
    let start = String(repeating: "word ", count: 20)
    let (old, new) = ChangedText.excerpts(start + "e", start + "e\u{301}", cells: 40, TextLayout())
    #expect(old.hasSuffix(" word e") && new.hasSuffix(" word e\u{301}"))
    #expect(ChangedText.excerpts("short", "shorter", cells: 40, TextLayout()) == ("short", "shorter"))
  }

  @Test func `what was taken back says each field, lists too`() throws {
    try world.run("edit", "1", "--tag", "ice", "--tag", "snow", "--genre", "Classic")
    let lines = ["  genre: Classic → Science Fiction", "  tags: ice; snow → winter"]
    for arguments in [["undo", "--dry-run"], ["undo"]] {
      let output = try world.run(list: arguments).output.split(separator: "\n").map(String.init)
      #expect(Array(output.dropFirst()) == lines)
    }
  }

  @Test func `long lines are broken at words and between wide characters, and go on further in`() throws {
    let result = try world.run(
      "edit", "3", "--width", "40", "--review",
      "A house that is not sane 北平城里一个拉车的青年，三起三落；写得又苦又真。")
    #expect(
      result.output == """
        ✓ Changed #3 The Haunting of Hill House
          review: (none) → A house that is not
            sane 北平城里一个拉车的青年，三起三
            落；…

        """)
  }
}
