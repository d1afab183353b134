import TestSupport
import Testing

@Suite("Rows that another program wrote")
struct ForeignRowsTests {
  private let world: World

  init() throws {
    world = try World()
  }

  @Test func `the statement in help files adds a book as it is printed`() throws {
    try world.succeed("add", "--title", "Beloved")
    for width in ["60", "80", "120"] {
      let page = try world.succeed("help", "files", "--width", width).output
      let start = try #require(page.firstRange(of: "INSERT INTO"))
      let end = try #require(page[start.lowerBound...].firstIndex(of: ";"))
      _ = try world.sql(String(page[start.lowerBound...end]))
    }
    #expect(
      try world.sql("SELECT title, genre FROM book WHERE id > 1")
        == "Emma|Romance\nEmma|Romance\nEmma|Romance\n")
    #expect(try world.succeed("show", "4").output.contains("Emma"))
    #expect(try world.succeed("db", "check").status == 0)
  }

  @Test func `books without a genre are in no genre's number`() throws {
    for title in ["A", "B", "C"] { try world.succeed("add", "--title", title, "--genre", "Fantasy") }
    _ = try world.sql(
      "UPDATE book SET genre = NULL WHERE title = 'A'; UPDATE book SET genre = ' ' WHERE title = 'B'")
    #expect(
      try world.succeed("stats", "--plain").output.contains("genre\t\t2\t\ngenre\tFantasy\t1\t\n"))
    #expect(try world.succeed("stats").output.contains("No genre"))
    #expect(try world.succeed("stats", "--json").output.contains(#"{"name":null,"books":2"#))
    #expect(
      try world.succeed("list", "--genre", "Fantasy", "--plain").output.split(separator: "\n").count == 1)
    let page = try world.succeed("page", "-o", "-").output
    #expect(page.contains(#"<span class="name"><bdi>No genre</bdi></span> <span class="count">2</span>"#))
    #expect(page.contains(#"<span class="name"><bdi>Fantasy</bdi></span> <span class="count">1</span>"#))
    // What stands in for the missing genre stays as it is.
    #expect(try world.succeed("show", "1").output.contains("[ FANTASY ]"))
  }

  @Test func `ratings out of range are no stars where they change`() throws {
    for title in ["A", "B"] { try world.succeed("add", "--title", title, "--rating", "4") }
    _ = try world.sql(
      "PRAGMA ignore_check_constraints = 1; UPDATE book SET rating = 7 WHERE id = 1; "
        + "UPDATE book SET rating = 0 WHERE id = 2")
    #expect(try world.succeed("stats").output.contains("2 books · 1 rated · mean 5.0"))
    #expect(try world.succeed("rate", "1", "4").output.contains("7 → ★★★★☆"))
    #expect(try world.succeed("rate", "2", "3").output.contains("0 → ★★★☆☆"))
  }
}
