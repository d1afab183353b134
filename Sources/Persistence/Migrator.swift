internal import SQLite

/// Brings a file's schema from whatever version it has to the program's, one transaction per step.
struct Migrator {
  let connection: Connection
  let path: String
  let model: StoreModel

  private static let ledger = """
    CREATE TABLE IF NOT EXISTS schema_migration (
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      checksum TEXT NOT NULL,
      applied_at TEXT NOT NULL
    ) STRICT;
    """

  func bringUpToDate(isReadOnly: Bool, recordsHistory: Bool) throws {
    let version = try checkedVersion()
    try checkLedger(upTo: version)
    guard version < model.version, !isReadOnly else {
      if isReadOnly, version < model.version { throw StoreError.readOnly(path: path) }
      return
    }
    // Inside a transaction the switch does nothing, and a rebuilt table would take its children with it.
    try connection.run("PRAGMA foreign_keys = OFF")
    defer { try? connection.run("PRAGMA foreign_keys = ON") }
    for migration in model.migrations.dropFirst(Int(version)) {
      try apply(migration, recordsHistory: recordsHistory)
    }
  }

  /// The file's version, after making sure that the file is ours.
  private func checkedVersion() throws -> Int64 {
    let id = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    if id != Int64(model.applicationID) {
      let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
      guard isEmpty, id == 0, version == 0 else {
        throw StoreError.foreignStore(path: path, applicationID: id)
      }
      return 0
    }
    guard version <= model.version else {
      throw StoreError.newerStore(path: path, version: version, known: model.version)
    }
    return max(0, version)
  }

  /// Refuses a file whose steps are not the ones that the program has.
  private func checkLedger(upTo version: Int64) throws {
    guard version > 0 else { return }
    var applied: [Int64: String] = [:]
    try connection.forEachRow("SELECT number, checksum FROM schema_migration") { row in
      if let number = row.integer(0) { applied[number] = row.text(1) }
    }
    for migration in model.migrations.prefix(Int(version))
    where applied[Int64(migration.number)] != migration.checksum {
      throw StoreError.editedMigration(number: migration.number, name: migration.name)
    }
  }

  private func apply(_ migration: Migration, recordsHistory: Bool) throws {
    try connection.transaction {
      // Another program may have been first while this one waited for the lock.
      guard try connection.integer("PRAGMA user_version") < Int64(migration.number) else { return }
      if migration.number == 1 {
        try connection.run(SQL(verbatim: "PRAGMA application_id = \(model.applicationID)"))
        try connection.execute(script: Migrator.ledger)
        if recordsHistory { try connection.execute(script: HistorySchema.script) }
      }
      try run(migration)
      try connection.run(
        """
        INSERT INTO schema_migration (number, name, checksum, applied_at)
        VALUES (\(migration.number), \(migration.name), \(migration.checksum), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
        """)
      try connection.run(SQL(verbatim: "PRAGMA user_version = \(migration.number)"))
    }
  }

  private func run(_ migration: Migration) throws {
    func failure(_ reason: String) -> StoreError {
      .migrationFailed(number: migration.number, name: migration.name, reason: reason)
    }
    do {
      try connection.execute(script: migration.script) { _ in
        // A script that ends the transaction would leave the store half changed if a later statement failed.
        guard connection.isInTransaction else { throw failure("the script ends the transaction") }
      }
    } catch let error as SQLiteError where error.primaryCode == .error || error.primaryCode == .constraint {
      throw failure(error.message)
    }
    let violations = try connection.integer("SELECT count(*) FROM pragma_foreign_key_check")
    guard violations == 0 else { throw failure("\(violations) rows refer to rows that don't exist") }
  }
}
