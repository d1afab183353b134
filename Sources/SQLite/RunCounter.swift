internal import CSQLite

/// Adds up the runs of statements that are finalised; SQLite itself counts those of the living.
final class RunCounter {
  private(set) var count = 0

  /// Takes over the runs of a statement that is about to go.
  func add(_ statement: OpaquePointer) {
    count += RunCounter.runs(of: statement)
  }

  /// How often a statement was run; 0 for those that only frame others.
  static func runs(of statement: OpaquePointer) -> Int {
    guard let sql = sqlite3_sql(statement) else { return 0 }
    let isFrame = frames.contains { sqlite3_strnicmp(sql, $0, Int32($0.utf8.count)) == 0 }
    return isFrame ? 0 : Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_RUN, 0))
  }

  private static let frames = [
    "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA",
  ]
}
