internal import SQLite

/// Applies a recorded change backwards, block by block.
struct HistoryReversal {
  let store: Store
  let model: StoreModel
  private var conflicts: [Conflict] = []
  /// More would help nobody.
  private static let conflictLimit = 100

  init(store: Store, model: StoreModel) {
    self.store = store
    self.model = model
  }

  mutating func revert(_ blocks: [HistoryBlock]) throws {
    // Insertions that follow each other go together, so that rows of one change don't hold each other back; deleted rows
    // come back in the order of their keys, which is the fastest.
    var group: [HistoryBlock] = []
    for block in blocks.reversed() {
      if let last = group.last, last.kind != block.kind {
        try revert(group: group)
        group.removeAll()
      }
      group.append(block)
    }
    try revert(group: group)
    if !conflicts.isEmpty { throw StoreError.conflict(conflicts) }
  }

  /// Takes back blocks of one kind that follow each other, the last first.
  private mutating func revert(group: [HistoryBlock]) throws {
    guard let kind = group.first?.kind else { return }
    switch kind {
    case .insert:
      let deletion = try BulkDeletion(store: store)
      for block in group {
        if let entity = entity(of: block) { try deletion.add(entity, block.ids) }
      }
      try deletion.run()
    case .update:
      for block in group {
        guard let entity = entity(of: block) else { continue }
        for row in try block.readers(in: store).reversed() {
          try restoreValues(of: entity, row.key, row.values)
        }
      }
    case .delete:
      for block in group.reversed() {
        if let entity = entity(of: block) { try restoreRows(of: entity, try block.readers(in: store)) }
      }
    }
  }

  private func entity(of block: HistoryBlock) -> EntityDescription? {
    model.entities.first { $0.table == block.entity }
  }

  /// Gives a row its former values, if it still has those of the change.
  private mutating func restoreValues(
    of entity: EntityDescription, _ id: Int64, _ values: PackedRowReader
  ) throws {
    let columns = values.columns.map(SQL.quoted(identifier:))
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let conditions = columns.map { " AND \($0) IS ?" }.joined()
    var before = values
    var after = values
    for _ in columns { try after.skipValue() }
    let afterwards = after
    let isRestored = try store.naming(entity, id: id) {
      try store.connection.withStatement(
        "UPDATE \(SQL.quoted(identifier: entity.table)) SET \(assignments) WHERE \"id\" = ?\(conditions)"
      ) { statement in
        var index: Int32 = 1
        for _ in columns {
          try before.bindValue(to: statement, at: index)
          index += 1
        }
        try statement.bind(id, at: index)
        for _ in columns {
          index += 1
          try after.bindValue(to: statement, at: index)
        }
        try statement.run()
        return store.connection.changes > 0
      }
    }
    var old = values
    var new = afterwards
    let formerly = try columns.map { _ in try old.value() }
    let lately = try columns.map { _ in try new.value() }
    guard isRestored else {
      guard conflicts.count < HistoryReversal.conflictLimit else { return }
      return conflicts.append(
        Conflict(
          entity: entity.table, id: id,
          properties: try disputes(of: entity, id, values.columns, formerly, lately)))
    }
    try store.history.noteUpdate(entity, id: id, columns: values.columns, before: lately, after: formerly)
  }

  private func disputes(
    of entity: EntityDescription, _ id: Int64, _ columns: [String], _ formerly: [SQLValue],
    _ lately: [SQLValue]
  ) throws -> [Conflict.Property] {
    var properties: [Conflict.Property] = []
    let list = columns.map(SQL.quoted(identifier:)).joined(separator: ", ")
    try store.connection.forEachRow(
      SQL(
        verbatim: "SELECT \(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
        bindings: [.integer(id)])
    ) { row in
      for (index, column) in columns.enumerated() {
        let stored = row.value(at: Int32(clamping: index))
        guard !stored.isIdentical(to: lately[index]) else { continue }
        properties.append(
          .init(column: column, original: lately[index], changed: formerly[index], stored: stored))
      }
    }
    return properties
  }

  private func restoreRows(
    of entity: EntityDescription, _ rows: [(key: Int64, values: PackedRowReader)]
  ) throws {
    guard let names = rows.first?.values.columns else { return }
    let columns = (["id"] + names).map(SQL.quoted(identifier:))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let table = SQL.quoted(identifier: entity.table)
    let sql = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    try store.naming(entity) {
      try store.connection.withStatement(sql) { statement in
        for (key, values) in rows {
          var values = values
          try statement.bind(key, at: 1)
          for index in names.indices {
            try values.bindValue(to: statement, at: Int32(clamping: index + 2))
          }
          try store.naming(entity, id: key) { try statement.run() }
          try store.history.noteInsertion(entity, id: key)
        }
      }
    }
  }
}
