import Foundation
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

  /// Five books with ratings of which only the last is one.
  private func addOddRatings() throws {
    for title in ["A", "B", "C", "D", "E"] { try world.succeed("add", "--title", title, "--rating", "4") }
    _ = try world.sql(
      "PRAGMA ignore_check_constraints = 1; UPDATE book SET rating = 7.5 WHERE id = 1; "
        + "UPDATE book SET rating = -1 WHERE id = 2; UPDATE book SET rating = 0.1 WHERE id = 3; "
        + "UPDATE book SET rating = 9e999 WHERE id = 4")
  }

  @Test(arguments: [
    ("5", "DA"), ("5..", "DA"), ("4..", "EDA"), ("4..5", "EDA"), ("..5", "EDCA"), ("..1", "C"), ("4", "E"),
    ("none", "B"), ("0", "B"), ("0.25..4.75", "E"),
  ])
  func `ratings out of range are found as they are shown`(range: String, titles: String) throws {
    try addOddRatings()
    let rows = try world.succeed("list", "--plain", "--rating", range).output.split(separator: "\n")
    #expect(rows.compactMap { $0.split(separator: "\t").dropFirst().first }.joined() == titles)
    let exported = try world.succeed("export", "-", "--fields", "title", "--rating", range).output
    #expect(exported.split { $0.isNewline }.dropFirst().sorted() == titles.map { "\($0)" }.sorted())
  }

  @Test func `show says what the store has where that is no rating`() throws {
    try addOddRatings()
    #expect(try world.succeed("show", "1").output.contains("5 of 5, stored as 7.5"))
    #expect(try world.succeed("show", "2").output.contains("not rated, stored as -1"))
    #expect(try world.succeed("show", "3").output.contains("0.1 of 5\n"))
    #expect(try world.succeed("show", "4").output.contains("5 of 5, stored as inf"))
    #expect(try world.succeed("show", "1", "--accessible").output.contains("5 of 5 stars, stored as 7.5"))
    #expect(try !world.succeed("show", "5").output.contains("stored"))
  }

  /// Two books without a genre, one that is really called so, and one of another.
  private func addOddGenres() throws {
    for title in ["A", "B", "C", "D"] { try world.succeed("add", "--title", title, "--genre", "Fantasy") }
    _ = try world.sql(
      "UPDATE book SET genre = NULL WHERE id = 1; UPDATE book SET genre = '  ' WHERE id = 2; "
        + "UPDATE book SET genre = 'No genre' WHERE id = 3")
  }

  @Test func `books without a genre are one of the genres, and none that is called so is taken for them`()
    throws
  {
    try addOddGenres()
    #expect(try world.succeed("genre", "list").output == "  2  No genre\n  1  Fantasy\n  1  'No genre'\n")
    #expect(try world.succeed("genre", "list", "--plain").output == "\t2\nFantasy\t1\nNo genre\t1\n")
    #expect(try world.succeed("genre", "list", "--json").output.hasPrefix(#"[{"name":null,"books":2}"#))
    let list = try world.succeed("list").output
    #expect(list.components(separatedBy: " No genre ").count == 3 && list.contains(" 'No genre' "))
    #expect(try world.succeed("stats").output.contains("'No genre'"))
    let found = try world.succeed("export", "-", "--fields", "title", "--genre", "no genre").output
    #expect(found.split { $0.isNewline } == ["title", "A", "B", "C"])
    let words = { try self.world.succeed("complete-words", "zsh", "--", $0, "--genre", "No").output }
    #expect(try words("list") == "No genre\n")
    #expect(try words("add") == "")
    _ = try world.sql("DELETE FROM book WHERE id = 3")
    #expect(try words("list") == "No genre\n")
    #expect(try words("add") == "")
    let renamed = try world.succeed("genre", "rename", "No genre", "Odd").output
    #expect(renamed == "✓ Genre No genre → Odd   2 books\n")
    #expect(try world.sql("SELECT group_concat(genre) FROM book") == "Odd,Odd,Fantasy\n")
    #expect(try world.run("list", "--genre", "No genre").errors == "No book fits this filter.\n")
  }

  @Test(arguments: [
    ["add", "--title", "x", "--genre", "No genre"], ["edit", "1", "--genre", "NO  GENRE"],
    ["genre", "rename", "Fantasy", "No genre"], ["genre", "merge", "Fantasy", "--into", "no genre"],
  ])
  func `no genre is given the name of the lack of one`(arguments: [String]) throws {
    try world.succeed("add", "--title", "A", "--genre", "Fantasy")
    let result = try world.run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("books without a genre are listed so; name another one."))
    #expect(try world.sql("SELECT title, genre FROM book") == "A|Fantasy\n")
  }
}
