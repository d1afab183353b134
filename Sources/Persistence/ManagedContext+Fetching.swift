internal import SQLite

extension ManagedContext {
  /// Fetches live objects in the request's order.
  ///
  /// A row that the context holds already is given as the same object; its unsaved changes stay, and the request sees
  /// them: changed objects are judged and sorted by their present values, inserted ones are found, deleted ones not.
  public func fetch<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [Managed<Model>] {
    try mergeChanges()
    if request.prefetch.isEmpty { return try fetchObjects(request) }
    return try container.readTogether {
      let objects = try fetchObjects(request)
      for relationship in request.prefetch { try relationship.load(for: objects, in: self) }
      return objects
    }
  }

  /// Brings rows of the store into the context, without a look at unsaved changes.
  @discardableResult
  func read<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [Managed<Model>] {
    var request = request
    // What a parent context says of its objects is to this one what a store says.
    request.includesPendingChanges = parent != nil
    return try fetchObjects(request)
  }

  private func fetchObjects<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [Managed<Model>]
  {
    let table = table(of: Model.self)
    var request = request
    request.prefetch.removeAll()
    table.pinOrders()
    if request.includesPendingChanges {
      request.condition = try request.condition.settled(in: self)
      if table.hasPending { return try fetchWithPending(request, table) }
    }
    return try read(request, into: table)
  }

