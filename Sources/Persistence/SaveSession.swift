internal import SQLite

/// Writes the columns of one row.
typealias RowEncoding = (inout RowWriter) throws -> Void

/// The writing of one save inside its transaction.
final class SaveSession {
  let store: Store
  let policy: MergePolicy
  /// What the save did beside what it was asked to.
  var outcome = SaveOutcome()
  let savedKeys = SavedKeys()
  var postponed: [PostponedReference] = []
  /// Values that are written when the rows that hold them have let go of them.
  var parked: [ParkedRow] = []
  /// The stand-ins that are left, by table and column.
  var freeIntegers: [String: FreeIntegers] = [:]
  /// Called before a delete rule takes a row or a reference of a row.
  var willReach: ((ReachedRow) throws -> Void)?
  private var conflicts: [Conflict] = []
  private var lastUpdateText = UpdateText()

  init(store: Store, policy: MergePolicy = .standard) {
    self.store = store
    self.policy = policy
  }

  /// Inserts the rows of new objects.
  func insert<Model: PersistentModel>(_ objects: [Managed<Model>]) throws {
    let entity = Model.schema.description
    try store.naming(entity) {
      try store.connection.withStatement(entity.insertion) { plain in
        for object in objects where object.state == .inserted {
          if try insert(object.value, of: entity, plain).hasComposedTexts {
            outcome.recomposed.append(object)
          }
        }
      }
    }
  }

  /// Inserts a row again that others deleted.
  func insertAgain<Model: PersistentModel>(_ object: Managed<Model>) throws {
    let entity = Model.schema.description
    try store.naming(entity, id: object.key) {
      try store.connection.withStatement(entity.insertionWithKey) {
        if try insert(object.value.id, of: entity, with: $0, object.value.encode).hasComposedTexts {
          outcome.recomposed.append(object)
        }
      }
    }
  }

  func insert<Model: PersistentModel>(
    _ model: Model, of entity: EntityDescription, _ plain: Statement
  ) throws -> InsertedRow {
    try insert(model.id, of: entity, plain, model.encode)
  }

  /// Inserts a row with the key given, with a new one for 0, or with a new one that a negative key stands for.
  func insert(
    _ id: Int64, of entity: EntityDescription, _ plain: Statement, _ encode: RowEncoding
  ) throws -> InsertedRow {
    id > 0
      ? try store.connection.withStatement(entity.insertionWithKey) {
        try insert(id, of: entity, with: $0, encode)
      }
      : try insert(id, of: entity, with: plain, encode)
  }

  private func insert(
    _ id: Int64, of entity: EntityDescription, with statement: Statement, _ encode: RowEncoding
  ) throws -> InsertedRow {
    var writer = RowWriter(statement: statement, savedKeys: savedKeys)
    try write(id, of: entity, by: &writer, encode)
    if id > 0 { try writer.write(id) }
    try statement.run()
    try checkInserted(1, of: entity)
    let key = store.connection.lastInsertedID
    if key == .max { store.tablesWithLargestKey.insert(entity.table) }
    if id < 0 { savedKeys[id] = key }
    postpone(writer.unresolved, of: entity, id: key)
    try store.history.noteInsertion(entity, id: key)
    return InsertedRow(key: key, hasComposedTexts: writer.hasComposedTexts)
  }

  /// Binds the values of a row.
  func write(
    _ id: Int64, of entity: EntityDescription, by writer: inout RowWriter, _ encode: RowEncoding
  ) throws {
    do {
      try encode(&writer)
    } catch let error as SQLiteError where writer.column < entity.columns.count {
      throw store.explained(error, entity: entity, column: entity.columns[writer.column], id: id)
    } catch is SQLiteError {
      throw RowWriter.wrongWidth(of: entity)
    }
    guard writer.column == entity.columns.count else { throw RowWriter.wrongWidth(of: entity) }
  }

