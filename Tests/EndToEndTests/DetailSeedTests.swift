import Foundation
import Glibc
import TestSupport
import Testing

/// The rows of the seed of the detail view, each seen from outside.
@Suite("The detail view, row by row")
struct DetailSeedTests {
  private let world: World

  init() throws {
    world = try World()
  }

  /// The output of `show` as a terminal in colour would have it.
  private func view(_ id: Int, _ arguments: String...) throws -> Screen {
    let look = ["--color", "always", "--art", "blocks", "--width", "80"]
    return Screen(
      try world.run(["show", String(id)] + look + arguments, with: ["COLORTERM": "truecolor"]).output)
  }

  private func plainView(_ id: Int, columns: Int = 80) throws -> Screen {
    Screen(
      try world.run(
        ["show", String(id), "--color", "never", "--art", "mono"], with: ["COLUMNS": String(columns)]
      ).output)
  }

  @Test func `A1: a row of the list leads to the detail of its book`() throws {
    try world.addSampleBooks()
    for book in try world.books() {
      let id = try #require(book["id"] as? Int)
      let title = try #require(book["title"] as? String)
      #expect(try plainView(id).text.first?.contains(title) == true)
      #expect(try world.run("show", title).output == world.run("show", String(id)).output)
    }
    // On a terminal the list names the command that opens its first row.
    let terminal = try world.terminal("list")
    try terminal.read(until: "bookstall show 4")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test func `A2: the detail shows genre, review and more, with the stars of the list`() throws {
    for rating in ["", "1", "2", "3.25", "4.5", "5"] {
      try world.succeed(
        "add", "--title", "T\(rating)", "--rating=\(rating)", "--genre", "Horror", "--review", "R.")
    }
    let list = Screen(try world.run("list", "--sort", "id").output).text.dropFirst()
    for (index, row) in list.enumerated() {
      let view = try plainView(index + 1).text
      #expect(view.contains { $0.contains("[ HORROR ]") } && view.contains { $0.contains("    R.") })
      let stars = row.filter { "★☆¼½¾".contains($0) }
      let shown = view.joined().filter { "★☆¼½¾".contains($0) }
      #expect(stars == shown)
      #expect(stars.count == (index == 0 ? 0 : 5))
    }
  }

  @Test func `A3: each genre has its own artwork, found by its exact name`() throws {
    let genres = ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"]
    var drawings: Set<String> = []
    for (index, genre) in (genres + ["Uncategorized", "fantasy"]).enumerated() {
      try world.succeed("add", "--title", "T", "--genre", genre)
      // The tag's line differs anyway, and it is left out.
      let picture = try plainView(index + 1).text.dropFirst().prefix(9)
      drawings.insert(picture.joined(separator: "\n"))
    }
    #expect(drawings.count == 9)
    #expect(drawings.allSatisfy { $0.contains { "▄█▀▌▐▙▟▛▜▖▗▘▝▚▞".contains($0) } })
  }

  @Test func `A4: showing a book changes neither the bytes nor the time of the store`() throws {
    try world.addSampleBooks()
    func state() -> (time: timespec, size: off_t) {
      var status = stat()
      stat(world.store, &status)
      return (status.st_mtim, status.st_size)
    }
    let (bytes, before) = (try world.bytes(), state())
    for id in 1...4 { try world.succeed("show", String(id)) }
    try world.succeed("list")
    let after = state()
    #expect(after.time.tv_sec == before.time.tv_sec && after.time.tv_nsec == before.time.tv_nsec)
    #expect(try world.bytes() == bytes)
    #expect(world.files() == ["books.db"])
  }

  @Test(.enabled(if: PlainUser.canRunCommand))
  func `A4: a book can be shown from a file and folder that nobody may write`() throws {
    try world.addSampleBooks()
    try world.makeReadOnly()
    let result = try world.runAsPlainUser("show", "1")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("The Left Hand of Darkness"))
    #expect(try world.runAsPlainUser("list", "--plain").output.split(separator: "\n").count == 4)
  }

