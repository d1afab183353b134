internal import FoundationEssentials
internal import SQLite

extension PredicateScope {
  /// `left operator right`, in brackets.
  func infix(
    _ left: some PredicateExpression, _ word: String, _ right: some PredicateExpression
  ) throws -> Fragment {
    let left = try translate(left)
    let right = try translate(right)
    return Fragment(
      sql: SQL(verbatim: "(") + left.sql + SQL(verbatim: " \(word) ") + right.sql + SQL(verbatim: ")"),
      mayBeNull: left.mayBeNull || right.mayBeNull)
  }

  /// `left AND right` or the like of two conditions.
  func logical(
    _ left: some PredicateExpression, _ word: String, _ right: some PredicateExpression
  ) throws -> Fragment {
    let sql = SQL(verbatim: "(") + (try translate(left).truth) + SQL(verbatim: " \(word) ")
    return Fragment(sql: sql + (try translate(right).truth) + SQL(verbatim: ")"), mayBeNull: false)
  }
}

extension PredicateExpressions.Equal: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // IS treats nil as Swift does, and still uses an index.
    Fragment(sql: try scope.infix(lhs, "IS", rhs).sql, mayBeNull: false)
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    Fragment(sql: try scope.infix(lhs, "IS NOT", rhs).sql, mayBeNull: false)
  }
}

extension PredicateExpressions.Comparison: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    switch op {
    case .lessThan: try scope.infix(lhs, "<", rhs)
    case .lessThanOrEqual: try scope.infix(lhs, "<=", rhs)
    case .greaterThan: try scope.infix(lhs, ">", rhs)
    case .greaterThanOrEqual: try scope.infix(lhs, ">=", rhs)
    @unknown default: throw scope.unsupported("Comparison")
    }
  }
}

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment { try scope.logical(lhs, "AND", rhs) }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment { try scope.logical(lhs, "OR", rhs) }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    Fragment(
      sql: SQL(verbatim: "(NOT ") + (try scope.translate(wrapped).truth) + SQL(verbatim: ")"),
      mayBeNull: false)
  }
}

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    switch op {
    case .add: try scope.infix(lhs, "+", rhs)
    case .subtract: try scope.infix(lhs, "-", rhs)
    case .multiply: try scope.infix(lhs, "*", rhs)
    @unknown default: throw scope.unsupported("Arithmetic")
    }
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let inner = try scope.translate(wrapped)
    return Fragment(sql: SQL(verbatim: "(-") + inner.sql + SQL(verbatim: ")"), mayBeNull: inner.mayBeNull)
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let first = try scope.translate(trueBranch)
    let second = try scope.translate(falseBranch)
    let sql =
      SQL(verbatim: "CASE WHEN ") + (try scope.translate(test).truth) + SQL(verbatim: " THEN ") + first.sql
    return Fragment(
      sql: SQL(verbatim: "(") + sql + SQL(verbatim: " ELSE ") + second.sql + SQL(verbatim: " END)"),
      mayBeNull: first.mayBeNull || second.mayBeNull)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let left = try scope.translate(lhs)
    let right = try scope.translate(rhs)
    return Fragment(
      sql: SQL(verbatim: "ifnull(") + left.sql + SQL(verbatim: ", ") + right.sql + SQL(verbatim: ")"),
      mayBeNull: right.mayBeNull)
  }
}

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let inner = try scope.translate(wrapped)
    scope.bind(variable.key, to: .value(Fragment(sql: inner.sql, mayBeNull: false)))
    let outer = try scope.translate(transform)
    // The closure is not called for nil, so nothing in it may turn a NULL into an answer.
    return Fragment(
      sql: SQL(verbatim: "(CASE WHEN ") + inner.sql + SQL(verbatim: " IS NOT NULL THEN ") + outer.sql
        + SQL(verbatim: " END)"), mayBeNull: true)
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // Where Swift would stop at a nil, the condition is false.
    Fragment(sql: try scope.translate(inner).sql, mayBeNull: true)
  }
}
