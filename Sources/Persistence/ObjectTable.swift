internal import SQLite

/// The objects of one model in one context.
protocol ObjectTable: AnyObject {
  var entity: EntityDescription { get }
  var hasChanges: Bool { get }
  /// Whether a fetch has to look at objects in memory.
  var hasPending: Bool { get }
  /// The rows that a save deletes.
  var deletions: [RowIdentity] { get }
  func rollback()
  func detachAll()
  /// Throws when an object was written to after its deletion.
  func checkDeletedObjects() throws
  /// Checks every object that a save would write.
  func validationFailures() -> [ObjectFailure]
  /// Writes the changed references of objects that stay.
  func saveMoves(in save: SaveSession) throws
  /// Writes the changed columns, without the references where these are written already.
  func saveChanges(in save: SaveSession, withMoves: Bool) throws
  func saveInsertions(in save: SaveSession) throws
  /// Makes what was saved the stored state; called once the store has it for certain.
  func commit(_ outcome: SaveOutcome)
  /// Makes sure that the lists whose order a save changes are in the store as they were read.
  func checkOrders(in save: SaveSession) throws
}

/// The identity map and the pending changes of one model.
final class EntityTable<Model: PersistentModel>: ObjectTable {
  private(set) var registered: [Int64: AnyManaged] = [:]
  private(set) var inserted: [Managed<Model>] = []
  /// The inserted objects with temporary keys, which only ever get smaller: a list that is sorted as it grows.
  private var unsaved: [Managed<Model>] = []
  private(set) var deleted: [Managed<Model>] = []
  /// Objects written to since the last save; some may be back at their stored values.
  private(set) var changed: [Managed<Model>] = []
  /// The objects by the rows that they refer to.
  var references = ReferenceIndexes<Model>()
  /// Objects written to after their deletion.
  private var changedTooLate: [Managed<Model>] = []

  var entity: EntityDescription { Model.schema.description }

  func object(_ key: Int64) -> Managed<Model>? {
    // Only objects of this model are ever registered here.
    key < 0 ? unsavedObject(key) : registered[key].map { unsafeDowncast($0, to: Managed<Model>.self) }
  }

  private func unsavedObject(_ key: Int64) -> Managed<Model>? {
    var low = 0
    var high = unsaved.count
    while low < high {
      let middle = low + (high - low) / 2
      if unsaved[middle].key > key { low = middle + 1 } else { high = middle }
    }
    guard low < unsaved.count, unsaved[low].key == key, unsaved[low].state == .inserted else { return nil }
    return unsaved[low]
  }

  var isEmpty: Bool { registered.isEmpty }

  func register(_ object: Managed<Model>) {
    registered[object.key] = object
    if !references.isEmpty { references.displace(object) }
  }

  func register(_ objects: [Managed<Model>]) {
    registered.reserveCapacity(registered.count + objects.count)
    for object in objects { register(object) }
  }

  func insert(_ object: Managed<Model>) {
    inserted.append(object)
    if !references.isEmpty { references.displace(object) }
    if object.key < 0 {
      unsaved.append(object)
    } else if registered[object.key] == nil {
      // A key of the caller's choice may be taken; until a save decides, the row's own object keeps it.
      register(object)
    }
  }

  func delete(_ object: Managed<Model>) {
    switch object.state {
    case .inserted:
      object.state = .detached
      unregister(object)
    // The object stays in the list, and a save skips it: taking it out would cost a search.
    case .persistent:
      object.state = .deleted
      deleted.append(object)
    case .deleted, .detached:
      break
    }
  }

  func noteChange(of object: Managed<Model>) {
    if object.state == .deleted { changedTooLate.append(object) } else { changed.append(object) }
  }

  private func unregister(_ object: Managed<Model>) {
    if registered[object.key] === object { registered[object.key] = nil }
  }

  /// Forgets an object whose row is gone.
  func forget(_ object: Managed<Model>) {
    object.state = .deleted
    unregister(object)
  }

  var hasChanges: Bool {
    inserted.contains { $0.state == .inserted } || !deleted.isEmpty || !changedTooLate.isEmpty
      || changed.contains { $0.state == .persistent && !$0.changedAttributes.isEmpty }
  }

  var hasPending: Bool {
    !deleted.isEmpty || inserted.contains { $0.state == .inserted }
      || changed.contains { $0.state == .persistent }
  }

  /// Objects with unsaved changes that a fetch has to look at in memory.
  var pending: [Managed<Model>] {
    inserted.filter { $0.state == .inserted } + changed.filter { $0.state == .persistent }
  }

  var deletions: [RowIdentity] { deleted.map { RowIdentity(entity: entity, id: $0.key) } }

  func rollback() {
    for object in changed + changedTooLate { object.revert() }
    for object in inserted {
      object.state = .detached
      unregister(object)
    }
    for object in deleted { object.state = .persistent }
    clearChanges()
  }

  func detachAll() {
    for object in inserted { object.state = .detached }
    for object in registered.values { object.state = .detached }
    registered.removeAll()
    clearChanges()
  }

  func checkDeletedObjects() throws {
    guard let object = changedTooLate.first else { return }
    throw StoreError.objectDeleted(entity: entity.table, id: object.key)
  }

  func validationFailures() -> [ObjectFailure] {
    var failures: [ObjectFailure] = []
    func check(_ object: Managed<Model>) {
      let broken =
        object.value.validate() + missingReferences(of: object.value, unlike: object.committed)
      if broken.isEmpty { return }
      failures.append(ObjectFailure(entity: entity.table, id: object.key, failures: broken))
    }
    for object in inserted where object.state == .inserted { check(object) }
    for object in changed where object.state == .persistent { check(object) }
    return failures
  }

  func saveMoves(in save: SaveSession) throws {
    guard !entity.references.isEmpty else { return }
    try saveChanges(in: save) { $0.target != nil }
  }

  func saveChanges(in save: SaveSession, withMoves: Bool) throws {
    try saveChanges(in: save) { withMoves || $0.target == nil }
  }

  private func saveChanges(in save: SaveSession, where isMeant: (Attribute<Model>) -> Bool) throws {
    let removed = save.removed[entity.table] ?? []
    for object in changed where object.state == .persistent && !removed.contains(object.key) {
      let attributes = object.changedAttributes.filter(isMeant)
      guard !attributes.isEmpty, let committed = object.committed else { continue }
      try save.update(object.value, from: committed, attributes: attributes)
    }
  }

  func saveInsertions(in save: SaveSession) throws {
    guard inserted.contains(where: { $0.state == .inserted }) else { return }
    try save.insert(inserted)
  }

  func commit(_ outcome: SaveOutcome) {
    for lost in outcome.nullified where lost.table == entity.table {
      object(lost.id)?.loseReference(at: lost.index)
    }
    for key in outcome.removed[entity.table] ?? [] {
      if let object = object(key) { forget(object) }
    }
    let references = entity.references
    for object in changed where object.state == .persistent {
      object.commit(key: object.key, references, outcome.savedKeys)
    }
    registered.reserveCapacity(registered.count + inserted.count)
    for object in inserted where object.state == .inserted {
      object.commit(key: outcome.savedKeys[object.key] ?? object.key, references, outcome.savedKeys)
      register(object)
    }
    self.references.adopt(outcome.savedKeys)
    clearChanges()
  }

  private func clearChanges() {
    inserted.removeAll()
    unsaved.removeAll()
    deleted.removeAll()
    changed.removeAll()
    changedTooLate.removeAll()
  }
}
