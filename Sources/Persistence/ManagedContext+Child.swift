internal import SQLite

extension ManagedContext {
  /// A scratch context on top of this one, which sees this one's unsaved changes.
  ///
  /// Its save brings its own changes into this one, in memory only. A child that is dropped leaves no trace.
  ///
  /// A child keeps its parent alive, not the other way round. It starts with the parent's merge policy, which settles
  /// what both changed.
  public func makeChild() -> ManagedContext {
    let child = ManagedContext(container: container, parent: self)
    children.removeAll { $0.context == nil }
    children.append(WeakContext(context: child))
    return child
  }

  /// Brings the changes into the parent, or, when anything is in the way, none.
  func push(_ order: [any ObjectTable], _ kin: UnsavedKin, named name: String) throws {
    guard let parent else { return }
    let push = ChildPush(parent: parent, policy: mergePolicy, kin: kin)
    push.outcome.actions = kin.actions
    for table in order { try table.checkOrders(against: parent) }
    for table in order { try table.plan(push) }
    let hasSeenAll = seenEdits == parent.edits
    guard push.conflicts.isEmpty else { throw StoreError.conflict(push.conflicts) }
    parent.withUndoGroup(name) {
      for action in push.actions { action() }
    }
    undoStack?.noteSave([:], kin.reached, dropped: kin.unsaved)
    commit(push.outcome)
    if hasSeenAll { seenEdits = parent.edits }
  }

  /// Tells the children which keys rows got.
  func tellChildren(_ savedKeys: [Int64: Int64]) {
    children.removeAll { $0.context == nil }
    for child in children.compactMap(\.context) {
      for table in child.tables.values { table.adopt(savedKeys) }
      child.undoStack?.resolve(savedKeys)
      child.tellChildren(savedKeys)
    }
  }
}

/// What a child's save is going to do to its parent.
final class ChildPush {
  let parent: ManagedContext
  let policy: MergePolicy
  let kin: UnsavedKin
  var actions: [() -> Void] = []
  var conflicts: [Conflict] = []
  var outcome = SaveOutcome()

  init(parent: ManagedContext, policy: MergePolicy, kin: UnsavedKin) {
    self.parent = parent
    self.policy = policy
    self.kin = kin
  }
}

extension EntityTable {
  /// The object that shows what an object of the parent context shows, but for unsaved changes of this context.
  func object(showing original: Managed<Model>, in context: ManagedContext) -> Managed<Model> {
    if let known = object(original.key) {
      if known.state == .persistent { known.refresh(with: original.value, version: 1) }
      return known
    }
    let object = Managed(original.value, state: .persistent, context: context)
    register(object)
    return object
  }

  func follow(_ parent: ManagedContext, in context: ManagedContext) throws {
    let theirs = parent.table(of: Model.self)
    var unknown: [Managed<Model>] = []
    for object in registered.values.map(own) where isSettled(object) {
      guard let original = theirs.object(object.key) else {
        unknown.append(object)
        continue
      }
      if original.state == .deleted {
        forget(object)
      } else if Model.schema.attributes.contains(where: { !$0.isEqual(object.value, original.value) }) {
        object.refresh(with: original.value, version: 1)
      }
    }
    // What the parent has dropped, or reads again only when it is asked for.
    _ = try refresh(unknown, in: context, keepingChanges: true)
  }

  func plan(_ push: ChildPush) throws {
    let parent = push.parent
    for object in deleted {
      if let original = try parent.existing(ManagedID<Model>(object.key)) {
        guard try mayDelete(object, original, push) else { continue }
        push.actions.append { parent.delete(original) }
      }
      // Whatever comes back under the key, by an undoing or a redoing, is another object.
      push.outcome.removed[entity.table, default: []].insert(object.key)
    }
    for object in changed where object.state == .persistent {
      guard let committed = object.committed, !object.changedPlaces.isEmpty else { continue }
      if push.kin.isDropped(object) {
        push.outcome.removed[entity.table, default: []].insert(object.key)
        let original = try parent.existing(ManagedID<Model>(object.key))
        push.actions.append { if let original { parent.delete(original) } }
      } else if let original = try parent.existing(ManagedID<Model>(object.key)) {
        plan(object, committed, original, push)
      } else {
        planReturn(of: object, push)
      }
    }
    for object in inserted where object.state == .inserted && !push.kin.isDropped(object) {
      let value = push.kin.settled(object)
      push.actions.append { parent.receive(value) }
    }
  }

  private func mayDelete(
    _ object: Managed<Model>, _ original: Managed<Model>, _ push: ChildPush
  ) throws -> Bool {
    let merge = RowMerge(
      committed: object.committed ?? object.value, present: object.value, stored: original.storedForm)
    let changes = merge.changesByOthers
    if changes.isEmpty { return true }
    let conflict = merge.conflict(over: changes, .changedBeforeDeletion)
    switch push.policy.resolution(of: conflict) {
    case .keepObject: return true
    case .keepStore:
      push.outcome.merged[entity.table, default: [:]][object.key] = StoredRow(
        values: original.storedForm, version: 1)
    case .fail, .properties: push.conflicts.append(conflict)
    }
    return false
  }

  private func plan(
    _ object: Managed<Model>, _ committed: Model, _ original: Managed<Model>, _ push: ChildPush
  ) {
    var stored = original.storedForm
    let merge = RowMerge(committed: committed, present: push.kin.settled(object), stored: stored)
    switch merge.outcome(by: push.policy) {
    case .conflict(let conflict): push.conflicts.append(conflict)
    case .write(let values):
      for (place, value) in values { stored[place] = value }
      push.outcome.merged[entity.table, default: [:]][object.key] = StoredRow(values: stored, version: 1)
      push.actions.append {
        original.update { model in
          for (place, value) in values { _ = Model.schema.attributes[place].assign(&model, value) }
        }
      }
    }
  }

  /// Settles what becomes of an object that the parent has no more.
  private func planReturn(of object: Managed<Model>, _ push: ChildPush) {
    let name = entity.table
    let conflict = Conflict(entity: name, id: object.key, kind: .deleted, properties: [])
    switch push.policy.resolution(of: conflict) {
    case .keepStore: push.outcome.removed[name, default: []].insert(object.key)
    case .keepObject:
      let value = object.value
      let parent = push.parent
      push.actions.append { parent.receive(value) }
    case .fail, .properties: push.conflicts.append(conflict)
    }
  }
}

extension ManagedContext {
  /// Takes a value from a child, in the object that it had before if the context still has that.
  fileprivate func receive<Model: PersistentModel>(_ value: Model) {
    let table = table(of: Model.self)
    guard let original = table.object(value.id) else {
      adopt(value)
      return
    }
    guard original.state == .deleted else {
      original.update { $0 = value }
      return
    }
    undoStack?.note(original, isNew: true)
    table.revive(original, as: value)
    undoStack?.didChange()
  }
}

extension Managed {
  /// The present values as the store would have them.
  fileprivate var storedForm: [SQLValue] { Model.schema.attributes.map { $0.value(value) } }
}
