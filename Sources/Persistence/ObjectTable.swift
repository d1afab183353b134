internal import SQLite

/// The objects of one model in one context.
protocol ObjectTable: AnyObject {
  var entity: EntityDescription { get }
  var modelIdentifier: ObjectIdentifier { get }
  var hasChanges: Bool { get }
  /// Whether a fetch has to look at objects in memory.
  var hasPending: Bool { get }
  func rollback()
  func detachAll()
  /// Throws when an object was written to after its deletion.
  func checkDeletedObjects() throws
  /// Checks every object that a save would write.
  ///
  /// Throws `StoreError.constraint` for one that refers to an object that the context has not.
  func validationFailures(in context: ManagedContext) throws -> [ObjectFailure]
  /// The keys of new objects that were dropped before any save, and are no rows' keys.
  func droppedKeys(in context: ManagedContext) throws -> Set<Int64>
  /// Whether there is, or was until it was dropped, a new object with a key.
  func holdsUnsaved(_ key: Int64) -> Bool
  /// Does what delete rules say about new objects.
  func follow(_ kin: UnsavedKin) throws
  /// Finds out, before a trigger can run, which rows are as their objects read them.
  func noteUnchangedRows(in save: SaveSession) throws
  /// Reads the rows that the save wrote, for what triggers made of them.
  func readRewrittenRows(in save: SaveSession) throws
  /// The rows that the save deletes, without those that a merge keeps.
  func deletions(in save: SaveSession) throws -> [RowIdentity]
  /// Writes the objects with changed references.
  func saveMoves(in save: SaveSession) throws
  /// Writes the changed objects, without those with changed references where these are written already.
  func saveChanges(in save: SaveSession, withMoves: Bool) throws
  func saveInsertions(in save: SaveSession) throws
  /// Makes what was saved the stored state; called once the store has it for certain.
  func commit(_ outcome: SaveOutcome)
  /// Makes sure that the lists whose order a save changes are in the store as they were read.
  func checkOrders(in save: SaveSession) throws
  /// Makes sure that the lists whose order a child context changed are in its parent as they were read.
  func checkOrders(against parent: ManagedContext) throws
  /// Makes the objects that refer to a row, or to any row, something to be read again.
  func turnIntoFaults(_ owner: RowIdentity.Place?)
  /// Brings the lists with unsaved changes to what was read of them last.
  func settlePinnedLists(in context: ManagedContext) throws
  /// The key that a new object has in the context, by the key that its row got.
  func temporaryKey(of key: Int64, _ savedKeys: [Int64: Int64]) -> Int64?
  /// Gives objects and references the keys that their rows got in a save of the parent context.
  func adopt(_ savedKeys: [Int64: Int64])
  /// Brings what a child context changed into its parent, as far as memory allows to say.
  func plan(_ push: ChildPush) throws
  /// What an undo step keeps of a row that a delete rule is about to reach; nil when there is no such row.
  func undoEntry(forRow id: Int64, in context: ManagedContext) throws -> (any UndoEntry)?
  /// What a save would write, object by object.
  func pendingChanges() -> [PendingChanges.Change]
  /// Takes over what others committed.
  func merge(_ changes: [ChangeSet], in context: ManagedContext) throws
  /// Whether objects without unsaved changes have missed what others wrote while they had some.
  var hasObjectsBehind: Bool { get }
  /// Reads such objects again.
  func catchUp(in context: ManagedContext) throws
  /// Takes over what the parent context shows, in a child.
  func follow(_ parent: ManagedContext, in context: ManagedContext) throws
  /// Reads all registered objects again.
  func refreshAll(in context: ManagedContext, keepingChanges: Bool) throws
}

/// The identity map and the pending changes of one model.
final class EntityTable<Model: PersistentModel>: ObjectTable {
  private(set) var registered: [Int64: AnyManaged] = [:]
  private(set) var inserted: [Managed<Model>] = []
  /// The inserted objects with temporary keys that came in order, ever larger ones: a list that is sorted as it grows.
  private var unsaved: [Managed<Model>] = []
  private(set) var deleted: [Managed<Model>] = []
  /// Objects written to since the last save; some may be back at their stored values.
  private(set) var changed: [Managed<Model>] = []
  /// The objects by the rows that they refer to.
  var indexes = ReferenceIndexes<Model>()
  /// Objects written to after their deletion.
  private var changedTooLate: [Managed<Model>] = []
  /// Objects whose rows were written to, or deleted, by others while they had unsaved changes.
  private var behind: [ObjectIdentifier: Managed<Model>] = [:]
  /// Whether any object with a temporary key is in the map.
  private var hasRegisteredTemporaryKeys = false

  var entity: EntityDescription { Model.schema.description }
  var modelIdentifier: ObjectIdentifier { ObjectIdentifier(Model.self) }

  func object(_ key: Int64) -> Managed<Model>? {
    if key.isTemporary, let object = unsavedObject(key) { return object }
    return registered[key].map(own)
  }

  /// A registered object as what it is: only objects of this model are ever registered here, and a checked cast for each
  /// object of a fetch would take as long as reading its row.
  func own(_ object: AnyManaged) -> Managed<Model> { unsafeDowncast(object, to: Managed<Model>.self) }

  func noteBehind(_ object: Managed<Model>) {
    behind[ObjectIdentifier(object)] = object
  }

  func isSettled(_ object: Managed<Model>) -> Bool {
    object.state == .persistent && !object.differs
  }

  var hasObjectsBehind: Bool { !behind.isEmpty && behind.values.contains(where: isSettled) }

