internal import FoundationEssentials
internal import SQLite

/// The ends of a range as SQL; nil where it has none.
struct RangeBounds {
  var lower: Fragment?
  var upper: Fragment?
  var includesUpper = false
}

/// A node that makes a range of two others.
protocol RangeNode {
  func bounds(in scope: PredicateScope) throws -> RangeBounds
}

extension PredicateExpressions.Range: RangeNode {
  func bounds(in scope: PredicateScope) throws -> RangeBounds {
    RangeBounds(lower: try scope.translate(lower), upper: try scope.translate(upper))
  }
}

extension PredicateExpressions.ClosedRange: RangeNode {
  func bounds(in scope: PredicateScope) throws -> RangeBounds {
    RangeBounds(lower: try scope.translate(lower), upper: try scope.translate(upper), includesUpper: true)
  }
}

extension PredicateScope {
  /// The ends of a range, of which either may be a matter of the row.
  func bounds<Bound>(of range: some PredicateExpression, _ bound: Bound.Type, _ node: String) throws
    -> RangeBounds
  where Bound: Comparable {
    // Not worked out as a whole: Swift stops at a range whose ends are the wrong way round, which to SQL holds nothing.
    if let node = range as? any RangeNode { return try node.bounds(in: self) }
    func end(_ value: Bound) throws -> Fragment { try constantFragment(value, self) }
    switch constant(range) {
    case let range as Swift.ClosedRange<Bound>:
      return RangeBounds(
        lower: try end(range.lowerBound), upper: try end(range.upperBound), includesUpper: true)
    case let range as Swift.Range<Bound>:
      return RangeBounds(lower: try end(range.lowerBound), upper: try end(range.upperBound))
    case let range as PartialRangeFrom<Bound>: return RangeBounds(lower: try end(range.lowerBound))
    case let range as PartialRangeThrough<Bound>:
      return RangeBounds(upper: try end(range.upperBound), includesUpper: true)
    case let range as PartialRangeUpTo<Bound>: return RangeBounds(upper: try end(range.upperBound))
    default: throw unsupported("\(node) with a range of another type")
    }
  }
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let value = try scope.translate(element)
    let bounds = try scope.bounds(of: range, RangeExpression.Output.Bound.self, "RangeExpressionContains")
    var tests: [SQL] = []
    if let lower = bounds.lower { tests.append("\(value.sql) >= \(lower.sql)") }
    if let upper = bounds.upper {
      tests.append("\(value.sql) \(verbatim: bounds.includesUpper ? "<=" : "<") \(upper.sql)")
    }
    let mayBeNull = [value, bounds.lower, bounds.upper].contains { $0?.mayBeNull ?? false }
    return Fragment(sql: "(\(scope.joined(tests, by: " AND ", empty: "1")))", mayBeNull: mayBeNull)
  }
}

extension PredicateExpressions.CollectionRangeSubscript: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // The places of a part go on from those of the whole, so that a part of a part would be counted wrongly.
    guard Wrapped.Output.self is [UInt8].Type else {
      throw scope.unsupported("CollectionRangeSubscript of other than bytes")
    }
    let whole = try scope.translate(wrapped)
    let bounds = try scope.bounds(of: range, Wrapped.Output.Index.self, "CollectionRangeSubscript")
    guard let lower = bounds.lower?.sql, let upper = bounds.upper?.sql else {
      throw scope.unsupported("CollectionRangeSubscript with an open range")
    }
    // Where Swift would stop, at a place that is not there, the comparison around it is false.
    return Fragment(
      sql: """
        (CASE WHEN \(lower) >= 0 AND \(upper) >= \(lower) AND \(upper) <= length(\(whole.sql)) \
        THEN substr(\(whole.sql), \(lower) + 1, \(upper) - \(lower)) END)
        """, mayBeNull: true)
  }
}
