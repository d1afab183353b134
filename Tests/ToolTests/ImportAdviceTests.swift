import Testing

@testable import BookstallTool

/// What an import says where something is in its way, before anything is in the store.
@Suite("Advice of an import")
struct ImportAdviceTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  @Test(arguments: [
    "", "\u{FEFF}", "<!doctype html>", "{\"a\":1}", "Date,High\n1,2\n", "Author,My Rating,Book Id\nA,1,2\n",
  ])
  func `a file that can't be used leaves no store behind`(text: String) throws {
    try world.write(text, to: "x.csv")
    #expect(try world.run("import", world.folder + "/x.csv").status == .cannotRead)
    #expect(world.names(in: world.folder) == ["x.csv"])
  }

  @Test func `a table without titles tells how many rows it has`() throws {
    try world.write("Author,My Rating,Book Id\nA,1,2\nB,3,4\n", to: "x.csv")
    let errors = try world.run("import", world.folder + "/x.csv").errors
    #expect(errors.contains("No Title column") && errors.contains("None of its 2 rows was imported."))
  }

  @Test func `JSON of a service is told where its CSV is`() throws {
    try world.write("{\"a\":1}", to: "x.csv")
    #expect(try world.run("import", world.folder + "/x.csv").errors.contains("My Books > Import and export"))
  }

  @Test(arguments: ["title=Name,author=Name", "review=Mine,tags=Mine", "title=Name,title=By"])
  func `a mapping that contradicts another one is refused`(map: String) throws {
    try world.write("Name,By,Mine\nEmma,Jane Austen,Good\n", to: "x.csv")
    let result = try world.run("import", world.folder + "/x.csv", "--map", map)
    #expect(result.status == .usage && result.errors.contains("choose one."))
  }

  @Test func `a mapping that is said twice, and several columns of tags, are taken`() throws {
    try world.write("Name,Mine,More\nEmma,a,b\n", to: "x.csv")
    let map = "title=Name,title=Name,tags=Mine,tags=More"
    #expect(try world.run("import", world.folder + "/x.csv", "--map", map).output == "added 1   of 1 row\n")
  }

  @Test func `the refused rows of a mapped table say to map again`() throws {
    try world.write("Name,By\n,Jane Austen\n", to: "x.csv")
    let errors = try world.run("import", world.folder + "/x.csv", "--map", "title=Name,author=By").errors
    #expect(errors.contains("mend it and import that file with the same --map.\n"))
  }

  @Test func `a place for refused rows that can't be is found before the import`() throws {
    try world.write("Title,Author\n,A\nEmma,B\n", to: "x.csv")
    let result = try world.run(
      "import", world.folder + "/x.csv", "--refused", world.folder + "/no/such/folder.csv")
    #expect(result.status == .cannotWrite && result.errors.contains("can't be written"))
    #expect(world.names(in: world.folder) == ["x.csv"])
  }

  @Test func `cells made safe for a spreadsheet come back, whichever fields are written`() throws {
    try world.run("add", "--title", "=1+1", "--author", "'a")
    let file = world.folder + "/safe.csv"
    try world.run("export", file, "--fields", "author,title", "--spreadsheet-safe")
    let other = world.folder + "/other.db"
    try world.run("--db", other, "import", file)
    #expect(
      try world.run("--db", other, "export", "--fields", "author,title").output
        == "author,title\r\n'a,=1+1\r\n")
  }
}
