internal import SQLite

extension EntityTable {
  /// The index for a relationship, up to date.
  func index<Source>(for relationship: ToMany<Source, Model>) throws -> ReferenceIndex<Model> {
    _ = try relationship.reference.column(to: Source.self)
    return index(relationship.reference, relationship.position)
  }

  private func index(
    _ reference: ReferencePath<Model>, _ position: PositionPath<Model>?
  ) -> ReferenceIndex<Model> {
    indexes.index(reference, position) {
      let stored = registered.values.map { unsafeDowncast($0, to: Managed<Model>.self) }
      return stored + inserted.filter { registered[$0.key] !== $0 }
    }
  }

  func turnIntoFaults(_ owner: RowIdentity.Place?) {
    indexes.turnIntoFaults(owner)
  }

  func temporaryKey(of key: Int64, _ savedKeys: [Int64: Int64]) -> Int64? {
    inserted.first { $0.state == .inserted && savedKeys[$0.key] == key }?.key
  }

  /// Makes sure that the lists whose order a save changes are in the store as they were read.
  ///
  /// A list is of many rows; two contexts that reorder it may well write different ones, and each write alone would
  /// look right.
  func checkOrders(in save: SaveSession) throws {
    try checkOrders { index, position, owners in try storedPlaces(of: owners, index, position, save) }
  }

  func checkOrders(against parent: ManagedContext) throws {
    try checkOrders { index, position, owners in
      let theirs = parent.table(of: Model.self).index(index.reference, position)
      var places: [Int64: StoredPlace] = [:]
      for owner in owners {
        for object in theirs.objects(of: owner) {
          places[object.key] = StoredPlace(owner: owner, position: position.value(object.value).sqlValue)
        }
      }
      return places
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
    _ save: SaveSession
  ) throws -> [Int64: StoredPlace] {
    let owner = try index.reference.operand.column()
    let list = "[\(owners.filter { $0 > 0 }.map(String.init).joined(separator: ","))]"
    let sql =
      SQL(
        verbatim: """
          SELECT "id", \(owner), \(try position.operand.column()) FROM \(SQL.quoted(identifier: entity.table)) \
          WHERE \(owner) IN
          """) + " (SELECT value FROM json_each(\(list)))"
    var places: [Int64: StoredPlace] = [:]
    try save.store.connection.forEachRow(sql) { row in
      guard let id = row.integer(0), let owner = row.integer(1) else { return }
      places[id] = StoredPlace(owner: owner, position: row.value(at: 2))
    }
    return places
  }
}

/// Where a row stands in a list.
private struct StoredPlace: Equatable {
  let owner: Int64
  let position: SQLValue

  var key: SQLValue { .integer(owner) }
}

/// The lists of one relationship as they were read, as far as a save changes them.
private struct StoredOrder<Model: PersistentModel> {
  let index: ReferenceIndex<Model>
  let position: PositionPath<Model>
  /// The objects whose stored values differ from the present ones, or may.
  private let pending: [Managed<Model>]
  private let deleted: [Managed<Model>]

  init(
    index: ReferenceIndex<Model>, position: PositionPath<Model>, changed: [Managed<Model>],
    deleted: [Managed<Model>]
  ) {
    self.index = index
    self.position = position
    pending = changed.filter { $0.state == .persistent }
    self.deleted = deleted
  }

  private func place(_ model: Model) -> StoredPlace? {
    index.reference.key(model).map { StoredPlace(owner: $0, position: position.value(model).sqlValue) }
  }

  /// The rows whose lists get other members or another order, where all members were read.
  func reordered(_ inserted: [Managed<Model>]) -> Set<Int64> {
    var owners: Set<Int64> = []
    func add(_ owner: Int64?) {
      if let owner, index.isComplete(owner) { owners.insert(owner) }
    }
    for object in pending {
      guard let committed = object.committed else { continue }
      let old = place(committed)
      let new = place(object.value)
      if old == new { continue }
      add(old?.owner)
      add(new?.owner)
    }
    for object in inserted where object.state == .inserted { add(index.reference.key(object.value)) }
    return owners
  }

  func conflicts(of owners: Set<Int64>, with stored: [Int64: StoredPlace]) -> [Conflict] {
    var read: [Int64: StoredPlace] = [:]
    func note(_ object: Managed<Model>) {
      guard let place = place(object.committed ?? object.value), owners.contains(place.owner) else { return }
      read[object.key] = place
    }
    for owner in owners {
      for object in index.objects(of: owner) where object.state == .persistent { note(object) }
    }
    for object in pending { note(object) }
    for object in deleted { note(object) }
    let present = Dictionary(
      pending.map { ($0.key, place($0.value)) }, uniquingKeysWith: { first, _ in first })
    return Set(read.keys).union(stored.keys).sorted().compactMap { id in
      if read[id] == stored[id] { return nil }
      return conflict(id, read: read[id], present: present[id] ?? read[id], stored: stored[id])
    }
  }

  private func conflict(
    _ id: Int64, read: StoredPlace?, present: StoredPlace?, stored: StoredPlace?
  ) -> Conflict {
    let schema = Model.schema
    // Without any property in dispute, a conflict says that the row is gone.
    let columns = stored == nil ? [] : [index.reference.path.keyPath, position.path.keyPath]
    let properties = zip(columns, [\StoredPlace.key, \.position]).compactMap {
      column, part -> Conflict.Property? in
      let original = read?[keyPath: part] ?? .null
      let now = stored?[keyPath: part] ?? .null
      if original == now { return nil }
      return .init(
        column: schema.column(of: column) ?? "", original: original,
        changed: present?[keyPath: part] ?? .null, stored: now)
    }
    return Conflict(
      entity: schema.table, id: id, kind: stored == nil ? .deleted : .changed, properties: properties)
  }
}
