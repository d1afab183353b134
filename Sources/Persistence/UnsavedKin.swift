/// What the delete rules do to a context's new objects: those that refer to a row that goes, or to a new object that was
/// dropped.
///
/// It only says so while the save may still fail; `settle` does it.
final class UnsavedKin {
  /// The keys of what goes, by table.
  private(set) var gone: [String: Set<Int64>] = [:]
  /// The rows of the store that go with a new object that was dropped.
  private(set) var rows: [RowIdentity] = []
  private var dropped: Set<ObjectIdentifier> = []
  private var losses: [ObjectIdentifier: [Int]] = [:]
  private var holds: [(object: ObjectIdentifier, blocker: DeletionBlocker)] = []
  /// What makes the objects as the save left them.
  private(set) var actions: [() -> Void] = []
  private var grew = false

  var isEmpty: Bool { dropped.isEmpty && losses.isEmpty }

  /// Whether a temporary key is that of an object that goes, or was dropped.
  func isGone(_ key: Int64) -> Bool {
    key.isTemporary && gone.values.contains { $0.contains(key) }
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
        keys.contains(key), object.state == .inserted || key.isTemporary,
        losses[identifier]?.contains(reference.index) != true
      else { continue }
      switch reference.rule {
      case .cascade: return drop(object, in: table)
      case .nullify:
        var model = object.value
        guard attribute.assign(&model, .null) else {
          throw StoreError.constraint(
            ConstraintFailure(
              kind: .notNull, entity: table.entity.table, id: object.key,
              message: "\(reference.column) refers to a row that goes, and can't be empty"))
        }
        losses[identifier, default: []].append(reference.index)
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

  private func drop<Model: PersistentModel>(_ object: Managed<Model>, in table: EntityTable<Model>) {
    grew = true
    dropped.insert(ObjectIdentifier(object))
    gone[table.entity.table, default: []].insert(object.key)
    if object.state == .persistent {
      rows.append(RowIdentity(entity: table.entity, id: object.key))
    } else {
      actions.append { table.delete(object) }
    }
  }
}

extension EntityTable {
  /// The keys of new objects that were dropped before any save.
  var droppedKeys: Set<Int64> {
    Set(inserted.lazy.filter { $0.state == .detached && $0.key.isTemporary }.map(\.key))
  }

  func follow(_ kin: UnsavedKin) throws {
    guard entity.references.contains(where: { kin.gone[$0.target] != nil }) else { return }
    for object in inserted where object.state == .inserted { try kin.follow(object, in: self) }
    // The rows of the store that refer to others of the store are the store's to find.
    for object in changed where object.state == .persistent && refersToUnsaved(object.value) {
      try kin.follow(object, in: self)
    }
  }

  private func refersToUnsaved(_ model: Model) -> Bool {
    entity.references.contains { reference in
      if case .integer(let key) = Model.schema.attributes[reference.index].value(model) {
        key.isTemporary
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
    let kin = UnsavedKin()
    var dropped: [String: Set<Int64>] = [:]
    for table in order {
      let keys = table.droppedKeys
      if !keys.isEmpty { dropped[table.entity.table] = keys }
    }
    try kin.add(dropped, in: order)
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
