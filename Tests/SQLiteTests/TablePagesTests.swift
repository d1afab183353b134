import Foundation
import SQLite
import TestSupport
import Testing

@Suite("A table's pages")
struct TablePagesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private struct Row: Equatable {
    var key: Int64?
    var texts: [String?]
  }

  private func open(_ script: String) throws -> Connection {
    let connection = try Connection(path: folder.file("a.db"), access: .create)
    try connection.execute(script: script)
    return connection
  }

  /// The rows by the pages; nil where SQL is wanted.
  private func rows(_ connection: Connection, _ columns: [String] = ["id", "a", "b"]) throws -> [Row]? {
    try connection.readTransaction {
      guard let pages = try connection.pages(ofTable: "t", columns: columns) else { return nil }
      var rows: [Row] = []
      try pages.forEachRow(isCancelled: { false }) { row in
        rows.append(
          Row(
            key: row.integer(at: 0),
            texts: (1..<columns.count).map { place in
              row.textBytes(at: place).map { String(decoding: $0, as: UTF8.self) }
            }))
      }
      return rows
    }
  }

  private func expected(_ connection: Connection, _ columns: [String] = ["id", "a", "b"]) throws -> [Row] {
    var rows: [Row] = []
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM t ORDER BY rowid"
    try connection.forEachRow(SQL(verbatim: sql)) { row in
      rows.append(
        Row(
          key: row.integer(0),
          texts: (1..<columns.count).map { place in
            row.textBytes(Int32(place)).map { String(decoding: $0, as: UTF8.self) }
          }))
    }
    return rows
  }

  /// Rows of all lengths and values, some of them gone again.
  private func filling(_ count: Int) -> String {
    """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO t (id, number, a, b, c)
    SELECT CASE WHEN i % 7 = 0 THEN -i ELSE i * i * 7919 END,
      CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 0 WHEN 2 THEN 1 WHEN 3 THEN -1 WHEN 4 THEN 300 WHEN 5 THEN -70000
        WHEN 6 THEN 1 << 30 WHEN 7 THEN -(1 << 40) ELSE (1 << 62) END,
      CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'é' || substr(hex(zeroblob(i % 11 * i % 21000)), 1, i * 31 % 9000) END,
      CASE i % 4 WHEN 0 THEN x'00ff' WHEN 1 THEN 3.5 ELSE '驴' || i END,
      zeroblob(i * 37 % 3000)
    FROM n;
    DELETE FROM t WHERE id % 13 = 5;
    """
  }

  private static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, number, a TEXT, b, c BLOB);"

  @Test(arguments: [512, 1024, 4096, 65536], ["NONE", "FULL"])
  func `rows are the same as by SQL, whatever their length`(pageSize: Int, vacuum: String) throws {
    let connection = try open(
      "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = \(vacuum);" + Self.table + filling(1500))
    let all = try expected(connection)
    #expect(all.count > 1000)
    #expect(try rows(connection) == all)
    let numbers = ["number", "c", "a"]
    #expect(try rows(connection, numbers) == expected(connection, numbers))
    try connection.execute(script: "DELETE FROM t WHERE id % 3 <> 0; VACUUM")
    #expect(try rows(connection) == expected(connection))
    try connection.run("DELETE FROM t")
    #expect(try rows(connection) == [])
  }

  @Test func `records that are older than a column have none`() throws {
    let connection = try open(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, 'x')")
    try connection.execute(script: "ALTER TABLE t ADD COLUMN b TEXT; INSERT INTO t VALUES (2, 'y', 'z')")
    #expect(try rows(connection) == [Row(key: 1, texts: ["x", nil]), Row(key: 2, texts: ["y", "z"])])
    try connection.execute(script: "ALTER TABLE t ADD COLUMN c TEXT NOT NULL DEFAULT 'q'")
    #expect(try rows(connection) == expected(connection))
    #expect(try rows(connection, ["id", "c"]) == nil)
    try connection.execute(script: "ALTER TABLE t DROP COLUMN a; ALTER TABLE t RENAME COLUMN b TO a")
    #expect(try rows(connection, ["id", "a"]) == expected(connection, ["id", "a"]))
  }

  @Test(arguments: [
    ("", "CREATE TABLE t (id TEXT PRIMARY KEY, a TEXT, b TEXT) WITHOUT ROWID"),
    ("", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT AS (a || 'x'))"),
    ("", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)"),
    ("", "CREATE TABLE u (id, a, b); CREATE VIEW t AS SELECT id, a, b FROM u"),
    ("PRAGMA encoding = 'UTF-16le';", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"),
    ("PRAGMA journal_mode = WAL;", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"),
  ])
  func `what is of another kind is left to SQL`(settings: String, table: String) throws {
    let connection = try open(settings + table)
    #expect(try rows(connection) == nil)
  }

  @Test func `a store in memory, an open change and no transaction are left to SQL`() throws {
    let memory = try Connection(path: ":memory:", access: .memory)
    try memory.execute(script: Self.table)
    #expect(try rows(memory) == nil)
    let connection = try open(Self.table)
    #expect(try connection.pages(ofTable: "t", columns: ["id"]) == nil)
    try connection.transaction {
      try connection.run("INSERT INTO t (a) VALUES ('x')")
      #expect(try connection.pages(ofTable: "t", columns: ["id"]) == nil)
    }
    #expect(try rows(connection, ["id", "a"]) == [Row(key: 1, texts: ["x"])])
  }

  @Test func `nobody writes while the pages are read`() throws {
    let connection = try open(Self.table + "INSERT INTO t (a) VALUES ('x')")
    let other = try Connection(path: folder.file("a.db"), access: .readWrite, busyTimeout: 0)
    try connection.readTransaction {
      let pages = try #require(try connection.pages(ofTable: "t", columns: ["id", "a"]))
      let error = #expect(throws: SQLiteError.self) { try other.run("DELETE FROM t") }
      #expect(error?.primaryCode == .busy)
      var count = 0
      try pages.forEachRow(isCancelled: { false }) { _ in count += 1 }
      #expect(count == 1)
    }
  }

  @Test func `a cancelled reading ends`() throws {
    let connection = try open(Self.table + filling(100))
    try connection.readTransaction {
      let pages = try #require(try connection.pages(ofTable: "t", columns: ["id"]))
      let error = #expect(throws: SQLiteError.self) { try pages.forEachRow(isCancelled: { true }) { _ in } }
      #expect(error?.primaryCode == .interrupted)
    }
  }

  @Test func `a damaged file is an error or has other rows, and nothing worse`() throws {
    let path = folder.file("a.db")
    let connection = try open("PRAGMA page_size = 512;" + Self.table + filling(300))
    connection.close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    var state: UInt64 = 7
    var failures = 0
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0..<20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // The schema's own pages stay as they are.
        damaged[2048 + Int(state >> 33) % (bytes.count - 2048)] = UInt8(truncatingIfNeeded: state >> 24)
      }
      try damaged.write(to: URL(filePath: folder.file("b.db")))
      let connection = try Connection(path: folder.file("b.db"), access: .readOnly)
      do {
        _ = try rows(connection)
      } catch let error as SQLiteError {
        #expect(error.primaryCode == .corrupt)
        failures += 1
      }
    }
    #expect(failures > 0)
  }
}
