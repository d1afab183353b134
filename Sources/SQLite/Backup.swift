internal import CSQLite

/// A copy of a connection's database into another connection's, made some pages at a time.
///
/// Between two steps the source may be read and written; what is written is copied too.
package final class Backup {
  private var handle: OpaquePointer?
  private let target: Connection

  /// Begins to copy a database into another one, whose content is replaced.
  package init(of source: Connection, into target: Connection) throws(SQLiteError) {
    self.target = target
    handle = sqlite3_backup_init(target.handle, "main", source.handle, "main")
    if handle == nil {
      throw SQLiteError(code: sqlite3_errcode(target.handle), connection: target.handle)
    }
  }

  deinit {
    sqlite3_backup_finish(handle)
  }

  /// Copies some pages, or all with a negative number.
  ///
  /// - Returns: false after the last page.
  package func step(_ pages: Int32) throws(SQLiteError) -> Bool {
    switch sqlite3_backup_step(handle, pages) {
    case SQLITE_DONE: return false
    case SQLITE_OK: return true
    case let code: throw SQLiteError(code: code, connection: target.handle)
    }
  }

  /// The pages that are left, as of the last step.
  package var remaining: Int { Int(sqlite3_backup_remaining(handle)) }

  /// The pages of the source, as of the last step.
  package var total: Int { Int(sqlite3_backup_pagecount(handle)) }

  /// Ends the copy; without it, the target is as before.
  package func finish() throws(SQLiteError) {
    let code = sqlite3_backup_finish(handle)
    handle = nil
    guard code == SQLITE_OK else { throw SQLiteError(code: code, connection: target.handle) }
  }
}
