internal import SQLite

extension ManagedContext {
  /// Writes all changes in one transaction, or, when anything fails, none.
  ///
  /// After a failure the store and the context are as they were before the call, and the save can be tried again.
  ///
  /// - Parameter name: What the change is called in the history, such as `rate`.
  /// - Throws: `StoreError.validation` with every object that breaks a rule, `.conflict` with every row that another
  ///   program changed meanwhile, `.objectDeleted` for an object written to after its deletion, `.foreignObject` for one
  ///   of another context that was to be deleted, `.unlistedModel` for a model that the store's has not, `.closed`, also
  ///   where there is nothing to write, `.notAllowedHere` inside a read or the context's own save, `.constraint`, `.busy`,
  ///   `.diskFull` and the like.
  public func save(named name: String = "change") throws {
    guard !isSaving else {
      throw StoreError.notAllowedHere("a save inside a save of the same context, as from its merge policy")
    }
    isSaving = true
    defer { isSaving = false }
    // A context without changes has nothing to write, and still nowhere to write it to.
    try container.gate.requireOpen()
    let order = saveOrder()
    for table in order { try table.checkDeletedObjects() }
    if let refusedDeletion { throw refusedDeletion }
    guard hasChanges else {
      // What was dropped can't be brought back by a step that knows it only as a target.
      if let undoStack { undoStack.noteSave([:], [], dropped: try unsavedKin(order).unsaved) }
      return commit(SaveOutcome())
    }
    let failures = try order.flatMap { try $0.validationFailures(in: self) }
    guard failures.isEmpty else { throw StoreError.validation(failures) }
    let kin = try unsavedKin(order)
    if parent != nil { return try push(order, kin, named: name) }
    var reached: [(row: ReachedRow, entry: any UndoEntry)] = []
    let outcome = try container.write(named: name, by: author) { store in
      for table in order where table.hasChanges { try store.requireListed(table.entity) }
      let save = SaveSession(store: store, policy: mergePolicy)
      save.kin = kin
      if undoStack != nil {
        save.willReach = { row in
          if let entry = try self.undoEntry(for: row) { reached.append((row, entry)) }
        }
      }
      for table in order { try table.checkOrders(in: save) }
      for table in order { try table.noteUnchangedRows(in: save) }
      let deletions = try order.flatMap { try $0.deletions(in: save) } + kin.rows
      if !deletions.isEmpty {
        // An object that moved away from one that goes must have left before the delete rules look.
        for table in order { try table.saveMoves(in: save) }
        try save.delete(deletions, with: order)
      }
      for table in order { try table.saveChanges(in: save, withMoves: deletions.isEmpty) }
      try save.finishParked()
      try save.throwConflicts()
      for table in order { try table.saveInsertions(in: save) }
      try save.writePostponedReferences()
      for table in order { try table.readRewrittenRows(in: save) }
      let outcome = save.finishedOutcome()
      try checkReferences(store, outcome.savedKeys)
      return outcome
    }
    undoStack?.noteSave(outcome.savedKeys, reached + kin.reached, dropped: kin.unsaved)
    commit(outcome)
  }

  /// Names the object that refers to a row that isn't there; a new one by the key that it has in the context.
  private func checkReferences(_ store: Store, _ savedKeys: [Int64: Int64]) throws {
    guard store.connection.hasForeignKeyViolations,
      case .constraint(let failure) = try store.foreignKeyFailure()
    else { return }
    let table = tables.values.first { $0.entity.table == failure.entity }
    let key = failure.id.flatMap { table?.temporaryKey(of: $0, savedKeys) } ?? failure.id
    throw StoreError.constraint(
      ConstraintFailure(kind: failure.kind, entity: failure.entity, id: key, message: failure.message))
  }

  /// Makes what was saved the stored state; objects written to and back at their stored values are clean again too.
  func commit(_ outcome: SaveOutcome) {
    noteEdit()
    for action in outcome.actions { action() }
    for object in outcome.recomposed { object.composeTexts() }
    for table in tables.values { table.commit(outcome) }
    if !outcome.savedKeys.isEmpty { tellChildren(outcome.savedKeys) }
  }

  /// The tables so ordered that a row is inserted after the rows it refers to; the order inside a cycle is any.
  func saveOrder() -> [any ObjectTable] {
    let byName = Dictionary(
      tables.values.map { ($0.entity.table, $0) }, uniquingKeysWith: { first, _ in first })
    var ordered: [any ObjectTable] = []
    var visited: Set<String> = []
    func visit(_ table: any ObjectTable) {
      guard visited.insert(table.entity.table).inserted else { return }
      for reference in table.entity.references {
        if let target = byName[reference.target] { visit(target) }
      }
      ordered.append(table)
    }
    for name in byName.keys.sorted() {
      if let table = byName[name] { visit(table) }
    }
    return ordered
  }
}
