internal import FoundationEssentials
internal import SQLite

// The elements of a row's bytes, one by one: SQLite has no sequences of its own but the arrays of JSON.

extension PredicateScope {
  /// Whether an expression stands for bytes of the row.
  func isOfBytes<Expression: PredicateExpression>(_ expression: Expression) -> Bool {
    Expression.Output.self is [UInt8].Type || Expression.Output.self is ArraySlice<UInt8>.Type
  }

  /// Makes a value of bytes from the rows of a table of them, which has a number in its column `value` and its place in
  /// `key`.
  ///
  /// - Parameters:
  ///   - expression: The bytes.
  ///   - node: What to call the node in an error.
  ///   - body: Makes the value from ` FROM …` and the table's name.
  /// - Returns: The value, which is NULL where there are no bytes.
  /// - Throws: `StoreError.unsupportedPredicate` for what are no bytes, and what the closure throws.
  func bytes(
    _ expression: some PredicateExpression, _ node: String,
    _ body: (_ elements: SQL, _ alias: String) throws -> SQL
  ) throws -> Fragment {
    guard isOfBytes(expression) else { throw unsupported(node) }
    let bytes = try translate(expression)
    let alias = makeAlias()
    let elements: SQL =
      " FROM json_each(\(verbatim: QueryFunctions.numbers)(\(bytes.sql))) AS \(verbatim: alias)"
    let value = try body(elements, alias)
    guard bytes.mayBeNull else { return Fragment(sql: "(\(value))", mayBeNull: false) }
    return Fragment(sql: "(CASE WHEN \(bytes.sql) IS NOT NULL THEN (\(value)) END)", mayBeNull: true)
  }

  /// The smallest or the largest element of a sequence.
  fileprivate func extreme<Elements: PredicateExpression>(
    _ function: String, of sequence: Elements, _ node: String
  ) throws -> Fragment where Elements.Output: Sequence {
    if let filter = sequence as? any ConditionalConstants, let elements = try filter.elements(in: self) {
      if elements.isEmpty { return Fragment(sql: "NULL", mayBeNull: true) }
      let rows = elements.map { "(CASE WHEN \($0.condition) THEN \($0.value.sql) END)" as SQL }
      let list = rows.dropFirst().reduce(rows[0]) { $0 + ", " + $1 }
      return Fragment(
        sql: "(SELECT \(verbatim: function)(column1) FROM (VALUES \(list)))", mayBeNull: true)
    }
    // Of constants this is one itself.
    if !isOfBytes(sequence), constant(sequence) == nil { throw unsupported("\(node) in the row") }
    let found = try bytes(sequence, node) { elements, alias in
      "SELECT \(verbatim: function)(\(verbatim: alias).value)\(elements)"
    }
    return Fragment(sql: found.sql, mayBeNull: true)
  }
}

extension PredicateExpressions.SequenceMinimum: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    if let constant = scope.constant(self) { return try constantFragment(constant, scope) }
    return try scope.extreme("min", of: elements, "SequenceMinimum")
  }
}

extension PredicateExpressions.SequenceMaximum: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    if let constant = scope.constant(self) { return try constantFragment(constant, scope) }
    return try scope.extreme("max", of: elements, "SequenceMaximum")
  }
}

/// A filter of constants, of which each is there or not by a condition on the row.
protocol ConditionalConstants {
  /// The constants with their conditions; nil where they are a matter of the row themselves.
  func elements(in scope: PredicateScope) throws -> [(value: Fragment, condition: SQL)]?
  /// How many there are, or whether there are none, by the key path to that; nil for another one.
  func number(_ keyPath: AnyKeyPath, in scope: PredicateScope) throws -> Fragment?
}

extension PredicateExpressions.Filter: ConditionalConstants {
  func elements(in scope: PredicateScope) throws -> [(value: Fragment, condition: SQL)]? {
    guard !scope.isOfBytes(sequence) else { return nil }
    let guarded: [(value: Fragment, condition: SQL)]
    if let inner = sequence as? any ConditionalConstants, let elements = try inner.elements(in: scope) {
      guarded = elements
    } else if let elements = scope.constant(sequence) {
      guarded = try elements.map { (try constantFragment($0, scope), "1") }
    } else {
      throw scope.unsupported("Filter in the row")
    }
    return try guarded.map { element in
      scope.bind(variable.key, to: .value(element.value))
      let condition = try scope.translate(filter).truth
      return (
        element.value, element.condition.text == "1" ? condition : "(\(element.condition) AND \(condition))"
      )
    }
  }

  func number(_ keyPath: AnyKeyPath, in scope: PredicateScope) throws -> Fragment? {
    let isCount = keyPath == \[LHS.Output.Element].count
    guard isCount || keyPath == \[LHS.Output.Element].isEmpty, let elements = try elements(in: scope) else {
      return nil
    }
    if isCount {
      return Fragment(sql: scope.joined(elements.map(\.condition), by: " + ", empty: "0"), mayBeNull: false)
    }
    return Fragment(
      sql: "(NOT \(scope.joined(elements.map(\.condition), by: " OR ", empty: "0")))", mayBeNull: false)
  }
}

extension PredicateExpressions.Filter: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard scope.isOfBytes(sequence) else { throw scope.unsupported(node: Self.self) }
    return try scope.bytes(sequence, "Filter") { elements, alias in
      scope.bind(variable.key, to: .value(Fragment(sql: SQL(verbatim: "\(alias).value"), mayBeNull: false)))
      let condition = try scope.translate(filter).truth
      return """
        SELECT \(verbatim: QueryFunctions.bytes)(json_group_array(\(verbatim: alias).value))\(elements) \
        WHERE \(condition)
        """
    }
  }
}