  /// Fetches all objects of a model that fulfil a condition.
  public func fetch<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, sortBy sort: [SortKey<Model>] = []
  ) throws -> [Managed<Model>] {
    try fetch(FetchRequest(where: condition, sortBy: sort))
  }

  /// The object with that identity, read from the store if need be; nil when there is none.
  public func existing<Model: PersistentModel>(_ id: ManagedID<Model>) throws -> Managed<Model>? {
    try mergeChanges()
    if let object = registered(id) { return object.state == .deleted ? nil : object }
    if let parent {
      return try parent.existing(id).map { table(of: Model.self).object(showing: $0, in: self) }
    }
    return try fetch(FetchRequest(where: .ids([id]))).first
  }

  /// The number of objects that a request finds, without its limit; sees unsaved changes as `fetch` does.
  public func count<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Int {
    let table = table(of: Model.self)
    var request = request
    guard request.includesPendingChanges else { return try countRows(request) }
    request.condition = try request.condition.settled(in: self)
    guard table.hasPending else { return try countRows(request) }
    let matching = try matchingPending(request, table)
    request.condition = leavingOut(table, of: request.condition)
    return try countRows(request) + matching.count
  }

  /// The identities that a request finds, in its order; sees unsaved changes as `fetch` does.
  ///
  /// Where there are none it reads keys only. A new object has a temporary key until the save.
  public func ids<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [ManagedID<Model>] {
    if parent == nil, !hasPendingObjects || !request.includesPendingChanges {
      return try container.ids(request)
    }
    return try fetch(request).map(\.managed.id)
  }

  /// What a condition finds, unsaved changes included: a condition on the rows of the store, and the models beside.
  func unsavedParts<Model: PersistentModel>(
    of condition: Where<Model>
  ) throws -> (condition: Where<Model>, models: [Model]) {
    let table = table(of: Model.self)
    let condition = try condition.settled(in: self)
    let own = try matchingPending(FetchRequest(where: condition), table).map(\.value)
    guard let parent else { return (leavingOut(table, of: condition), own) }
    let outer = try parent.unsavedParts(of: condition)
    let hidden = Set(table.pending.map(\.key) + table.deleted.map(\.key))
    return (leavingOut(table, of: outer.condition), outer.models.filter { !hidden.contains($0.id) } + own)
  }

  private func countRows<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Int {
    try parent?.count(request) ?? container.count(request)
  }

  /// The condition on the rows of other objects than those with unsaved changes.
  func leavingOut<Model: PersistentModel>(
    _ table: EntityTable<Model>, of condition: Where<Model>
  ) -> Where<Model> {
    var keys = table.pending.map(\.key) + table.deleted.map(\.key)
    // The store has no rows with temporary keys, but a parent context may.
    if parent == nil { keys = keys.filter { !$0.isTemporary } }
    return keys.isEmpty ? condition : .all([condition, .not(.ids(keys.map { ManagedID($0) }))])
  }

  /// Whether any object has unsaved changes.
  var hasPendingObjects: Bool { tables.values.contains { $0.hasPending } }

  /// Reads objects by what the store, or the parent context, says of them.
  func read<Model: PersistentModel>(
    _ request: FetchRequest<Model>, into table: EntityTable<Model>
  ) throws -> [Managed<Model>] {
    if let parent { return try parent.fetch(request).map { table.object(showing: $0, in: self) } }
    let sql = try request.managedSelection()
    return try container.gate.use { store in
      try store.connection.withStatement(sql) { try read($0, into: table, in: store) }
    }
  }

  func read<Model: PersistentModel>(
    _ statement: Statement, into table: EntityTable<Model>, in store: Store,
    _ willRead: ((Row) -> Void)? = nil
  ) throws -> [Managed<Model>] {
    let entity = Model.schema.description
    var objects: [Managed<Model>] = []
    var fresh: [Managed<Model>] = []
    let knowsNone = table.isEmpty
    let row = statement.row
    var reader = try RowReader(row: row, entity: entity, in: store)
    while try statement.step() {
      willRead?(row)
      reader.column = 0
      let version = try reader.version()
      if !knowsNone, let key = row.integer(0), let known = table.object(key) {
        if known.state == .persistent, !known.differs {
          known.refresh(with: try Model(row: &reader), version: version)
          try reader.checkEnd()
        }
        objects.append(known)
      } else {
        let object = Managed(try Model(row: &reader), state: .persistent, context: self, version: version)
        try reader.checkEnd()
        try entity.requireStored(object.key)
        if !knowsNone { fresh.append(object) }
        objects.append(object)
      }
    }
    // All at once, so that the table grows once.
    table.register(knowsNone ? objects : fresh)
    return objects
  }

  /// Leaves the objects with pending changes out of the SQL and judges them in memory.
  private func fetchWithPending<Model: PersistentModel>(
    _ request: FetchRequest<Model>, _ table: EntityTable<Model>
  ) throws -> [Managed<Model>] {
    let pending = try matchingPending(request, table).sorted { request.precedes($0.value, $1.value) }
    var stored = request
    stored.condition = leavingOut(table, of: request.condition)
    // The pending ones may push any of these out, so the offset is applied afterwards.
    stored.offset = 0
    stored.limit = request.rowLimit.flatMap { limit in
      let (end, overflows) = limit.addingReportingOverflow(request.firstRow)
      return overflows ? nil : end
    }
    let objects = try read(stored, into: table)
    let page = request.merged(objects, pending).dropFirst(request.firstRow)
    return Array(request.rowLimit.map { page.prefix($0) } ?? page)
  }

  private func matchingPending<Model: PersistentModel>(
    _ request: FetchRequest<Model>, _ table: EntityTable<Model>
  ) throws -> [Managed<Model>] {
    let isMeant = try request.condition.evaluator(in: self)
    return try table.pending.filter { try isMeant($0.value) }
  }
}

extension FetchRequest {
  /// Whether one model comes before another in the request's order.
  func precedes(_ left: Model, _ right: Model) -> Bool {
    for key in sort {
      if let precedes = key.precedes(left, right) { return precedes }
    }
    // Rows that are not saved yet come after those that are, in the order of their insertion.
    return left.id.isTemporary == right.id.isTemporary ? left.id < right.id : right.id.isTemporary
  }

  /// Two lists in the request's order as one.
  fileprivate func merged(_ left: [Managed<Model>], _ right: [Managed<Model>]) -> [Managed<Model>] {
    guard !right.isEmpty else { return left }
    var merged: [Managed<Model>] = []
    merged.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for object in left {
      while let next = rest.first, precedes(next.value, object.value) {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(object)
    }
    return merged + rest
  }
}
