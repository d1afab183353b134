import Testing

@testable import BookstallTool

@Suite("Formats of an export")
struct ExportFormatTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.run(
      "add", "--title", "=1+1", "--author", "'Quoted'", "--genre", "Fantasy", "--rating", "4.25", "--status",
      "read", "--review",
      "-5 degrees,\n\tcold", "--isbn", "9780306406157", "--tag", "@home")
    try world.run("add", "--title", "Plain", "--author", "＝wide")
  }

  @Test(arguments: [
    ["--spreadsheet-safe"], ["--bom"], ["--spreadsheet-safe", "--bom"], ["--format", "tsv"],
    ["--format", "tsv", "--spreadsheet-safe", "--bom"],
  ])
  func `our own table comes back exactly, whatever was chosen`(options: [String]) throws {
    let file = world.folder + "/out.csv"
    try #require(try world.run(list: ["export", file] + options).status == .success)
    let text = try world.read("out.csv")
    #expect(text.unicodeScalars.first == (options.contains("--bom") ? "\u{FEFF}" : "t"))
    #expect(text.contains("'=1+1") == options.contains("--spreadsheet-safe"))
    #expect(text.contains("\t'@home\t") == (options.count == 4))
    let other = world.folder + "/other.db"
    #expect(try world.run("--db", other, "import", file).output == "added 2   of 2 rows\n")
    #expect(try world.run("--db", other, "export").output == world.run("export").output)
  }

  @Test(arguments: [
    ("out.json", [], "[\n"), ("out.JSON", [], "[\n"), ("out.tsv", [], "title\tauthor"), ("out.md", [], "#"),
    ("out.csv", [], "title,author"), ("out", [], "title,author"), ("out", ["--json"], "[\n"),
    ("out.csv", ["--json"], "title,author"), ("out.json", ["--format", "tsv"], "title\tauthor"),
    ("out.json", ["--format", "csv", "--json"], "title,author"),
  ])
  func `the file's name tells the format unless an option does`(
    name: String, options: [String], start: String
  ) throws {
    let result = try world.run(list: ["export", world.folder + "/" + name] + options)
    #expect(result.status == .success)
    #expect(try world.read(name).hasPrefix(start.replacing("[\n", with: "[")))
    let told = options.contains("--json") ? result.errors : result.output
    #expect(told.contains("2 books → \(world.folder)/\(name)"))
    #expect(options.contains("--json") ? result.output == "" : result.errors == "")
  }

  @Test func `books without a status are written for a service only if that is wanted`() throws {
    let without = try world.run("export", "--format", "goodreads")
    #expect(without.output.split(separator: "\n").count == 2)
    let with = try world.run("export", "--format", "goodreads", "--null-status", "to-read")
    #expect(with.output.contains(",to-read,"))
    #expect(with.errors.contains("1 book without a status is written as to-read.\n"))
    let openreads = try world.run("export", "--format", "openreads", "--null-status", "to-read")
    #expect(openreads.output.contains(",planned,"))
  }

  @Test func `strict shelves leave out what was given up`() throws {
    try world.run("edit", "2", "--status", "did-not-finish")
    let result = try world.run("export", "--format", "goodreads", "--strict-shelves")
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.errors.contains("Left out: 1 book not finished: #2.\n"))
  }

  @Test func `every format tells what it lost, in words of its own`() throws {
    try world.run("edit", "2", "--status", "paused", "--genre", "Horror")
    for (format, lines) in [
      (
        "hardcover",
        [
          "1 rating was rounded to half stars.", "1 paused book is among those being read.",
          "2 genres stand among the tags.", "1 book has no ISBN.",
        ]
      ),
      ("libib", ["Written, but the import will pass over: 1 book without an ISBN: #2."]),
      ("openreads", ["1 paused book is among those being read."]),
      ("bookwyrm", ["2 genres have no column.", "1 tag has no column."]),
    ] {
      let result = try world.run("export", "--format", format)
      for line in lines { #expect(result.errors.contains(line + "\n"), "\(format): \(result.errors)") }
      #expect(try world.run("export", "-q", "--format", format).errors == "")
    }
    let page = try world.run("export", "--format", "markdown")
    #expect(page.output.hasPrefix("# Books\n\n## =1+1\n") && page.errors == "")
  }

  @Test(arguments: [
    ["--bom", "--format", "json"], ["--bom", "--json"], ["--spreadsheet-safe", "--format", "goodreads"],
    ["--null-status", "to-read"], ["--strict-shelves"], ["--strict-shelves", "--format", "libib"],
    ["--fields", "id", "--format", "markdown"],
  ])
  func `an option that means nothing for the format is refused`(options: [String]) throws {
    let result = try world.run(list: ["export"] + options)
    #expect(result.status == .usage && result.output == "")
    #expect(result.errors.contains("'\(options.first { $0.hasPrefix("--") } ?? "")' goes with "))
  }
}
