/// The related objects of a to-many relationship: a fault until they are first asked for.
///
/// It always shows what refers to its object: what the store had when it was read, and the context's own unsaved
/// changes on top, wherever they were made.
public struct RelatedSet<Source: PersistentModel, Member: PersistentModel> {
  let source: Managed<Source>
  let relationship: ToMany<Source, Member>

  /// Whether the context hasn't read the related objects yet; never so for an object that is not saved.
  public var isFault: Bool {
    get throws {
      let context = try source.home()
      try context.mergeChanges()
      let index = try context.table(of: Member.self).index(for: relationship)
      return !source.isNew && !index.isComplete(source.key)
    }
  }

  /// The related objects in the order of their keys, those not saved yet last; read from the store if need be.
  public var elements: [Managed<Member>] {
    get throws { try index().objects(of: source.key) }
  }

  /// The number of related objects; reads them from the store if need be.
  public var count: Int {
    get throws { try index().count(of: source.key) }
  }

  /// Whether there are no related objects; reads them from the store if need be.
  public var isEmpty: Bool {
    get throws { try count == 0 }
  }

  /// Reads the related objects from the store, also when the context holds them already.
  public func load() throws {
    try relationship.load(for: [source], in: source.home())
  }

  /// Whether an object is among the related ones; reads nothing.
  public func contains(_ member: Managed<Member>) -> Bool {
    member.context === source.context && (member.state == .inserted || member.state == .persistent)
      && relationship.reference.key(member.value) == source.key
  }

  /// Adds an object, which leaves the object that it was related to.
  ///
  /// - Throws: `StoreError.foreignObject` for an object of another context, `.objectDeleted` for a deleted one.
  public func insert(_ member: Managed<Member>) throws {
    _ = try source.requireNeighbour(member)
    member.refer(by: relationship.reference, to: source.key)
  }

  /// Takes an object out; one that isn't in is left alone.
  ///
  /// Where the reference must be there, the object has to be deleted or related to another one before the next save,
  /// which names it otherwise. Of a deleted object nothing is taken, and the next save throws
  /// `StoreError.objectDeleted`.
  public func remove(_ member: Managed<Member>) {
    guard contains(member) else { return }
    if source.state == .deleted {
      source.context?.noteLateChange(of: source)
    } else {
      member.refer(by: relationship.reference, to: nil)
    }
  }

  /// The index of the members, with this object's in it.
  func index() throws -> ReferenceIndex<Member> {
    let context = try source.home()
    try context.mergeChanges()
    let table = context.table(of: Member.self)
    let index = try table.index(for: relationship)
    if index.isComplete(source.key) { return index }
    if source.isNew {
      index.setComplete([source.key])
      return index
    }
    try relationship.load(for: [source], in: context)
    return try table.index(for: relationship)
  }
}

extension ToMany {
  /// Reads the related objects of all the objects, with one statement.
  public func load(for objects: [Managed<Source>], in context: ManagedContext) throws {
    let table = context.table(of: Member.self)
    _ = try table.index(for: self)
    try table.load(reference, position, of: Set(objects.filter { !$0.isNew }.map(\.key)), in: context)
  }
}

extension EntityTable {
  /// Reads the objects that refer to some rows, with one statement.
  func load(
    _ reference: ReferencePath<Model>, _ position: PositionPath<Model>?, of owners: Set<Int64>,
    in context: ManagedContext
  ) throws {
    if owners.isEmpty { return }
    let condition = Where<Model>(node: .keys(reference.operand, owners.sorted()))
    let found = Set(try context.read(FetchRequest(where: condition)).map(\.key))
    let index = index(reference, position)
    index.setComplete(owners)
    // Whoever was there before and has no changes of its own has left, by the hand of another program or context.
    let gone = owners.flatMap { index.objects(of: $0) }.filter {
      $0.state == .persistent && !$0.differs && !found.contains($0.key)
    }
    if gone.isEmpty { return }
    let again = FetchRequest<Model>(where: .oneOf(\.id, gone.map(\.key)))
    let moved = Set(try context.read(again).map(\.key))
    for object in gone where !moved.contains(object.key) { forget(object) }
  }
}

extension OrderedToMany {
  init(members: ToMany<Source, Member>, position: PositionPath<Member>) {
    self.members = members
    self.position = position
  }

  /// Reads the related objects of all the objects, with one statement.
  public func load(for objects: [Managed<Source>], in context: ManagedContext) throws {
    try members.load(for: objects, in: context)
  }
}

@available(*, unavailable, message: "What is related to a managed object belongs to its context.")
extension RelatedSet: Sendable {}
