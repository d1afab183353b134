import SQLite
import Testing

@Suite struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", access: .memory)
    try connection.execute(
      script: "CREATE TABLE n (value INTEGER UNIQUE); INSERT INTO n VALUES (1), (2), (3)")
  }

  @Test func `the same text used inside itself gets a statement of its own`() throws {
    var pairs: [[Int64?]] = []
    try connection.withStatement("SELECT value FROM n ORDER BY value") { outer throws in
      while try outer.step() {
        try connection.withStatement("SELECT value FROM n ORDER BY value") { inner throws in
          #expect(outer !== inner)
          while try inner.step() { pairs.append([outer.row.integer(0), inner.row.integer(0)]) }
        }
      }
    }
    #expect(pairs.count == 9)
    #expect(pairs.first == [1, 1])
    #expect(pairs.last == [3, 3])
  }

  @Test func `a statement is prepared once and its old values are gone`() throws {
    var first: Statement?
    try connection.withStatement("SELECT ?") { statement throws in
      try statement.bind("left over", at: 1)
      first = statement
    }
    try connection.withStatement("SELECT ?") { statement throws in
      #expect(statement === first)
      #expect(try statement.step())
      #expect(statement.row.isNull(0))
    }
  }

  @Test func `a statement that failed is not kept`() throws {
    var failed: Statement?
    #expect(throws: SQLiteError.self) {
      try connection.withStatement("INSERT INTO n VALUES (1)") { statement throws in
        failed = statement
        try statement.run()
      }
    }
    let next = try connection.takeStatement("INSERT INTO n VALUES (1)")
    #expect(next !== failed)
  }

  @Test func `a step after the last row stays at the end until the statement is reset`() throws {
    try connection.withStatement("SELECT value FROM n WHERE value = 1") { statement throws in
      #expect(try statement.step())
      #expect(try !statement.step())
      #expect(try !statement.step())
      statement.reset()
      #expect(try statement.step())
    }
  }

  @Test func `a cached statement sees a changed schema`() throws {
    func columns() throws -> Int {
      try connection.withStatement("SELECT * FROM n") { statement in
        _ = try statement.step()
        return statement.columnCount
      }
    }
    #expect(try columns() == 1)
    try connection.execute(script: "ALTER TABLE n ADD COLUMN other TEXT DEFAULT 'new'")
    #expect(try columns() == 2)
    try connection.withStatement("SELECT other FROM n LIMIT 1") { statement throws in
      #expect(try statement.step())
      #expect(statement.row.text(0) == "new")
      #expect(statement.columnName(0) == "other")
    }
  }

  @Test(arguments: ["", "  ", "-- nothing", "/* nothing */"])
  func `a text without a statement is an error`(_ text: String) {
    #expect(throws: SQLiteError.self) { try connection.run(SQL(verbatim: text)) }
  }

  @Test func `an error carries the extended code, the message and the text without values`() throws {
    let error = try #require(throws: SQLiteError.self) { try connection.run("INSERT INTO n VALUES (\(2))") }
    #expect(error.code == 2067)
    #expect(error.constraint == .unique)
    #expect(error.primaryCode == .constraint)
    #expect(error.message == "UNIQUE constraint failed: n.value")
    #expect(error.sql == "INSERT INTO n VALUES (?)")
  }

  @Test(arguments: [
    ("INSERT INTO strict VALUES ('x', 1, 1)", ConstraintKind.dataType),
    ("INSERT INTO strict VALUES (1, NULL, 1)", .notNull),
    ("INSERT INTO strict VALUES (1, 1, 9)", .check), ("INSERT INTO strict VALUES (1, 77, 1)", .foreignKey),
  ])
  func `a violated constraint is told apart`(_ text: String, _ kind: ConstraintKind) throws {
    try connection.execute(
      script: """
        CREATE TABLE strict (
          a INTEGER, b INTEGER NOT NULL REFERENCES n (value), c INTEGER CHECK (c < 5)) STRICT
        """)
    let error = #expect(throws: SQLiteError.self) { try connection.run(SQL(verbatim: text)) }
    #expect(error?.constraint == kind)
  }

  @Test func `the trace gives each statement once and no values`() throws {
    try connection.execute(
      script: "CREATE TRIGGER t AFTER INSERT ON n BEGIN UPDATE n SET value = value; END")
    var texts: [String] = []
    connection.onStatement { texts.append($0) }
    try connection.run("INSERT INTO n VALUES (\(77))")
    connection.onStatement(nil)
    try connection.run("DELETE FROM n")
    #expect(texts == ["INSERT INTO n VALUES (?)"])
  }

  @Test func `the progress hook interrupts a statement and the connection goes on`() throws {
    var ticks = 0
    connection.onProgress(every: 10) {
      ticks += 1
      return ticks > 5
    }
    let endless: SQL =
      "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    let error = #expect(throws: SQLiteError.self) { try connection.run(endless) }
    #expect(error?.primaryCode == .interrupted)
    connection.onProgress(nil)
    #expect(try connection.integer("SELECT count(*) FROM n") == 3)
  }

  @Test func `a text function keeps NUL and empty text and leaves other values alone`() throws {
    connection.addTextFunction("twice") { $0 + $0 }
    #expect(try connection.value("SELECT twice(\("a\0b"))") == .text("a\0ba\0b"))
    #expect(try connection.value("SELECT twice(\(""))") == .text(""))
    #expect(try connection.value("SELECT twice(\(SQLValue.null))") == .null)
    #expect(try connection.value("SELECT twice(\(5))") == .integer(5))
    #expect(try connection.value("SELECT twice(\(SQLValue.blob([1])))") == .blob([1]))
  }

  @Test func `a text function that lowers ASCII is asked for other texts alone`() throws {
    connection.addTextFunction("low", lowersASCII: true) { "<\($0)>" }
    #expect(try connection.value("SELECT low(\("A z@[`{0\u{7F}Z\0b"))") == .text("a z@[`{0\u{7F}z\0b"))
    #expect(try connection.value("SELECT low(\("Aé"))") == .text("<Aé>"))
    #expect(try connection.value("SELECT low(\(""))") == .text(""))
    #expect(try connection.value("SELECT low(\(5))") == .integer(5))
  }

  @Test func `texts kept beside a statement are bound as texts that SQLite copies`() throws {
    try connection.execute(script: "CREATE TABLE t (a TEXT, b TEXT) STRICT")
    let words = ["", "short", "\0with NUL\0", "Ünïcode", String(repeating: "x", count: 2048)]
    let long = String(repeating: "long", count: 50_000)
    let texts = BoundTexts()
    try connection.withStatement("INSERT INTO t VALUES (?, ?)") { statement in
      defer { withExtendedLifetime(texts) { statement.clear() } }
      // More than a block's worth, in runs of which each frees the place of the one before.
      for number in 0..<200 {
        texts.removeAll()
        try statement.bind(words[number % words.count], at: 1, in: texts)
        try statement.bind(number == 100 ? long : "\(number)", at: 2, in: texts)
        try statement.run()
      }
    }
    let marks = (0..<200).map { _ in "(?)" }.joined(separator: ",")
    try connection.withStatement("INSERT INTO t (a) VALUES \(marks)") { statement in
      defer { withExtendedLifetime(texts) { statement.clear() } }
      texts.removeAll()
      for number in 0..<200 {
        try statement.bind(words[number % words.count], at: Int32(number + 1), in: texts)
      }
      try statement.run()
    }
    var rows: [(String?, String?)] = []
    try connection.forEachRow("SELECT a, b FROM t ORDER BY rowid") { rows.append(($0.text(0), $0.text(1))) }
    #expect(rows.map(\.0) == (0..<400).map { words[$0 % words.count] })
    #expect(rows.prefix(200).map(\.1) == (0..<200).map { $0 == 100 ? long : "\($0)" })
  }
}
