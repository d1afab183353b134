internal import SQLite

/// Brings a history in the form of the first versions, a row per column, into blocks of packed rows.
struct HistoryUpgrade {
  let connection: Connection
  private let insertion = """
    INSERT INTO history_change (set_id, entity, kind, first_id, last_id, rows) VALUES (?, ?, ?, ?, ?, ?)
    """

  /// Rows of one change in the old form that follow each other and fit into one block.
  private struct Block {
    let set: Int64
    let entity: String
    let kind: String
    var rows: PackedRows
  }

  /// Whether the store has the old form.
  var isDue: Bool {
    get throws { try connection.integer(SQL(verbatim: HistorySchema.hasOldForm)) > 0 }
  }

  /// Rewrites the history as part of the running transaction.
  func run() throws {
    try connection.execute(
      script: """
        DROP INDEX IF EXISTS history_change_set;
        ALTER TABLE history_change RENAME TO history_change_old;
        \(HistorySchema.changes)
        """)
    var block: Block?
    var columns: [String: [String]] = [:]
    try connection.forEachRow(
      "SELECT id, set_id, entity, kind, first_id, last_id FROM history_change_old ORDER BY id"
    ) { row in
      let set = row.integer(1) ?? 0
      let entity = row.text(2) ?? ""
      let kind = row.text(3) ?? ""
      let first = row.integer(4) ?? 0
      guard kind != HistoryEntry.Change.Kind.insert.rawValue else {
        try write(&block)
        try connection.run(
          SQL(
            verbatim: insertion,
            bindings: [
              .integer(set), .text(entity), .text(kind), .integer(first), .integer(row.integer(5) ?? 0),
              .null,
            ]))
        return
      }
      let old = try values(ofChange: row.integer(0) ?? 0)
      var names = old.map(\.column)
      if kind == HistoryEntry.Change.Kind.delete.rawValue {
        // NULLs were left out; with them, rows of a table have their columns in common and share a block.
        if columns[entity] == nil { columns[entity] = try self.columns(of: entity) }
        let all = columns[entity] ?? []
        if names.allSatisfy(all.contains) { names = all }
      }
      if let open = block,
        open.set != set || open.entity != entity || open.kind != kind || open.rows.columns != names
          || open.rows.isFull
      {
        try write(&block)
      }
      if block == nil {
        block = Block(set: set, entity: entity, kind: kind, rows: PackedRows(columns: names))
      }
      let byName = Dictionary(old.map { ($0.column, $0) }, uniquingKeysWith: { first, _ in first })
      block?.rows.append(first) { rows in
        for name in names { rows.append(byName[name]?.before ?? .null) }
        guard kind == HistoryEntry.Change.Kind.update.rawValue else { return }
        for name in names { rows.append(byName[name]?.after ?? .null) }
      }
    }
    try write(&block)
    try connection.execute(script: "DROP TABLE history_value; DROP TABLE history_change_old;")
  }

  private func write(_ block: inout Block?) throws {
    guard let full = block else { return }
    block = nil
    try connection.run(
      SQL(
        verbatim: insertion,
        bindings: [
          .integer(full.set), .text(full.entity), .text(full.kind), .integer(full.rows.lowestKey),
          .integer(full.rows.highestKey), .blob(full.rows.bytes),
        ]))
  }

  private func columns(of table: String) throws -> [String] {
    var names: [String] = []
    try connection.forEachRow("SELECT name FROM pragma_table_info(\(table)) ORDER BY cid") { row in
      if let name = row.text(0), name != EntityDescription.keyColumn { names.append(name) }
    }
    return names
  }

  private func values(ofChange change: Int64) throws -> [HistoryEntry.Value] {
    var values: [HistoryEntry.Value] = []
    try connection.forEachRow(
      "SELECT \"column\", \"before\", \"after\" FROM history_value WHERE change_id = \(change)"
    ) { row in
      values.append(.init(column: row.text(0) ?? "", before: row.value(at: 1), after: row.value(at: 2)))
    }
    return values
  }
}
