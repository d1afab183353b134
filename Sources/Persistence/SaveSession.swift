internal import SQLite

/// The writing of one save inside its transaction.
final class SaveSession {
  private let store: Store
  let savedKeys = SavedKeys()
  private var conflicts: [Conflict] = []

  init(store: Store) {
    self.store = store
  }

  /// Inserts rows and notes the keys that they got.
  ///
  /// - Returns: The keys in order.
  @discardableResult
  func insert<Model: PersistentModel>(_ models: some Sequence<Model>) throws -> [Int64] {
    let entity = Model.schema.description
    return try store.naming(entity) {
      try store.connection.withStatement(entity.insertion) { plain in
        var keys: [Int64] = []
        keys.reserveCapacity(models.underestimatedCount)
        for model in models {
          let key =
            model.id > 0
            ? try store.connection.withStatement(entity.insertionWithKey) { try insert(model, with: $0) }
            : try insert(model, with: plain)
          keys.append(key)
        }
        return keys
      }
    }
  }

  private func insert<Model: PersistentModel>(_ model: Model, with statement: Statement) throws -> Int64 {
    var writer = RowWriter(statement: statement, savedKeys: savedKeys)
    try model.encode(into: &writer)
    if model.id > 0 { try writer.write(model.id) }
    try statement.run()
    let key = store.connection.lastInsertedID
    if model.id < 0 { savedKeys[model.id] = key }
    try store.history.noteInsertion(Model.schema.description, id: key)
    return key
  }

  /// Writes the columns given, if the row still has the values they are changed from.
  func update<Model: PersistentModel>(
    _ model: Model, from committed: Model, attributes: [Attribute<Model>]
  ) throws {
    let entity = Model.schema.description
    let table = SQL.quoted(identifier: entity.table)
    let columns = attributes.map { SQL.quoted(identifier: $0.column) }
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let unchanged = columns.map { " AND \($0) IS ?" }.joined()
    let before = attributes.map { $0.value(committed) }
    let after = attributes.map { attribute in resolved(attribute.value(model), of: attribute) }
    try store.naming(entity, id: model.id) {
      let sql = SQL(
        verbatim: "UPDATE \(table) SET \(assignments) WHERE \"id\" = ?\(unchanged)",
        bindings: after + [.integer(model.id)] + before)
      try store.connection.run(sql)
    }
    guard store.connection.changes > 0 else {
      return try noteConflict(
        entity, id: model.id, columns: attributes.map(\.column), before: before, after: after)
    }
    try store.history.noteUpdate(
      entity, id: model.id, columns: attributes.map(\.column), before: before, after: after)
  }

  private func resolved<Model>(_ value: SQLValue, of attribute: Attribute<Model>) -> SQLValue {
    guard attribute.target != nil, case .integer(let id) = value, let saved = savedKeys[id] else {
      return value
    }
    return .integer(saved)
  }

  private func noteConflict(
    _ entity: EntityDescription, id: Int64, columns: [String], before: [SQLValue], after: [SQLValue]
  ) throws {
    let list = columns.map(SQL.quoted(identifier:)).joined(separator: ", ")
    var properties: [Conflict.Property] = []
    let sql = SQL(
      verbatim: "SELECT \(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
      bindings: [.integer(id)])
    try store.connection.forEachRow(sql) { row in
      for (index, column) in columns.enumerated() {
        let stored = row.value(at: Int32(index))
        guard stored != before[index] else { continue }
        properties.append(
          .init(column: column, original: before[index], changed: after[index], stored: stored))
      }
    }
    conflicts.append(Conflict(entity: entity.table, id: id, properties: properties))
  }

  /// Ends the save if rows were not as expected, naming all of them.
  func throwConflicts() throws {
    guard conflicts.isEmpty else { throw StoreError.conflict(conflicts) }
  }

  /// Deletes a row and, by the delete rules of the entities that refer to it, what depends on it.
  func delete(_ entity: EntityDescription, id: Int64) throws {
    for dependent in store.dependents(of: entity) {
      try apply(dependent, to: id)
    }
    guard try store.history.noteDeletion(entity, id: id) else { return }
    try store.naming(entity, id: id) {
      try store.connection.run(SQL(verbatim: entity.deletion, bindings: [.integer(id)]))
    }
  }

  private func apply(_ dependent: Dependent, to id: Int64) throws {
    let table = SQL.quoted(identifier: dependent.entity.table)
    let column = SQL.quoted(identifier: dependent.reference.column)
    guard dependent.reference.rule != .noAction else { return }
    var children: [Int64] = []
    try store.connection.forEachRow(
      SQL(
        verbatim: "SELECT \"id\" FROM \(table) WHERE \(column) = ? ORDER BY \"id\"", bindings: [.integer(id)])
    ) { row in
      if let child = row.integer(0) { children.append(child) }
    }
    for child in children {
      switch dependent.reference.rule {
      case .cascade:
        try delete(dependent.entity, id: child)
      case .nullify:
        let sql = SQL(
          verbatim: "UPDATE \(table) SET \(column) = NULL WHERE \"id\" = ?", bindings: [.integer(child)])
        try store.naming(dependent.entity, id: child) { try store.connection.run(sql) }
        try store.history.noteUpdate(
          dependent.entity, id: child, columns: [dependent.reference.column], before: [.integer(id)],
          after: [.null])
      case .deny:
        throw StoreError.constraint(
          ConstraintFailure(
            kind: .foreignKey, entity: dependent.entity.table, id: child, message: "refers to row \(id)"))
      case .noAction:
        break
      }
    }
  }
}
