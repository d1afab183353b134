internal import FoundationEssentials
internal import SQLite

extension PredicateScope {
  /// `left operator right`, in brackets; the operator comes with its spaces.
  func infix(
    _ left: some PredicateExpression, _ word: String, _ right: some PredicateExpression
  ) throws -> Fragment {
    let left = try translate(left)
    let right = try translate(right)
    return Fragment(
      sql: "(\(left.sql)\(verbatim: word)\(right.sql))", mayBeNull: left.mayBeNull || right.mayBeNull)
  }

  /// Whether two values are the same; a constant text also in the form in which other tools may have stored it.
  ///
  /// IS treats nil as Swift does, and still uses an index.
  func equality(
    _ left: some PredicateExpression, _ word: String, _ right: some PredicateExpression,
    joinedBy joint: String
  ) throws -> Fragment {
    let left = try translate(left).sql
    let right = try translate(right).sql
    let sql: SQL = "(\(left)\(verbatim: word)\(right))"
    let other: SQL? =
      if let form = right.decomposed {
        "(\(left)\(verbatim: word)\(form))"
      } else if let form = left.decomposed { "(\(right)\(verbatim: word)\(form))" } else { nil }
    return Fragment(sql: other.map { "(\(sql)\(verbatim: joint)\($0))" } ?? sql, mayBeNull: false)
  }

  /// `left AND right` or the like of two conditions; the word comes with its spaces.
  func logical(
    _ left: some PredicateExpression, _ word: String, _ right: some PredicateExpression
  ) throws -> Fragment {
    let left = try translate(left).truth
    let right = try translate(right).truth
    return Fragment(sql: "(\(left)\(verbatim: word)\(right))", mayBeNull: false)
  }
}

extension PredicateExpressions.Equal: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    try scope.equality(lhs, " IS ", rhs, joinedBy: " OR ")
  }
}

extension PredicateExpressions.NotEqual: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    try scope.equality(lhs, " IS NOT ", rhs, joinedBy: " AND ")
  }
}

extension PredicateExpressions.Comparison: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    switch op {
    case .lessThan: try scope.infix(lhs, " < ", rhs)
    case .lessThanOrEqual: try scope.infix(lhs, " <= ", rhs)
    case .greaterThan: try scope.infix(lhs, " > ", rhs)
    case .greaterThanOrEqual: try scope.infix(lhs, " >= ", rhs)
    @unknown default: throw scope.unsupported("Comparison")
    }
  }
}

extension PredicateExpressions.Conjunction: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment { try scope.logical(lhs, " AND ", rhs) }
}

extension PredicateExpressions.Disjunction: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment { try scope.logical(lhs, " OR ", rhs) }
}

extension PredicateExpressions.Negation: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    Fragment(sql: "(NOT \(try scope.translate(wrapped).truth))", mayBeNull: false)
  }
}

extension PredicateExpressions.Arithmetic: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    switch op {
    case .add: try scope.infix(lhs, " + ", rhs)
    case .subtract: try scope.infix(lhs, " - ", rhs)
    case .multiply: try scope.infix(lhs, " * ", rhs)
    @unknown default: throw scope.unsupported("Arithmetic")
    }
  }
}

extension PredicateExpressions.UnaryMinus: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let inner = try scope.translate(wrapped)
    return Fragment(sql: "(-\(inner.sql))", mayBeNull: inner.mayBeNull)
  }
}

extension PredicateExpressions.Conditional: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let first = try scope.translate(trueBranch)
    let second = try scope.translate(falseBranch)
    let test = try scope.translate(test).truth
    return Fragment(
      sql: "(CASE WHEN \(test) THEN \(first.sql) ELSE \(second.sql) END)",
      mayBeNull: first.mayBeNull || second.mayBeNull)
  }
}

extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let left = try scope.translate(lhs)
    let right = try scope.translate(rhs)
    return Fragment(sql: "ifnull(\(left.sql), \(right.sql))", mayBeNull: right.mayBeNull)
  }
}

extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let inner = try scope.translate(wrapped)
    scope.bind(variable.key, to: .value(Fragment(sql: inner.sql, mayBeNull: false)))
    let outer = try scope.translate(transform)
    // The closure is not called for nil, so nothing in it may turn a NULL into an answer.
    return Fragment(
      sql: "(CASE WHEN \(inner.sql) IS NOT NULL THEN \(outer.sql) END)", mayBeNull: true)
  }
}

extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // Where Swift would stop at a nil, the condition is false.
    Fragment(sql: try scope.translate(inner).sql, mayBeNull: true)
  }
}

extension SQL {
  /// The other form of a constant text; nil for what is no constant, or has one form only.
  var decomposed: SQLValue? {
    bindings.count == 1 && text == "?" ? bindings[0].decomposed : nil
  }
}
