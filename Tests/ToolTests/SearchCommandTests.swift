import Testing

@testable import BookstallTool

@Suite("search and stats")
struct SearchCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
  }

  @Test func `a search says how many books it found and where it looked`() throws {
    let result = try world.run("search", "friend", "ice")
    #expect(result.status == .success)
    #expect(result.output.hasPrefix("    1  The Left Hand of Darkness"))
    #expect(result.output.hasSuffix("\n       «Ice». «Friend»ship.\n"))
    #expect(result.errors == "1 book · searched title, author, genre, review, series, tags, notes\n")
    #expect(try world.run("search", "the", "-n", "1").errors.hasPrefix("1 of 2 books · "))
    #expect(try world.run("search", "the", "-q").errors == "")
  }

  @Test(arguments: [
    ("freindship", "No book has 'freindship'. Did you mean 'friendship' (1 book)?\n"),
    ("zzz", "No book has 'zzz'.\n"),
    ("ice horror", "Every word is in some book, but no book has all of them.\n"),
    ("\u{1B}[2J", "No book has '2J'.\n"), ("\u{1B}]", "No book has '␛]'.\n"),
    ("zzz, ", "No book has 'zzz'.\n"),
    ("\"friendship ice\"", "No book has \"friendship ice\".\n"),
  ])
  func `nothing found is exit 3, with a guess that is never searched for`(words: String, message: String)
    throws
  {
    for options in [[], ["--json"], ["--plain"]] {
      let result = try world.run(list: ["search", words] + options)
      #expect(result.status == .notFound)
      #expect(result.output == "")
      #expect(result.errors == message)
    }
  }

  @Test func `without a store there is nothing to find, and without words nothing to look for`() throws {
    #expect(
      try ToolWorld().run("search", "x").errors == "There are no books yet. Add one with: bookstall add\n")
    #expect(try world.run("search").status == .usage)
    #expect(try world.run("search", " ").status == .usage)
  }

  @Test func `scripts get the records that list gives them`() throws {
    #expect(
      try world.run("search", "骆驼", "--json").output == world.run("list", "--author", "老舍", "--json").output)
    #expect(
      try world.run("search", "骆驼", "--plain").output == world.run("list", "--author", "老舍", "--plain").output
    )
  }

  @Test func `statistics are numbers for scripts and bars for readers`() throws {
    let plain = try world.run("stats", "--plain").output
    #expect(plain.hasPrefix("books\t\t3\t4.63\nrating\t5\t1\t\nrating\t4.25\t1\t\nrating\t\t1\t\n"))
    #expect(plain.contains("\ngenre\t文学\t1\t4.25\n"))
    #expect(plain.split(separator: "\n").allSatisfy { $0.count { $0 == "\t" } == 3 })
    let json = try world.run("stats", "--json").output
    #expect(json.hasPrefix(#"{"books":3,"rated":2,"mean":4.63,"ratings":[{"stars":5,"books":1},"#))
    let bars = try world.run("stats", "--year", "2024").output
    #expect(bars.contains("  3 books · 2 rated · mean 4.6 · 1 added in 2024\n"))
    #expect(bars.contains("  █ · · · · · · · · · · ·     most: 1 in January\n"))
    #expect(try ToolWorld().run("stats").errors == "There are no books yet. Add one with: bookstall add\n")
  }
}
