internal import FoundationEssentials
internal import SQLite

/// Turns one of Foundation's predicates into SQL, node by node.
///
/// What has no counterpart is an error that names it; nothing is ever filtered in memory behind the caller's back.
enum PredicateTranslation<Model: PersistentModel> {
  static func sql(for predicate: Predicate<Model>) throws -> SQL {
    try sql(for: predicate, in: scope())
  }

  /// A judge of models in memory, whose rows SQLite looks at as if they were stored: so both agree on every text and
  /// number, and nothing traps as Swift's own arithmetic would.
  static func judge(of predicate: Predicate<Model>, in container: PersistentContainer) throws
    -> (Model) throws -> Bool
  {
    var used: [String: AnyKeyPath] = [:]
    let scope = scope { used[$0.column] = $1 }
    let condition = try sql(for: predicate, in: scope)
    let columns = used.sorted { $0.key < $1.key }
    let operands = columns.map { Operand<Model>($0.value) }
    let row =
      columns.isEmpty
      ? "NULL" : columns.map { "? AS \(SQL.quoted(identifier: $0.key))" }.joined(separator: ", ")
    let text =
      "SELECT \(condition.text) FROM (SELECT \(row)) AS \(SQL.quoted(identifier: Model.schema.table))"
    return { model in
      let values = operands.map { $0.value(of: model).storable }
      return try container.gate.use { store in
        try store.connection.integer(SQL(verbatim: text, bindings: condition.bindings + values)) == 1
      }
    }
  }

  private static func scope(
    noting note: @escaping (StoredProperty, AnyKeyPath) -> Void = { _, _ in }
  ) -> PredicateScope {
    let schema = Model.schema
    return PredicateScope(table: schema.table) { keyPath in
      guard let property = schema.property(of: keyPath) else { return nil }
      note(property, keyPath)
      return property
    }
  }

  private static func sql(for predicate: Predicate<Model>, in scope: PredicateScope) throws -> SQL {
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
    mayBeNull ? "ifnull(\(sql), 0)" : sql
  }
}

/// The variables of a predicate and what they stand for.
final class PredicateScope {
  /// What a variable stands for.
  enum Meaning {
    case row
    case value(Fragment)
  }

  let table: String
  /// Finds what a key path of the row stands for, or nil where it is not stored.
  let property: (AnyKeyPath) -> StoredProperty?
  /// The latest is the last; they are so few that a list of them is faster than a table.
  private var meanings: [(variable: PredicateExpressions.VariableID, meaning: Meaning)] = []
  private var aliases = 0

  init(table: String, property: @escaping (AnyKeyPath) -> StoredProperty?) {
    self.table = table
    self.property = property
  }

  func bind(_ variable: PredicateExpressions.VariableID, to meaning: Meaning) {
    meanings.append((variable, meaning))
  }

  /// A name for the elements of a sequence, one at a time, that no other part of the predicate has.
  func makeAlias() -> String {
    aliases += 1
    return "element_\(aliases)"
  }

  func meaning(of variable: PredicateExpressions.VariableID) -> Meaning? {
    meanings.last { $0.variable == variable }?.meaning
  }

  func translate<Expression: PredicateExpression>(_ expression: Expression) throws -> Fragment {
    if let translatable = expression as? any SQLTranslatable {
      return try translatable.fragment(in: self)
    }
    return try translate(constant: expression)
  }

