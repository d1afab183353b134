import Glibc
import Testing

@testable import BookstallTool

@Suite("Import and export")
struct FileCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  @Test func `an export comes back by import byte for byte`() throws {
    try world.addSampleBooks()
    let file = world.folder + "/all.csv"
    let exported = try world.run("export", file)
    #expect(exported.status == .success)
    #expect(exported.output.hasPrefix("✓ 3 books → \(file)   "))
    #expect(exported.output.hasSuffix(" · CSV, UTF-8, header, CRLF, RFC 4180\n"))
    let other = world.folder + "/other.db"
    #expect(try world.run("--db", other, "import", file).output == "added 3   of 3 rows\n")
    #expect(try world.run("--db", other, "export", "-").output == world.read("all.csv"))
    let again = try world.run("--db", other, "import", file)
    #expect(again.output == "already here 3   of 3 rows\n")
    #expect(again.errors.hasSuffix("Nothing was changed.\n"))
  }

  @Test func `an existing file is replaced only by force, and stays whole`() throws {
    try world.addSampleBooks()
    try world.write("precious", to: "x.csv")
    let refused = try world.run("export", world.folder + "/x.csv")
    #expect(refused.status == .cannotWrite)
    #expect(
      refused.errors == "Error: '\(world.folder)/x.csv' exists. Use --force, another name, or - for output.\n"
    )
    #expect(try world.read("x.csv") == "precious")
    #expect(try world.run("export", world.folder + "/x.csv", "--force").status == .success)
    #expect(try world.read("x.csv").hasPrefix("title,author,"))
    #expect(world.names(in: world.folder) == ["store", "x.csv"])
  }

  @Test func `chosen columns of chosen books`() throws {
    try world.addSampleBooks()
    #expect(
      try world.run("export", "--genre", "Horror", "--fields", "id, Title,rating").output
        == "id,title,rating\r\n3,The Haunting of Hill House,\r\n")
    let wrong = try world.run("export", "--fields", "id,raitng")
    #expect(wrong.status == .usage)
    #expect(wrong.errors.contains("there is no column 'raitng'. Did you mean 'rating'?"))
    #expect(try world.run("export", "--format", "json", "--fields", "id").status == .usage)
  }

  @Test func `the Goodreads format says what it lost`() throws {
    try world.run("add", "--title", "a", "--rating", "3.5", "--status", "read", "--isbn", "9780553383041")
    try world.run("add", "--title", "b")
    let result = try world.run("export", "--format", "goodreads")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.errors.contains("1 rating was rounded to whole stars.\n"))
    #expect(result.errors.contains("Left out: 1 book without a status (set one with: bookstall edit): #2.\n"))
  }

  @Test func `refused rows are listed with line and reason and the others come in`() throws {
    try world.write(
      "Title,Author,My Rating,Exclusive Shelf,Book Id\nA,x,6,read,1\n,y,3,read,2\nB,z,4,read,3\n", to: "g.csv"
    )
    let trial = try world.run("import", world.folder + "/g.csv", "--dry-run")
    #expect(trial.status == .someRefused)
    #expect(world.names(in: world.folder) == ["g.csv"])
    let result = try world.run("import", world.folder + "/g.csv")
    #expect(result.status == .someRefused)
    #expect(result.output == "added 2   refused 1   of 3 rows\n")
    #expect(result.errors.contains("  Refused\n    line     3  the title is empty\n"))
    #expect(result.errors.contains("    line     2  'My Rating': '6' is no rating; left unrated  A\n"))
    #expect(try world.run("import", world.folder + "/g.csv", "-q").errors.contains("the title is empty"))
    let json = try world.run("import", world.folder + "/g.csv", "--json")
    #expect(json.output.contains(#""refused":[{"line":3,"title":null,"reason":"the title is empty"}]"#))
    #expect(try world.run("undo").output.contains("   2 books gone again: #"))
  }

  @Test func `a file that is no table is refused with what was found`() throws {
    try world.write("name,by,stars\na,b,3\n", to: "t.csv")
    try world.write("", to: "empty.csv")
    try world.write("<!DOCTYPE html>", to: "page.csv")
    for (name, message) in [
      ("t.csv", "has no header that Bookstall knows. Found: name, by, stars."), ("empty.csv", "is empty;"),
      ("page.csv", "is a web page"), ("none.csv", "can't be read: No such file or directory."),
      ("", "is a folder"),
    ] {
      let result = try world.run("import", world.folder + "/" + name)
      #expect(result.status == .cannotRead)
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    #expect(
      try world.run("import", "x", "--format", "gooodreads").errors.contains("Did you mean 'goodreads'?"))
  }

  @Test func `a genre that only a file knows is a genre here`() throws {
    try world.write("Title,Author,Genre\nLeaf,A,Marchpane\nRoot,B,Horror\n", to: "g.csv")
    try world.run("import", world.folder + "/g.csv")
    #expect(try world.run("genre", "list", "--json").output.contains("Marchpane"))
    #expect(try world.run("list", "--genre", "marchpane", "--json").output.contains("\"title\":\"Leaf\""))
  }

  @Test func `a review comes from a file, and bad bytes are named`() throws {
    try world.write("Line one.\r\n\r\nLine two.\n", to: "review.txt")
    try world.run("add", "--title", "x", "--review-file", world.folder + "/review.txt")
    #expect(try world.run("show", "1", "--json").output.contains(#""review":"Line one.\n\nLine two.""#))
    let missing = try world.run("edit", "1", "--review-file", world.folder + "/none.txt")
    #expect(missing.status == .cannotRead)
  }

  @Test func `a store that cannot be used leaves an exit code and a sentence`() throws {
    try world.write("no database at all, but long enough to be looked at as a file of pages", to: "plain.txt")
    let other = try world.run("--db", world.folder + "/plain.txt", "list")
    #expect(other.status == .cannotRead)
    #expect(other.errors.contains("is no SQLite database. Check the path or name another file with --db."))
    #expect(try world.run("--db", world.folder, "list").status == .cannotRead)
    world.environment = [:]
    let homeless = try world.run("list")
    #expect(homeless.status == .usage)
    #expect(homeless.errors.hasPrefix("Error: There is no home folder to keep the store in."))
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (18_400, "18.4 kB"), (999_960, "1000.0 kB"), (2_000_000, "2.0 MB"),
  ])
  func `sizes are short`(bytes: Int, text: String) {
    #expect(ByteSize.text(bytes) == text)
  }
}
