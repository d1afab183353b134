internal import SQLite

/// Takes a recorded change back: each row it wrote becomes what it was before.
///
/// Updates come first, so that unique values can change places; then deleted rows come back; and inserted ones go when
/// all else is as it was, so that nothing refers to them that leaves them.
struct HistoryReversal {
  let store: Store
  let model: StoreModel
  private let session: SaveSession
  private let insertions: InsertionCheck
  /// Deleted rows whose unique values other rows have, who may let go of them.
  private var blocked: [BlockedRow] = []

  private struct BlockedRow {
    let entity: EntityDescription
    let key: Int64
    let values: PackedRowReader
  }

  /// What the change did to one table.
  private struct TableChange {
    let entity: EntityDescription
    let blocks: [HistoryBlock]
    /// The rows that it wrote more than once.
    let net: NetRows
  }

  init(store: Store, model: StoreModel, change: Int64) throws {
    self.store = store
    self.model = model
    session = SaveSession(store: store)
    insertions = try InsertionCheck(store: store, change: change)
  }

  mutating func revert(_ blocks: [HistoryBlock]) throws {
    let changes = try Dictionary(grouping: blocks, by: \.entity).sorted { $0.key < $1.key }.map {
      table, blocks in
      TableChange(entity: try entity(of: table), blocks: blocks, net: try NetRows(blocks, in: store))
    }
    for change in changes { try checkReplaced(change) }
    for change in changes { try session.apply(try updates(of: change), isEarly: true) }
    for change in changes { try restoreDeleted(change) }
    try removeInserted(changes)
    try session.finishParked()
    try restoreBlocked()
    try session.throwConflicts()
  }

  private func entity(of table: String) throws -> EntityDescription {
    guard let entity = model.entities.first(where: { $0.table == table }) else {
      throw StoreError.incompatibleSchema(detail: "the table \(table) in the history")
    }
    return entity
  }
}

/// Updates.
extension HistoryReversal {
  /// What gives the rows that were there before and are there now their former values.
  private func updates(of change: TableChange) throws -> [RowUpdate] {
    let entity = change.entity
    var updates: [RowUpdate] = []
    for block in change.blocks where block.kind == .update {
      for row in try block.readers(in: store) where !change.net.keys.contains(row.key) {
        updates.append(reversal(of: entity, row.key, try row.values.changes(of: .update)))
      }
    }
    for (key, row) in change.net.rows.sorted(by: { $0.key < $1.key }) where row.exists {
      if let former = row.former {
        if let update = try replacement(of: entity, key, by: former) { updates.append(update) }
      } else if row.existed {
        let update = reversal(of: entity, key, row.updated)
        if !update.changesNothing { updates.append(update) }
      } else {
        try check(entity, key, row.updated)
      }
    }
    return updates
  }

  /// An update of a row that must still have what the change gave it.
  private func reversal(of entity: EntityDescription, _ id: Int64, _ values: [HistoryEntry.Value])
    -> RowUpdate
  {
    let columns = values.map(\.column)
    let lately = values.map(\.after)
    return RowUpdate(
      entity: entity, id: id, columns: columns, before: lately, after: values.map(\.before),
      expectedColumns: columns, expected: lately
    ) { session in
      session.note(
        Conflict(entity: entity.table, id: id, properties: try session.differences(entity, id, values) ?? []))
      return nil
    }
  }

  /// Makes a row that was deleted and inserted anew what it was at first, in its place, since others may refer to it.
  private func replacement(
    of entity: EntityDescription, _ id: Int64, by former: PackedRowReader
  ) throws -> RowUpdate? {
    var former = former
    var columns: [String] = []
    var values: [SQLValue] = []
    for column in former.columns {
      let value = try former.value()
      // Who has read the row since must not take it for the same.
      if column == entity.versionColumn { continue }
      columns.append(column)
      values.append(value)
    }
    guard let present = try session.row(entity, id: id, columns: columns) else {
      session.note(Conflict(entity: entity.table, id: id, properties: []))
      return nil
    }
    let update = RowUpdate(entity: entity, id: id, columns: columns, before: present, after: values)
    return update.changesNothing ? nil : update
  }

