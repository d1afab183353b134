import Migrations
import Persistence
import SQLite
import TestSupport
import Testing

/// The fifth migration says the same rules in a cheaper form.
@Suite struct SimplifiedCheckTests {
  private let before: Connection
  private let after: Connection
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    before = try SimplifiedCheckTests.store(at: folder.file("before.db"), migrations: 4)
    after = try SimplifiedCheckTests.store(at: folder.file("after.db"), migrations: 5)
  }

  private static func store(at path: String, migrations: Int) throws -> Connection {
    let steps = Array(bookstallMigrations.prefix(migrations))
    try PersistentContainer(
      at: path, model: StoreModel(applicationID: 1, entities: [], migrations: steps)
    ).close()
    let connection = try Connection(path: path, access: .readWrite)
    try connection.run("INSERT INTO book (uuid) VALUES ('00000000-0000-7000-8000-000000000000')")
    try connection.run("INSERT INTO book_read (book_id, position) VALUES (1, 0)")
    return connection
  }

  private func accepts(_ connection: Connection, _ table: String, _ column: String, _ value: String) -> Bool {
    let table = SQL.quoted(identifier: table)
    let column = SQL.quoted(identifier: column)
    return (try? connection.run("UPDATE \(verbatim: table) SET \(verbatim: column) = \(value)")) != nil
  }

  @Test(arguments: [
    ("book", "date_added"), ("book_read", "started"), ("book_read", "finished"), ("book_read", "stopped"),
  ])
  func `the same days are taken and refused as before`(table: String, column: String) {
    var days = [
      "", "0", "now", "2459946", "2459946.50", "2023-1-05", "2023-01-5 ", "12:00", "-001-01-01", "日",
    ]
    days += ["0000", "0001", "9999", "0000-12-31", "2023-01-01T00:00", "2023-01-01 ", "20230101", "٢٠٢٣"]
    for year in ["0001", "1900", "2000", "2023", "2024", "9999"] {
      days.append(year)
      for month in 0...13 {
        let month = (month < 10 ? "0" : "") + String(month)
        days.append("\(year)-\(month)")
        for day in ["00", "01", "28", "29", "30", "31", "32"] { days.append("\(year)-\(month)-\(day)") }
      }
    }
    var taken = 0
    for day in days {
      let isTaken = accepts(after, table, column, day)
      #expect(isTaken == accepts(before, table, column, day), "\(day)")
      if isTaken { taken += 1 }
    }
    #expect(taken > 200 && taken < days.count - 100)
  }

  @Test func `the same states and identities are taken and refused as before`() {
    let states = ["read", "to-read", "reading", "did-not-finish", "paused", "", "Read", "read ", "unread"]
    for state in states {
      #expect(accepts(after, "book", "status", state) == accepts(before, "book", "status", state), "\(state)")
    }
    let good = "0199ad2e-f01c-7a45-9b31-00ffab12cd89"
    #expect(accepts(after, "book", "uuid", good))
    for index in good.indices {
      for wrong in ["g", "A", "-", "0", "", "00", "é"] {
        let uuid = good[..<index] + wrong + good[good.index(after: index)...]
        let isTaken = accepts(after, "book", "uuid", String(uuid))
        #expect(isTaken == accepts(before, "book", "uuid", String(uuid)), "\(uuid)")
      }
    }
  }

  @Test func `what others have added to the tables stays`() throws {
    let path = folder.file("grown.db")
    let old = try SimplifiedCheckTests.store(at: path, migrations: 4)
    try old.execute(
      script: """
        ALTER TABLE book ADD COLUMN shelf_mark TEXT;
        CREATE INDEX book_by_mark ON book (shelf_mark);
        CREATE TRIGGER book_marked AFTER INSERT ON book BEGIN
          UPDATE book SET shelf_mark = 'new' WHERE id = NEW.id;
        END;
        UPDATE book SET shelf_mark = 'A 1', title = 'Kept';
        """)
    old.close()
    let model = StoreModel(applicationID: 1, entities: [], migrations: bookstallMigrations)
    try PersistentContainer(at: path, model: model).close()
    let connection = try Connection(path: path, access: .readWrite)
    #expect(try connection.value("SELECT shelf_mark || title FROM book") == .text("A 1Kept"))
    try connection.run("INSERT INTO book (uuid) VALUES ('00000000-0000-7000-8000-000000000001')")
    #expect(try connection.value("SELECT shelf_mark FROM book WHERE id = 2") == .text("new"))
    #expect(
      try connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('book_by_mark', 'book_marked')")
        == 2)
    #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
    #expect(!accepts(connection, "book", "date_added", "2023-02-30"))
  }

  @Test func `a connection that was open before sees the rules after`() throws {
    let path = folder.file("seen.db")
    let early = try SimplifiedCheckTests.store(at: path, migrations: 4)
    let model = StoreModel(applicationID: 1, entities: [], migrations: bookstallMigrations)
    try PersistentContainer(at: path, model: model).close()
    #expect(!accepts(early, "book", "date_added", "2023-02-30"))
    #expect(accepts(early, "book", "date_added", "2023-02"))
    let rule = try early.value("SELECT sql FROM sqlite_schema WHERE name = 'book'")
    guard case .text(let text)? = rule else {
      Issue.record("no table")
      return
    }
    #expect(text.contains("CASE length(date_added)") && !text.contains(" IN ("))
  }
}
