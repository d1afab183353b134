internal import SQLite

extension EntityTable {
  /// The index for a relationship, up to date.
  func index<Source>(for relationship: ToMany<Source, Model>) throws -> ReferenceIndex<Model> {
    _ = try relationship.reference.column(to: Source.self)
    return index(relationship.reference, relationship.position)
  }

  func index(
    _ reference: ReferencePath<Model>, _ position: PositionPath<Model>?
  ) -> ReferenceIndex<Model> {
    indexes.index(reference, position) {
      let stored = registered.values.map(own)
      return stored + inserted.filter { registered[$0.key] !== $0 }
    }
  }

  func turnIntoFaults(_ owner: RowIdentity.Place?) {
    pinOrders()
    indexes.turnIntoFaults(owner)
  }

  /// Keeps how lists with unsaved changes were read, before objects may take over what others did to them.
  func pinOrders() {
    if indexes.isEmpty || !hasPending { return }
    for index in indexes.ordered() {
      guard let position = index.position else { continue }
      let order = StoredOrder(index: index, position: position, changed: changed, deleted: deleted)
      let owners = order.reordered(inserted).subtracting(index.pinned.keys)
      if owners.isEmpty { continue }
      let places = order.placesRead(of: owners)
      for owner in owners { index.pin(places.filter { $0.value.owner == owner }, of: owner) }
    }
  }

  func temporaryKey(of key: Int64, _ savedKeys: [Int64: Int64]) -> Int64? {
    inserted.first { $0.state == .inserted && savedKeys[$0.key] == key }?.key
  }

  /// Makes sure that the lists whose order a save changes are in the store as they were read.
  ///
  /// A list is of many rows; two contexts that reorder it may well write different ones, and each write alone would
  /// look right.
  func checkOrders(in save: SaveSession) throws {
    try checkOrders { index, position, owners in
      try storedPlaces(of: owners, index, position, save.store.connection)
    }
  }

  func checkOrders(against parent: ManagedContext) throws {
    try checkOrders { index, position, owners in places(of: owners, index, position, in: parent) }
  }

  /// Where members of lists stand in a parent context.
  private func places(
    of owners: Set<Int64>, _ index: ReferenceIndex<Model>, _ position: PositionPath<Model>,
    in parent: ManagedContext
  ) -> [Int64: StoredPlace] {
    let theirs = parent.table(of: Model.self).index(index.reference, position)
    var places: [Int64: StoredPlace] = [:]
    for owner in owners {
      for object in theirs.objects(of: owner) {
        places[object.key] = StoredPlace(owner: owner, position: position.value(object.value).sqlValue)
      }
    }
    return places
  }

  /// Where members of lists stand in the store, or in the parent context.
  func storedPlaces(
    of owners: Set<Int64>, _ index: ReferenceIndex<Model>, _ position: PositionPath<Model>,
    seenBy context: ManagedContext
  ) throws -> [Int64: StoredPlace] {
    if let parent = context.parent { return places(of: owners, index, position, in: parent) }
    return try context.container.gate.use {
      try storedPlaces(of: owners, index, position, $0.connection)
    }
  }

  private func checkOrders(
    _ stored: (ReferenceIndex<Model>, PositionPath<Model>, Set<Int64>) throws -> [Int64: StoredPlace]
  ) throws {
    if indexes.isEmpty { return }
    for index in indexes.ordered() {
      guard let position = index.position else { continue }
      let order = StoredOrder(index: index, position: position, changed: changed, deleted: deleted)
      let owners = order.reordered(inserted)
      if owners.isEmpty { continue }
      let conflicts = order.conflicts(of: owners, with: try stored(index, position, owners))
      guard conflicts.isEmpty else { throw StoreError.conflict(conflicts) }
    }
  }

  private func storedPlaces(
    of owners: Set<Int64>, _ index: ReferenceIndex<Model>, _ position: PositionPath<Model>,
    _ connection: Connection
  ) throws -> [Int64: StoredPlace] {
    let owner = try index.reference.operand.column()
    let list = "[\(owners.filter { !$0.isTemporary }.map(String.init).joined(separator: ","))]"
    let sql =
      SQL(
        verbatim: """
          SELECT "id", \(owner), \(try position.operand.column()) FROM \(SQL.quoted(identifier: entity.table)) \
          WHERE \(owner) IN
          """) + " (SELECT value FROM json_each(\(list)))"
    var places: [Int64: StoredPlace] = [:]
    try connection.forEachRow(sql) { row in
      guard let id = row.integer(0), let owner = row.integer(1) else { return }
      places[id] = StoredPlace(owner: owner, position: row.value(at: 2))
    }
    return places
  }
}