  @Test(arguments: [30, 40, 80, 200])
  func `A5: the picture keeps within the width, and so does every line`(columns: Int) throws {
    try world.succeed(
      "add", "--title", "A title that goes on and on until no terminal could hold it on one line of its own",
      "--author", "Somebody With a Rather Long Name and Another One", "--genre", "Mystery", "--rating", "3",
      "--review", String(repeating: "words and more words ", count: 30) + String(repeating: "字", count: 90))
    let view = try plainView(1, columns: columns)
    for line in view.text { #expect(cells(in: line) <= columns, "\(line)") }
    let blocks = Screen(
      try world.run(
        ["show", "1", "--color", "always", "--art", "blocks"],
        with: ["COLUMNS": String(columns), "COLORTERM": "truecolor"]
      ).output)
    for line in blocks.text { #expect(cells(in: line) <= columns, "\(line)") }
    let painted = blocks.lines.filter { $0.contains { $0.look.background != nil } }
    let width = min(60, columns - 4)
    #expect(painted.count == width / 6)
    for line in painted {
      #expect(line.count { $0.look.background != nil } == width)
    }
  }

  /// The cells that letters take, as far as these tests need it: Chinese takes two.
  private func cells(in line: String) -> Int {
    line.unicodeScalars.reduce(0) {
      $0 + (0x3000...0x9FFF ~= $1.value || 0xFF00...0xFF60 ~= $1.value ? 2 : 1)
    }
  }

  @Test func `A6: the tag sits in the art's bottom right corner`() throws {
    try world.succeed("add", "--title", "T", "--genre", "Horror")
    let lines = try view(1).lines
    let painted = lines.indices.filter { lines[$0].contains { $0.look.background != nil } }
    let row = try #require(lines.indices.first { String(lines[$0].map(\.character)).contains("HORROR") })
    // One row and one column from the edge.
    #expect(row == painted.last.map { $0 - 1 })
    let text = String(lines[row].map(\.character))
    let end = try #require(text.range(of: " HORROR ")?.upperBound)
    #expect(text.distance(from: text.startIndex, to: end) == 10 + 60 - 1)
    let plain = try plainView(1).text
    let tag = try #require(plain.first { $0.contains("[ HORROR ]") })
    let start = try #require(tag.range(of: "[ HORROR ]")?.lowerBound)
    #expect(tag.distance(from: tag.startIndex, to: start) == 10 + 60 - 1 - 10)
  }

  @Test func `A7: without a genre the picture is that of Fantasy`() throws {
    try world.succeed("add", "--title", "T", "--genre", "Fantasy")
    try world.succeed("add", "--title", "T", "--genre", "Fantasy")
    try world.sql("UPDATE book SET genre = NULL WHERE id = 2;")
    #expect(
      try world.run("show", "1", "--art", "mono").output.replacing("#1", with: "#2")
        == world.run("show", "2", "--art", "mono").output)
    #expect(
      try view(1).text.joined(separator: "\n").replacing("#1", with: "#2")
        == view(2).text.joined(separator: "\n"))
  }

  @Test(arguments: [
    (nil, "FANTASY"), ("Sci-Fi", "SCI-FI"), ("straße", "STRASSE"), ("文学", "文学"), ("élan", "ÉLAN"),
    ("", "FANTASY"),
  ])
  func `A8: the tag is the genre in capitals`(genre: String?, tag: String) throws {
    try world.succeed("add", "--title", "T")
    try world.sql("UPDATE book SET genre = \(genre.map { "'\($0)'" } ?? "NULL");")
    #expect(try plainView(1).text.contains { $0.contains("[ \(tag) ]") })
    #expect(try view(1).text.contains { $0.contains(" \(tag) ") })
  }

