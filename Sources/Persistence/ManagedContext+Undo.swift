extension ManagedContext {
  /// Makes everything that the closure changes one step for undo.
  ///
  /// When the closure throws, its changes are taken back and no step is recorded, also in a context without an undo
  /// stack. A group inside a group is part of it.
  ///
  /// - Parameters:
  ///   - name: What the step is called, such as `rename`.
  ///   - body: The changes.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @discardableResult
  public func withUndoGroup<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let isLent = undoStack == nil
    let stack = undoStack ?? UndoStack(maximumGroups: 0)
    undoStack = stack
    defer { if isLent { undoStack = nil } }
    stack.openGroup(name)
    do {
      let result = try body()
      stack.closeGroup()
      return result
    } catch {
      stack.abandonGroup(in: self)
      throw error
    }
  }

  /// Takes the last step back, also one that is saved already: then the store changes with the next save.
  ///
  /// - Returns: The step's name, or nil when there is none, or a group is open.
  @discardableResult
  public func undo() -> String? {
    undoStack?.undo(in: self)
  }

  /// Does the last step that was taken back again; any new change makes that impossible.
  ///
  /// - Returns: The step's name, or nil when there is none, or a group is open.
  @discardableResult
  public func redo() -> String? {
    undoStack?.redo(in: self)
  }

  /// Brings an object from one image to another.
  ///
  /// Of an object that is there before and after, only what the step changed is touched: other properties may have
  /// been merged with the store's meanwhile.
  func replay<Model: PersistentModel>(
    _ object: Managed<Model>, from: ObjectImage<Model>, to: ObjectImage<Model>
  ) {
    let isLive = object.state == .inserted || object.state == .persistent
    switch (from, to) {
    case (.present(let old), .present(let new)):
      guard isLive else { return }
      var value = object.value
      for attribute in Model.schema.attributes where !attribute.isEqual(old, new) {
        _ = attribute.assign(&value, attribute.value(new))
      }
      object.replay(value)
    case (_, .present(let new)):
      if !isLive { table(of: Model.self).revive(object, as: new) }
    case (_, .absent):
      table(of: Model.self).delete(object)
    }
  }

  /// Keeps a row that a delete rule is about to take, for the step that deleted its cause.
  func undoEntry(for reached: ReachedRow) throws -> (any UndoEntry)? {
    try table(of: reached.row.entity).undoEntry(forRow: reached.row.id, in: self)
  }
}

extension EntityTable {
  func undoEntry(forRow id: Int64, in context: ManagedContext) throws -> (any UndoEntry)? {
    if let object = object(id) { return ObjectUndo(unchanged: object) }
    let request = FetchRequest<Model>(where: .ids([ManagedID(id)]))
    return try context.read(request, into: self).first.map { ObjectUndo(unchanged: $0) }
  }
}
