internal import SQLite

/// Applies a recorded change backwards, block by block.
struct HistoryReversal {
  let store: Store
  let model: StoreModel
  private let session: SaveSession
  /// Deleted rows whose unique values other rows have, who may let go of them.
  private var blocked: [BlockedRow] = []
  /// Insertions whose rows go when all else is as it was, so that nothing refers to them that leaves them.
  private var removals: [HistoryBlock] = []

  private struct BlockedRow {
    let entity: EntityDescription
    let key: Int64
    let values: PackedRowReader
  }

  private let insertions: InsertionCheck

  init(store: Store, model: StoreModel, change: Int64) throws {
    self.store = store
    self.model = model
    session = SaveSession(store: store)
    insertions = try InsertionCheck(store: store, change: change)
  }

  mutating func revert(_ blocks: [HistoryBlock]) throws {
    // Insertions that follow each other go together, so that rows of one change don't hold each other back; updates go
    // together, so that unique values can change places; deleted rows come back in the order of their keys, which is
    // the fastest.
    var group: [HistoryBlock] = []
    for block in blocks.reversed() {
      if let last = group.last, last.kind != block.kind {
        try revert(group: group)
        group.removeAll()
      }
      group.append(block)
    }
    try revert(group: group)
    try removeInserted()
    try session.finishParked()
    for row in blocked {
      try store.naming(row.entity, id: row.key) {
        try store.connection.withStatement(insertion(into: row.entity, row.values.columns)) { statement in
          try restore(row.key, row.values, of: row.entity, with: statement)
        }
      }
    }
    try session.throwConflicts()
  }

  /// Takes back blocks of one kind that follow each other, the last first.
  private mutating func revert(group: [HistoryBlock]) throws {
    guard let kind = group.first?.kind else { return }
    switch kind {
    case .insert:
      removals += group
    case .update:
      try revertUpdates(group)
    case .delete:
      if try group.contains(where: takesKeyOfInserted) { try removeInserted() }
      for block in group.reversed() {
        try restore(try block.readers(in: store), of: try entity(of: block))
      }
    }
  }

  /// Whether rows of a block had keys that inserted rows have now.
  private func takesKeyOfInserted(_ block: HistoryBlock) throws -> Bool {
    let keys = KeyRanges(removals.filter { $0.entity == block.entity }.map(\.ids))
    guard !KeyRanges([block.ids]).split(by: keys).shared.isEmpty else { return false }
    return try block.readers(in: store).contains { keys.contains($0.key) }
  }

  private mutating func removeInserted() throws {
    if removals.isEmpty { return }
    try session.releaseParked()
    let deletion = try BulkDeletion(store: store)
    for block in removals { try deletion.add(try entity(of: block), block.ids) }
    let waiting = session.unrecordedParked
    for conflict in try insertions.conflicts(
      of: removals, markedBy: deletion, among: model.entities, waiting: waiting)
    {
      session.note(conflict)
    }
    try session.throwConflicts()
    try deletion.run()
    removals.removeAll()
    try session.forgetParkedWithoutRows()
  }

  private func entity(of block: HistoryBlock) throws -> EntityDescription {
    guard let entity = model.entities.first(where: { $0.table == block.entity }) else {
      throw StoreError.incompatibleSchema(detail: "the table \(block.entity) in the history")
    }
    return entity
  }

  /// Gives rows their former values, if they still have those of the change.
  private func revertUpdates(_ group: [HistoryBlock]) throws {
    var updates: [RowUpdate] = []
    var ids: Set<Int64> = []
    for block in group {
      let entity = try entity(of: block)
      for row in try block.readers(in: store).reversed() {
        // A batch is of one table and has a row once.
        if updates.first.map({ $0.entity !== entity }) ?? false || ids.contains(row.key) {
          try session.apply(updates, isEarly: true)
          try session.releaseParked()
          updates.removeAll()
          ids.removeAll()
        }
        guard let update = session.withoutParked(try reversal(of: entity, row.key, row.values)) else {
          continue
        }
        updates.append(update)
        ids.insert(row.key)
      }
    }
    try session.apply(updates, isEarly: true)
  }

  private func reversal(
    of entity: EntityDescription, _ id: Int64, _ values: PackedRowReader
  ) throws -> RowUpdate {
    var values = values
    let columns = values.columns
    let formerly = try columns.map { _ in try values.value() }
    let lately = try columns.map { _ in try values.value() }
    return RowUpdate(
      entity: entity, id: id, columns: columns, before: lately, after: formerly, expectedColumns: columns,
      expected: lately
    ) { session in
      var properties: [Conflict.Property] = []
      for (place, stored) in (try session.row(entity, id: id, columns: columns) ?? []).enumerated()
      where !stored.isIdentical(to: lately[place]) {
        properties.append(
          .init(column: columns[place], original: lately[place], changed: formerly[place], stored: stored))
      }
      session.note(Conflict(entity: entity.table, id: id, properties: properties))
      return nil
    }
  }

  private func insertion(into entity: EntityDescription, _ names: [String]) -> String {
    let columns = ([EntityDescription.keyColumn] + names).map(SQL.quoted(identifier:))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let table = SQL.quoted(identifier: entity.table)
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
  }

  private mutating func restore(
    _ rows: [(key: Int64, values: PackedRowReader)], of entity: EntityDescription
  ) throws {
    guard let names = rows.first?.values.columns else { return }
    try store.naming(entity) {
      try store.connection.withStatement(insertion(into: entity, names)) { statement in
        for (key, values) in rows {
          do {
            try restore(key, values, of: entity, with: statement)
          } catch let error as SQLiteError {
            guard error.constraint == .unique else {
              throw StoreError(error, path: store.path, entity: entity.table, id: key)
            }
            blocked.append(BlockedRow(entity: entity, key: key, values: values))
          }
        }
      }
    }
  }

  private func restore(
    _ key: Int64, _ values: PackedRowReader, of entity: EntityDescription, with statement: Statement
  ) throws {
    var values = values
    try statement.bind(key, at: 1)
    for index in values.columns.indices {
      try values.bindValue(to: statement, at: Int32(clamping: index + 2))
    }
    try statement.run()
    try store.history.noteInsertion(entity, id: key)
  }
}
