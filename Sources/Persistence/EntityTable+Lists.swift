extension EntityTable {
  /// Takes over that an object's row was read again, for the lists that it stands in.
  func repin(_ object: Managed<Model>) {
    if indexes.isEmpty { return }
    for index in indexes.ordered() {
      guard let position = index.position, !index.pinned.isEmpty else { continue }
      let order = StoredOrder(index: index, position: position, changed: [], deleted: [])
      index.repin(
        object.key, at: object.state == .persistent ? order.place(object.committed ?? object.value) : nil)
    }
  }

  /// Takes a list for what it is now, for the next save to go by.
  ///
  /// Where others changed it since it was read, the places that its members got in this context are given up.
  func rebase(_ index: ReferenceIndex<Model>, of owner: Int64, in context: ManagedContext) throws {
    guard let position = index.position else { return }
    let order = StoredOrder(index: index, position: position, changed: changed, deleted: deleted)
    guard index.pinned[owner] != nil || order.reordered(inserted).contains(owner) else { return }
    let read = order.placesRead(of: [owner])
    let stored = try storedPlaces(of: [owner], index, position, seenBy: context)
    if read == stored { return }
    let concerned = changed.filter { object in
      object.state == .persistent
        && (read[object.key] != nil || stored[object.key] != nil || order.place(object.value)?.owner == owner)
    }
    let rows: [Int64: (value: Model, version: Int64)] = try context.storedValues(concerned.map(\.key))
    let columns = [index.reference.path.keyPath, position.path.keyPath]
    let places = Model.schema.attributes.indices.filter {
      columns.contains(Model.schema.attributes[$0].keyPath)
    }
    for object in concerned {
      if let row = rows[object.key] { object.rebase(on: row.value, at: places) }
    }
    try settle(index.reference, position, of: owner, in: context)
  }

  func settlePinnedLists(in context: ManagedContext) throws {
    if indexes.isEmpty { return }
    for index in indexes.ordered() {
      guard let position = index.position else { continue }
      for owner in index.pinned.keys.sorted() {
        try settle(index.reference, position, of: owner, in: context)
      }
    }
  }

  /// Forgets how a list was read, reads it, and puts unsaved members after those of the store in the same places.
  private func settle(
    _ reference: ReferencePath<Model>, _ position: PositionPath<Model>, of owner: Int64,
    in context: ManagedContext
  ) throws {
    index(reference, position).unpin(owner)
    if owner.isTemporary, context.parent == nil { return }
    try load(reference, position, of: [owner], in: context)
    let members = index(reference, position).objects(of: owner)
    let isOwn = members.map { object in
      guard object.state == .persistent else { return true }
      guard let committed = object.committed else { return false }
      return reference.key(committed) != owner || position.value(committed) != position.value(object.value)
    }
    let taken = Set(zip(members, isOwn).filter { !$0.1 }.map { position.value($0.0.value) })
    guard zip(members, isOwn).contains(where: { $0.1 && taken.contains(position.value($0.0.value)) }) else {
      return
    }
    let order = members.indices.sorted { left, right in
      let places = (position.value(members[left].value), position.value(members[right].value))
      if places.0 != places.1 { return places.0 < places.1 }
      return isOwn[left] == isOwn[right] ? left < right : isOwn[right]
    }
    for (place, member) in order.enumerated() where position.value(members[member].value) != place {
      var value = members[member].value
      position.assign(&value, place)
      members[member].replay(value)
    }
  }
}