  @Test func `A9: the tag is bold and white on a dark ground`() throws {
    try world.succeed("add", "--title", "T", "--genre", "Poetry")
    for theme in ["dark", "light"] {
      let lines = try view(1, "--theme", theme).lines
      let row = try #require(lines.first { String($0.map(\.character)).contains("POETRY") })
      let tag = row.filter { "POETRY".contains($0.character) }
      #expect(tag.count == 6)
      for cell in tag {
        #expect(cell.look.isBold && cell.look.foreground == "2;255;255;255")
        let ground = try #require(cell.look.background).split(separator: ";").dropFirst().compactMap {
          Int($0)
        }
        // A quarter of any colour is dark enough for 7:1 against white.
        #expect(ground.count == 3 && ground.allSatisfy { $0 <= 64 })
      }
    }
  }

  @Test func `A10: the title stands centred in the first line, or Unknown Book`() throws {
    try world.succeed("add", "--title", "Emma")
    let bar = try #require(try plainView(1).text.first)
    #expect(bar.hasPrefix("  ‹ list ") && bar.hasSuffix(" #1"))
    let title = try #require(bar.range(of: "Emma"))
    #expect(bar.distance(from: bar.startIndex, to: title.lowerBound) == (80 - 4) / 2)
    for value in ["NULL", "''", "'  '"] {
      try world.sql("UPDATE book SET title = \(value);")
      #expect(try plainView(1).text.first?.contains("Unknown Book") == true)
      #expect(try world.succeed("list").output.contains("Unknown Book"))
    }
  }

  @Test func `A11: the author or Unknown author stands on one line`() throws {
    try world.succeed("add", "--title", "T", "--author", "Jane Austen")
    #expect(try plainView(1).text.contains { $0.trimmingCharacters(in: .whitespaces) == "Jane Austen" })
    for value in ["NULL", "''", "'  '"] {
      try world.sql("UPDATE book SET author = \(value);")
      #expect(try plainView(1).text.contains { $0.trimmingCharacters(in: .whitespaces) == "Unknown author" })
      #expect(try world.succeed("list").output.contains("Unknown author"))
    }
    let author = try #require(try view(1).line(with: "Unknown author"))
    // Dim by a colour of the palette, not by SGR 2.
    #expect(author.last?.look.foreground != nil)
  }

  @Test(arguments: [80, 46])
  func `A12: the review or No review is wrapped beneath, with a blank line around`(columns: Int) throws {
    func text(of review: String?) throws -> [String] {
      try world.sql("UPDATE book SET review = \(review.map { "'\($0)'" } ?? "NULL");")
      let lines = try plainView(1, columns: columns).text
      let author = try #require(lines.firstIndex { $0.contains("Unknown author") })
      let stars = try #require(lines.firstIndex { $0.contains("3 of 5") })
      #expect(lines[author + 1].isEmpty && lines[stars - 1].isEmpty)
      return Array(lines[(author + 2)..<(stars - 1)])
    }
    try world.succeed("add", "--title", "T", "--rating", "3")
    let indent = String(repeating: " ", count: (columns - min(72, columns - 4)) / 2)
    #expect(try text(of: nil) == [indent + "No review"])
    #expect(try text(of: "") == [indent + "No review"])
    #expect(try text(of: "One.\n\nTwo.") == [indent + "One.", "", indent + "Two."])
    let long = try text(of: String(repeating: "twelve words ", count: 770))
    #expect(long.joined(separator: " ").split(separator: " ").count == 1540)
    let chinese = try text(of: String(repeating: "字", count: 500))
    #expect(chinese.joined().count { $0 == "字" } == 500)
    for line in long + chinese {
      #expect(line.hasPrefix(indent) && cells(in: line) <= indent.count + min(72, columns - 4))
    }
  }

  @Test func `A13: the rating is shown large in stars and words, and asks for nothing`() throws {
    try world.succeed("add", "--title", "T", "--rating", "4")
    #expect(try plainView(1).text.contains { $0.contains("★ ★ ★ ★ ☆   4 of 5") })
    #expect(try plainView(1, columns: 50).text.contains { $0.contains("★★★★☆  4 of 5") })
    // On a terminal as well it ends without waiting for a key.
    let terminal = try world.terminal("show", "1")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.transcript.contains("4 of 5"))
  }

  @Test func `A14: everything stands at the top; the last line is not blank`() throws {
    try world.addSampleBooks()
    for id in 1...4 {
      let output = try world.run("show", String(id), with: ["COLUMNS": "80"]).output
      #expect(output.hasSuffix("\n") && !output.hasSuffix("\n\n"))
      #expect(try plainView(id).text.last?.allSatisfy(\.isWhitespace) == false)
    }
  }

  @Test func `A15: art and tag, author, review and stars come in this order`() throws {
    try world.succeed(
      "add", "--title", "T", "--author", "AUTHOR", "--genre", "Kids", "--review", "REVIEW", "--rating", "2")
    for view in [try plainView(1).text, try view(1).text] {
      let places = ["KIDS", "AUTHOR", "REVIEW", "2 of 5"].map { part in
        view.firstIndex { $0.contains(part) }
      }
      let found = places.compactMap(\.self)
      #expect(found.count == 4 && found == found.sorted())
    }
  }

  @Test func `A16: the demo shows the sample row from a store in memory`() throws {
    let demo = try world.succeed("demo", with: ["COLUMNS": "80"])
    #expect(world.files() == [])
    try world.succeed(
      "add", "--title", "Test book", "--author", "Test author", "--genre", "Fantasy", "--rating", "4",
      "--review", "This was a great book; I really enjoyed it.")
    #expect(try world.succeed("show", "1", with: ["COLUMNS": "80"]).output == demo.output)
  }

  @Test func `A17: stars are told apart by shape and by words, not by colour alone`() throws {
    try world.succeed("add", "--title", "three", "--rating", "3")
    try world.succeed("add", "--title", "four", "--rating", "4")
    let list = try world.run("list", "--color=never", "--sort", "id").output
    #expect(list.contains("★★★☆☆\n") && list.contains("★★★★☆\n"))
    #expect(try world.run("list", "--ascii", "--sort", "id").output.contains("***--\n"))
    let stars = try #require(try view(2).line(with: "4 of 5")).filter { "★☆".contains($0.character) }
    #expect(stars.map(\.character) == ["★", "★", "★", "★", "☆"])
    #expect(Set(stars.prefix(4).map(\.look.foreground)).count == 1)
    #expect(stars[0].look.foreground != stars[4].look.foreground)
  }

  @Test(arguments: [(9.0, "5 of 5", "★★★★★"), (-3, "not rated", "—"), (0, "not rated", "—")])
  func `A18: a rating out of range is shown as the nearest in it`(
    rating: Double, words: String, glyphs: String
  ) throws {
    try world.succeed("add", "--title", "T")
    try world.sql("PRAGMA ignore_check_constraints = ON; UPDATE book SET rating = \(rating);")
    #expect(try plainView(1).text.contains { $0.contains(words) })
    #expect(try world.run("list").output.contains("  \(glyphs)\n"))
    // Programs get it too, and a new rating mends it.
    #expect(try world.run("list", "--json").status == 0)
    #expect(try world.run("export").status == 0)
    try world.succeed("rate", "1", "2")
    #expect(try world.column("rating") == ["2"])
  }

  @Test(arguments: ["7", "5.25", "-1", "4.3", "NaN", "five", "1e1"])
  func `A18: a rating out of range is refused on the way in`(rating: String) throws {
    try world.succeed("add", "--title", "T", "--rating", "3")
    let before = try world.bytes()
    for arguments in [
      ["rate", "1", "--", rating], ["edit", "1", "--rating=\(rating)"],
      ["add", "--title", "U", "--rating=\(rating)"],
    ] {
      let result = try world.run(arguments)
      #expect(result.status == 64)
      #expect(result.output == "")
      #expect(result.errors.contains("use 0.25 to 5 in quarter stars (0 clears)"))
    }
    #expect(try world.bytes() == before)
  }
}