  /// Notes a conflict for an inserted row that hasn't what the change gave it afterwards.
  private func check(_ entity: EntityDescription, _ id: Int64, _ values: [HistoryEntry.Value]) throws {
    if values.isEmpty { return }
    let differences = try session.differences(entity, id, values)
    if differences?.isEmpty != true {
      session.note(Conflict(entity: entity.table, id: id, properties: differences ?? []))
    }
  }
}

/// Deletions.
extension HistoryReversal {
  private mutating func restoreDeleted(_ change: TableChange) throws {
    // In the order of their keys, which is the fastest.
    for block in change.blocks where block.kind == .delete {
      try restore(
        try block.readers(in: store).filter { !change.net.keys.contains($0.key) }, of: change.entity)
    }
    for (key, row) in change.net.rows.sorted(by: { $0.key < $1.key }) where !row.exists {
      if let former = row.former { try restore([(key, former)], of: change.entity) }
    }
  }

  /// Inserts rows of one table and of the same columns, and keeps those that wait for a unique value.
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

  private func restoreBlocked() throws {
    for row in blocked {
      try store.naming(row.entity, id: row.key) {
        try store.connection.withStatement(insertion(into: row.entity, row.values.columns)) { statement in
          try restore(row.key, row.values, of: row.entity, with: statement)
        }
      }
    }
  }

  private func insertion(into entity: EntityDescription, _ names: [String]) -> String {
    let columns = ([EntityDescription.keyColumn] + names).map(SQL.quoted(identifier:))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let table = SQL.quoted(identifier: entity.table)
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
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

/// Insertions.
extension HistoryReversal {
  /// Notes conflicts for rows that were deleted and inserted anew, and altered since.
  private func checkReplaced(_ change: TableChange) throws {
    let replaced = change.net.rows.filter { $1.exists && $1.former != nil }.keys
    if replaced.isEmpty { return }
    let deletion = try BulkDeletion(store: store)
    let rows = KeyRanges(replaced.map { $0...$0 })
    for ids in rows.ranges { try deletion.add(change.entity, ids) }
    try note(insertions.conflicts(of: [(change.entity, rows)], markedBy: deletion))
  }

  private func removeInserted(_ changes: [TableChange]) throws {
    var inserted: [(entity: EntityDescription, keys: KeyRanges)] = []
    for change in changes {
      let all = KeyRanges(change.blocks.filter { $0.kind == .insert }.map(\.ids))
      let staying = KeyRanges(change.net.rows.filter(\.value.existed).map { $0.key...$0.key })
      let keys = all.split(by: staying).only
      if !keys.isEmpty { inserted.append((change.entity, keys)) }
    }
    if !inserted.isEmpty {
      let deletion = try BulkDeletion(store: store)
      for (entity, keys) in inserted {
        for ids in keys.ranges { try deletion.add(entity, ids) }
      }
      try note(insertions.conflicts(of: inserted, markedBy: deletion))
      try session.throwConflicts()
      try deletion.run()
    }
  }

  private func note(_ conflicts: [Conflict]) {
    for conflict in conflicts { session.note(conflict) }
  }
}

extension SaveSession {
  /// The columns of a row that don't have what a change gave them; nil for one that is gone.
  fileprivate func differences(
    _ entity: EntityDescription, _ id: Int64, _ values: [HistoryEntry.Value]
  ) throws -> [Conflict.Property]? {
    guard let present = try row(entity, id: id, columns: values.map(\.column)) else { return nil }
    return zip(values, present).compactMap { value, stored in
      stored.isIdentical(to: value.after)
        ? nil
        : Conflict.Property(
          column: value.column, original: value.after, changed: value.before, stored: stored)
    }
  }
}
