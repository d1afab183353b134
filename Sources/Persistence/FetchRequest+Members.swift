extension Where {
  /// Objects that are related to one of the objects with these identities, however many there are.
  public static func related<Owner>(
    by relationship: some ToManyRelationship<Owner, Model>, to ids: [ManagedID<Owner>]
  ) -> Where {
    Where(node: .keys(relationship.members.reference.operand, ids.map(\.rawValue)))
  }

  /// Objects that are related to an object whose key lies in a range; where the keys are dense, the fastest way.
  public static func related<Owner>(
    by relationship: some ToManyRelationship<Owner, Model>, toKeysIn range: ClosedRange<Int64>
  ) -> Where {
    let operand = relationship.members.reference.operand
    return .all([
      Where(node: .comparison(operand, .atLeast, .integer(range.lowerBound))),
      Where(node: .comparison(operand, .atMost, .integer(range.upperBound))),
    ])
  }
}

extension FetchRequest {
  /// A request for the members of lists, list by list and each in its order; for plain values without a context.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - condition: Which of its members; `.related(by:to:)` names their owners.
  public init<Owner>(membersOf relationship: OrderedToMany<Owner, Model>, where condition: Where<Model>) {
    self.init(
      where: condition,
      sortBy: [
        SortKey(anyKeyPath: relationship.members.reference.path.keyPath, reversed: false),
        SortKey(anyKeyPath: relationship.position.path.keyPath, reversed: false),
      ])
  }
}
