internal import CSQLite

/// One connection to one database file, used by one caller at a time.
package final class Connection {
  /// How a database is opened.
  package enum Access {
    /// Only reads; the file must exist.
    case readOnly
    /// Reads and writes; the file must exist.
    case readWrite
    /// Reads and writes, and makes the file if there is none.
    case create
    /// A database in memory that ends with the connection.
    case memory
  }

  private(set) var handle: OpaquePointer?
  var cache = StatementCache()
  /// The depth of nested transactions: 0 outside, 1 in the outermost.
  package internal(set) var transactionDepth = 0
  /// Why SQLite rolled the whole transaction back while its closure still ran, if it did.
  package internal(set) var lossOfTransaction: (any Error)?
  /// Whether a statement runs that ends a transaction, which nothing may interrupt.
  var isFramingTransaction = false
  var hooks = ConnectionHooks()
  private let finishedRuns = RunCounter()

  /// Opens a database and applies the settings that every connection of this package has.
  package init(path: String, access: Access, busyTimeout: Int32 = 5000) throws(SQLiteError) {
    let flags: Int32 =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
      }
    // A file is meant even where its name looks like one of SQLite's special names; no name would be a temporary file.
    let isSpecial = path.hasPrefix("file:") || path.hasPrefix(":")
    guard !path.isEmpty else { throw SQLiteError(code: SQLITE_CANTOPEN, message: "no file name") }
    // The owner serialises all calls, so SQLite's own mutex would only cost time.
    let code = sqlite3_open_v2(
      access != .memory && isSpecial ? "./" + path : path, &handle,
      flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK else {
      let failure = SQLiteError(code: code, connection: handle)
      sqlite3_close_v2(handle)
      handle = nil
      throw failure
    }
    sqlite3_busy_timeout(handle, busyTimeout)
    // A misspelt quoted column name must be an error, not a text.
    _ = bookstall_db_config_bool(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = bookstall_db_config_bool(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    _ = bookstall_db_config_bool(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = bookstall_db_config_bool(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
  }

  deinit {
    close()
  }

  /// SQLite's version, such as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// SQLite's version as one number, such as 3040001.
  package static var libraryVersionNumber: Int { Int(sqlite3_libversion_number()) }

  /// Whether the connection is in a transaction, by SQLite's own account.
  package var isInTransaction: Bool {
    handle.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// Whether rows refer to missing ones, which a commit would refuse.
  package var hasForeignKeyViolations: Bool {
    var count: Int32 = 0
    var highest: Int32 = 0
    guard let handle,
      sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0) == SQLITE_OK
    else { return false }
    return count > 0
  }

  /// The rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

  /// How many statements have run on this connection, without those that begin or end transactions and without pragmas.
  package var statementCount: Int {
    var count = finishedRuns.count
    var statement: OpaquePointer?
    while let handle, let next = sqlite3_next_stmt(handle, statement) {
      count += RunCounter.runs(of: next)
      statement = next
    }
    return count
  }

  /// The row id of the last successful INSERT.
  package var lastInsertedID: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Whether the file can't be written by this connection.
  package var isReadOnly: Bool { handle.map { sqlite3_db_readonly($0, "main") == 1 } ?? true }

  /// Finalises all statements and closes; a second call does nothing.
  package func close() {
    guard let open = handle else { return }
    // A statement that is still at work, in a closure that closes, ends at its next step.
    sqlite3_interrupt(open)
    cache.removeAll()
    removeHooks()
    // Statements that a caller still holds are finalised by their owner; close_v2 waits for them.
    sqlite3_close_v2(open)
    handle = nil
  }

  /// Makes a running statement on this connection end with an interrupted error; safe from any thread.
  package func interrupt() {
    if let handle { sqlite3_interrupt(handle) }
  }

  /// Prepares one statement without the cache.
  ///
  /// - Returns: nil for a text of blanks and comments only, and the bytes after the statement.
  func prepare(_ sql: UnsafeBufferPointer<CChar>, persistent: Bool) throws(SQLiteError) -> (Statement?, Int) {
    guard let handle else { throw SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed") }
    var prepared: OpaquePointer?
    var tail: UnsafePointer<CChar>?
    let code = sqlite3_prepare_v3(
      handle, sql.baseAddress, Int32(clamping: sql.count),
      persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &prepared, &tail)
    let used = tail.flatMap { tail in sql.baseAddress.map { tail - $0 } } ?? sql.count
    let text = String(
      decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(sql)[..<used]), as: UTF8.self)
    guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: handle, sql: text) }
    return (prepared.map { Statement(handle: $0, sql: text, runs: finishedRuns) }, used)
  }
}

@available(
  *, unavailable, message: "A connection is used by one caller at a time; share the container instead."
)
extension Connection: Sendable {}
