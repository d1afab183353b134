/// What the delete rules do to a context's new objects: those that refer to a row that goes, or to a new object that was
/// dropped.
///
/// It only says so while the save may still fail; `settle` does it.
final class UnsavedKin {
  /// The keys of what goes, by table.
  private(set) var gone: [String: Set<Int64>] = [:]
  /// Those of them that are no rows of the store, so that the store can't find what refers to them.
  private(set) var unsaved: [String: Set<Int64>] = [:]
  /// The rows of the store that go with a new object that was dropped.
  private(set) var rows: [RowIdentity] = []
  private var dropped: Set<ObjectIdentifier> = []
  private var losses: [ObjectIdentifier: [Int]] = [:]
  private var holds: [(object: ObjectIdentifier, blocker: DeletionBlocker)] = []
  /// What makes the objects as the save left them.
  private(set) var actions: [() -> Void] = []
  /// What the rules take beside what was asked for, for undo; only where `keepsUndo`.
  private(set) var reached: [(row: ReachedRow, entry: any UndoEntry)] = []
  private let keepsUndo: Bool
  /// What was asked to go and takes others along, by these.
  private var causes: [RowIdentity.Place: RowIdentity.Place] = [:]
  private var grew = false

  var isEmpty: Bool { dropped.isEmpty && losses.isEmpty }

  init(keepsUndo: Bool = false) {
    self.keepsUndo = keepsUndo
  }

  /// Whether a temporary key is that of an object that goes, or was dropped.
  func isGone(_ key: Int64) -> Bool {
    key.isTemporary && gone.values.contains { $0.contains(key) }
  }

  /// Whether a key is that of an object that goes, or was dropped, and is no row of the store.
  func isUnsaved(_ key: Int64, in table: String) -> Bool {
    unsaved[table]?.contains(key) ?? false
  }

  /// What was asked to go and takes something along; that itself where it was asked to go.
  func cause(of place: RowIdentity.Place) -> RowIdentity.Place { causes[place] ?? place }

  func noteCause(of reached: ReachedRow) {
    causes[reached.row.place] = cause(of: reached.cause)
  }

  func isDropped(_ object: AnyManaged) -> Bool {
    !dropped.isEmpty && dropped.contains(ObjectIdentifier(object))
  }

  /// An object's values without the references that it lost.
  func settled<Model: PersistentModel>(_ object: Managed<Model>) -> Model {
    var model = object.value
    for place in losses[ObjectIdentifier(object)] ?? [] {
      _ = Model.schema.attributes[place].assign(&model, .null)
    }
    return model
  }

  /// Adds what was dropped before it was saved, and follows the references to it.
  func add(dropped keys: [String: Set<Int64>], in tables: [any ObjectTable]) throws {
    unsaved = keys
    try add(keys, in: tables)
  }

  /// Adds what goes, and follows the references to it through the tables.
  ///
  /// - Throws: `StoreError.deletionDenied` with all objects that hold others by the rule `deny`.
  func add(_ keys: [String: Set<Int64>], in tables: [any ObjectTable]) throws {
    gone.merge(keys) { $0.union($1) }
    if gone.isEmpty { return }
    repeat {
      grew = false
      for table in tables { try table.follow(self) }
    } while grew
    let blockers = holds.filter { !dropped.contains($0.object) }.map(\.blocker)
    guard blockers.isEmpty else { throw StoreError.deletionDenied(Array(Set(blockers))) }
  }

  /// Looks at the references of one object, and does with it as the rules say.
  func follow<Model: PersistentModel>(_ object: Managed<Model>, in table: EntityTable<Model>) throws {
    if isDropped(object) { return }
    let identifier = ObjectIdentifier(object)
    for reference in table.entity.references {
      let attribute = Model.schema.attributes[reference.index]
      guard let keys = gone[reference.target], case .integer(let key) = attribute.value(object.value),
        keys.contains(key), object.state == .inserted || isUnsaved(key, in: reference.target),
        losses[identifier]?.contains(reference.index) != true
      else { continue }
      switch reference.rule {
      case .cascade: return drop(object, with: reference, to: key, in: table)
      case .nullify:
        var model = object.value
        guard attribute.assign(&model, .null) else {
          throw StoreError.constraint(
            ConstraintFailure(
              kind: .notNull, entity: table.entity.table, id: object.key,
              message: "\(reference.column) refers to a row that goes, and can't be empty"))
        }
        losses[identifier, default: []].append(reference.index)
        noteReached(object, by: reference, to: key, in: table)
        actions.append { object.replay(Self.without(reference.index, object.value)) }
      case .deny:
        holds.append(
          (
            identifier,
            DeletionBlocker(
              entity: table.entity.table, id: object.key, column: reference.column, target: reference.target,
              targetID: key)
          ))
      case .noAction: continue
      }
    }
  }

