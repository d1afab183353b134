internal import SQLite

/// The writing of one save inside its transaction.
final class SaveSession {
  let store: Store
  /// What the save did beside what it was asked to.
  var outcome: SaveOutcome { SaveOutcome(savedKeys: savedKeys.all, removed: removed, nullified: nullified) }
  /// The rows that this save deletes, by table.
  var removed: [String: Set<Int64>] = [:]
  /// The references that rows lost to a delete rule.
  var nullified: [NullifiedReference] = []
  private let savedKeys = SavedKeys()
  private var postponed: [PostponedReference] = []
  private var conflicts: [Conflict] = []

  init(store: Store) {
    self.store = store
  }

  /// Inserts the rows of new objects.
  func insert<Model: PersistentModel>(_ objects: [Managed<Model>]) throws {
    let entity = Model.schema.description
    try store.naming(entity) {
      try store.connection.withStatement(entity.insertion) { plain in
        for object in objects where object.state == .inserted {
          _ = try insert(object.value, of: entity, plain)
        }
      }
    }
  }

  /// Inserts rows.
  ///
  /// - Returns: The keys that they got, in order.
  func insert<Model: PersistentModel>(contentsOf models: some Sequence<Model>) throws -> [Int64] {
    let entity = Model.schema.description
    return try store.naming(entity) {
      try store.connection.withStatement(entity.insertion) { plain in
        try models.map { model in
          if store.modelsAreChecked { try check(model, of: entity) }
          return try insert(model, of: entity, plain)
        }
      }
    }
  }

  private func check(_ model: some PersistentModel, of entity: EntityDescription) throws {
    let broken = model.validate()
    guard !broken.isEmpty else { return }
    throw StoreError.validation([ObjectFailure(entity: entity.table, id: model.id, failures: broken)])
  }

  private func insert<Model: PersistentModel>(
    _ model: Model, of entity: EntityDescription, _ plain: Statement
  ) throws -> Int64 {
    model.id > 0
      ? try store.connection.withStatement(entity.insertionWithKey) {
        try insert(model, of: entity, with: $0)
      }
      : try insert(model, of: entity, with: plain)
  }

  private func insert<Model: PersistentModel>(
    _ model: Model, of entity: EntityDescription, with statement: Statement
  ) throws -> Int64 {
    var writer = RowWriter(statement: statement, savedKeys: savedKeys)
    try model.encode(into: &writer)
    if model.id > 0 { try writer.write(model.id) }
    try statement.run()
    let key = store.connection.lastInsertedID
    if model.id < 0 { savedKeys[model.id] = key }
    for reference in writer.unresolved where entity.columns.indices.contains(reference.column) {
      postponed.append(
        PostponedReference(
          entity: entity, id: key, column: entity.columns[reference.column], target: reference.key,
          before: nil))
    }
    try store.history.noteInsertion(entity, id: key)
    return key
  }

  /// Writes the columns given, if the row still has the values they are changed from.
  func update<Model: PersistentModel>(
    _ model: Model, from committed: Model, attributes: [Attribute<Model>]
  ) throws {
    let entity = Model.schema.description
    let id = model.id
    let columns = attributes.map(\.column)
    let before = attributes.map { $0.value(committed) }
    let after = attributes.map { resolved($0.value(model), of: $0) }
    if try !write(after, to: columns, of: entity, id: id, ifStill: before) {
      guard try isUnchanged(committed, attributes) else {
        return try noteConflict(entity, id: id, columns: columns, before: before, after: after)
      }
      // The stored values read as the same ones but are written another way, by another program perhaps.
      _ = try write(after, to: columns, of: entity, id: id, ifStill: nil)
    }
    var final: [Int] = []
    for (index, attribute) in attributes.enumerated() {
      if attribute.target != nil, case .integer(let target) = after[index], target < 0 {
        postponed.append(
          PostponedReference(
            entity: entity, id: id, column: attribute.column, target: target, before: before[index]))
      } else {
        final.append(index)
      }
    }
    guard !final.isEmpty else { return }
    try store.history.noteUpdate(
      entity, id: id, columns: final.map { columns[$0] }, before: final.map { before[$0] },
      after: final.map { after[$0] })
  }

