/// Which index of a table is meant: by which reference, and in which order.
struct ReferenceIndexKey: Hashable {
  let reference: SendableKeyPath
  let position: SendableKeyPath?
}

/// The objects of one table by the rows that they refer to; made when a relationship is first used in a context.
final class ReferenceIndex<Model: PersistentModel> {
  /// The objects that refer to one row.
  private struct Members {
    var objects: [Managed<Model>] = []
    var isSorted = true
  }

  let reference: ReferencePath<Model>
  let position: PositionPath<Model>?
  private var members: [Int64: Members] = [:]
  /// Under which row each object stands.
  private var owners: [ObjectIdentifier: Int64] = [:]
  /// The rows whose members have all been read.
  private var complete: Set<Int64> = []
  /// Those among them that have no permanent key yet.
  private var unsaved: Set<Int64> = []

  /// The lists with unsaved changes as they were read, kept from the moment that others' changes may come in between.
  private(set) var pinned: [Int64: [Int64: StoredPlace]] = [:]

  init(_ reference: ReferencePath<Model>, _ position: PositionPath<Model>?) {
    self.reference = reference
    self.position = position
  }

  /// Whether all stored members of a row are known.
  func isComplete(_ owner: Int64) -> Bool {
    complete.contains(owner)
  }

  func setComplete(_ owners: some Sequence<Int64>) {
    complete.formUnion(owners)
    unsaved.formUnion(owners.lazy.filter(\.isTemporary))
  }

  /// Makes the members of a row, or of all rows, faults again; those known already stay so.
  func turnIntoFaults(_ owner: Int64?) {
    if let owner { complete.remove(owner) } else { complete.removeAll() }
  }

  func pin(_ places: [Int64: StoredPlace], of owner: Int64) {
    pinned[owner] = places
  }

  func unpin() {
    pinned.removeAll()
  }

  func unpin(_ owner: Int64) {
    pinned[owner] = nil
  }

  /// Takes over where the store has a member.
  func repin(_ key: Int64, at place: StoredPlace?) {
    for owner in pinned.keys { pinned[owner]?[key] = place?.owner == owner ? place : nil }
  }

  /// Takes over that rows got their permanent keys.
  func adopt(_ savedKeys: [Int64: Int64]) {
    for temporary in unsaved {
      guard let key = savedKeys[temporary] else { continue }
      unsaved.remove(temporary)
      if complete.remove(temporary) != nil { complete.insert(key) }
    }
  }

  /// The objects that refer to a row, in order.
  func objects(of owner: Int64) -> [Managed<Model>] {
    guard let found = members[owner] else { return [] }
    if found.isSorted { return found.objects }
    let sorted = found.objects.map { (rank: rank($0), object: $0) }.sorted { $0.rank < $1.rank }
      .map(\.object)
    members[owner] = Members(objects: sorted)
    return sorted
  }

  /// The number of objects that refer to a row.
  func count(of owner: Int64) -> Int {
    members[owner]?.objects.count ?? 0
  }

  /// Files objects that are new or may refer to another row than before.
  func file(_ objects: [Managed<Model>]) {
    var gone: [Int64: Set<ObjectIdentifier>] = [:]
    for object in objects {
      let identifier = ObjectIdentifier(object)
      let isAlive = object.state == .inserted || object.state == .persistent
      let new = isAlive ? reference.key(object.value) : nil
      let old = owners[identifier]
      if let new, old == new {
        members[new]?.isSorted = false
        continue
      }
      owners[identifier] = new
      if let old { gone[old, default: []].insert(identifier) }
      if let new { add(object, to: new) }
    }
    for (owner, identifiers) in gone { remove(identifiers, from: owner) }
  }

  private func add(_ object: Managed<Model>, to owner: Int64) {
    let last = members[owner]?.objects.last
    members[owner, default: Members()].objects.append(object)
    if let last, rank(object) < rank(last) { members[owner]?.isSorted = false }
  }

  private func remove(_ identifiers: Set<ObjectIdentifier>, from owner: Int64) {
    members[owner]?.objects.removeAll { object in
      let identifier = ObjectIdentifier(object)
      return identifiers.contains(identifier) && owners[identifier] != owner
    }
    if members[owner]?.objects.isEmpty == true { members[owner] = nil }
  }

  /// What members sort by: their positions where they have some, and else as a fetch without an order would.
  private func rank(_ object: Managed<Model>) -> Rank {
    Rank(position: position?.value(object.value) ?? 0, isUnsaved: object.key.isTemporary, key: object.key)
  }

  private struct Rank: Comparable {
    let position: Int
    let isUnsaved: Bool
    let key: Int64

    static func < (left: Rank, right: Rank) -> Bool {
      if left.position != right.position { return left.position < right.position }
      return left.isUnsaved == right.isUnsaved ? left.key < right.key : right.isUnsaved
    }
  }
}

/// Where a row stands in a list.
struct StoredPlace: Equatable {
  let owner: Int64
  let position: SQLValue

  var key: SQLValue { .integer(owner) }
}

/// The indexes of one table and the objects that they have to look at again.
struct ReferenceIndexes<Model: PersistentModel> {
  private var indexes: [ReferenceIndexKey: ReferenceIndex<Model>] = [:]
  private var displaced: [Managed<Model>] = []

  var isEmpty: Bool { indexes.isEmpty }

  /// Takes note of an object that came into the table, or whose values or state changed.
  mutating func displace(_ object: Managed<Model>) {
    displaced.append(object)
  }

  /// The index for a relationship, up to date.
  ///
  /// - Parameters:
  ///   - reference: The attribute with the reference.
  ///   - position: The attribute with the order, if there is one.
  ///   - all: The objects of the table; asked for when the index is new.
  /// - Returns: The index.
  mutating func index(
    _ reference: ReferencePath<Model>, _ position: PositionPath<Model>?, all: () -> [Managed<Model>]
  ) -> ReferenceIndex<Model> {
    settle()
    let key = ReferenceIndexKey(reference: reference.path, position: position?.path)
    if let index = indexes[key] { return index }
    let index = ReferenceIndex(reference, position)
    let objects = all()
    for object in objects { object.isFiled = true }
    index.file(objects)
    indexes[key] = index
    return index
  }

  /// The indexes that keep an order, up to date.
  mutating func ordered() -> [ReferenceIndex<Model>] {
    settle()
    return indexes.values.filter { $0.position != nil }
  }

  func adopt(_ savedKeys: [Int64: Int64]) {
    for index in indexes.values { index.adopt(savedKeys) }
  }

  /// Forgets how lists with unsaved changes were read, as there are none any more.
  func unpinOrders() {
    for index in indexes.values { index.unpin() }
  }

  /// Makes what refers to a row of a table, or to any row, a fault again.
  func turnIntoFaults(_ owner: RowIdentity.Place?) {
    for index in indexes.values {
      let target = Model.schema.attribute(of: index.reference.path.keyPath)?.target?()
      if owner == nil || owner?.table == target { index.turnIntoFaults(owner?.id) }
    }
  }

  private mutating func settle() {
    if displaced.isEmpty { return }
    for index in indexes.values { index.file(displaced) }
    for object in displaced { object.isFiled = true }
    displaced.removeAll(keepingCapacity: true)
  }
}