  private static func without<Model: PersistentModel>(_ place: Int, _ model: Model) -> Model {
    var model = model
    _ = Model.schema.attributes[place].assign(&model, .null)
    return model
  }

  private func drop<Model: PersistentModel>(
    _ object: Managed<Model>, with reference: EntityDescription.Reference, to key: Int64,
    in table: EntityTable<Model>
  ) {
    grew = true
    dropped.insert(ObjectIdentifier(object))
    gone[table.entity.table, default: []].insert(object.key)
    noteReached(object, by: reference, to: key, in: table)
    if object.state == .persistent {
      rows.append(RowIdentity(entity: table.entity, id: object.key))
    } else {
      unsaved[table.entity.table, default: []].insert(object.key)
      actions.append { table.delete(object) }
    }
  }

  private func noteReached<Model: PersistentModel>(
    _ object: Managed<Model>, by reference: EntityDescription.Reference, to key: Int64,
    in table: EntityTable<Model>
  ) {
    let reached = ReachedRow(
      row: RowIdentity(entity: table.entity, id: object.key),
      cause: cause(of: RowIdentity.Place(table: reference.target, id: key)),
      lost: reference.rule == .cascade ? nil : reference.index)
    if reached.lost == nil { noteCause(of: reached) }
    if keepsUndo { self.reached.append((reached, ObjectUndo(unchanged: object))) }
  }
}

extension EntityTable {
  func droppedKeys(in context: ManagedContext) throws -> Set<Int64> {
    var keys: Set<Int64> = []
    for object in inserted where object.state == .detached {
      if try object.key.isTemporary || isFree(object.key, in: context) { keys.insert(object.key) }
    }
    return keys
  }

  /// Whether no object and no row has a key: an object that undo brought back has the key of the row that it was.
  private func isFree(_ key: Int64, in context: ManagedContext) throws -> Bool {
    if object(key) != nil { return false }
    if let parent = context.parent { return try parent.existing(ManagedID<Model>(key)) == nil }
    return try context.container.count(FetchRequest<Model>(where: .ids([ManagedID(key)]))) == 0
  }

  func follow(_ kin: UnsavedKin) throws {
    guard entity.references.contains(where: { kin.gone[$0.target] != nil }) else { return }
    for object in inserted where object.state == .inserted { try kin.follow(object, in: self) }
    // The rows of the store that refer to others of the store are the store's to find.
    for object in changed where object.state == .persistent && refersToUnsaved(object.value, kin) {
      try kin.follow(object, in: self)
    }
  }

  private func refersToUnsaved(_ model: Model, _ kin: UnsavedKin) -> Bool {
    entity.references.contains { reference in
      if case .integer(let key) = Model.schema.attributes[reference.index].value(model) {
        kin.isUnsaved(key, in: reference.target)
      } else {
        false
      }
    }
  }

  func holdsUnsaved(_ key: Int64) -> Bool {
    object(key)?.state == .inserted || inserted.contains { $0.key == key }
  }
}

extension ManagedContext {
  /// Finds what the delete rules do to new objects because of new ones that were dropped.
  func unsavedKin(_ order: [any ObjectTable]) throws -> UnsavedKin {
    let kin = UnsavedKin(keepsUndo: undoStack != nil)
    var dropped: [String: Set<Int64>] = [:]
    for table in order {
      let keys = try table.droppedKeys(in: self)
      if !keys.isEmpty { dropped[table.entity.table] = keys }
    }
    try kin.add(dropped: dropped, in: order)
    return kin
  }

  /// Whether a temporary key is that of a new object of a table, in this context or one above; also of a dropped one.
  func holdsUnsaved(_ key: Int64, in table: String) -> Bool {
    if let own = tables.values.first(where: { $0.entity.table == table }), own.holdsUnsaved(key) {
      return true
    }
    return parent?.holdsUnsaved(key, in: table) ?? false
  }
}
