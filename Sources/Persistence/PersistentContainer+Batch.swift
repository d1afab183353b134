internal import SQLite

extension PersistentContainer {
  /// Gives all rows that fulfil a condition new values, without reading them into objects, in one transaction.
  ///
  /// ```swift
  /// try container.update(Plant.self, where: .equal(\.light, .sun), set: [.set(\.isAlive, true), .add(1, to: \.visits)])
  /// ```
  ///
  /// Rows that have the values already are no changes, and rows may take each other's unique values. The schema's own
  /// rules hold; the models' `validate()` is not asked. The history has the values before and after, a version column
  /// counts the change, and contexts take it over when they fetch next.
  ///
  /// - Returns: The keys of the rows that changed, smallest first.
  /// - Throws: `StoreError.constraint` where the schema refuses a value, `.unsupportedPredicate` for what is no column;
  ///   then nothing was changed.
  @discardableResult
  public func update<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, set assignments: [Assignment<Model>],
    named name: String = "update"
  ) throws -> [ManagedID<Model>] {
    try write(named: name, from: .batch) { try $0.update(model, where: condition, set: assignments) }
  }

  /// Deletes all rows that fulfil a condition, without reading them into objects, in one transaction.
  ///
  /// The delete rules hold: what depends on the rows goes with them, loses its reference, or keeps them. The history
  /// has every row, so that the deletion can be undone, and contexts take it over when they fetch next.
  ///
  /// - Returns: The keys of the model's rows that were meant, smallest first; of those that went by a rule, `changes`
  ///   tells.
  /// - Throws: `StoreError.deletionDenied` for rows that the rule `deny` protects; then nothing was deleted.
  @discardableResult
  public func delete<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, named name: String = "delete"
  ) throws -> [ManagedID<Model>] {
    try write(named: name, from: .batch) { try $0.delete(model, where: condition) }
  }
}

extension ManagedContext {
  /// Inserts plain values as `container.insert(contentsOf:)` does, at once and past the context's unsaved changes.
  @discardableResult
  public func batchInsert<Model: PersistentModel>(
    contentsOf models: some Sequence<Model>, named name: String = "insert"
  ) throws -> [ManagedID<Model>] {
    try container.insert(contentsOf: models, named: name)
  }

  /// Updates rows as `container.update` does, at once, and brings the context's objects up to date.
  ///
  /// The condition sees the store and not the context's unsaved changes; objects that have some keep them, and the save
  /// may find a conflict.
  @discardableResult
  public func batchUpdate<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, set assignments: [Assignment<Model>],
    named name: String = "update"
  ) throws -> [ManagedID<Model>] {
    let ids = try container.update(model, where: condition, set: assignments, named: name)
    try mergeBatch()
    return ids
  }

  /// Deletes rows as `container.delete` does, at once, and marks the context's objects of them as deleted.
  @discardableResult
  public func batchDelete<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, named name: String = "delete"
  ) throws -> [ManagedID<Model>] {
    let ids = try container.delete(model, where: condition, named: name)
    try mergeBatch()
    return ids
  }
}

extension Store {
  func delete<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model>
  ) throws -> [ManagedID<Model>] {
    let entity = Model.schema.description
    try requireListed(entity)
    let deletion = try BulkDeletion(store: self)
    try deletion.add(entity, try condition.clause())
    let ids: [ManagedID<Model>] = try deletion.keys(of: entity).map { ManagedID($0) }
    try deletion.run()
    return ids
  }

  func update<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model>, set assignments: [Assignment<Model>]
  ) throws -> [ManagedID<Model>] {
    let entity = Model.schema.description
    try requireListed(entity)
    let key = SQL.quoted(identifier: EntityDescription.keyColumn)
    let targets = try assignments.map { (column: try $0.operand.column(), $0) }
    guard !targets.contains(where: { $0.column == key }) else {
      throw StoreError.unsupportedPredicate("a new key for rows of \(entity.table)")
    }
    let places = try assignments.map { try $0.operand.name() }
    guard Set(places).count == places.count else {
      throw StoreError.unsupportedPredicate("two new values for one column of \(entity.table)")
    }
    guard !targets.isEmpty else { return [] }
    let values = targets.map { $0.1.expression($0.column) }
    let table = SQL.quoted(identifier: entity.table)
    var changes: SQL = "0"
    for (target, value) in zip(targets, values) {
      changes += " OR \(verbatim: target.column) IS NOT \(value)"
    }
    let meant: SQL = " WHERE (\(try condition.sql(isNegated: false))) AND (\(changes))"
    let before = targets.map { ", \($0.column)" }.joined()
    let after = values.reduce("" as SQL) { $0 + ", " + $1 }
    let rows: SQL =
      "SELECT \"id\"\(verbatim: before)\(after) FROM \(verbatim: table)\(meant) ORDER BY \"id\""
    var list: SQL = ""
    for (target, value) in zip(targets, values) {
      list += (list.text.isEmpty ? "" : ", ") + "\(verbatim: target.column) = \(value)"
    }
    if let version = entity.versionColumn.map(SQL.quoted(identifier:)) {
      list += ", \(verbatim: version) = \(verbatim: version) + 1"
    }
    let update: SQL = "UPDATE \(verbatim: table) SET \(list)\(meant)"
    do {
      return try nested { try self.update(entity, places, rows: rows, by: update) }.map { ManagedID($0) }
    } catch let error as SQLiteError where error.constraint == .unique {
      // One statement checks uniqueness row by row, though the rows may only move up.
      return try moveValues(of: entity, places, rows: rows).map { ManagedID($0) }
    } catch let error as SQLiteError {
      throw explained(error, entity: entity)
    }
  }

  /// Updates rows by one statement.
  ///
  /// - Parameters:
  ///   - entity: The entity.
  ///   - columns: The columns that change.
  ///   - rows: The query of the keys and the values before and after.
  ///   - update: The statement.
  /// - Returns: The keys.
  /// - Throws: The `SQLiteError` of a refusal.
  private func update(
    _ entity: EntityDescription, _ columns: [String], rows: SQL, by update: SQL
  ) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.forEachRow(rows) { row in
      guard let id = row.integer(0) else { return }
      ids.append(id)
      try history.note(.update, of: entity, id: id, columns: columns) { rows in
        for place in 1...(2 * columns.count) { rows.append(stored: row.stored(at: Int32(clamping: place))) }
      }
    }
    if !ids.isEmpty { try connection.run(update) }
    return ids
  }

  /// Updates rows one by one, each when the values that it wants are free.
  private func moveValues(of entity: EntityDescription, _ columns: [String], rows: SQL) throws -> [Int64] {
    var updates: [RowUpdate] = []
    try connection.forEachRow(rows) { row in
      guard let id = row.integer(0) else { return }
      let values = (1...(2 * columns.count)).map { row.value(at: Int32(clamping: $0)) }
      updates.append(
        RowUpdate(
          entity: entity, id: id, columns: columns, before: Array(values.prefix(columns.count)),
          after: Array(values.suffix(columns.count))))
    }
    let save = SaveSession(store: self)
    try save.apply(updates)
    try save.finishParked()
    return updates.map(\.id)
  }
}
