internal import SQLite

/// The lists of one relationship as they were read, as far as a save changes them.
struct StoredOrder<Model: PersistentModel> {
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

  func place(_ model: Model) -> StoredPlace? {
    index.reference.key(model).map { StoredPlace(owner: $0, position: position.value(model).sqlValue) }
  }

  /// The rows whose lists get other members or another order, where all members were read.
  func reordered(_ inserted: [Managed<Model>]) -> Set<Int64> {
    var owners: Set<Int64> = []
    func add(_ owner: Int64?) {
      if let owner, index.isComplete(owner) || index.pinned[owner] != nil { owners.insert(owner) }
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

  /// Where the members of lists stood when they were read.
  func placesRead(of owners: Set<Int64>) -> [Int64: StoredPlace] {
    var read: [Int64: StoredPlace] = [:]
    func note(_ object: Managed<Model>) {
      guard let place = place(object.committed ?? object.value), owners.contains(place.owner),
        index.pinned[place.owner] == nil
      else { return }
      read[object.key] = place
    }
    for owner in owners {
      for object in index.objects(of: owner) where object.state == .persistent { note(object) }
      if let pinned = index.pinned[owner] { read.merge(pinned) { $1 } }
    }
    for object in pending { note(object) }
    for object in deleted { note(object) }
    return read
  }

  func conflicts(of owners: Set<Int64>, with stored: [Int64: StoredPlace]) -> [Conflict] {
    let read = placesRead(of: owners)
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
