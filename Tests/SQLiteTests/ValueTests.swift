import SQLite
import Testing

@Suite struct ValueTests {
  let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", access: .memory)
    try connection.execute(
      script: "CREATE TABLE sample (number INTEGER, fraction REAL, words TEXT, bytes BLOB) STRICT")
  }

  private func stored(_ value: SQLValue) throws -> SQLValue? {
    let column =
      switch value {
      case .integer: "number"
      case .real: "fraction"
      case .text: "words"
      case .blob, .null: "bytes"
      }
    try connection.run("DELETE FROM sample")
    try connection.run("INSERT INTO sample (\(identifier: column)) VALUES (\(value))")
    return try connection.value("SELECT \(identifier: column) FROM sample")
  }

  @Test(arguments: [Int64.min, -1, 0, 1, Int64(Int32.max) + 1, Int64.max])
  func `an integer comes back as it was`(_ number: Int64) throws {
    #expect(try stored(.integer(number)) == .integer(number))
  }

  @Test(arguments: [
    0.1, -0.0, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, 3,
    9_007_199_254_740_992,
  ])
  func `a number comes back equal`(_ number: Double) throws {
    #expect(try stored(.real(number)) == .real(number))
  }

  @Test func `a NaN is refused rather than stored as NULL`() throws {
    let error = #expect(throws: SQLiteError.self) { try stored(.real(.nan)) }
    #expect(error?.message == "a NaN, or a moment outside the years 0 to 9999, cannot be stored")
    #expect(try connection.integer("SELECT count(*) FROM sample") == 0)
  }

  @Test(arguments: [
    "", "a", "a\0b", "\0", "e\u{301}", "\u{301}", "👨‍👩‍👧‍👦", "line\r\nline",
  ])
  func `a text comes back with the same bytes`(_ text: String) throws {
    let value = try #require(try stored(.text(text)))
    guard case .text(let back) = value else {
      Issue.record("stored as \(value)")
      return
    }
    #expect(Array(back.utf8) == Array(text.utf8))
    #expect(
      try connection.integer("SELECT length(CAST(words AS BLOB)) FROM sample") == Int64(text.utf8.count))
  }

  @Test(arguments: [[], [0], [0, 255, 0]] as [[UInt8]])
  func `bytes come back as they were`(_ bytes: [UInt8]) throws {
    #expect(try stored(.blob(bytes)) == .blob(bytes))
  }

  @Test func `an empty text and empty bytes are not NULL`() throws {
    try connection.run("INSERT INTO sample (words, bytes) VALUES (\(""), \(SQLValue.blob([])))")
    #expect(
      try connection.integer("SELECT count(*) FROM sample WHERE words IS NOT NULL AND bytes IS NOT NULL") == 1
    )
    #expect(try stored(.null) == .null)
  }

  @Test func `a text that is no UTF-8 reads with replacement characters`() throws {
    #expect(try connection.value("SELECT CAST(x'61ff62' AS TEXT)") == .text("a\u{fffd}b"))
  }

  // Not arguments of the tests above, which would print them.
  @Test func `a text and bytes of a megabyte come back as they were`() throws {
    for value in [
      SQLValue.text(String(repeating: "é", count: 500_000)), .blob(Array(repeating: 7, count: 1_000_000)),
    ] {
      let stored = try connection.value("SELECT \(value)")
      #expect(stored == value, "a long value differs")
    }
  }

  @Test func `a read of another storage class gives nil and not a conversion`() throws {
    try connection.withStatement(SQL(verbatim: "SELECT 'words', 5, 2.5, x'00', NULL")) { statement throws in
      #expect(try statement.step())
      let row = statement.row
      #expect(row.integer(0) == nil)
      #expect(row.real(0) == nil)
      #expect(row.real(1) == 5)
      #expect(row.integer(2) == nil)
      #expect(row.blob(0) == nil)
      #expect(row.isNull(4))
      #expect(row.text(4) == nil)
      #expect(row.withText(4) { $0 == nil })
    }
  }

  // Asking for the class first would cost every text of every row; a STRICT table never holds a number there.
  @Test func `a number read as text is SQLite's text of it`() throws {
    try connection.withStatement(SQL(verbatim: "SELECT 5, 2.5")) { statement throws in
      #expect(try statement.step())
      #expect(statement.row.text(0) == "5")
      #expect(statement.row.text(1) == "2.5")
    }
  }

  @Test func `values sort as SQLite sorts them`() throws {
    let values: [SQLValue] = [
      .blob([]), .text("b"), .null, .real(2.5), .integer(3), .text(""), .real(-.infinity), .blob([1]),
      .text("é"),
      .integer(-1), .text("Z"),
    ]
    try connection.execute(script: "CREATE TABLE any_value (value ANY) STRICT")
    for value in values { try connection.run("INSERT INTO any_value VALUES (\(value))") }
    var sorted: [SQLValue] = []
    try connection.forEachRow("SELECT value FROM any_value ORDER BY value") { sorted.append($0.value(at: 0)) }
    #expect(values.sorted() == sorted)
  }
}