  /// What the row has no part in can be worked out here.
  ///
  /// Apart from `translate`, which would otherwise make the type of the optional output for every node.
  @inline(never)
  private func translate<Expression: PredicateExpression>(constant expression: Expression) throws -> Fragment
  {
    if let constant = constant(expression) { return try constantFragment(constant, self) }
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
      guard let property = scope.property(keyPath) else {
        throw scope.unsupported(SendableKeyPath(keyPath).name)
      }
      return Fragment(sql: SQL(verbatim: property.expression), mayBeNull: property.isOptional)
    }
    return try memberFragment(in: scope)
  }

  /// A member of something else than the row.
  @inline(never)
  private func memberFragment(in scope: PredicateScope) throws -> Fragment {
    if keyPath == \String.folded {
      let inner = try scope.translate(root)
      return Fragment(
        sql: "\(verbatim: Folding.functionName)(\(inner.sql))", mayBeNull: inner.mayBeNull)
    }
    if keyPath == \String.isEmpty {
      let inner = try scope.translate(root)
      return Fragment(sql: "(\(inner.sql) = '')", mayBeNull: inner.mayBeNull)
    }
    if keyPath == \String.count {
      let inner = try scope.translate(root)
      return Fragment(
        sql: "\(verbatim: QueryFunctions.characterCount)(\(inner.sql))", mayBeNull: inner.mayBeNull)
    }
    if let filter = root as? any ConditionalConstants, let number = try filter.number(keyPath, in: scope) {
      return number
    }
    let isCount = keyPath == \[UInt8].count || keyPath == \ArraySlice<UInt8>.count
    if isCount || keyPath == \[UInt8].isEmpty || keyPath == \ArraySlice<UInt8>.isEmpty {
      let inner = try scope.translate(root)
      let comparison = isCount ? "" : " = 0"
      return Fragment(
        sql: "(length(\(inner.sql))\(verbatim: comparison))", mayBeNull: inner.mayBeNull)
    }
    if let type = Root.Output.self as? any (CaseIterable & PersistentValue).Type,
      let fragment = try finiteFragment(type, scope)
    {
      return fragment
    }
    // A member of something captured: a constant.
    guard let value = try? evaluate(PredicateBindings()) else {
      throw scope.unsupported(SendableKeyPath(keyPath).name)
    }
    return try constantFragment(value, scope)
  }

  /// A property of an enum as a table of its cases, such as `rawValue`, which can't be told from other properties.
  private func finiteFragment<Finite: CaseIterable & PersistentValue>(
    _ type: Finite.Type, _ scope: PredicateScope
  ) throws -> Fragment? {
    guard let path = keyPath as? PartialKeyPath<Finite> else { return nil }
    let pairs = Finite.allCases.map { ($0.sqlValue, $0[keyPath: path] as? any PersistentValue) }
    let values = pairs.compactMap { $0.1?.sqlValue }
    guard values.count == pairs.count, !values.isEmpty else { return nil }
    let inner = try scope.translate(root)
    // Mostly it is the raw value, which is what the column holds.
    if zip(pairs, values).allSatisfy({ $0.0.isIdentical(to: $1) }) { return inner }
    let branches = zip(pairs, values).reduce(into: SQL(verbatim: "(CASE ") + inner.sql) { sql, pair in
      sql += SQL(verbatim: " WHEN ? THEN ?", bindings: [pair.0.0, pair.1])
    }
    return Fragment(sql: branches + SQL(verbatim: " END)"), mayBeNull: true)
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

extension SQLValue {
  /// The value as SQLite would keep it: a NaN is NULL there.
  fileprivate var storable: SQLValue {
    guard case .real(let number) = self, number.isNaN else { return self }
    return .null
  }
}

/// Any optional type, whatever it wraps.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  /// The value inside, or nil.
  var wrapped: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrapped: Any? { map { $0 } }
}

/// A captured value as a bound parameter.
func constantFragment<Value>(_ value: Value, _ scope: PredicateScope) throws -> Fragment {
  guard let stored = storedForm(of: value)?.composed else {
    throw scope.unsupported("a constant of the type \(Value.self)")
  }
  return Fragment(sql: SQL(verbatim: "?", bindings: [stored]), mayBeNull: stored == .null)
}

/// A value as SQL has it: one that a column can hold, or what parts of such values are, as a byte is of bytes.
func storedForm(of value: Any) -> SQLValue? {
  // The types of most constants first: to ask for a protocol takes ten times as long.
  switch value {
  case let text as String: return .text(text)
  case let integer as Int: return .integer(Int64(integer))
  default: break
  }
  if let persistent = value as? any PersistentValue { return persistent.sqlValue }
  if let integer = value as? any BinaryInteger { return Int64(exactly: integer).map(SQLValue.integer) }
  if let bytes = value as? ArraySlice<UInt8> { return .blob(Array(bytes)) }
  if let optional = value as? any OptionalType, optional.wrapped == nil { return .null }
  return nil
}
