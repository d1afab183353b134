internal import SQLite

/// Applies recorded changes backwards.
struct HistoryReversal {
  let store: Store
  let model: StoreModel

  func revert(_ changes: [HistoryEntry.Change]) throws {
    let session = SaveSession(store: store)
    // Insertions that follow each other go together, so that rows of one change don't hold each other back; updates
    // go together, so that unique values can change places.
    var inserted: [RowIdentity] = []
    var updates = UpdateBatch()
    // Rows whose unique values others have, who may let go of them.
    var blocked: [(EntityDescription, HistoryEntry.Change)] = []
    for change in changes.reversed() {
      guard let entity = model.entities.first(where: { $0.table == change.entity }) else { continue }
      if change.kind != .insert {
        try session.delete(inserted.reversed())
        inserted.removeAll()
      }
      if change.kind != .update || !updates.accepts(change, of: entity) {
        try session.apply(updates.take(), isEarly: true)
      }
      switch change.kind {
      case .insert: inserted += try presentRows(of: entity, change.ids)
      case .update: updates.add(reversal(of: change, entity))
      case .delete: if try !restoreRow(of: entity, change) { blocked.append((entity, change)) }
      }
    }
    try session.delete(inserted.reversed())
    try session.apply(updates.take(), isEarly: true)
    try session.finishParked()
    for (entity, change) in blocked where try !restoreRow(of: entity, change) {
      throw StoreError.constraint(
        ConstraintFailure(
          kind: .unique, entity: entity.table, id: change.ids.lowerBound,
          message: "another row has one of its unique values"))
    }
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

  private func reversal(of change: HistoryEntry.Change, _ entity: EntityDescription) -> RowUpdate {
    let id = change.ids.lowerBound
    let columns = change.values.map(\.column)
    let values = change.values.map(\.after)
    return RowUpdate(
      entity: entity, id: id, columns: columns, before: values, after: change.values.map(\.before),
      expectedColumns: columns, expected: values
    ) { _ in
      throw StoreError.conflict([
        Conflict(entity: entity.table, id: id, properties: try disputes(over: change, of: entity))
      ])
    }
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

  /// Brings a deleted row back.
  ///
  /// - Returns: false when another row has one of its unique values.
  private func restoreRow(of entity: EntityDescription, _ change: HistoryEntry.Change) throws -> Bool {
    let id = change.ids.lowerBound
    let columns = (["id"] + change.values.map(\.column)).map(SQL.quoted(identifier:))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    do {
      try store.connection.run(
        SQL(
          verbatim: """
            INSERT INTO \(SQL.quoted(identifier: entity.table)) (\(columns.joined(separator: ", "))) VALUES (\(marks))
            """, bindings: [.integer(id)] + change.values.map(\.before)))
    } catch let error as SQLiteError {
      if error.constraint == .unique { return false }
      throw StoreError(error, path: store.path, entity: entity.table, id: id)
    }
    try store.history.noteInsertion(entity, id: id)
    return true
  }
}

/// Updates of different rows of one table.
private struct UpdateBatch {
  private var updates: [RowUpdate] = []
  private var ids: Set<Int64> = []

  func accepts(_ change: HistoryEntry.Change, of entity: EntityDescription) -> Bool {
    updates.first.map { $0.entity === entity } ?? true && !ids.contains(change.ids.lowerBound)
  }

  mutating func add(_ update: RowUpdate) {
    updates.append(update)
    ids.insert(update.id)
  }

  /// Hands out the updates and starts over.
  mutating func take() -> [RowUpdate] {
    defer { self = UpdateBatch() }
    return updates
  }
}
