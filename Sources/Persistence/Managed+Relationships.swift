extension Managed {
  /// The one related object of a relationship.
  public subscript<Target>(_ relationship: ToOne<Model, Target>) -> RelatedObject<Model, Target> {
    RelatedObject(source: self, relationship: relationship)
  }

  /// The related objects of a relationship.
  public subscript<Member>(_ relationship: ToMany<Model, Member>) -> RelatedSet<Model, Member> {
    RelatedSet(source: self, relationship: relationship)
  }

  /// The related objects of a relationship with an order.
  public subscript<Member>(_ relationship: OrderedToMany<Model, Member>) -> RelatedList<Model, Member> {
    RelatedList(source: self, relationship: relationship)
  }

  /// The context that an object lives in.
  ///
  /// - Throws: `StoreError.foreignObject` for an object that lives in none.
  func home() throws -> ManagedContext {
    guard state != .detached, let context else {
      throw StoreError.foreignObject(entity: Model.schema.table, id: key)
    }
    return context
  }

  /// Whether nothing stored can refer to the object yet.
  var isNew: Bool { state == .inserted && key.isTemporary }

  /// The context of an object that is to be changed.
  ///
  /// - Throws: `StoreError.objectDeleted` for a deleted object, which stays deleted even where its row has come back.
  func writableHome() throws -> ManagedContext {
    let context = try home()
    if state == .deleted { throw StoreError.objectDeleted(entity: Model.schema.table, id: key) }
    return context
  }

  /// Makes sure that another object is of the same context and that both can be changed.
  func requireNeighbour<Other>(_ other: Managed<Other>) throws -> ManagedContext {
    let context = try writableHome()
    guard other.context === context, other.state != .detached else {
      throw StoreError.foreignObject(entity: Other.schema.table, id: other.key)
    }
    _ = try other.writableHome()
    return context
  }
}

/// The related object of a to-one relationship: a fault until it is first asked for.
public struct RelatedObject<Source: PersistentModel, Target: PersistentModel> {
  let source: Managed<Source>
  let relationship: ToOne<Source, Target>

  /// The identity of the related object, known without reading it; nil for none.
  public var id: ManagedID<Target>? { relationship.reference.key(source.snapshot).map { ManagedID($0) } }

  /// Whether there is a related object that the context hasn't read yet.
  public var isFault: Bool {
    guard let id else { return false }
    return source.context?.registered(id) == nil
  }

  /// The related object, read from the store if need be; nil for none, also when it is deleted.
  public var object: Managed<Target>? {
    get throws {
      let context = try source.home()
      return try id.flatMap { try context.existing($0) }
    }
  }

  /// Reads the related object from the store, also when the context holds it already.
  public func load() throws {
    try relationship.load(for: [source], in: source.home())
  }

  /// Makes another object the related one, or none.
  ///
  /// Where the other side has an order, the object goes to the end of that one's list. A reference that must be there
  /// may be empty for a while; it has to be set again before the next save, which names the object otherwise.
  ///
  /// - Throws: `StoreError.foreignObject` for an object of another context, `.objectDeleted` for a deleted one.
  public func set(_ target: Managed<Target>?) throws {
    guard let target else { return source.refer(by: relationship.reference, to: nil) }
    _ = try source.requireNeighbour(target)
    if let position = relationship.position {
      if target.key == id?.rawValue { return }
      let list = OrderedToMany(members: relationship.inverse, position: position)
      return try target[list].append(source)
    }
    source.refer(by: relationship.reference, to: target.key)
  }
}

extension Managed {
  /// Writes the attribute of a reference, unless it has that key already.
  func refer(by reference: ReferencePath<Model>, to key: Int64?) {
    if reference.key(value) != key { update { reference.assign(&$0, key) } }
  }
}

extension ToOne {
  /// Reads the objects that all the objects refer to, with one statement.
  public func load(for objects: [Managed<Source>], in context: ManagedContext) throws {
    _ = try reference.column(to: Target.self)
    let keys = Set(
      objects.compactMap { reference.key($0.value) }.filter { !$0.isTemporary || context.parent != nil })
    if keys.isEmpty { return }
    try context.read(FetchRequest<Target>(where: .oneOf(\.id, keys.sorted())))
  }
}

@available(*, unavailable, message: "What is related to a managed object belongs to its context.")
extension RelatedObject: Sendable {}
