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

  func bringUpToDate(isReadOnly: Bool) throws {
    // Seen at one moment, since another program may be making the file just now.
    let version = try connection.readTransaction { try checkedVersion() }
    guard version < model.version, !isReadOnly else {
      if isReadOnly, version < model.version { throw StoreError.readOnly(path: path) }
      return
    }
    // Inside a transaction the switch does nothing, and a rebuilt table would take its children with it.
    try connection.run("PRAGMA foreign_keys = OFF")
    defer { try? connection.run("PRAGMA foreign_keys = ON") }
    for migration in model.migrations.dropFirst(Int(version)) {
      try apply(migration)
    }
  }

  /// The file's version, after making sure that the file is ours and had the steps that the program has.
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
    try checkLedger(upTo: version)
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

  private func apply(_ migration: Migration) throws {
    try connection.transaction {
      // Another program may have been first while this one waited for the lock.
      guard try checkedVersion() < Int64(migration.number) else { return }
      if migration.number == 1 {
        try connection.run(SQL(verbatim: "PRAGMA application_id = \(model.applicationID)"))
        try connection.execute(script: Migrator.ledger)
        try connection.execute(script: HistorySchema.script)
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
      // A script that ended the transaction would leave the store half changed if a later statement failed.
      try connection.execute(script: migration.script, leavesTransactionsAlone: true)
    } catch let error as SQLiteError {
      switch error.primaryCode {
      case .notAuthorized: throw failure("the script begins or ends a transaction")
      case .error, .constraint, .tooBig: throw failure(error.message)
      default: throw error
      }
    }
    let violations = try connection.integer("SELECT count(*) FROM pragma_foreign_key_check")
    guard violations == 0 else { throw failure("\(violations) rows refer to rows that don't exist") }
  }
}
