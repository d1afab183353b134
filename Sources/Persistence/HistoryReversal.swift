internal import SQLite

/// Applies recorded changes backwards.
struct HistoryReversal {
  let store: Store
  let model: StoreModel

  func revert(_ changes: [HistoryEntry.Change]) throws {
    let session = SaveSession(store: store)
    // Insertions that follow each other go together, so that rows of one change don't hold each other back.
    var inserted: [RowIdentity] = []
    for change in changes.reversed() {
      guard let entity = model.entities.first(where: { $0.table == change.entity }) else { continue }
      if change.kind != .insert {
        try session.delete(inserted.reversed())
        inserted.removeAll()
      }
      switch change.kind {
      case .insert: inserted += try presentRows(of: entity, change.ids)
      case .update: try restoreValues(of: entity, change)
      case .delete: try restoreRow(of: entity, change)
      }
    }
    try session.delete(inserted.reversed())
  }

  /// The rows that are still there, the last first: some may have gone with the rows they belonged to.
  private func presentRows(of entity: EntityDescription, _ ids: ClosedRange<Int64>) throws -> [RowIdentity] {
    let sql = SQL(
      verbatim: """
        SELECT "id" FROM \(SQL.quoted(identifier: entity.table)) WHERE "id" BETWEEN ? AND ? ORDER BY "id" DESC
        """, bindings: [.integer(ids.lowerBound), .integer(ids.upperBound)])
    var rows: [RowIdentity] = []
    try store.connection.forEachRow(sql) { row in
      if let id = row.integer(0) { rows.append(RowIdentity(entity: entity, id: id)) }
    }
    return rows
  }

  private func restoreValues(of entity: EntityDescription, _ change: HistoryEntry.Change) throws {
    let id = change.ids.lowerBound
    let columns = change.values.map { SQL.quoted(identifier: $0.column) }
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let conditions = columns.map { " AND \($0) IS ?" }.joined()
    try store.naming(entity, id: id) {
      try store.connection.run(
        SQL(
          verbatim:
            "UPDATE \(SQL.quoted(identifier: entity.table)) SET \(assignments) WHERE \"id\" = ?\(conditions)",
          bindings: change.values.map(\.before) + [.integer(id)] + change.values.map(\.after)))
    }
    guard store.connection.changes > 0 else {
      throw StoreError.conflict([
        Conflict(
          entity: entity.table, id: id, properties: try disputes(over: change, of: entity))
      ])
    }
    try store.history.noteUpdate(
      entity, id: id, columns: change.values.map(\.column), before: change.values.map(\.after),
      after: change.values.map(\.before))
  }

  private func disputes(
    over change: HistoryEntry.Change, of entity: EntityDescription
  ) throws -> [Conflict.Property] {
    var properties: [Conflict.Property] = []
    let list = change.values.map { SQL.quoted(identifier: $0.column) }.joined(separator: ", ")
    try store.connection.forEachRow(
      SQL(
        verbatim: "SELECT \(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
        bindings: [.integer(change.ids.lowerBound)])
    ) { row in
      for (index, value) in change.values.enumerated() {
        let stored = row.value(at: Int32(index))
        guard !stored.isIdentical(to: value.after) else { continue }
        properties.append(
          .init(column: value.column, original: value.after, changed: value.before, stored: stored))
      }
    }
    return properties
  }

  private func restoreRow(of entity: EntityDescription, _ change: HistoryEntry.Change) throws {
    let id = change.ids.lowerBound
    let columns = (["id"] + change.values.map(\.column)).map(SQL.quoted(identifier:))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try store.naming(entity, id: id) {
      try store.connection.run(
        SQL(
          verbatim: """
            INSERT INTO \(SQL.quoted(identifier: entity.table)) (\(columns.joined(separator: ", "))) VALUES (\(marks))
            """, bindings: [.integer(id)] + change.values.map(\.before)))
    }
    try store.history.noteInsertion(entity, id: id)
  }
}
