internal import FoundationEssentials
internal import SQLite

// Where Swift would stop, as at a division by zero, the comparison around it is false.

extension PredicateExpressions.IntDivision: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // Towards zero, as in Swift; a division by zero is NULL.
    Fragment(sql: try scope.infix(lhs, " / ", rhs).sql, mayBeNull: true)
  }
}

extension PredicateExpressions.IntRemainder: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    Fragment(sql: try scope.infix(lhs, " % ", rhs).sql, mayBeNull: true)
  }
}

extension PredicateExpressions.FloatDivision: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let left = try scope.translate(lhs).sql
    let right = try scope.translate(rhs).sql
    // SQLite has no infinity for a division by zero; nothing by nothing is no number in both. Only a captured zero can
    // be a negative one: SQLite keeps none.
    let isNegative = scope.constant(rhs).map { "\($0)".hasPrefix("-") } ?? false
    let infinities = isNegative ? ["-9e999", "9e999"] : ["9e999", "-9e999"]
    return Fragment(
      sql: """
        (CASE WHEN \(right) IS NOT 0 THEN CAST(\(left) AS REAL) / \(right) \
        WHEN \(left) > 0 THEN \(verbatim: infinities[0]) WHEN \(left) < 0 THEN \(verbatim: infinities[1]) END)
        """, mayBeNull: true)
  }
}
