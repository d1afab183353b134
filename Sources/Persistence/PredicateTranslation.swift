internal import FoundationEssentials
internal import SQLite

/// Turns one of Foundation's predicates into SQL, node by node.
///
/// What has no counterpart is an error that names it; nothing is ever filtered in memory behind the caller's back.
enum PredicateTranslation<Model: PersistentModel> {
  static func sql(for predicate: Predicate<Model>) throws -> SQL {
    let scope = PredicateScope(
      columns: { Model.schema.column(of: $0).map(SQL.quoted(identifier:)) }, table: Model.schema.table)
    scope.bind(predicate.variable.key, to: .row)
    return try scope.translate(predicate.expression).truth
  }
}

/// A part of a predicate as SQL.
struct Fragment {
  var sql: SQL
  /// Whether SQL may see NULL here, where Swift sees nil or stops.
  var mayBeNull: Bool

  /// The fragment as a condition that is 0 or 1.
  var truth: SQL {
    mayBeNull ? SQL(verbatim: "ifnull(") + sql + SQL(verbatim: ", 0)") : sql
  }
}

/// The variables of a predicate and what they stand for.
final class PredicateScope {
  /// What a variable stands for.
  enum Meaning {
    case row
    case value(Fragment)
  }

  let columns: (AnyKeyPath) -> String?
  let table: String
  private var meanings: [PredicateExpressions.VariableID: Meaning] = [:]

  init(columns: @escaping (AnyKeyPath) -> String?, table: String) {
    self.columns = columns
    self.table = table
  }

  func bind(_ variable: PredicateExpressions.VariableID, to meaning: Meaning) {
    meanings[variable] = meaning
  }

  func meaning(of variable: PredicateExpressions.VariableID) -> Meaning? {
    meanings[variable]
  }

  func translate<Expression: PredicateExpression>(_ expression: Expression) throws -> Fragment {
    if let translatable = expression as? any SQLTranslatable {
      return try translatable.fragment(in: self)
    }
    throw unsupported(node: Expression.self)
  }

  /// The value of an expression that doesn't depend on the row, or nil for one that does.
  func constant<Expression: PredicateExpression>(_ expression: Expression) -> Expression.Output? {
    try? expression.evaluate(PredicateBindings())
  }

  /// An error that names a part of the predicate.
  func unsupported(_ what: String) -> StoreError {
    .unsupportedPredicate("\(what) in a predicate on \(table)")
  }

  /// An error that names a node.
  func unsupported(node: Any.Type) -> StoreError {
    // The names of generic types are long; the node's own name is what helps.
    let name = "\(node)".replacing("PredicateExpressions.", with: "")
    return unsupported(String(name.prefix { $0 != "<" }))
  }
}

/// A node that has a counterpart in SQL.
protocol SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment
}

extension PredicateExpressions.Variable: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard case .value(let fragment)? = scope.meaning(of: key) else {
      throw scope.unsupported("the whole row")
    }
    return fragment
  }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    if let variable = root as? PredicateExpressions.Variable<Root.Output>,
      case .row? = scope.meaning(of: variable.key)
    {
      guard let column = scope.columns(keyPath) else {
        throw scope.unsupported(SendableKeyPath(keyPath).name)
      }
      return Fragment(sql: SQL(verbatim: column), mayBeNull: Output.self is any OptionalType.Type)
    }
    if keyPath == \String.folded {
      let inner = try scope.translate(root)
      return Fragment(
        sql: SQL(verbatim: "\(Folding.functionName)(") + inner.sql + SQL(verbatim: ")"),
        mayBeNull: inner.mayBeNull)
    }
    if keyPath == \String.isEmpty {
      let inner = try scope.translate(root)
      return Fragment(
        sql: SQL(verbatim: "(") + inner.sql + SQL(verbatim: " = '')"), mayBeNull: inner.mayBeNull)
    }
    // A member of something captured: a constant.
    guard let value = try? evaluate(PredicateBindings()) else {
      throw scope.unsupported(SendableKeyPath(keyPath).name)
    }
    return try constantFragment(value, scope)
  }
}

extension PredicateExpressions.Value: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    try constantFragment(value, scope)
  }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func fragment(in scope: PredicateScope) -> Fragment {
    Fragment(sql: "NULL", mayBeNull: true)
  }
}

/// Any optional type, whatever it wraps.
protocol OptionalType {}

extension Optional: OptionalType {}

/// A captured value as a bound parameter.
func constantFragment<Value>(_ value: Value, _ scope: PredicateScope) throws -> Fragment {
  guard let persistent = value as? any PersistentValue else {
    throw scope.unsupported("a constant of the type \(Value.self)")
  }
  let stored = persistent.sqlValue.composed
  return Fragment(sql: SQL(verbatim: "?", bindings: [stored]), mayBeNull: stored == .null)
}
