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
    + ",,,,,4,6 cells under 5 columns; is a quote missing?,\"B, the other,z,4,read,3\"\r\n"

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
    let mended = Self.refused.replacing("\r\n,\"y", with: "\r\nD,\"y").replacing(
      "B, the other", with: "\"\"B, the other\"\"")
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
      mended = mended.replacing("\"Book, \(number),", with: "\"\"\"Book, \(number)\"\",")
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
        == Self.refused.replacing(",2,3,the", with: ",2,2,the").replacing(",,4,6", with: ",,3,6"))
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
    #expect(refused.contains(",refused_dates,refused_row\r\n") && refused.hasSuffix(",d/m/y,\r\n"))
    try world.write(refused.replacing("\r\n,", with: "\r\nB,"), to: "d.refused.csv")
    try #require(try world.run("import", world.folder + "/d.refused.csv").status == .success)
    let books = try world.run("export", "--fields", "title,reads,services").output
    #expect(books.contains("2024-04-03") && !books.contains("refused"))
  }

  private static let misfit = "Title,Author,Rating,My Review\nDune, Part Two,F H,4,\"Good, \"\"so\"\"\"\n"
  private static let head = "Title,Author,Rating,My Review,refused_line,refused_reason,refused_row\r\n"
  private static let why = "2,5 cells under 4 columns; is a quote missing?"

  @Test func `a row that doesn't fit its header stands whole in the last column`() throws {
    try world.write(Self.misfit, to: "r.csv")
    try world.run("import", world.folder + "/r.csv")
    let row = ",,,,\(Self.why),\"Dune, Part Two,F H,4,\"\"Good, \"\"\"\"so\"\"\"\"\"\"\"\r\n"
    #expect(try world.read("r.refused.csv") == Self.head + row)
  }

  /// Ways to mend that row: in the last column as a spreadsheet writes it, with plain quotes as an editor leaves them,
  /// and in the columns, with the row as it came left where it was or taken away.
  @Test(arguments: [
    ",,,,\(why),\"\"\"Dune, Part Two\"\",F H,4,\"\"Good, \"\"\"\"so\"\"\"\"\"\"\"",
    ",,,,\(why),\"\"Dune, Part Two\",F H,4,\"\"Good, \"\"\"\"so\"\"\"\"\"\"\"",
    "\"Dune, Part Two\",F H,4,\"Good, \"\"so\"\"\",\(why),\"Dune, Part Two,F H,4,\"\"Good, \"\"\"\"so\"\"\"\"\"\"\"",
    "\"Dune, Part Two\",F H,4,\"Good, \"\"so\"\"\",\(why),",
  ])
  func `it comes in once it is mended, whichever way`(row: String) throws {
    try world.write(Self.head + row + "\r\n", to: "m.csv")
    try #require(try world.run("import", world.folder + "/m.csv").output == "added 1   of 1 row\n")
    let books = try world.run("export", "--fields", "title,author,rating,review,services", "-").output
    #expect(books.hasSuffix("\r\n\"Dune, Part Two\",F H,4,\"Good, \"\"so\"\"\",\r\n"))
  }

  /// Half a mend: cells that have moved, one column filled and the rest forgotten, two rows in one, an extra comma.
  @Test(arguments: [
    "\"Dune, Part Two\",F H,4,\(why),\"Dune, Part Two,F H,4,Good\"",
    "\"Dune, Part Two\",,,,\(why),\"Dune, Part Two,F H,4,Good\"",
    "Dune, Part Two,F H,4,\(why),\"\"\"Dune, Part Two\"\",F H,4,Good\"",
    "Dune, Part Two,F H,4,Good,\(why),",
    ",,,,\(why),\"\"\"Dune, Part Two,F H,4,Good\"",
    ",,,,\(why),Dune",
  ])
  func `what is mended in part is refused again, with all of it kept`(row: String) throws {
    try world.write(Self.head + row + "\r\n", to: "m.csv")
    try #require(try world.run("import", world.folder + "/m.csv").output == "refused 1   of 1 row\n")
    let again = try world.read("m.refused.csv")
    #expect(row.contains("Good") == again.contains("Good") && again.contains("Dune"))
    let third = try world.run("import", world.folder + "/m.refused.csv")
    #expect(third.output == "refused 1   of 1 row\n")
  }

  @Test func `a row with a fault in its quotes is written as it came`() throws {
    let row = "Emma,Jane Austen,4,\"She said \"no to him, twice\""
    try world.write("Title,Author,Rating,Review\n\(row)\n", to: "r.csv")
    try world.run("import", world.folder + "/r.csv")
    let quoted = "\"" + row.replacing("\"", with: "\"\"") + "\"\r\n"
    #expect(try world.read("r.refused.csv").hasSuffix("put it right in refused_row\"," + quoted))
  }

  @Test(arguments: [
    (
      "o.json", "[{\"uuid\":\"x\",\"title\":\"A\"},\n{\"uuid\":\"y\",\"ti\n",
      "{\"\"uuid\"\":\"\"y\"\",\"\"ti", "{\"\"title\"\":\"\"Mended\"\"}"
    ),
    (
      "k.txt",
      "T (A B)\r\n- Your Note on page 9 | Added on Sunday, December 18, 2022 3:19:56 PM\r\n\r\nSeen\r\n==========\r\n"
        + "An orphan\r\nits text\r\n==========\r\n", "An orphan\nits text",
      "Mended (A B)\n- Your Note on page 8 | Added on Sunday, December 18, 2022 3:18:56 PM\n\nits text"
    ),
  ])
  func `what no table holds is written as text, and comes in once that is mended`(
    name: String, text: String, kept: String, mended: String
  ) throws {
    try world.write(text, to: name)
    let result = try world.run("import", world.folder + "/" + name, "--refused", world.folder + "/lost.csv")
    #expect(result.status == .someRefused)
    #expect(
      result.errors.contains(
        "The refused row is in '\(world.folder)/lost.csv'; mend it and import that file.\n"))
    let lost = try world.read("lost.csv")
    #expect(lost.hasPrefix("refused_line,refused_reason,refused_format,refused_row\r\n"))
    try #require(lost.contains(kept))
    #expect(try world.run("import", world.folder + "/lost.csv").output == "refused 1   of 1 row\n")
    try world.write(lost.replacing(kept, with: mended), to: "mended.csv")
    #expect(try world.run("import", world.folder + "/mended.csv").output == "added 1   of 1 row\n")
    #expect(try world.run("export", "--fields", "title", "-").output.contains("Mended"))
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