  /// Gives references to rows that were inserted later in the save their permanent keys.
  func writePostponedReferences() throws {
    for reference in postponed {
      guard let target = savedKeys[reference.target] else {
        throw StoreError.constraint(
          ConstraintFailure(
            kind: .foreignKey, entity: reference.entity.table, id: reference.id,
            message: "\(reference.column) refers to an object that is not saved"))
      }
      let after = SQLValue.integer(target)
      _ = try write([after], to: [reference.column], of: reference.entity, id: reference.id, ifStill: nil)
      if let before = reference.before {
        try store.history.noteUpdate(
          reference.entity, id: reference.id, columns: [reference.column], before: [before], after: [after])
      }
    }
    postponed.removeAll()
  }

  /// Writes columns of one row.
  ///
  /// - Returns: false when there is no such row with the values expected.
  private func write(
    _ values: [SQLValue], to columns: [String], of entity: EntityDescription, id: Int64,
    ifStill before: [SQLValue]?
  ) throws -> Bool {
    let quoted = columns.map(SQL.quoted(identifier:))
    let assignments = quoted.map { "\($0) = ?" }.joined(separator: ", ")
    let conditions = before == nil ? "" : quoted.map { " AND \($0) IS ?" }.joined()
    return try store.naming(entity, id: id) {
      try store.connection.run(
        SQL(
          verbatim:
            "UPDATE \(SQL.quoted(identifier: entity.table)) SET \(assignments) WHERE \"id\" = ?\(conditions)",
          bindings: values + [.integer(id)] + (before ?? [])))
      return store.connection.changes > 0
    }
  }

  private func resolved<Model>(_ value: SQLValue, of attribute: Attribute<Model>) -> SQLValue {
    guard attribute.target != nil, case .integer(let id) = value, let saved = savedKeys[id] else {
      return value
    }
    return .integer(saved)
  }

  /// Whether the row exists and its columns read as the values that the model was read with.
  private func isUnchanged<Model: PersistentModel>(
    _ committed: Model, _ attributes: [Attribute<Model>]
  ) throws -> Bool {
    var stored = committed
    var isReadable = false
    try forRow(of: Model.schema.description, id: committed.id, columns: attributes.map(\.column)) { values in
      isReadable = zip(attributes, values).allSatisfy { $0.assign(&stored, $1) }
    }
    return isReadable && attributes.allSatisfy { $0.isEqual(stored, committed) }
  }

  private func noteConflict(
    _ entity: EntityDescription, id: Int64, columns: [String], before: [SQLValue], after: [SQLValue]
  ) throws {
    var properties: [Conflict.Property] = []
    try forRow(of: entity, id: id, columns: columns) { values in
      for (index, stored) in values.enumerated() where !stored.isIdentical(to: before[index]) {
        properties.append(
          .init(column: columns[index], original: before[index], changed: after[index], stored: stored))
      }
    }
    conflicts.append(Conflict(entity: entity.table, id: id, properties: properties))
  }

  private func forRow(
    of entity: EntityDescription, id: Int64, columns: [String], _ body: ([SQLValue]) -> Void
  ) throws {
    let list = columns.map(SQL.quoted(identifier:)).joined(separator: ", ")
    let sql = SQL(
      verbatim: "SELECT \(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
      bindings: [.integer(id)])
    try store.connection.forEachRow(sql) { row in
      body(columns.indices.map { row.value(at: Int32($0)) })
    }
  }

  /// Ends the save if rows were not as expected, naming all of them.
  func throwConflicts() throws {
    guard conflicts.isEmpty else { throw StoreError.conflict(conflicts) }
  }
}

/// What a save did that its context has to know.
struct SaveOutcome {
  /// The keys that inserted rows got, by their temporary ones.
  var savedKeys: [Int64: Int64] = [:]
  /// The rows that went, by table; those that went by a delete rule included.
  var removed: [String: Set<Int64>] = [:]
  /// The references that rows lost to a delete rule.
  var nullified: [NullifiedReference] = []
}

/// A reference that a row lost when the row that it referred to went.
struct NullifiedReference {
  let table: String
  let id: Int64
  /// The reference's place among the entity's attributes.
  let index: Int
}

/// A reference that is written when the row that it refers to has its key.
private struct PostponedReference {
  let entity: EntityDescription
  let id: Int64
  let column: String
  /// The temporary key of the row referred to.
  let target: Int64
  /// The value before the save; nil in a row that the save inserts.
  let before: SQLValue?
}

extension SQLValue {
  /// Whether two values are the same to SQLite: two texts that Swift holds equal may differ in their bytes.
  func isIdentical(to other: SQLValue) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return self == other }
    return left.utf8.elementsEqual(right.utf8)
  }
}
