internal import SQLite

extension ManagedContext {
  /// Brings the context's objects up to what was committed since it last looked, by other contexts, batches and undoings.
  ///
  /// Every fetch does this first, so it needs to be called only where objects in hand are shown again without a fetch.
  /// Objects without unsaved changes get their row's present values; those whose row is gone count as deleted: they stay
  /// readable, and a write to them makes the save throw `StoreError.objectDeleted`. Objects with unsaved changes are left
  /// alone, so that the save can tell a conflict; those that have none any more, by a rollback or an undoing, catch up.
  /// In a child context the parent is brought up to date, and the child's objects follow those of the parent likewise.
  public func mergeChanges() throws {
    if let parent {
      try parent.mergeChanges()
      // What others are related to may have changed with any edit in the parent.
      guard parent.edits != seenEdits else { return }
      seenEdits = parent.edits
      noteEdit()
      for table in tables.values {
        table.turnIntoFaults(nil)
        try table.follow(parent, in: self)
      }
      return
    }
    let (changes, generation) = container.hub.commits(since: generation, exceptBy: author)
    // What had unsaved changes when others wrote to it, and has none any more.
    if tables.values.contains(where: \.hasObjectsBehind) {
      noteEdit()
      for table in tables.values { try table.catchUp(in: self) }
    }
    guard generation != self.generation else { return }
    // Before the reading: a row that can't be read is told once, not by every fetch from now on.
    self.generation = generation
    if changes?.isEmpty ?? false { return }
    try merge(changes ?? [.incomplete])
  }

  /// Brings the objects up to what a batch has just written.
  func mergeBatch() throws {
    if let parent {
      try parent.mergeBatch()
      return try mergeChanges()
    }
    try mergeChanges()
    // Inside of a transaction nobody is told of anything before it is committed.
    if try container.gate.use({ $0.connection.transactionDepth > 0 }) { try merge([.incomplete]) }
  }

  private func merge(_ changes: [ChangeSet]) throws {
    noteEdit()
    for table in tables.values { try table.merge(changes, in: self) }
  }
}

extension ChangeSet {
  /// Any changes at all.
  fileprivate static var incomplete: ChangeSet {
    var set = ChangeSet(name: "", origin: .unknown)
    set.isIncomplete = true
    return set
  }
}

extension EntityTable {
  func merge(_ changes: [ChangeSet], in context: ManagedContext) throws {
    if registered.isEmpty { return }
    let name = entity.table
    // Rows that nobody has read may have come to a list.
    if changes.contains(where: { $0.concerns(tables: [name]) }) { turnIntoFaults(nil) }
    // A row with a key used again is another one: the object of the first never becomes the second.
    for deleted in changes.compactMap({ $0.entities[name]?.deleted }) {
      for object in clean(deleted) { forget(object) }
    }
    let isIncomplete = changes.contains { $0.isIncomplete }
    let updated = changes.compactMap { $0.entities[name] }.reduce(KeyRanges()) {
      $0.union($1.updated).union($1.inserted)
    }
    let stale = isIncomplete ? clean(nil) : clean(updated)
    _ = try refresh(stale, in: context, keepingChanges: true)
  }

  /// The registered objects without unsaved changes, all or those with certain keys; the others are noted as being
  /// behind the store.
  private func clean(_ keys: KeyRanges?) -> [Managed<Model>] {
    func isClean(_ object: AnyManaged) -> Managed<Model>? {
      let object = own(object)
      if object.state == .persistent, !object.differs { return object }
      noteBehind(object)
      return nil
    }
    guard let keys else { return registered.values.compactMap(isClean) }
    if keys.isEmpty { return [] }
    return keys.count < registered.count
      ? keys.compactMap { registered[$0].flatMap(isClean) }
      : registered.compactMap { key, object in keys.contains(key) ? isClean(object) : nil }
  }

  func catchUp(in context: ManagedContext) throws {
    let objects = takeObjectsBehind()
    if !objects.isEmpty { _ = try refresh(objects, in: context, keepingChanges: true) }
  }
}
