/// A relationship that starts at objects of one model; a fetch request prefetches any of them.
///
/// A relationship is a view on the reference attribute of one side, `barID` of a paragraph for example, and stores
/// nothing itself. So both directions always agree, and whatever sets, undoes or saves the attribute does so for both.
public protocol Relationship<Source>: Sendable {
  /// The model that the relationship starts at.
  associatedtype Source: PersistentModel

  /// Reads the related objects of all the objects from the store at once.
  ///
  /// - Throws: `StoreError.invalidRelationship` for a declaration that doesn't fit the schema, and what a fetch throws.
  func load(for objects: [Managed<Source>], in context: ManagedContext) throws
}

/// A relationship to any number of objects, with or without an order of its own.
public protocol ToManyRelationship<Source, Member>: Relationship {
  /// The model of the related objects.
  associatedtype Member: PersistentModel

  /// The same relationship without regard to order.
  var members: ToMany<Source, Member> { get }
}

/// The object that a reference attribute refers to.
///
/// Declare it once, as in `static let bar = ToOne<Paragraph, Bar>(\.barID)`; where the other side has an order, take
/// the `inverse` of that instead, so that a newcomer gets its place at the end.
public struct ToOne<Source: PersistentModel, Target: PersistentModel>: Relationship {
  let reference: ReferencePath<Source>
  /// The place among the target's members, where they have an order.
  let position: PositionPath<Source>?

  /// The object whose key an attribute holds; there must be one by the time of a save.
  public init(_ keyPath: any WritableKeyPath<Source, Int64> & Sendable) {
    self.init(reference: ReferencePath(keyPath), position: nil)
  }

  /// The object whose key an attribute holds, or none.
  public init(_ keyPath: any WritableKeyPath<Source, Int64?> & Sendable) {
    self.init(reference: ReferencePath(keyPath), position: nil)
  }

  init(reference: ReferencePath<Source>, position: PositionPath<Source>?) {
    self.reference = reference
    self.position = position
  }

  /// The relationship from the other side, without regard to order.
  public var inverse: ToMany<Target, Source> { ToMany(reference: reference, position: position) }
}

/// The objects whose reference attribute refers to an object.
///
/// Declare it once, as in `static let plants = ToMany<Shelf, Plant>(\.shelfID)`.
public struct ToMany<Source: PersistentModel, Member: PersistentModel>: ToManyRelationship {
  let reference: ReferencePath<Member>
  /// The place among the members, where they have an order.
  let position: PositionPath<Member>?

  /// The objects whose attribute holds the key of this side's object; they can't be without one.
  public init(_ keyPath: any WritableKeyPath<Member, Int64> & Sendable) {
    self.init(reference: ReferencePath(keyPath), position: nil)
  }

  /// The objects whose attribute holds the key of this side's object; they can be without one.
  public init(_ keyPath: any WritableKeyPath<Member, Int64?> & Sendable) {
    self.init(reference: ReferencePath(keyPath), position: nil)
  }

  init(reference: ReferencePath<Member>, position: PositionPath<Member>?) {
    self.reference = reference
    self.position = position
  }

  /// The relationship itself.
  public var members: ToMany { self }
  /// The relationship from the other side.
  public var inverse: ToOne<Member, Source> { ToOne(reference: reference, position: position) }
}

/// The objects whose reference attribute refers to an object, in the order of another attribute.
///
/// Declare it once, as in `static let steps = OrderedToMany<Bar, Step>(\.barID, position: \.position)`. The positions
/// of a list count from 0; gaps and equal positions that other programs left behind are read as they come, and closed
/// by the next change to the list's order.
public struct OrderedToMany<Source: PersistentModel, Member: PersistentModel>: ToManyRelationship {
  /// The same relationship without regard to order.
  public let members: ToMany<Source, Member>
  let position: PositionPath<Member>

  /// The objects whose attribute holds the key of this side's object; they can't be without one.
  public init(
    _ keyPath: any WritableKeyPath<Member, Int64> & Sendable,
    position: any WritableKeyPath<Member, Int> & Sendable
  ) {
    self.position = PositionPath(position)
    members = ToMany(reference: ReferencePath(keyPath), position: self.position)
  }

  /// The objects whose attribute holds the key of this side's object; they can be without one.
  public init(
    _ keyPath: any WritableKeyPath<Member, Int64?> & Sendable,
    position: any WritableKeyPath<Member, Int> & Sendable
  ) {
    self.position = PositionPath(position)
    members = ToMany(reference: ReferencePath(keyPath), position: self.position)
  }

  /// The relationship from the other side; an object set to another owner comes last in its list.
  public var inverse: ToOne<Member, Source> { members.inverse }
}
