internal import CSQLite

/// A prepared statement of one connection; used by one caller at a time and returned to the connection's cache.
package final class Statement {
  let handle: OpaquePointer
  /// The statement's text.
  package let sql: String
  /// The columns of a result row; 0 for a statement that returns none.
  ///
  /// Asked for each time, since SQLite prepares a statement again when the schema has changed.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }
  /// SQLite starts a finished statement over at the next step, which no reader of rows expects.
  private var isFinished = false
  private let runs: RunCounter

  init(handle: OpaquePointer, sql: String, runs: RunCounter) {
    self.handle = handle
    self.sql = sql
    self.runs = runs
  }

  deinit {
    runs.add(handle)
    sqlite3_finalize(handle)
  }

  /// The name of a result column, counted from 0.
  package func columnName(_ column: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: column)).map { String(cString: $0) } ?? ""
  }

  /// The present row; valid until the next step or reset.
  package var row: Row { Row(handle: handle) }

  /// Moves to the next row.
  ///
  /// - Returns: false after the last one, also when called again, until the statement is reset.
  package func step() throws(SQLiteError) -> Bool {
    if isFinished { return false }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      isFinished = true
      return false
    case let code: throw error(code)
    }
  }

  /// Runs a statement that returns no rows, and makes it ready for the next run.
  package func run() throws(SQLiteError) {
    isFinished = false
    let code = sqlite3_step(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      let failure = error(code)
      sqlite3_reset(handle)
      throw failure
    }
    sqlite3_reset(handle)
  }

  /// Ends the present run; bindings stay.
  package func reset() {
    isFinished = false
    sqlite3_reset(handle)
  }

  /// Ends the present run and drops the bindings.
  package func clear() {
    reset()
    sqlite3_clear_bindings(handle)
  }

  /// Binds values to the parameters from 1 on.
  package func bind(_ values: [SQLValue]) throws(SQLiteError) {
    var index: Int32 = 0
    for value in values {
      index += 1
      try bind(value, at: index)
    }
  }

  /// Binds one value of any storage class; the first parameter is 1.
  package func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    }
  }

  /// Binds NULL.
  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, index))
  }

  /// Binds an integer.
  package func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  /// Binds a number; a NaN is refused, because SQLite would store NULL.
  package func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    guard !value.isNaN else {
      throw SQLiteError(
        code: SQLITE_MISMATCH, message: "a NaN, or a moment outside the years 0 to 9999, cannot be stored",
        sql: sql)
    }
    try check(sqlite3_bind_double(handle, index, value))
  }

  /// Binds a text with all its bytes, also those after a NUL.
  package func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have no address, and a null pointer would bind NULL.
        characters.isEmpty
          ? bookstall_bind_text(handle, index, "", 0)
          : bookstall_bind_text(handle, index, characters.baseAddress, Int32(clamping: characters.count))
      }
    }
    try check(code)
  }

  /// Binds bytes.
  package func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
    let code = value.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, index, 0)
        : bookstall_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count))
    }
    try check(code)
  }

  func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, connection: sqlite3_db_handle(handle), sql: sql)
  }
}

@available(*, unavailable, message: "A statement belongs to its connection's thread.")
extension Statement: Sendable {}
