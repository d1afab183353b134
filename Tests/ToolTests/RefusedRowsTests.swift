import Testing

@testable import BookstallTool

@Suite("Refused rows")
struct RefusedRowsTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  private static let header = "Title,Author,My Rating,Exclusive Shelf,Book Id"
  private static let text =
    header + "\nA,x,6,read,1\n,\"y, z\",3,read,2\nB, the other,z,4,read,3\nC,q,4,read,4\n"
  private static let refused =
    header + ",refused_line,refused_reason,refused_row\r\n"
    + ",\"y, z\",3,read,2,3,the title is empty,\r\n"
    + "B, the other,z,4,read,4,6 cells under 5 columns; is a quote missing?,\"B, the other,z,4,read,3\"\r\n"

  @Test func `they stand beside the file with their line and the reason`() throws {
    try world.write(Self.text, to: "g.csv")
    let result = try world.run("import", world.folder + "/g.csv")
    #expect(result.status == .someRefused)
    #expect(result.output == "added 2   refused 2   of 4 rows\n")
    #expect(
      result.errors.contains(
        "All 2 refused rows are in '\(world.folder)/g.refused.csv'; mend them and import that file.\n"))
    #expect(try world.read("g.refused.csv") == Self.refused)
  }

  @Test func `once mended they come in, and nothing of the refusal is kept`() throws {
    try world.write(Self.text, to: "g.csv")
    try world.run("import", world.folder + "/g.csv")
    let mended = Self.refused.replacing("\r\n,", with: "\r\nD,").replacing(
      "\r\nB, the other,z,4,read,", with: "\r\n\"B, the other\",z,4,read,3,")
    try world.write(mended, to: "g.refused.csv")
    let result = try world.run("import", world.folder + "/g.refused.csv")
    #expect(result.status == .success && result.output == "added 2   of 2 rows\n")
    let books = try world.run("export", "--fields", "title,services").output
    #expect(books.contains("\r\nD,\"[{\"\"service\"\":\"\"goodreads\"\",\"\"id\"\":\"\"2\"\"}]\"\r\n"))
    #expect(
      books.contains(
        "\r\n\"B, the other\",\"[{\"\"service\"\":\"\"goodreads\"\",\"\"id\"\":\"\"3\"\"}]\"\r\n"))
    #expect(!world.names(in: world.folder).contains("g.refused.refused.csv"))
  }

  @Test func `a file with damages, mended row by row, gives what the sound file gives`() throws {
    func books(of file: String, mended: String? = nil) throws -> String {
      let store = world.folder + "/store/\(file).db"
      try world.run("--db", store, "import", world.folder + "/" + file)
      if let mended { try world.run("--db", store, "import", world.folder + "/" + mended) }
      let fields = "title,author,rating,status,reads,tags,services"
      let rows = try world.run("--db", store, "export", "--fields", fields).output.split(separator: "\r\n")
      return rows.sorted().joined(separator: "\n")
    }
    var sound = Self.header + "\n"
    var damaged = sound
    for number in 1...30 {
      let row = "\"Book, \(number)\",Author \(number),\(number % 5 + 1),read,\(number)\n"
      sound += row
      switch number % 3 {
      case 0: damaged += row.replacing("\"Book, \(number)\"", with: "")
      case 1: damaged += row.replacing("\"", with: "")
      default: damaged += row
      }
    }
    try world.write(sound, to: "sound.csv")
    try world.write(damaged, to: "damaged.csv")
    try world.run("import", world.folder + "/damaged.csv")
    var mended = try world.read("damaged.refused.csv")
    for number in 1...30 {
      mended = mended.replacing("\r\n,Author \(number),", with: "\r\n\"Book, \(number)\",Author \(number),")
      let rest = "Author \(number),\(number % 5 + 1),read"
      mended = mended.replacing(
        "\r\nBook, \(number),\(rest),", with: "\r\n\"Book, \(number)\",\(rest),\(number),")
    }
    try world.write(mended, to: "mended.csv")
    #expect(try books(of: "damaged.csv", mended: "mended.csv") == books(of: "sound.csv"))
  }

  @Test func `left as they are they are refused again, in the same words`() throws {
    try world.write(Self.refused, to: "again.csv")
    #expect(try world.run("import", world.folder + "/again.csv").output == "refused 2   of 2 rows\n")
    let again = try world.read("again.refused.csv")
    #expect(
      again
        == Self.refused.replacing(",2,3,the", with: ",2,2,the").replacing(",read,4,6", with: ",read,3,6"))
  }

  @Test func `a row that a quote has cut short stays refused until it is mended`() throws {
    try world.write(Self.header + "\nA,\"x,5,read,1\nB,z,4,read,3\n", to: "q.csv")
    try #require(
      try world.run("import", world.folder + "/q.csv").output == "added 1   refused 1   of 2 rows\n")
    let again = try world.run("import", world.folder + "/q.refused.csv")
    #expect(again.status == .someRefused && again.output == "refused 1   of 1 row\n")
  }

  @Test func `the order of a file's dates goes with its refused rows`() throws {
    try world.write(
      "Title,Author,Date Read,Status\nA,X Y,25/12/2023,read\n,Z Q,03/04/2024,read\n", to: "d.csv")
    try world.run("import", world.folder + "/d.csv")
    let refused = try world.read("d.refused.csv")
    #expect(refused.contains(",refused_dates\r\n") && refused.hasSuffix(",d/m/y\r\n"))
    try world.write(refused.replacing("\r\n,", with: "\r\nB,"), to: "d.refused.csv")
    try #require(try world.run("import", world.folder + "/d.refused.csv").status == .success)
    let books = try world.run("export", "--fields", "title,reads,services").output
    #expect(books.contains("2024-04-03") && !books.contains("refused"))
  }

  @Test(arguments: [
    ("Title,Author\nA,B,C\n", "A,B,2,3 cells under 2 columns; is a quote missing?,\"A,B,C\""),
    (
      "Title,Author,Rating\nA,\"B,4\nC,D,3\n",
      "A,\"B,4\",,2,a quote is never closed: 2 of 3 cells,\"A,\"\"B,4\"\"\""
    ),
  ])
  func `every refused row fits its header, and comes in once its cells are mended`(
    text: String, row: String
  ) throws {
    try world.write(text, to: "r.csv")
    try world.run("import", world.folder + "/r.csv")
    let refused = try world.read("r.refused.csv")
    let header = text.prefix { $0 != "\n" } + ",refused_line,refused_reason,refused_row\r\n"
    #expect(refused == header + row + "\r\n")
    let again = try world.run("import", world.folder + "/r.refused.csv")
    #expect(again.output == "refused 1   of 1 row\n")
    try world.write(refused.replacing("\r\nA,", with: "\r\nMended,"), to: "m.csv")
    #expect(try world.run("import", world.folder + "/m.csv").output == "added 1   of 1 row\n")
    #expect(!(try world.run("export", "-").output).contains("refused"))
  }

  @Test(arguments: [
    (
      "o.json", "[{\"uuid\":\"x\",\"title\":\"A\"},\n{\"uuid\":\"y\",\"ti\n", "{\"\"uuid\"\":\"\"y\"\",\"\"ti"
    ),
    (
      "k.txt",
      "T (A B)\r\n- Your Note on page 9 | Added on Sunday, December 18, 2022 3:19:56 PM\r\n\r\nSeen\r\n==========\r\n"
        + "An orphan\r\nits text\r\n==========\r\n", "An orphan\nits text"
    ),
  ])
  func `what no table holds is written as text`(name: String, text: String, kept: String) throws {
    try world.write(text, to: name)
    let result = try world.run("import", world.folder + "/" + name, "--refused", world.folder + "/lost.csv")
    #expect(result.status == .someRefused)
    #expect(result.errors.contains("The refused row is in '\(world.folder)/lost.csv' as text.\n"))
    let lost = try world.read("lost.csv")
    #expect(lost.hasPrefix("refused_line,refused_reason,refused_row\r\n") && lost.contains(kept))
  }

  @Test func `a file with semicolons keeps them, and with them the order of its dates`() throws {
    try world.write("Title;Author;Rating;Date finished;Status\n;x;4,5;03/04/2024;read\n", to: "s.csv")
    try world.run("import", world.folder + "/s.csv")
    let refused = try world.read("s.refused.csv")
    #expect(refused.contains("\r\n;x;4,5;03/04/2024;read;2;the title is empty;\r\n"))
    try world.write(refused.replacing("\r\n;", with: "\r\nA;"), to: "s.refused.csv")
    try #require(try world.run("import", world.folder + "/s.refused.csv").status == .success)
    let books = try world.run("export", "--fields", "title,rating,reads").output
    #expect(books.contains("A,4.5,") && books.contains("2024-04-03"))
  }

  @Test func `no file is overwritten, and the same rows make no second one`() throws {
    try world.write(Self.text, to: "g.csv")
    try world.write("mine", to: "g.refused.csv")
    try world.run("import", world.folder + "/g.csv")
    try world.run("import", world.folder + "/g.csv")
    #expect(try world.read("g.refused.csv") == "mine")
    #expect(try world.read("g.refused-2.csv") == Self.refused)
    #expect(world.names(in: world.folder) == ["g.csv", "g.refused-2.csv", "g.refused.csv", "store"])
    let named = try world.run("import", world.folder + "/g.csv", "--refused", world.folder + "/g.refused.csv")
    #expect(named.status == .cannotWrite && named.output == "")
    #expect(
      named.errors == "Error: '\(world.folder)/g.refused.csv' exists. Name another file with --refused.\n")
  }

  @Test func `a name of one's own is taken, and JSON tells it`() throws {
    try world.write(Self.text, to: "g.csv")
    let path = world.folder + "/mend.csv"
    let result = try world.run("import", world.folder + "/g.csv", "--refused", path, "--json")
    #expect(
      result.output.contains(
        #""rows":4,"added":2,"changed":0,"unchanged":0,"skippedRows":0,"refusedRows":2,"skipped":[],"#))
    #expect(result.output.contains("\"refusedFile\":\"\(path)\""))
    #expect(try world.read("mend.csv") == Self.refused)
  }

  @Test func `a dry run, and a file without refused rows, write none`() throws {
    try world.write(Self.text, to: "g.csv")
    try world.write(Self.header + "\nA,x,5,read,1\n", to: "good.csv")
    try world.run("import", world.folder + "/g.csv", "--dry-run")
    let result = try world.run("import", world.folder + "/good.csv", "--refused", world.folder + "/r.csv")
    #expect(result.status == .success)
    #expect(world.names(in: world.folder) == ["g.csv", "good.csv", "store"])
  }

  @Test(arguments: [
    ("a.csv", "a"), ("/b.c/a", "/b.c/a"), ("/b.c/a.b.csv", "/b.c/a.b"), (".csv", ".csv"), ("é.tsv", "é"),
  ])
  func `the stem of a path is all but the extension`(path: String, stem: String) {
    #expect(Session.stem(of: path) == stem)
  }
}
