internal import FoundationEssentials
internal import SQLite

// A column's type is known before any row is read, and no value changes its type on Linux: what a cast comes to is known
// then too, but for nil.

/// A node that gives a value another type.
protocol CastNode {
  /// The value below all casts, and its type.
  func origin(in scope: PredicateScope) throws -> (Fragment, Any.Type)
}

extension PredicateScope {
  fileprivate func origin<Expression: PredicateExpression>(
    of expression: Expression
  ) throws -> (Fragment, Any.Type) {
    if let cast = expression as? any CastNode { return try cast.origin(in: self) }
    return (try translate(expression), Expression.Output.self)
  }
}

/// What is known of a cast without its value.
private struct Cast {
  let fits: Bool
  let fromOptional: Bool

  /// Nil for a cast whose outcome is a matter of the value, or of more than its type.
  init?(from source: Any.Type, to desired: Any.Type) {
    let wrapped = (source as? any OptionalType.Type)?.wrappedType
    fromOptional = wrapped != nil
    // Nil is a nil of any type to Swift, but no value; SQL has only the one NULL.
    if desired is any OptionalType.Type { return nil }
    fits = desired == Any.self || desired == wrapped ?? source
    guard fits || desired is any PersistentValue.Type else { return nil }
  }
}

extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let (value, source) = try scope.origin(of: input)
    guard let cast = Cast(from: source, to: Desired.self) else { throw scope.unsupported(node: Self.self) }
    return cast.fits
      ? Fragment(sql: value.sql, mayBeNull: value.mayBeNull || cast.fromOptional)
      : Fragment(sql: "NULL", mayBeNull: true)
  }
}

extension PredicateExpressions.ForceCast: SQLTranslatable, CastNode {
  func origin(in scope: PredicateScope) throws -> (Fragment, Any.Type) {
    let (value, source) = try scope.origin(of: input)
    // To another type it would stop the program in memory.
    guard let cast = Cast(from: source, to: Desired.self), cast.fits else {
      throw scope.unsupported(node: Self.self)
    }
    return (value, Desired.self == Any.self ? source : Desired.self)
  }

  func fragment(in scope: PredicateScope) throws -> Fragment {
    try origin(in: scope).0
  }
}

extension PredicateExpressions.TypeCheck: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let (value, source) = try scope.origin(of: input)
    guard let cast = Cast(from: source, to: Desired.self) else { throw scope.unsupported(node: Self.self) }
    guard cast.fits else { return Fragment(sql: "0", mayBeNull: false) }
    return cast.fromOptional && Desired.self != Any.self
      ? Fragment(sql: "(\(value.sql) IS NOT NULL)", mayBeNull: false) : Fragment(sql: "1", mayBeNull: false)
  }
}

extension PredicateExpressions.StringContainsRegex: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard let expression = scope.constant(regex) as? PredicateExpressions.PredicateRegex,
      QueryFunctions.isPattern(expression.stringRepresentation)
    else { throw scope.unsupported(node: Self.self) }
    let pattern = expression.stringRepresentation
    let subject = try scope.translate(subject)
    return Fragment(
      sql: "\(verbatim: QueryFunctions.matches)(\(subject.sql), \(pattern))", mayBeNull: subject.mayBeNull)
  }
}