  /// Remembers references of an inserted row to rows that are inserted later.
  func postpone(_ references: [UnresolvedReference], of entity: EntityDescription, id: Int64) {
    for reference in references where entity.columns.indices.contains(reference.column) {
      postponed.append(
        PostponedReference(
          entity: entity, id: id, column: entity.columns[reference.column], target: reference.key, before: nil
        ))
    }
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
      try set([reference.column], to: [after], in: reference.entity, id: reference.id)
      if let before = reference.before {
        try store.history.noteUpdate(
          reference.entity, id: reference.id, columns: [reference.column], before: [before], after: [after])
      }
    }
    postponed.removeAll()
  }

  /// Writes columns of one row whatever they hold, without counting it as a change of the row's version.
  func set(_ columns: [String], to values: [SQLValue], in entity: EntityDescription, id: Int64) throws {
    let assignments = columns.map { "\(SQL.quoted(identifier: $0)) = ?" }.joined(separator: ", ")
    try store.naming(entity, id: id) {
      try store.connection.run(
        SQL(
          verbatim: "UPDATE \(SQL.quoted(identifier: entity.table)) SET \(assignments) WHERE \"id\" = ?",
          bindings: values + [.integer(id)]))
    }
  }

  /// The text of an update, made once for a run of rows with the same columns.
  func text(of update: RowUpdate) -> String {
    if !lastUpdateText.isMeant(for: update) { lastUpdateText = UpdateText(update) }
    return lastUpdateText.text
  }

  func note(_ conflict: Conflict) {
    conflicts.append(conflict)
  }

  /// Ends the save if rows were not as expected, naming all of them.
  func throwConflicts() throws {
    guard conflicts.isEmpty else { throw StoreError.conflict(conflicts) }
  }

  /// Completes what the save tells its context.
  func finishedOutcome() -> SaveOutcome {
    outcome.savedKeys = savedKeys.all
    return outcome
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
  /// The rows that came to other values than their objects asked for, by table and key.
  var merged: [String: [Int64: StoredRow]] = [:]
  /// The objects with texts that are stored in another form than they have in memory.
  var recomposed: [AnyManaged] = []
}

/// The values of a row in the order of the entity's attributes, and its version.
struct StoredRow {
  var values: [SQLValue]
  var version: Int64

  /// Takes over that a delete rule took a reference.
  mutating func lose(_ index: Int) {
    if values.indices.contains(index) { values[index] = .null }
    version &+= 1
  }
}

/// A reference that a row lost when the row that it referred to went.
struct NullifiedReference {
  let table: String
  let id: Int64
  /// The reference's place among the entity's attributes.
  let index: Int
}

/// A reference that is written when the row that it refers to has its key.
struct PostponedReference {
  let entity: EntityDescription
  let id: Int64
  let column: String
  /// The temporary key of the row referred to.
  let target: Int64
  /// The value before the save; nil in a row that the save inserts.
  let before: SQLValue?
}

/// A row just inserted.
struct InsertedRow {
  let key: Int64
  let hasComposedTexts: Bool
}

/// The SQL of the last update and what it is for.
private struct UpdateText {
  let entity: EntityDescription?
  let columns: [String]
  let expected: [String]
  let checksVersion: Bool
  let text: String

  init() {
    entity = nil
    columns = []
    expected = []
    checksVersion = false
    text = ""
  }

  init(_ update: RowUpdate) {
    entity = update.entity
    columns = update.columns
    expected = update.expectedColumns
    checksVersion = update.version != nil
    var assignments = columns.map { "\(SQL.quoted(identifier: $0)) = ?" }
    var conditions = ["\"id\" = ?"] + expected.map { "\(SQL.quoted(identifier: $0)) IS ?" }
    if let version = update.entity.versionColumn.map(SQL.quoted(identifier:)) {
      assignments.append("\(version) = \(version) + 1")
      if checksVersion { conditions.append("(\(version) & 4294967295) = ?") }
    }
    text = """
      UPDATE \(SQL.quoted(identifier: update.entity.table)) SET \(assignments.joined(separator: ", ")) \
      WHERE \(conditions.joined(separator: " AND "))
      """
  }

  func isMeant(for update: RowUpdate) -> Bool {
    entity === update.entity && checksVersion == (update.version != nil) && columns == update.columns
      && expected == update.expectedColumns
  }
}

extension SQLValue {
  /// Whether two values are the same to SQLite: two texts that Swift holds equal may differ in their bytes.
  func isIdentical(to other: SQLValue) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return self == other }
    return left.utf8.elementsEqual(right.utf8)
  }
}
