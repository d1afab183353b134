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

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard let sequence = scope.constant(sequence) else {
      throw scope.unsupported("SequenceContains in the row")
    }
    let values = try sequence.map { value -> SQLValue in
      guard let persistent = value as? any PersistentValue else {
        throw scope.unsupported("SequenceContains with a constant of the type \(LHS.Output.Element.self)")
      }
      return persistent.sqlValue.composed
    }
    let present = values.filter { $0 != .null }
    let element = try scope.translate(element)
    let marks = present.map { _ in "?" }.joined(separator: ", ")
    let found = SQL(verbatim: "(") + element.sql + SQL(verbatim: " IN (\(marks)))", bindings: present)
    guard element.mayBeNull else { return Fragment(sql: found, mayBeNull: false) }
    // NULL is in no list to SQL; to Swift nil is in a list that has it and not in another one.
    let isNil = SQL(verbatim: "(") + element.sql + SQL(verbatim: " IS NULL)")
    let defined = Fragment(sql: found, mayBeNull: true).truth
    return Fragment(
      sql: present.count == values.count
        ? defined
        : SQL(verbatim: "(") + defined + SQL(verbatim: " OR ") + isNil
          + SQL(verbatim: ")"), mayBeNull: false)
  }
}

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard Base.Output.self is String.Type, Other.Output.self is String.Type else {
      throw scope.unsupported("CollectionContainsCollection of other than text")
    }
    let base = try scope.translate(base)
    let other = try scope.translate(other)
    return Fragment(
      sql: SQL(verbatim: "(instr(") + base.sql + SQL(verbatim: ", ") + other.sql + SQL(verbatim: ") > 0)"),
      mayBeNull: base.mayBeNull || other.mayBeNull)
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard Base.Output.self is String.Type else {
      throw scope.unsupported("SequenceStartsWith of other than text")
    }
    guard let prefix = scope.constant(prefix) as? String else {
      throw scope.unsupported("SequenceStartsWith with a prefix that is no constant")
    }
    let base = try scope.translate(base)
    let text = prefix.composed
    // A pattern ends at a NUL.
    let condition =
      text.utf8.contains(0)
      ? SQL(verbatim: "(instr(") + base.sql + SQL(verbatim: ", ?) = 1)", bindings: [.text(text)])
      : SQL(verbatim: "(") + base.sql + SQL(verbatim: " GLOB ?)", bindings: [.text(text.globPrefix)])
    return Fragment(sql: condition, mayBeNull: base.mayBeNull)
  }
}

extension PredicateExpressions.RangeExpressionContains: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let value = try scope.translate(element)
    guard let range = scope.constant(range) else {
      throw scope.unsupported("RangeExpressionContains with bounds that are no constants")
    }
    func between(_ low: RangeExpression.Output.Bound, _ high: RangeExpression.Output.Bound, _ word: String)
      throws
      -> Fragment
    {
      let low = try constantFragment(low, scope)
      let high = try constantFragment(high, scope)
      let sql = SQL(verbatim: "(") + value.sql + SQL(verbatim: " >= ") + low.sql + SQL(verbatim: " AND ")
      return Fragment(
        sql: sql + value.sql + SQL(verbatim: " \(word) ") + high.sql + SQL(verbatim: ")"),
        mayBeNull: value.mayBeNull)
    }
    switch range {
    case let range as ClosedRange<RangeExpression.Output.Bound>:
      return try between(range.lowerBound, range.upperBound, "<=")
    case let range as Range<RangeExpression.Output.Bound>:
      return try between(range.lowerBound, range.upperBound, "<")
    default:
      throw scope.unsupported("RangeExpressionContains with a \(RangeExpression.Output.self)")
    }
  }
}

extension String {
  /// The text as a GLOB pattern that stands for itself and anything after it; unlike LIKE it can use an index.
  var globPrefix: String {
    var pattern = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "*", "?", "[": pattern += "[\(scalar)]"
      default: pattern.unicodeScalars.append(scalar)
      }
    }
    return pattern + "*"
  }
}
