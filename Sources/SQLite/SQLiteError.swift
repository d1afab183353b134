internal import CSQLite

/// A refusal by SQLite: its code, its message and the SQL it came from, without bound values.
package struct SQLiteError: Error, Equatable {
  /// The extended result code, such as 2067 for a UNIQUE constraint.
  package let code: Int32
  /// SQLite's own message.
  package let message: String
  /// The statement's text with `?` in place of values, if a statement was at work.
  package let sql: String?

  /// An error with the facts given.
  package init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that a connection reports for its last call.
  init(code: Int32, connection: OpaquePointer?, sql: String? = nil) {
    let text = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
    // A connection that failed to open still knows the extended code; a misuse doesn't set it.
    self.init(
      code: extended & 0xff == code & 0xff ? extended : code,
      message: text.map { String(cString: $0) } ?? "unknown error", sql: sql)
  }

  /// What a reading ends with that its caller no longer wants.
  package static let interrupted = SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted")

  /// The primary result code: the low byte of `code`.
  package var primaryCode: PrimaryCode? { PrimaryCode(rawValue: code & 0xff) }

  /// Whether the file was moved or replaced since it was opened (SQLITE_READONLY_DBMOVED).
  package var isMoved: Bool { code == 8 | 4 << 8 }

  /// The constraint that was violated, if one was.
  package var constraint: ConstraintKind? { ConstraintKind(rawValue: code) }
}

/// SQLite's primary result codes that callers tell apart.
package enum PrimaryCode: Int32 {
  case error = 1
  case permission = 3
  case aborted = 4
  case busy = 5
  case locked = 6
  case noMemory = 7
  case readOnly = 8
  case interrupted = 9
  case inputOutput = 10
  case corrupt = 11
  case full = 13
  case cannotOpen = 14
  case lockingProtocol = 15
  case tooBig = 18
  case constraint = 19
  case mismatch = 20
  case notAuthorized = 23
  case notADatabase = 26
}

/// SQLite's extended codes of violated constraints.
package enum ConstraintKind: Int32 {
  case check = 275
  case foreignKey = 787
  case notNull = 1299
  case primaryKey = 1555
  case trigger = 1811
  case unique = 2067
  case rowID = 2579
  case dataType = 3091
}
