import SQLite
import TestSupport
import Testing

@Suite struct TransactionTests {
  let connection: Connection
  private struct Stop: Error {}

  init() throws {
    connection = try Connection(path: ":memory:", access: .memory)
    try connection.execute(
      script: """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);
        """)
  }

  private func parents() throws -> Int64 { try connection.integer("SELECT count(*) FROM parent") }

  @Test func `what a closure wrote before it threw is gone`() throws {
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO parent VALUES (1)")
        throw Stop()
      }
    }
    #expect(try parents() == 0)
    #expect(!connection.isInTransaction)
    #expect(connection.transactionDepth == 0)
  }

  @Test func `a commit that fails leaves no transaction open and nothing written`() throws {
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction { try connection.run("INSERT INTO child VALUES (1, 99)") }
    }
    #expect(error?.constraint == .foreignKey)
    #expect(!connection.isInTransaction)
    #expect(try connection.integer("SELECT count(*) FROM child") == 0)
    try connection.transaction { try connection.run("INSERT INTO parent VALUES (1)") }
    #expect(try parents() == 1)
  }

  @Test func `an inner failure that is caught takes back the inner changes only`() throws {
    try connection.transaction {
      try connection.run("INSERT INTO parent VALUES (1)")
      #expect(throws: Stop.self) {
        try connection.transaction {
          try connection.run("INSERT INTO parent VALUES (2)")
          try connection.transaction { try connection.run("INSERT INTO parent VALUES (3)") }
          throw Stop()
        }
      }
      try connection.transaction { try connection.run("INSERT INTO parent VALUES (4)") }
    }
    var ids: [Int64?] = []
    try connection.forEachRow("SELECT id FROM parent ORDER BY id") { ids.append($0.integer(0)) }
    #expect(ids == [1, 4])
  }

  @Test func `violations are known before the commit`() throws {
    try connection.transaction {
      #expect(!connection.hasForeignKeyViolations)
      try connection.run("INSERT INTO child VALUES (1, 7)")
      #expect(connection.hasForeignKeyViolations)
      try connection.run("INSERT INTO parent VALUES (7)")
      #expect(!connection.hasForeignKeyViolations)
    }
  }

  /// Fills the database until SQLite is out of pages.
  private func fill(_ connection: Connection) throws {
    for _ in 0..<1000 { try connection.run("INSERT INTO filler VALUES (zeroblob(100000))") }
  }

  private func smallConnection() throws -> Connection {
    try connection.execute(script: "CREATE TABLE filler (bytes BLOB); PRAGMA max_page_count = 50")
    return connection
  }

  @Test func `a full disk rolls everything back and stays the error that is told`() throws {
    let connection = try smallConnection()
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO parent VALUES (1)")
        try connection.transaction { try fill(connection) }
      }
    }
    #expect(error?.primaryCode == .full)
    #expect(try parents() == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func `an inner closure that lost the whole transaction can't be ignored`() throws {
    let connection = try smallConnection()
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO parent VALUES (1)")
        try? connection.transaction {
          connection.onProgress { true }
          defer { connection.onProgress(nil) }
          try connection.run("INSERT INTO filler VALUES (zeroblob(100000))")
        }
        // SQLite may have rolled back; if it has, the next savepoint must not become a transaction of its own.
        if !connection.isInTransaction {
          try connection.transaction { try connection.run("INSERT INTO parent VALUES (2)") }
          Issue.record("a savepoint outside a transaction was let through")
        }
        throw SQLiteError(code: 9, message: "the interrupt spared the transaction")
      }
    }
    #expect(error?.primaryCode == .interrupted)
    #expect(try parents() == 0)
  }

  @Test func `a read transaction sees one state and takes no write lock`() throws {
    let folder = try TemporaryFolder()
    let reader = try Connection(path: folder.file("a.db"), access: .create, busyTimeout: 1)
    try reader.execute(script: "CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    let writer = try Connection(path: folder.file("a.db"), access: .readWrite, busyTimeout: 1)
    try reader.readTransaction {
      #expect(try reader.integer("SELECT count(*) FROM t") == 1)
      let error = try #require(throws: SQLiteError.self) {
        try writer.transaction { try writer.run("INSERT INTO t VALUES (2)") }
      }
      #expect(error.primaryCode == .busy)
      #expect(!writer.isInTransaction)
      #expect(try reader.integer("SELECT count(*) FROM t") == 1)
    }
    try writer.transaction { try writer.run("INSERT INTO t VALUES (2)") }
    #expect(try reader.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func `the write lock is taken at the start`() throws {
    let folder = try TemporaryFolder()
    let first = try Connection(path: folder.file("a.db"), access: .create, busyTimeout: 1)
    let second = try Connection(path: folder.file("a.db"), access: .create, busyTimeout: 1)
    try first.transaction {
      let error = #expect(throws: SQLiteError.self) {
        try second.transaction { Issue.record("both hold the lock") }
      }
      #expect(error?.primaryCode == .busy)
    }
  }
}
