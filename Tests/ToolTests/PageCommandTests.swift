import Testing

@testable import BookstallTool

@Suite("The page command")
struct PageCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
  }

  private var page: String { world.folder + "/page.html" }

  @Test func `a page is written and its size told`() throws {
    let result = try world.run("page", "-o", page)
    #expect(result.status == .success)
    #expect(result.output.hasPrefix("✓ 3 books → \(page)   "))
    #expect(result.output.hasSuffix(" kB · open it in any browser\n"))
    #expect(result.errors == "")
    #expect(try world.read("page.html").contains("The Left Hand of Darkness"))
    #expect(world.names(in: world.folder) == ["page.html", "store"])
  }

  @Test func `a rehearsal says what would be written and writes nothing`() throws {
    let written = try world.run("page", "-o", page)
    let size = try #require(written.output.split(separator: "   ").last?.split(separator: " · ").first)
    let bytes = try world.read("page.html")
    let other = world.folder + "/other.html"
    let rehearsed = try world.run("page", "-o", other, "--dry-run")
    #expect(rehearsed.status == .success && rehearsed.errors == "")
    #expect(rehearsed.output == "Would write 3 books → \(other)   \(size)\n")
    #expect(
      try world.run("page", "-o", "-", "--dry-run", "--genre", "Horror").output.hasPrefix(
        "Would write 1 book → standard output   "))
    #expect(try world.run("page", "-o", page, "--dry-run", "--genre", "Horror").status == .success)
    #expect(try world.read("page.html") == bytes)
    // What would be refused is refused.
    try world.write("<!doctype html> my own", to: "own.html")
    let own = world.folder + "/own.html"
    for arguments in [
      ["-o", own], ["-o", world.folder + "/store/books.db", "--force"], ["-o", other, "--rating", "0.25"],
      ["-o", other, "--genre", "Hororr"],
    ] {
      let (rehearsed, real) = (
        try world.run(list: ["page", "--dry-run"] + arguments), try world.run(list: ["page"] + arguments)
      )
      #expect(rehearsed.status == real.status && rehearsed.status != .success, "\(arguments)")
      #expect(rehearsed.errors == real.errors)
    }
    #expect(try world.run("page", "-o", own, "--dry-run", "--force").status == .success)
    #expect(world.names(in: world.folder) == ["own.html", "page.html", "store"])
  }

  @Test func `the guide can be left out, but not with all books`() throws {
    try world.run("page", "-o", page, "--without-guide")
    #expect(try !world.read("page.html").contains("id=\"snacks\""))
    try world.run("rm", "1", "2", "3", "--yes")
    let result = try world.run("page", "-o", page, "--without-guide", "--force")
    #expect(result.status == .notFound)
    #expect(
      result.errors == "Error: There are no books, and nothing else without the guide; no page was written.\n"
    )
  }

  @Test func `standard output takes the same bytes, and no words`() throws {
    try world.run("page", "-o", page)
    let written = try world.run("page", "-o", "-")
    #expect(try written.output == world.read("page.html"))
    #expect(written.errors == "")
  }

  @Test func `an older page is replaced, another file only by force`() throws {
    try world.run("page", "-o", page)
    try world.run("rm", "3", "--yes")
    #expect(try world.run("page", "-o", page).status == .success)
    #expect(try !world.read("page.html").contains("Hill House"))
    try world.write("<!doctype html> my own", to: "page.html")
    let refused = try world.run("page", "-o", page)
    #expect(refused.status == .cannotWrite)
    #expect(refused.errors == "Error: '\(page)' exists. Use --force, another name, or - for output.\n")
    #expect(try world.read("page.html") == "<!doctype html> my own")
    #expect(try world.run("page", "-o", page, "--force").status == .success)
    #expect(try world.read("page.html").contains("Darkness"))
  }

  @Test func `the store is never written over`() throws {
    let store = world.folder + "/store/books.db"
    for force in [[], ["--force"]] {
      let result = try world.run(list: ["page", "-o", store] + force)
      #expect(result.status == .cannotWrite)
      #expect(result.errors == "Error: '\(store)' is the store itself; name another file.\n")
    }
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 3)
  }

  @Test func `a folder that isn't there is one clear sentence`() throws {
    let result = try world.run("page", "-o", world.folder + "/none/page.html")
    #expect(result.status == .cannotWrite)
    #expect(result.errors.hasPrefix("Error: '\(world.folder)/none/page.html' can't be written: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `filters, order and limit are those of the list`() throws {
    func rows(_ options: String...) throws -> [Substring] {
      try world.run(list: ["page", "-o", "-"] + options).output.split(separator: "\n")
        .filter { $0.hasPrefix("<li id=\"row-") }.compactMap { $0.dropFirst(12).split(separator: "\"").first }
    }
    #expect(try rows() == ["3", "2", "1"])
    #expect(try rows("--genre", "horror") == ["3"])
    #expect(try rows("--rating", "4..") == ["2", "1"])
    #expect(try rows("--tag", "winter") == ["1"])
    #expect(try rows("--text", "ice") == ["1"])
    #expect(try rows("--author", "老舍") == ["2"])
    #expect(try rows("--status", "read") == ["1"])
    #expect(try rows("--sort", "title", "--limit", "2") == ["3", "1"])
    #expect(try rows("--reverse") == ["1", "2", "3"])
  }

  @Test func `filters that no book fits leave the page as it was`() throws {
    for (options, status, message) in [
      (["--text", "zeppelin"], ExitStatus.notFound, "No book fits these filters; no page was written."),
      (["--genre", "Poetry"], .notFound, "No book fits these filters; no page was written."),
      (
        ["--rating", "1..2", "--status", "paused"], .notFound,
        "No book fits these filters; no page was written."
      ),
      (["--genre", "Poetri"], .notFound, "No book has the genre 'Poetri'. Did you mean 'Poetry'?"),
    ] {
      #expect(try world.run("page", "-o", page).status == .success)
      let before = try world.read("page.html")
      let result = try world.run(list: ["page", "-o", page] + options)
      #expect(result.status == status)
      #expect(result.errors == "Error: \(message)\n")
      #expect(result.output == "")
      #expect(try world.read("page.html") == before)
      let streamed = try world.run(list: ["page", "-o", "-"] + options)
      #expect(streamed.status == status && streamed.output == "")
    }
    #expect(world.names(in: world.folder) == ["page.html", "store"])
  }

  @Test func `a store that isn't there is an error, and the page stays`() throws {
    try world.run("page", "-o", page)
    let before = try world.read("page.html")
    let wrong = world.folder + "/boks.db"
    func check(_ result: ToolWorld.Result) throws {
      #expect(result.status == .cannotRead)
      #expect(
        result.errors
          == "Error: There is no store '\(wrong)'; no page was written. Check the name; adding a book would make it.\n"
      )
      #expect(result.output == "")
      #expect(try world.read("page.html") == before)
    }
    try check(world.run("--db", wrong, "page", "-o", page))
    try check(world.run("--db", wrong, "page", "-o", "-"))
    world.environment[.bookstallDB] = wrong
    try check(world.run("page", "-o", page))
    #expect(world.names(in: world.folder) == ["page.html", "store"])
  }

  @Test func `a store without books has the guide's page, which takes no other's place`() throws {
    try world.run("rm", "1", "2", "3", "--yes")
    let first = try world.run("page", "-o", page)
    #expect(first.status == .success)
    #expect(first.errors == "There are no books yet; the page has the snack guide alone.\n")
    let again = try world.run("page", "-o", page)
    #expect(again.status == .notFound)
    #expect(
      again.errors == "Error: There are no books, so '\(page)' stays as it is. Use --force to replace it.\n")
    #expect(try world.run("page", "-o", page, "--force").status == .success)
  }

  @Test func `the title is the reader's, and private notes theirs alone`() throws {
    let page = try world.run("page", "-o", "-", "--title", "Ann & Bo's <shelf>").output
    #expect(page.contains("<title>Ann &amp; Bo&#39;s &lt;shelf&gt;</title>"))
    #expect(!page.contains("As of "))
  }

  @Test func `a large page names the filters`() throws {
    try world.run("add", "--title", "long", "--review", String(repeating: "long words ", count: 500_000))
    let result = try world.run("page", "-o", page)
    #expect(result.status == .success)
    #expect(
      result.errors
        == "\(result.output.split(separator: "   ").last?.prefix(6) ?? "") is much for a page. Choose books with --genre, "
        + "--author, --rating, --status, --tag, --text or --limit.\n")
  }

  @Test func `JSON is not what a page is`() throws {
    let result = try world.run("page", "--json")
    #expect(result.status == .usage)
    #expect(result.errors.contains("'page' writes HTML"))
  }
}
