import Glibc
import SQLite
import TestSupport
import Testing

@Suite struct ConnectionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a read-only connection reads and refuses to write`() throws {
    let path = folder.file("a.db")
    try Connection(path: path, access: .create).execute(
      script: "CREATE TABLE t (x); INSERT INTO t VALUES (5)")
    let connection = try Connection(path: path, access: .readOnly)
    #expect(connection.isReadOnly)
    #expect(try connection.integer("SELECT x FROM t") == 5)
    let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (6)") }
    #expect(error?.primaryCode == .readOnly)
  }

  @Test(arguments: [Connection.Access.readOnly, .readWrite])
  func `a missing file is not made`(_ access: Connection.Access) throws {
    let path = folder.file("none.db")
    let error = #expect(throws: SQLiteError.self) { try Connection(path: path, access: access) }
    #expect(error?.primaryCode == .cannotOpen)
    #expect(Glibc.access(path, F_OK) != 0)
  }

  @Test func `a folder and an empty name are no files`() {
    for path in [folder.path, ""] {
      let error = #expect(throws: SQLiteError.self) { try Connection(path: path, access: .create) }
      #expect(error?.primaryCode == .cannotOpen)
    }
  }

  @Test(arguments: ["file:a.db?mode=memory", ":memory:"])
  func `a file whose name looks special to SQLite is a file`(_ name: String) throws {
    // The folder is the way to a relative name; the working directory belongs to all tests.
    #expect(throws: SQLiteError.self) { try Connection(path: name, access: .readWrite) }
  }

  @Test func `a double-quoted word that is no column is an error`() throws {
    let connection = try Connection(path: ":memory:", access: .memory)
    try connection.execute(script: "CREATE TABLE t (title TEXT)")
    #expect(throws: SQLiteError.self) { try connection.run("SELECT \"titel\" FROM t") }
    #expect(throws: SQLiteError.self) {
      try connection.execute(script: "CREATE TABLE u (x TEXT DEFAULT \"words\" CHECK (x <> \"other\"))")
    }
  }

  @Test func `foreign keys hold from the start`() throws {
    let connection = try Connection(path: ":memory:", access: .memory)
    #expect(try connection.integer("PRAGMA foreign_keys") == 1)
    #expect(try connection.integer("PRAGMA trusted_schema") == 0)
  }

  @Test func `a closed connection throws and closing twice does nothing`() throws {
    let connection = try Connection(path: folder.file("a.db"), access: .create)
    try connection.execute(script: "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    try connection.withStatement("SELECT x FROM t") { statement throws in
      #expect(try statement.step())
      connection.close()
      connection.close()
      // The statement is the caller's and keeps the file until it goes.
      #expect(statement.row.integer(0) == 1)
    }
    let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT 1") }
    #expect(error?.message == "the connection is closed")
    #expect(!connection.isInTransaction)
    #expect(connection.changes == 0)
  }

  @Test func `a transaction that was open when its connection closed is not committed`() throws {
    let path = folder.file("a.db")
    let connection = try Connection(path: path, access: .create)
    try connection.execute(script: "CREATE TABLE t (x)")
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        connection.close()
      }
    }
    let other = try Connection(path: path, access: .readWrite, busyTimeout: 1)
    #expect(try other.integer("SELECT count(*) FROM t") == 0)
    #expect(access(path + "-journal", F_OK) != 0)
  }
}

@Suite struct ScriptTests {
  let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:", access: .memory)
  }

  @Test func `a script is split where SQLite sees the end of a statement`() throws {
    try connection.execute(
      script: """
        -- A comment; with a semicolon.
        CREATE TABLE t (x TEXT);;
        CREATE TRIGGER copy AFTER INSERT ON t WHEN new.x <> 'b;' BEGIN
          INSERT INTO t VALUES ('b;');
          UPDATE t SET x = x || ';' WHERE x = new.x;
        END;
        INSERT INTO t VALUES ('a') /* no semicolon; at the end */
        """)
    var texts: [String?] = []
    try connection.forEachRow("SELECT x FROM t ORDER BY x") { texts.append($0.text(0)) }
    #expect(texts == ["a;", "b;"])
  }

  @Test(arguments: ["", "\n", ";", "-- only a comment", "SELECT 1;\0SELECT 2;", "\0\0"])
  func `a script without much in it ends`(_ script: String) throws {
    try connection.execute(script: script)
  }

  @Test func `the first failing statement ends a script and is named`() throws {
    let error = #expect(throws: SQLiteError.self) {
      try connection.execute(script: "CREATE TABLE a (x); INSERT INTO missing VALUES (1); CREATE TABLE b (x)")
    }
    #expect(error?.sql?.contains("missing") == true)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test(arguments: [
    "COMMIT", "ROLLBACK", "END", "BEGIN", "SAVEPOINT s", "RELEASE s", "/* c */ commit", "ROLLBACK TO s",
  ])
  func `a script that may not touch transactions is stopped before it does`(_ statement: String) throws {
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.execute(
          script: "CREATE TABLE a (x); \(statement); CREATE TABLE b (x)", leavesTransactionsAlone: true)
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 0)
    try connection.transaction { try connection.execute(script: "CREATE TABLE c (x)") }
  }
}
