import TestSupport
import Testing

@Suite("A store that needs care")
struct HealthTests {
  private let world: World

  init() throws {
    world = try World()
    try world.addSampleBooks()
  }

  @Test func `rows that break the rules are reported with their numbers`() throws {
    try world.sql(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE book SET rating = 9.5 WHERE id = 1; UPDATE book SET date_added = '2024-13-39' WHERE id = 2;
      UPDATE book SET title = NULL WHERE id = 3;
      INSERT INTO book_tag (book_id, position, name) VALUES (99, 0, 'lost');
      """)
    for command in [["db", "check"], ["doctor"]] {
      let result = try world.run(command)
      #expect(result.status == 1)
      #expect(result.output.contains("Book 1: rating '9.5' is not 0.25 to 5 in quarter stars."))
      #expect(result.output.contains("Book 2: date_added '2024-13-39' is no day of the calendar."))
      #expect(result.output.contains("Without a title: book 3."))
      #expect(result.output.contains("refers to a missing row of book"))
    }
    #expect(try world.run("stats", "--plain").output.contains("rating\t5\t1\t"))
  }

  @Test func `a file that is no store is said to be none`() throws {
    try world.write("no database at all, but long enough to look at", to: "books.db")
    let result = try world.run("doctor")
    #expect(result.status == 1)
    #expect(result.output.contains("can't be used"))
    #expect(try world.run("doctor", "--json").output.contains("\"sound\":false"))
  }

  @Test func `a copy is for its owner alone`() throws {
    try world.succeed("db", "backup", world.folder.file("copy.db"))
    #expect(world.mode(of: "copy.db") == 0o600)
  }
}
