internal import SQLite

/// Writes the columns of one row.
typealias RowEncoding = (inout RowWriter) throws -> Void

/// The writing of one save inside its transaction.
final class SaveSession {
  let store: Store
  let policy: MergePolicy
  /// What the save did beside what it was asked to.
  var outcome = SaveOutcome()
  let savedKeys: SavedKeys
  var postponed: [PostponedReference] = []
  /// Values that are written when the rows that hold them have let go of them.
  var parked: [ParkedRow] = []
  /// The rows whose update the history has a part of, while other columns get their values later.
  var recorded: Set<RowIdentity.Place> = []
  /// The stand-ins that are left, by table and column.
  var freeIntegers: [String: FreeIntegers] = [:]
  /// What delete rules do to objects that are not in the store.
  var kin = UnsavedKin()
  /// The rows that were as their objects read them when the save began; only of tables whose rows triggers change.
  var unchangedRows: Set<RowIdentity.Place> = []
  /// Called before a delete rule takes a row or a reference of a row.
  var willReach: ((ReachedRow) throws -> Void)?
  private var conflicts: [Conflict] = []
  private var lastUpdateText = UpdateText()

  /// Starts a save.
  ///
  /// - Parameters:
  ///   - store: The store in its transaction.
  ///   - policy: What becomes of rows that others changed.
  ///   - batch: The entity of plain values, which refer to each other by numbers of their own below 0; nil for objects.
  init(store: Store, policy: MergePolicy = .standard, batchOf batch: EntityDescription? = nil) {
    self.store = store
    self.policy = policy
    savedKeys = SavedKeys(
      placeholders: batch.map { entity in
        Set(entity.references.filter { $0.target == entity.table }.map(\.index))
      })
  }

  /// Inserts the rows of new objects.
  func insert<Model: PersistentModel>(_ objects: [Managed<Model>]) throws {
    let entity = Model.schema.description
    try store.naming(entity) {
      let hasKin = !kin.isEmpty
      try store.connection.withStatement(entity.insertion) { plain in
        for object in objects where object.state == .inserted && !(hasKin && kin.isDropped(object)) {
          let key = object.key.isTemporary ? nil : object.key
          let model = hasKin ? kin.settled(object) : object.value
          if try insert(model, of: entity, plain, key: key).hasComposedTexts {
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
        let row = try insert(
          object.value.id, of: entity, with: $0, key: object.key, object.value.encode
        ) { store.refusal($0, of: object.value, in: entity) }
        if row.hasComposedTexts {
          outcome.recomposed.append(object)
        }
      }
    }
  }

  /// Inserts a row under a key, or, without one, under the next that SQLite has.
  func insert<Model: PersistentModel>(
    _ model: Model, of entity: EntityDescription, _ plain: Statement, key: Int64?
  ) throws -> InsertedRow {
    try insert(model.id, of: entity, plain, key: key, model.encode) {
      store.refusal($0, of: model, in: entity)
    }
  }

  /// Inserts a row that may be no model; `explain` says what a refusal means.
  func insert(
    _ id: Int64, of entity: EntityDescription, _ plain: Statement, key: Int64?, _ encode: RowEncoding,
    explain: (SQLiteError) -> StoreError
  ) throws -> InsertedRow {
    key == nil
      ? try insert(id, of: entity, with: plain, key: nil, encode, explain: explain)
      : try store.connection.withStatement(entity.insertionWithKey) {
        try insert(id, of: entity, with: $0, key: key, encode, explain: explain)
      }
  }

  private func insert(
    _ id: Int64, of entity: EntityDescription, with statement: Statement, key wanted: Int64?,
    _ encode: RowEncoding, explain: (SQLiteError) -> StoreError
  ) throws -> InsertedRow {
    var writer = RowWriter(statement: statement, savedKeys: savedKeys)
    try write(id, of: entity, by: &writer, encode)
    if let wanted { try writer.write(wanted) }
    if let error = try refusal(of: statement) { throw explain(error) }
    try checkInserted(1, of: entity)
    let key = store.connection.lastInsertedID
    if key == .max { store.tablesWithLargestKey.insert(entity.table) }
    if wanted == nil, id != 0 { savedKeys[id] = key }
    postpone(writer.unresolved, of: entity, id: key)
    try store.history.noteInsertion(entity, id: key)
    return InsertedRow(key: key, hasComposedTexts: writer.hasComposedTexts)
  }

  /// Runs a statement.
  ///
  /// - Returns: The refusal by a constraint.
  func refusal(of statement: Statement) throws -> SQLiteError? {
    do {
      try statement.run()
      return nil
    } catch {
      if error.primaryCode == .constraint { return error }
      throw error
    }
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
      if outcome.removed[reference.entity.table]?.contains(reference.id) == true { continue }
      if kin.isGone(reference.target) {
        try write(reference, as: .null)
        continue
      }
      guard let target = savedKeys[reference.target] else {
        // In a batch the number may be the key of a row after all; the end of the transaction finds out.
        if !reference.target.isTemporary { continue }
        throw StoreError.constraint(
          ConstraintFailure(
            kind: .foreignKey, entity: reference.entity.table, id: reference.id,
            message: "\(reference.column) refers to an object that is not saved"))
      }
      try write(reference, as: .integer(target))
    }
    postponed.removeAll()
  }

  private func write(_ reference: PostponedReference, as after: SQLValue) throws {
    guard let before = reference.before else {
      try set([reference.column], to: [after], in: reference.entity, id: reference.id)
      return
    }
    try complete([reference.column], with: [after], in: reference.entity, id: reference.id)
    try store.history.noteUpdate(
      reference.entity, id: reference.id, columns: [reference.column], before: [before], after: [after])
  }

  /// Writes columns of a row that the save has updated, for which the history gets a record.
  ///
  /// The version counts the records: the row's first one has the count of its update.
  func complete(_ columns: [String], with values: [SQLValue], in entity: EntityDescription, id: Int64) throws
  {
    let place = RowIdentity.Place(table: entity.table, id: id)
    let isCounted = recorded.contains(place) && entity.versionColumn != nil
    try set(columns, to: values, in: entity, id: id, counting: isCounted ? 1 : 0)
    recorded.insert(place)
    if isCounted { outcome.recounted[entity.table, default: [:]][id, default: 0] += 1 }
  }

  /// Writes columns of one row whatever they hold.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - values: Their values.
  ///   - entity: The entity of the row.
  ///   - id: The row's key.
  ///   - count: How many changes its version is to count.
  /// - Throws: The `StoreError` of a refusal.
  func set(
    _ columns: [String], to values: [SQLValue], in entity: EntityDescription, id: Int64,
    counting count: Int = 0
  ) throws {
    var assignments = columns.map { "\(SQL.quoted(identifier: $0)) = ?" }
    if count != 0, let version = entity.versionColumn.map(SQL.quoted(identifier:)) {
      assignments.append("\(version) = \(version) + \(count)")
    }
    try store.naming(entity, id: id) {
      try store.connection.run(
        SQL(
          verbatim: """
            UPDATE \(SQL.quoted(identifier: entity.table)) SET \(assignments.joined(separator: ", ")) \
            WHERE "id" = ?
            """,
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
    outcome.actions = kin.actions
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
  /// The objects whose changes came to nothing, by table: delete rules took back, or had done, what they asked for.
  var unwritten: [String: Set<Int64>] = [:]
  /// How often more than once the versions of updated rows counted, by table and key.
  var recounted: [String: [Int64: Int]] = [:]
  /// What delete rules do to new objects; called before anything else.
  var actions: [() -> Void] = []
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
