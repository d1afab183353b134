import Testing

@testable import BookstallTool

@Suite("A trial of an import")
struct ImportPlanTests {
  private let world: ToolWorld
  private static let header = "Title,Author,My Rating,Exclusive Shelf,Number of Pages,Book Id\n"

  init() throws {
    world = try ToolWorld()
    try world.write(Self.header + "Emma,Jane Austen,4,read,,1\n", to: "old.csv")
    try world.run("import", world.folder + "/old.csv")
    try world.write(
      Self.header
        + "Emma,Jane Austen,5,read,300,1\nNew,Nobody,3,read,,2\nNew,Nobody,3,read,,2\n,x,3,read,,3\n,,,,,\n",
      to: "new.csv")
  }

  @Test func `each row is told with what would change and what would stay`() throws {
    let result = try world.run("import", world.folder + "/new.csv", "--dry-run")
    #expect(
      result.output == """
        line     2  change  Emma
                      pages: 300
                      rating: 4 here, 5 in the file; stays; overwrite would take the file's
        line     3  add     New
        line     4  keep    New  (the book of line 3)
        line     5  refuse
                      the title is empty
        line     6  skip
                      the row is blank
        Would be   added 1   changed 1   already here 1   skipped 1   refused 1   of 5 rows

        """)
    #expect(result.status == .someRefused)
    #expect(result.errors.contains("1 row differs from a book here; see them with --dry-run"))
  }

  @Test(arguments: [
    ("overwrite", "  change  Emma\n              rating: 4 → 5\n              pages: 300\n"),
    ("keep", "  keep    Emma\n"), ("ask", "rating: 4 here, 5 in the file; to be asked\n"),
  ])
  func `each policy has its own plan`(policy: String, words: String) throws {
    let result = try world.run("import", world.folder + "/new.csv", "--dry-run", "--on-conflict", policy)
    #expect(result.output.contains(words), "\(result.output)")
  }

  @Test func `JSON has the plan and the sums`() throws {
    let result = try world.run("import", world.folder + "/new.csv", "--dry-run", "--json")
    #expect(
      result.output.hasPrefix(
        #"{"plan":[{"line":2,"title":"Emma","does":"change","changes":[{"field":"pages","old":null,"new":"300"}],"#
          + #""conflicts":[{"field":"rating","here":"4","file":"5"}]},{"line":3,"title":"New","does":"add"},"#
      ))
    #expect(
      result.output.contains(
        #""dryRun":true,"rows":5,"added":1,"changed":1,"unchanged":1,"skippedRows":1,"refusedRows":1,"#))
    #expect(result.output.hasSuffix(#""possibleDuplicates":[],"unlisted":0}"# + "\n"))
  }

  @Test(arguments: [
    (["-"], "needs a file, which it reads twice"), (["FILE"], "needs a terminal to ask on"),
    (["FILE", "--no-input"], "'--no-input' forbids it"),
  ])
  func `asking needs somebody to ask`(arguments: [String], words: String) throws {
    let arguments = arguments.map { $0 == "FILE" ? world.folder + "/new.csv" : $0 }
    let result = try world.run(list: ["import", "--on-conflict", "ask"] + arguments)
    #expect(result.status == .usage && result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.contains("Choose fill, overwrite or keep."))
    #expect(try world.run("list", "--json").output.contains("\"rating\":4"))
  }

  @Test func `possible duplicates are listed after the sums`() throws {
    try world.write(Self.header + "Emma (Annotated),Jane Austen,3,read,,9\n", to: "like.csv")
    let trial = try world.run("import", world.folder + "/like.csv", "--dry-run")
    #expect(
      trial.errors.contains(
        "  Possible duplicates; nothing was joined\n    line     2  looks like book #1, 'Emma'  Emma (Annotated)\n"
      ), "\(trial.errors)")
    let json = try world.run("import", world.folder + "/like.csv", "--json")
    #expect(
      json.output.contains(
        #""possibleDuplicates":[{"line":2,"book":2,"title":"Emma (Annotated)","like":"#
          + #"{"line":null,"book":1,"title":"Emma"}}]"#), "\(json.output)")
  }
}
