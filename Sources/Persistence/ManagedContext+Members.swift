internal import SQLite

extension ManagedContext {
  /// Fetches some of the objects that are related to each of several objects, with one statement.
  ///
  /// The relationship itself stays a fault where it was one, since only a part of it is read.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - owners: The objects at its start.
  ///   - condition: What the related objects must fulfil.
  ///   - sort: Their order for each owner; that of the relationship by default.
  ///   - limit: The largest number of them for each owner; nil for all.
  /// - Returns: The related objects by their owner; owners without any are left out.
  public func members<Owner, Member>(
    of relationship: some ToManyRelationship<Owner, Member>, for owners: [Managed<Owner>],
    where condition: Where<Member> = .everything, sortBy sort: [SortKey<Member>] = [], limit: Int? = nil
  ) throws -> [ManagedID<Owner>: [Managed<Member>]] {
    let members = relationship.members
    let column = try members.reference.column(to: Owner.self)
    let order = members.position.map { [SortKey<Member>(anyKeyPath: $0.path.keyPath, reversed: false)] } ?? []
    var request = FetchRequest<Member>(
      where: .all([.related(by: members, to: owners.map(\.managed.id)), condition]),
      sortBy: sort.isEmpty ? order : sort)
    if let limit, !hasPendingObjects, parent == nil {
      request.condition = try request.firstRows(max(0, limit), ofEach: column)
    }
    var found: [ManagedID<Owner>: [Managed<Member>]] = [:]
    for member in try fetch(request) {
      guard let owner = members.reference.key(member.value) else { continue }
      if found[ManagedID(owner)]?.count ?? 0 < limit ?? .max {
        found[ManagedID(owner), default: []].append(member)
      }
    }
    return found
  }
}

extension FetchRequest {
  /// The request's condition on those rows only that come first among the rows with the same value in a column.
  fileprivate func firstRows(_ limit: Int, ofEach column: String) throws -> Where<Model> {
    let order = (try sort.map { try $0.term() } + ["\"id\""]).joined(separator: ", ")
    let ranked =
      SQL(
        verbatim: """
          SELECT "id", row_number() OVER (PARTITION BY \(column) ORDER BY \(order)) AS place \
          FROM \(SQL.quoted(identifier: Model.schema.table))
          """) + (try condition.clause())
    let sql = SQL(verbatim: "\"id\" IN (SELECT \"id\" FROM (") + ranked + ") WHERE place <= \(limit))"
    return Where(
      node: .related(
        Relation(tables: condition.tables, sql: { sql }, settled: { [condition] _ in condition })))
  }
}
