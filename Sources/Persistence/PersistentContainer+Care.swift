internal import SQLite

// What keeps a store's file sound.

extension PersistentContainer {
  /// What SQLite finds wrong with the file and its rows, in its own words; empty for a sound store.
  public func check(limit: Int = 100) throws -> [String] {
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

  /// Rebuilds the file without the room that deleted rows left.
  ///
  /// Throws `StoreError.notAllowedHere` inside a read or a change.
  public func vacuum() throws {
    try gate.use { store in
      try store.requireRest("a vacuum inside a read or a change")
      try store.connection.run("VACUUM")
    }
  }

  /// Brings the write-ahead log into the file and empties it; with any other journal there is nothing to do.
  ///
  /// Throws `StoreError.notAllowedHere` inside a read or a change.
  ///
  /// - Returns: Whether all of the log is in the file: others that still read from the log keep some of it.
  @discardableResult
  public func checkpoint() throws -> Bool {
    try gate.use { store in
      try store.requireRest("a checkpoint inside a read or a change")
      return try store.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    }
  }

  /// How SQLite would find the rows of a request: its query plan, a line per step, with steps inside others indented.
  ///
  /// `SEARCH` means that an index is used, `SCAN` that every row is looked at.
  public func explain<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [String] {
    let sql = "EXPLAIN QUERY PLAN " + (try request.selection())
    return try gate.use { store in
      var depths: [Int64: Int] = [0: 0]
      var lines: [String] = []
      try store.connection.forEachRow(sql) { row in
        let depth = depths[row.integer(1) ?? 0] ?? 0
        depths[row.integer(0) ?? 0] = depth + 1
        lines.append(String(repeating: "  ", count: depth) + (row.text(3) ?? ""))
      }
      return lines
    }
  }
}
