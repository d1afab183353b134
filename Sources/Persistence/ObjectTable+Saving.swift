internal import SQLite

extension EntityTable {
  func deletions(in save: SaveSession) throws -> [RowIdentity] {
    try deleted.compactMap { object in
      let identity = RowIdentity(entity: entity, id: object.key)
      // A row that is gone already is as it should be; the delete rules find out what is left of its kin.
      guard let row = try save.storedRow(entity, id: object.key) else { return identity }
      let read = object.committed ?? object.value
      let merge = RowMerge(
        committed: read, present: object.value, stored: row.values,
        hasOtherVersion: object.hasOtherVersion(than: row.version, in: entity))
      let changes = merge.changesByOthers
      if changes.isEmpty, !merge.hasOtherVersion { return identity }
      let conflict = merge.conflict(over: changes, .changedBeforeDeletion)
      switch save.policy.resolution(of: conflict) {
      case .keepObject: return identity
      case .keepStore:
        save.outcome.merged[entity.table, default: [:]][object.key] = row
        return nil
      case .fail, .properties:
        save.note(conflict)
        return nil
      }
    }
  }

  func saveMoves(in save: SaveSession) throws {
    guard !entity.references.isEmpty else { return }
    try save.apply(try updates(in: save) { $0 }, isEarly: true)
  }

  func saveChanges(in save: SaveSession, withMoves: Bool) throws {
    try save.apply(try updates(in: save) { withMoves || !$0 })
  }

  func saveInsertions(in save: SaveSession) throws {
    guard inserted.contains(where: { $0.state == .inserted }) else { return }
    try save.insert(inserted)
  }

  /// The updates of those objects that are meant, by whether they changed a reference.
  private func updates(in save: SaveSession, where isMeant: (_ isMove: Bool) -> Bool) throws -> [RowUpdate] {
    let removed = save.outcome.removed[entity.table] ?? []
    var lost: [Int64: [Int]] = [:]
    for reference in save.outcome.nullified where reference.table == entity.table {
      lost[reference.id, default: []].append(reference.index)
    }
    return changed.compactMap { object in
      guard object.state == .persistent, !removed.contains(object.key), !save.kin.isDropped(object),
        let committed = object.committed
      else { return nil }
      let places = object.changedPlaces
      let isMove = places.contains { Model.schema.attributes[$0].target != nil }
      guard !places.isEmpty, isMeant(isMove) else { return nil }
      let update = update(of: object, from: committed, at: places, lost: lost[object.key] ?? [], save)
      guard !update.changesNothing else {
        save.outcome.unwritten[entity.table, default: []].insert(object.key)
        return nil
      }
      return update
    }
  }

  private func update(
    of object: Managed<Model>, from committed: Model, at places: [Int], lost: [Int], _ save: SaveSession
  ) -> RowUpdate {
    let attributes = Model.schema.attributes
    var expected = attributes.map { $0.value(committed) }
    for place in lost { expected[place] = .null }
    var update = RowUpdate(
      entity: entity, id: object.key, columns: places.map { attributes[$0].column },
      before: places.map { expected[$0] },
      after: places.map { save.storable(attributes[$0].value(object.value), attributes[$0], of: object) })
    if save.unchangedRows.contains(RowIdentity.Place(table: entity.table, id: object.key)) {
      update.resolve = { [update] save in
        guard try save.storedRow(update.entity, id: update.id) == nil else { return update }
        return try save.resolveDeleted(object, from: committed)
      }
      return update
    }
    update.expectedColumns = entity.columns
    update.expected = expected
    if entity.versionColumn != nil { update.version = object.lowVersion(after: lost.count) }
    let entity = entity
    update.resolve = { save in
      guard let row = try save.storedRow(entity, id: object.key) else {
        return try save.resolveDeleted(object, from: committed)
      }
      var read = committed
      var present = object.value
      for place in lost {
        _ = attributes[place].assign(&read, .null)
        _ = attributes[place].assign(&present, .null)
      }
      let merge = RowMerge(
        committed: read, present: present, stored: row.values,
        hasOtherVersion: object.hasOtherVersion(than: row.version &- Int64(lost.count), in: entity))
      return save.resolve(object, merge, row)
    }
    return update
  }
}

extension SaveSession {
  /// A value as it is stored: a text in composed form, a reference with its permanent key.
  fileprivate func storable<Model>(
    _ value: SQLValue, _ attribute: Attribute<Model>, of object: Managed<Model>
  ) -> SQLValue {
    switch value {
    case .text(let text):
      if text.isComposed { return value }
      outcome.recomposed.append(object)
      return .text(text.composed)
    case .integer(let id):
      guard let target = attribute.target else { return value }
      if !kin.unsaved.isEmpty, kin.isUnsaved(id, in: target()) { return .null }
      return id.isTemporary ? savedKeys[id].map(SQLValue.integer) ?? value : value
    default: return value
    }
  }

  /// What to write into a row that others changed.
  fileprivate func resolve<Model>(
    _ object: Managed<Model>, _ merge: RowMerge<Model>, _ row: StoredRow
  ) -> RowUpdate? {
    let attributes = Model.schema.attributes
    let entity = Model.schema.description
    var merged = row
    switch merge.outcome(by: policy) {
    case .conflict(let conflict):
      note(conflict)
      return nil
    case .write(let values):
      let places = values.keys.sorted().filter { place in
        values[place].map { !$0.isIdentical(to: row.values[place]) } ?? false
      }
      for (place, value) in values { merged.values[place] = storable(value, attributes[place], of: object) }
      if !places.isEmpty { merged.version &+= 1 }
      outcome.merged[entity.table, default: [:]][object.key] = merged
      return places.isEmpty
        ? nil
        : RowUpdate(
          entity: entity, id: object.key, columns: places.map { attributes[$0].column },
          before: places.map { row.values[$0] }, after: places.map { merged.values[$0] })
    }
  }

  /// Settles what becomes of an object whose row others deleted.
  fileprivate func resolveDeleted<Model>(_ object: Managed<Model>, from committed: Model) throws -> RowUpdate?
  {
    let table = Model.schema.table
    let conflict = Conflict(entity: table, id: object.key, kind: .deleted, properties: [])
    switch policy.resolution(of: conflict) {
    case .keepStore: outcome.removed[table, default: []].insert(object.key)
    case .keepObject:
      try insertAgain(object)
      let values = Model.schema.attributes.map { storable($0.value(object.value), $0, of: object) }
      outcome.merged[table, default: [:]][object.key] = StoredRow(values: values, version: 1)
    case .fail, .properties: note(conflict)
    }
    return nil
  }
}