  /// The objects that are behind and can catch up; they count as having done so.
  func takeObjectsBehind() -> [Managed<Model>] {
    let objects = behind.values.filter(isSettled)
    for object in objects { behind[ObjectIdentifier(object)] = nil }
    return objects
  }

  private func unsavedObject(_ key: Int64) -> Managed<Model>? {
    var low = 0
    var high = unsaved.count
    while low < high {
      let middle = low + (high - low) / 2
      if unsaved[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < unsaved.count, unsaved[low].key == key, unsaved[low].state == .inserted else { return nil }
    return unsaved[low]
  }

  var isEmpty: Bool { registered.isEmpty }

  func register(_ object: Managed<Model>) {
    registered[object.key] = object
    if !indexes.isEmpty { indexes.displace(object) }
    if object.key.isTemporary { hasRegisteredTemporaryKeys = true }
  }

  func register(_ objects: [Managed<Model>]) {
    registered.reserveCapacity(registered.count + objects.count)
    let hasIndexes = !indexes.isEmpty
    for object in objects {
      registered[object.key] = object
      if hasIndexes { indexes.displace(object) }
      if object.key.isTemporary { hasRegisteredTemporaryKeys = true }
    }
  }

  func insert(_ object: Managed<Model>) {
    inserted.append(object)
    object.isListedAsNew = true
    if !indexes.isEmpty { indexes.displace(object) }
    if object.key.isTemporary, object.key > unsaved.last?.key ?? .min {
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

  /// Brings back an object that was dropped or deleted, with the values given.
  func revive(_ object: Managed<Model>, as value: Model) {
    if object.state == .deleted, registered[object.key] === object {
      object.state = .persistent
      object.replay(value)
      if let index = deleted.lastIndex(where: { $0 === object }) { deleted.remove(at: index) }
      changedTooLate.removeAll { $0 === object }
    } else {
      object.revert()
      object.state = .inserted
      object.replay(value)
      guard object.isListedAsNew else { return insert(object) }
      if self.object(object.key) == nil { register(object) }
    }
  }

  func noteChange(of object: Managed<Model>) {
    changed.append(object)
  }

  func noteLateChange(of object: Managed<Model>) {
    changedTooLate.append(object)
  }

  func unregister(_ object: Managed<Model>) {
    if registered[object.key] === object { registered[object.key] = nil }
  }

  /// Forgets an object whose row is gone.
  func forget(_ object: Managed<Model>) {
    object.state = .deleted
    unregister(object)
  }

  var hasChanges: Bool {
    !deleted.isEmpty || !changedTooLate.isEmpty || inserted.contains { $0.state == .inserted }
      || changed.contains { $0.state == .persistent && !$0.changedAttributes.isEmpty }
  }

  var hasPending: Bool {
    !deleted.isEmpty || inserted.contains { $0.state == .inserted }
      || changed.contains { $0.state == .persistent && $0.differs }
  }

  /// Objects with unsaved changes that a fetch has to look at in memory.
  var pending: [Managed<Model>] {
    inserted.filter { $0.state == .inserted } + changed.filter { $0.state == .persistent && $0.differs }
  }

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

  func validationFailures(in context: ManagedContext) throws -> [ObjectFailure] {
    var failures: [ObjectFailure] = []
    func check(_ object: Managed<Model>) throws {
      let broken =
        try object.value.validate()
        + missingReferences(of: object.value, unlike: object.committed, in: context)
      if broken.isEmpty { return }
      failures.append(ObjectFailure(entity: entity.table, id: object.key, failures: broken))
    }
    for object in inserted where object.state == .inserted { try check(object) }
    for object in changed where object.state == .persistent { try check(object) }
    return failures
  }

  func commit(_ outcome: SaveOutcome) {
    let name = entity.table
    for key in outcome.removed[name] ?? [] {
      if let object = object(key) { forget(object) }
    }
    let references = entity.references
    let unwritten = outcome.unwritten[name] ?? []
    for object in changed where object.state == .persistent {
      object.commit(
        key: object.key, references, outcome.savedKeys, isWritten: !unwritten.contains(object.key))
    }
    registered.reserveCapacity(registered.count + inserted.count)
    for object in inserted where object.state == .inserted {
      if hasRegisteredTemporaryKeys, object.key.isTemporary { unregister(object) }
      object.commit(key: outcome.savedKeys[object.key] ?? object.key, references, outcome.savedKeys)
      register(object)
    }
    for lost in outcome.nullified where lost.table == name { object(lost.id)?.loseReference(at: lost.index) }
    for (key, row) in outcome.merged[name] ?? [:] {
      object(key)?.adopt(row)
      object(key)?.resolve(outcome.savedKeys, references)
    }
    for (key, count) in outcome.recounted[name] ?? [:] { object(key)?.noteNewVersion(count) }
    indexes.adopt(outcome.savedKeys)
    clearChanges()
  }

  func adopt(_ savedKeys: [Int64: Int64]) {
    let references = entity.references
    let objects = registered.values.map(own) + inserted
    for object in objects {
      let key = object.key
      object.resolve(savedKeys, references)
      if object.key == key { continue }
      if registered[key] === object { registered[key] = nil }
      register(object)
    }
    indexes.adopt(savedKeys)
  }

  private func clearChanges() {
    for object in inserted { object.isListedAsNew = false }
    // Whose rows are gone has nothing to catch up with.
    if !behind.isEmpty { behind = behind.filter { $0.value.state == .persistent } }
    inserted.removeAll()
    unsaved.removeAll()
    deleted.removeAll()
    changed.removeAll()
    changedTooLate.removeAll()
    indexes.unpinOrders()
  }
}
