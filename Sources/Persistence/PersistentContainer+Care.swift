internal import Glibc
internal import SQLite

// What keeps a store's file sound.

extension PersistentContainer {
  /// What SQLite finds wrong with the file and its rows, in its own words; empty for a sound store.
  public func integrityProblems(limit: Int = 100) throws -> [String] {
    try gate.use { store in
      var problems: [String] = []
      try store.connection.forEachRow(SQL(verbatim: "PRAGMA integrity_check(\(max(1, limit)))")) { row in
        if let text = row.text(0), text != "ok" { problems.append(text) }
      }
      try store.connection.forEachRow(
        "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(limit)"
      ) { row in
        problems.append(
          "row \(row.integer(1) ?? 0) of \(row.text(0) ?? "?") refers to a missing row of \(row.text(2) ?? "?")"
        )
      }
      return problems
    }
  }

  /// Writes a copy of the store as it is at this moment into a new file, which only its owner can read.
  ///
  /// Throws `StoreError.cannotOpen` when the file exists or can't be made.
  public func backUp(to path: String) throws {
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError.cannotOpen(path: path) }
    Glibc.close(descriptor)
    do {
      try gate.use { store in try store.connection.run("VACUUM INTO \(path)") }
    } catch {
      // An empty or half-written file is no backup.
      unlink(path)
      throw error
    }
  }

  /// Rebuilds the file without the room that deleted rows left.
  public func compact() throws {
    try gate.use { store in try store.connection.run("VACUUM") }
  }
}
