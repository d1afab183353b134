/// The related objects of an ordered to-many relationship: a fault until they are first asked for.
///
/// The order is that of the members' position attributes. Each change gives the list the positions 0, 1, 2 and so on,
/// as edits of the members; so undo and rollback bring the old order back, and a save writes what differs. When another
/// context has changed the same list meanwhile, the save throws `StoreError.conflict`, whatever the merge policy, and
/// mixes nothing. Then `load()` reads the list as it is now, and gives up what was moved and removed; new members stay,
/// at the end. With `refreshAll(mergeChanges: true)` all changes stay on top of the list as it is now.
public struct RelatedList<Source: PersistentModel, Member: PersistentModel> {
  let source: Managed<Source>
  let relationship: OrderedToMany<Source, Member>

  private var members: RelatedSet<Source, Member> {
    RelatedSet(source: source, relationship: relationship.members)
  }

  /// Whether the context hasn't read the related objects yet; never so for an object that is not saved.
  public var isFault: Bool {
    get throws { try members.isFault }
  }

  /// The related objects in order; read from the store if need be.
  public var elements: [Managed<Member>] {
    get throws { try members.elements }
  }

  /// The number of related objects; reads them from the store if need be.
  public var count: Int {
    get throws { try members.count }
  }

  /// Whether there are no related objects; reads them from the store if need be.
  public var isEmpty: Bool {
    get throws { try members.isEmpty }
  }

  /// The object at a place, 0 for the first.
  ///
  /// - Throws: `StoreError.outOfRange` for a place that the list doesn't have.
  public subscript(index: Int) -> Managed<Member> {
    get throws {
      let elements = try elements
      try check(index, in: elements.indices, of: elements)
      return elements[index]
    }
  }

  /// Reads the list from the store, also when the context holds it already.
  ///
  /// Where others have changed it since it was read, unsaved moves and removals are given up, and new members come last;
  /// the next save writes the list as it is then.
  public func load() throws {
    try members.load()
    let context = try source.home()
    let table = context.table(of: Member.self)
    try table.rebase(try table.index(for: relationship.members), of: source.key, in: context)
  }

  /// Whether an object is in the list; reads nothing.
  public func contains(_ member: Managed<Member>) -> Bool {
    members.contains(member)
  }

  /// The place of an object, or nil for one that isn't in the list.
  public func index(of member: Managed<Member>) throws -> Int? {
    guard contains(member) else { return nil }
    return try elements.firstIndex { $0 === member }
  }

  /// Adds an object at the end, which leaves the list that it was in.
  ///
  /// - Throws: `StoreError.foreignObject` for an object of another context, `.objectDeleted` for a deleted one; so do all
  ///   changes of the list of a deleted object.
  public func append(_ member: Managed<Member>) throws {
    _ = try source.requireNeighbour(member)
    let index = try members.index()
    let count = index.count(of: source.key)
    let last = index.objects(of: source.key).last
    // A list in good order stays in it, however long it is.
    let isInOrder = last.map { $0 !== member && relationship.position.value($0.value) == count - 1 } ?? true
    if isInOrder, !contains(member) { return place(member, at: count) }
    try insert(member, at: contains(member) ? count - 1 : count)
  }

  /// Adds an object at a place, 0 for the first; it leaves the list or the place that it was in.
  ///
  /// - Parameters:
  ///   - member: The object.
  ///   - index: Its place afterwards.
  /// - Throws: `StoreError.foreignObject` for an object of another context, `.outOfRange` for a place beyond the end.
  public func insert(_ member: Managed<Member>, at index: Int) throws {
    _ = try source.requireNeighbour(member)
    var elements = try elements
    elements.removeAll { $0 === member }
    try check(index, in: 0..<(elements.count + 1), of: elements)
    elements.insert(member, at: index)
    try step("insert") { renumber(elements) }
  }

  /// Moves an object to another place.
  ///
  /// - Parameters:
  ///   - index: Where it is.
  ///   - destination: Where it is afterwards.
  /// - Throws: `StoreError.outOfRange` for a place that the list doesn't have.
  public func move(from index: Int, to destination: Int) throws {
    var elements = try elements
    try check(index, in: elements.indices, of: elements)
    try check(destination, in: elements.indices, of: elements)
    elements.insert(elements.remove(at: index), at: destination)
    try step("move") { renumber(elements) }
  }

  /// Takes an object out.
  ///
  /// Where the reference must be there, the object has to be deleted or related to another one before the next save,
  /// which names it otherwise.
  ///
  /// - Returns: The object.
  /// - Throws: `StoreError.outOfRange` for a place that the list doesn't have.
  @discardableResult
  public func remove(at index: Int) throws -> Managed<Member> {
    var elements = try elements
    try check(index, in: elements.indices, of: elements)
    let removed = elements.remove(at: index)
    try step("remove") {
      removed.refer(by: relationship.members.reference, to: nil)
      renumber(elements)
    }
    return removed
  }

  /// Gives the list these objects in this order; those left over are taken out.
  ///
  /// - Returns: The objects taken out, which have to be deleted or related to another one where the reference must be
  ///   there.
  /// - Throws: `StoreError.foreignObject` for an object of another context.
  @discardableResult
  public func replace(with members: [Managed<Member>]) throws -> [Managed<Member>] {
    var seen: Set<ObjectIdentifier> = []
    let wanted = members.filter { seen.insert(ObjectIdentifier($0)).inserted }
    for member in wanted { _ = try source.requireNeighbour(member) }
    let removed = try elements.filter { !seen.contains(ObjectIdentifier($0)) }
    try step("replace") {
      for member in removed { member.refer(by: relationship.members.reference, to: nil) }
      renumber(wanted)
    }
    return removed
  }

  private func check(_ index: Int, in range: Range<Int>, of elements: [Managed<Member>]) throws {
    guard range.contains(index) else {
      throw StoreError.outOfRange(index: index, count: elements.count)
    }
  }

  /// Makes the edits of several members one step for undo.
  private func step(_ name: String, _ body: () -> Void) throws {
    let context = try source.writableHome()
    if context.undoStack == nil { body() } else { context.withUndoGroup(name, body) }
  }

  private func renumber(_ elements: [Managed<Member>]) {
    for (index, member) in elements.enumerated() { place(member, at: index) }
  }

  private func place(_ member: Managed<Member>, at index: Int) {
    let reference = relationship.members.reference
    let position = relationship.position
    if reference.key(member.value) == source.key, position.value(member.value) == index { return }
    member.update {
      reference.assign(&$0, source.key)
      position.assign(&$0, index)
    }
  }
}

@available(*, unavailable, message: "What is related to a managed object belongs to its context.")
extension RelatedList: Sendable {}
