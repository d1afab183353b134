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

  /// What the file's header and schema say.
  private struct Status {
    let applicationID: Int64
    let version: Int64
    let hasOldHistory: Bool
    /// The columns of the history's tables, each with its table.
    let historyColumns: [String]
  }

  func bringUpToDate(isReadOnly: Bool) throws {
    for (index, migration) in model.migrations.enumerated() where migration.number != index + 1 {
      throw StoreError.migrationFailed(
        number: migration.number, name: migration.name, reason: "migrations are numbered from 1 without gaps")
    }
    // Seen at one moment, since another program may be making the file just now.
    let (version, hasOldHistory) = try connection.readTransaction {
      try checkedVersion(writesHistory: !isReadOnly)
    }
    guard version < model.version || hasOldHistory, !isReadOnly else {
      if isReadOnly, version < model.version { throw StoreError.readOnly(path: path) }
      return
    }
    // Inside a transaction the switch does nothing, and a rebuilt table would take its children with it.
    try connection.run("PRAGMA foreign_keys = OFF")
    defer { try? connection.run("PRAGMA foreign_keys = ON") }
    if version == model.version { try connection.transaction { try upgradeHistory() } }
    for migration in model.migrations.dropFirst(Int(version)) {
      try apply(migration)
    }
  }

  /// Makes sure that the file, which is open, still has the schema that the program knows.
  ///
  /// - Throws: As `bringUpToDate`, and `StoreError.incompatibleSchema` for a file that has become older.
  func checkOpenFile() throws {
    let version = try checkedVersion(isOpen: true).version
    guard version == model.version else {
      throw StoreError.incompatibleSchema(
        detail:
          "another program has brought the file to version \(version) of the schema, and this one needs \(model.version)"
      )
    }
  }

  private func upgradeHistory() throws {
    let upgrade = HistoryUpgrade(connection: connection)
    if try upgrade.isDue { try upgrade.run() }
  }

  /// The file's version, after making sure that the file is ours and had the steps that the program has.
  private func checkedVersion(
    writesHistory: Bool = true, isOpen: Bool = false
  ) throws -> (version: Int64, hasOldHistory: Bool) {
    // Files of any program have that number.
    if model.applicationID == 0 { throw StoreError.notAllowedHere("a store model with the application ID 0") }
    let status = try status()
    let version = status.version
    if status.applicationID != Int64(model.applicationID) {
      let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
      guard isEmpty, status.applicationID == 0, version == 0 else {
        throw StoreError.foreignStore(path: path, applicationID: status.applicationID)
      }
      return (0, false)
    }
    guard version <= model.version else {
      throw StoreError.newerStore(path: path, version: version, known: model.version)
    }
    try checkLedger(upTo: version)
    if writesHistory, version > 0 { try checkHistory(status, isOpen: isOpen) }
    return (max(0, version), status.hasOldHistory)
  }

  /// All in one query, since opening an up-to-date store should cost little more than that.
  private func status() throws -> Status {
    let sql: SQL = """
      SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
      (\(verbatim: HistorySchema.hasOldForm)), (\(verbatim: HistorySchema.presentColumns))
      """
    return try connection.withStatement(sql) { statement in
      _ = try statement.step()
      return Status(
        applicationID: statement.row.integer(0) ?? 0, version: statement.row.integer(1) ?? 0,
        hasOldHistory: statement.row.integer(2) == 1,
        historyColumns: statement.row.text(3)?.split(separator: ",").map(String.init) ?? [])
    }
  }

  /// Refuses to write beside a history in a form that only a newer program knows: it would be understood by neither.
  ///
  /// In a file that was fine when it was opened, a column that is gone was renamed by a tool.
  private func checkHistory(_ status: Status, isOpen: Bool) throws {
    for (table, columns) in HistorySchema.tables.sorted(by: { $0.key < $1.key })
    where table.hasPrefix("history") {
      let present = status.historyColumns.filter { $0.hasPrefix(table + ".") }
      if present.isEmpty { throw StoreError.schemaMismatch(entity: table, column: nil) }
      if isOpen, let lost = columns.first(where: { !present.contains("\(table).\($0)") }) {
        throw StoreError.schemaMismatch(
          entity: table, column: lost, present: present.map { String($0.dropFirst(table.count + 1)) })
      }
      guard Set(present).isSubset(of: columns.map { "\(table).\($0)" }) else {
        throw StoreError.newerHistory(path: path)
      }
    }
    guard !status.hasOldHistory else { return }
    let last = try connection.value(SQL(verbatim: HistorySchema.lastPackedVersion))
    guard case .blob(let version)? = last, let version = version.first else { return }
    if version > PackedRows.version { throw StoreError.newerHistory(path: path) }
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
      guard try checkedVersion().version < Int64(migration.number) else { return }
      if migration.number == 1 {
        try connection.run(SQL(verbatim: "PRAGMA application_id = \(model.applicationID)"))
        try connection.execute(script: Migrator.ledger)
        try connection.execute(script: HistorySchema.script)
      }
      try upgradeHistory()
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
