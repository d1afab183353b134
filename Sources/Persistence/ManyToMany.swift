/// The objects that rows of a table in between connect with an object.
///
/// Declare it once over the two relationships that meet in that table:
///
///     static let drivers = ManyToMany(Train.licences, Licence.driver) { Licence(train: $0, driver: $1) }
///
/// In a condition, name both: `.any(of: Train.licences, where: .matching(Licence.driver, where: …))`.
public struct ManyToMany<Source: PersistentModel, Join: PersistentModel, Target: PersistentModel>:
  Relationship
{
  let joins: ToMany<Source, Join>
  let target: ToOne<Join, Target>
  let makeJoin: @Sendable (_ source: Int64, _ target: Int64) -> Join

  /// A relationship by way of another table.
  ///
  /// - Parameters:
  ///   - joins: The rows in between; in their order the objects come.
  ///   - target: The object that each of them leads to.
  ///   - makeJoin: Makes the row between two objects, given their keys.
  public init(
    _ joins: some ToManyRelationship<Source, Join>, _ target: ToOne<Join, Target>,
    makeJoin: @escaping @Sendable (_ source: Int64, _ target: Int64) -> Join
  ) {
    self.joins = joins.members
    self.target = target
    self.makeJoin = makeJoin
  }

  /// Reads the related objects of all the objects: one statement for the rows in between, and one for the objects.
  public func load(for objects: [Managed<Source>], in context: ManagedContext) throws {
    try joins.load(for: objects, in: context)
    let index = try context.table(of: Join.self).index(for: joins)
    try target.load(for: objects.flatMap { index.objects(of: $0.key) }, in: context)
  }
}

/// The related objects of a many-to-many relationship: a fault until they are first asked for.
public struct JoinedSet<Source: PersistentModel, Join: PersistentModel, Target: PersistentModel> {
  let source: Managed<Source>
  let relationship: ManyToMany<Source, Join, Target>

  /// The rows in between.
  public var joins: RelatedSet<Source, Join> { source[relationship.joins] }

  /// Whether the context hasn't read the rows in between yet.
  public var isFault: Bool {
    get throws { try joins.isFault }
  }

  /// The related objects, each once, in the order of the rows in between; read from the store if need be.
  public var elements: [Managed<Target>] {
    get throws {
      let joins = try joins.elements
      let target = relationship.target
      let faults = joins.filter { $0[target].isFault }
      if !faults.isEmpty { try target.load(for: faults, in: source.home()) }
      var seen: Set<Int64> = []
      return try joins.compactMap { try $0[target].object }.filter { seen.insert($0.key).inserted }
    }
  }

  /// The number of related objects; reads them from the store if need be.
  public var count: Int {
    get throws { try elements.count }
  }

  /// Whether an object is among the related ones; reads the rows in between if need be.
  public func contains(_ object: Managed<Target>) throws -> Bool {
    try !joins(to: object).isEmpty
  }

  /// Relates an object by a row in between, unless it is related already.
  ///
  /// - Throws: `StoreError.foreignObject` for an object of another context, `.objectDeleted` for a deleted one.
  public func insert(_ object: Managed<Target>) throws {
    let context = try source.requireNeighbour(object)
    if try !contains(object) { context.insert(relationship.makeJoin(source.key, object.key)) }
  }

  /// Deletes the rows in between; the object itself stays.
  public func remove(_ object: Managed<Target>) throws {
    let context = try source.writableHome()
    for join in try joins(to: object) { context.delete(join) }
  }

  /// Reads the related objects from the store, also when the context holds them already.
  public func load() throws {
    try relationship.load(for: [source], in: source.home())
  }

  private func joins(to object: Managed<Target>) throws -> [Managed<Join>] {
    try joins.elements.filter { $0[relationship.target].id?.rawValue == object.key }
  }
}

extension Managed {
  /// The related objects of a many-to-many relationship.
  public subscript<Join, Target>(
    _ relationship: ManyToMany<Model, Join, Target>
  ) -> JoinedSet<Model, Join, Target> {
    JoinedSet(source: self, relationship: relationship)
  }
}

@available(*, unavailable, message: "What is related to a managed object belongs to its context.")
extension JoinedSet: Sendable {}
