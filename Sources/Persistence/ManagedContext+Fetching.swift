internal import SQLite

extension ManagedContext {
  /// Fetches live objects in the request's order.
  ///
  /// A row that the context holds already is given as the same object; its unsaved changes stay, and the request sees
  /// them: changed objects are judged and sorted by their present values, inserted ones are found, deleted ones not.
  public func fetch<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [Managed<Model>] {
    let table = table(of: Model.self)
    let hasPending = request.includesPendingChanges && (!table.pending.isEmpty || !table.deleted.isEmpty)
    guard hasPending else {
      return try read(request.selection(), into: table)
    }
    return try fetchWithPending(request, table)
  }

  /// Fetches all objects of a model that fulfil a condition.
  public func fetch<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, sortBy sort: [SortKey<Model>] = []
  ) throws -> [Managed<Model>] {
    try fetch(FetchRequest(where: condition, sortBy: sort))
  }

  /// The object with that identity, read from the store if need be; nil when there is none.
  public func existing<Model: PersistentModel>(_ id: ManagedID<Model>) throws -> Managed<Model>? {
    if let object = registered(id) { return object.state == .deleted ? nil : object }
    return try fetch(FetchRequest(where: .ids([id]))).first
  }

  /// The number of objects that a request finds, without its limit; sees unsaved changes as `fetch` does.
  public func count<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Int {
    var request = request
    request.limit = nil
    request.offset = 0
    let table = table(of: Model.self)
    guard request.includesPendingChanges, !table.pending.isEmpty || !table.deleted.isEmpty else {
      return try container.count(request)
    }
    return try fetchWithPending(request, table).count
  }

  private func read<Model: PersistentModel>(_ sql: SQL, into table: EntityTable<Model>) throws -> [Managed<
    Model
  >] {
    let entity = Model.schema.description
    return try container.gate.use { store in
      try store.connection.withStatement(sql) { statement in
        var objects: [Managed<Model>] = []
        var reader = RowReader(row: statement.row, entity: entity)
        while try statement.step() {
          reader.column = 0
          if let key = statement.row.integer(0), let known = table.object(key) {
            if known.committed == nil, known.state == .persistent {
              known.refresh(with: try Model(row: &reader))
            }
            objects.append(known)
          } else {
            let object = Managed(try Model(row: &reader), state: .persistent, context: self)
            table.register(object)
            objects.append(object)
          }
        }
        return objects
      }
    }
  }

  /// Leaves the objects with pending changes out of the SQL and judges them in memory.
  private func fetchWithPending<Model: PersistentModel>(
    _ request: FetchRequest<Model>, _ table: EntityTable<Model>
  ) throws -> [Managed<Model>] {
    let pending = table.pending
    let leftOut = (pending.map(\.key) + table.deleted.map(\.key)).filter { $0 > 0 }
    var stored = request
    stored.condition = .all([request.condition, .not(.ids(leftOut.map { ManagedID($0) }))])
    // The pending ones may push any of these out, so the offset is applied afterwards.
    stored.offset = 0
    stored.limit = request.limit.map { $0 + request.offset }
    var objects = try read(stored.selection(), into: table)
    for object in pending where object.state != .deleted {
      guard try request.condition.evaluate(object.value, in: self) else { continue }
      let place = objects.partitioningIndex { request.precedes(object.value, $0.value) }
      objects.insert(object, at: place)
    }
    let page = objects.dropFirst(request.offset)
    return Array(request.limit.map { page.prefix($0) } ?? page)
  }
}

extension FetchRequest {
  /// Whether one model comes before another in the request's order.
  func precedes(_ left: Model, _ right: Model) -> Bool {
    for key in sort {
      if let precedes = key.precedes(left, right) { return precedes }
    }
    // Rows that are not saved yet come after those that are, in the order of their insertion.
    switch (left.id < 0, right.id < 0) {
    case (true, true): return left.id > right.id
    case (true, false): return false
    case (false, true): return true
    case (false, false): return left.id < right.id
    }
  }
}

extension Array {
  /// The first index whose element, and every one after it, fulfils the condition.
  fileprivate func partitioningIndex(where belongsInSecond: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
