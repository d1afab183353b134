internal import SQLite

extension ManagedContext {
  /// Reads an object's row again; its to-many relationships are faults afterwards.
  ///
  /// An object without unsaved changes whose row is gone counts as deleted from now on; one with changes to keep stays,
  /// and its save will be a conflict. An object that was never saved, or is to be deleted, is left alone. For a list with
  /// an order, the object's place counts as read anew.
  ///
  /// - Parameters:
  ///   - object: An object of this context.
  ///   - mergeChanges: Whether its unsaved changes stay, on top of the stored values; without them it is as stored.
  /// - Returns: Whether the row is there.
  /// - Throws: `StoreError.decoding`, `.busy` and the like.
  @discardableResult
  public func refresh<Model: PersistentModel>(
    _ object: Managed<Model>, mergeChanges: Bool = true
  ) throws -> Bool {
    guard object.context === self, object.state == .persistent else { return false }
    let place = RowIdentity.Place(table: Model.schema.table, id: object.key)
    for table in tables.values { table.turnIntoFaults(place) }
    noteEdit()
    let own = table(of: Model.self)
    let isThere = try own.refresh([object], in: self, keepingChanges: mergeChanges) == 1
    own.repin(object)
    return isThere
  }

  /// Reads the rows of all objects again, with one statement for each model; to-many relationships are faults
  /// afterwards.
  ///
  /// Lists with an order and unsaved changes are read too: unsaved members and moves that stay come after those that
  /// others have put in the same places, and the next save writes the list as it is then.
  ///
  /// - Parameter mergeChanges: Whether unsaved changes stay, on top of the stored values.
  /// - Throws: As `refresh` does.
  public func refreshAll(mergeChanges: Bool = true) throws {
    noteEdit()
    for table in tables.values { table.turnIntoFaults(nil) }
    for table in tables.values { try table.refreshAll(in: self, keepingChanges: mergeChanges) }
    for table in tables.values { try table.settlePinnedLists(in: self) }
  }

  /// What the store, or the parent context, has for some keys, with the rows' versions.
  func storedValues<Model: PersistentModel>(
    _ keys: [Int64]
  ) throws -> [Int64: (value: Model, version: Int64)] {
    var values: [Int64: (value: Model, version: Int64)] = [:]
    let request = FetchRequest<Model>(where: .ids(keys.map { ManagedID($0) }))
    if let parent {
      for object in try parent.fetch(request) { values[object.key] = (object.value, 1) }
      return values
    }
    let entity = Model.schema.description
    let sql = try request.managedSelection()
    try container.gate.use { store in
      try store.connection.forEachRow(sql) { row in
        var reader = try RowReader(row: row, entity: entity, in: store)
        let value = try Model(row: &reader)
        try reader.checkEnd()
        values[value.id] = (value, try reader.version())
      }
    }
    return values
  }
}

extension EntityTable {
  func refreshAll(in context: ManagedContext, keepingChanges: Bool) throws {
    let objects = registered.values.map(own)
    _ = try refresh(objects.filter { $0.state == .persistent }, in: context, keepingChanges: keepingChanges)
  }

  /// Reads objects again.
  ///
  /// - Returns: How many of them are there.
  func refresh(_ objects: [Managed<Model>], in context: ManagedContext, keepingChanges: Bool) throws -> Int {
    if objects.isEmpty { return 0 }
    let stored: [Int64: (value: Model, version: Int64)] = try context.storedValues(objects.map(\.key))
    var count = 0
    for object in objects {
      if let row = stored[object.key] {
        object.refresh(with: row.value, version: row.version, keepingChanges: keepingChanges)
        count += 1
      } else if object.changedPlaces.isEmpty || !keepingChanges {
        object.revert()
        forget(object)
      }
    }
    return count
  }
}
