internal import FoundationEssentials
internal import SQLite

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    if let filter = sequence as? any ConditionalConstants, let elements = try filter.elements(in: scope) {
      let element = try scope.translate(element)
      let tests = elements.map { "(\($0.condition) AND \($0.value.sql) IS \(element.sql))" as SQL }
      return Fragment(sql: scope.joined(tests, by: " OR ", empty: "0"), mayBeNull: false)
    }
    if scope.isOfBytes(sequence) {
      let element = try scope.translate(element)
      return try scope.bytes(sequence, "SequenceContains") { elements, alias in
        "EXISTS (SELECT 1\(elements) WHERE \(verbatim: alias).value IS \(element.sql))"
      }
    }
    guard let sequence = scope.constant(sequence) else {
      throw scope.unsupported("SequenceContains in the row")
    }
    let values = try sequence.flatMap { value -> [SQLValue] in
      guard let stored = storedForm(of: value) else {
        throw scope.unsupported("SequenceContains with a constant of the type \(LHS.Output.Element.self)")
      }
      return [stored.composed] + [stored.decomposed].compactMap { $0 }
    }
    let present = values.filter { $0 != .null }
    let element = try scope.translate(element)
    let found: SQL = "(\(element.sql) IN (\(list(present))))"
    guard element.mayBeNull else { return Fragment(sql: found, mayBeNull: false) }
    // NULL is in no list to SQL; to Swift nil is in a list that has it and not in another one.
    let defined = Fragment(sql: found, mayBeNull: true).truth
    return Fragment(
      sql: present.count == values.count
        ? defined
        : "(\(defined) OR (\(element.sql) IS NULL))", mayBeNull: false)
  }

  /// Integers as one parameter, however many they are, so that the statement's text, and with it its plan, stays.
  private func list(_ values: [SQLValue]) -> SQL {
    let integers = values.compactMap { if case .integer(let integer) = $0 { integer } else { nil } }
    guard integers.count == values.count else {
      return SQL(verbatim: values.map { _ in "?" }.joined(separator: ", "), bindings: values)
    }
    return "SELECT value FROM json_each(\("[\(integers.map(String.init).joined(separator: ","))]"))"
  }
}

extension PredicateExpressions.SequenceContainsWhere: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    try scope.test(sequence, variable.key, "SequenceContainsWhere", isOfAll: false) {
      try scope.translate(test)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    try scope.test(sequence, variable.key, "SequenceAllSatisfy", isOfAll: true) { try scope.translate(test) }
  }
}

extension PredicateScope {
  /// A test of a sequence's elements: whether it holds for all of them, or for any.
  fileprivate func test<Elements: PredicateExpression>(
    _ sequence: Elements, _ variable: PredicateExpressions.VariableID, _ node: String, isOfAll: Bool,
    _ test: () throws -> Fragment
  ) throws -> Fragment where Elements.Output: Sequence {
    if isOfBytes(sequence) {
      return try bytes(sequence, node) { elements, alias in
        bind(variable, to: .value(Fragment(sql: SQL(verbatim: "\(alias).value"), mayBeNull: false)))
        let condition = try test().truth
        return isOfAll
          ? "NOT EXISTS (SELECT 1\(elements) WHERE NOT \(condition))"
          : "EXISTS (SELECT 1\(elements) WHERE \(condition))"
      }
    }
    var guarded: [(value: Fragment, condition: SQL)] = []
    if let filter = sequence as? any ConditionalConstants, let elements = try filter.elements(in: self) {
      guarded = elements
    } else if let elements = constant(sequence) {
      guarded = try elements.map { (try constantFragment($0, self), "1") }
    } else {
      throw unsupported("\(node) in the row")
    }
    let tests = try guarded.map { element -> SQL in
      bind(variable, to: .value(element.value))
      let holds = try test().truth
      if element.condition.text == "1" { return holds }
      return isOfAll ? "(NOT \(element.condition) OR \(holds))" : "(\(element.condition) AND \(holds))"
    }
    return Fragment(
      sql: joined(tests, by: isOfAll ? " AND " : " OR ", empty: isOfAll ? "1" : "0"), mayBeNull: false)
  }

  /// Conditions joined by AND or OR.
  func joined(_ parts: [SQL], by word: String, empty: String) -> SQL {
    parts.isEmpty ? SQL(verbatim: empty) : balanced(parts[...], by: word)
  }

  /// Halves the list rather than chain it: SQLite allows trees of many parts, but not of many levels.
  private func balanced(_ parts: ArraySlice<SQL>, by word: String) -> SQL {
    if parts.count == 1, let only = parts.first { return only }
    let middle = parts.startIndex + parts.count / 2
    return "(\(balanced(parts[..<middle], by: word))\(verbatim: word)\(balanced(parts[middle...], by: word)))"
  }
}

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    let isText = Base.Output.self is String.Type && Other.Output.self is String.Type
    guard isText || scope.isOfBytes(base) && scope.isOfBytes(other) else {
      throw scope.unsupported("CollectionContainsCollection of other than texts or bytes")
    }
    let base = try scope.translate(base)
    let other = try scope.translate(other)
    let found: SQL = "(instr(\(base.sql), \(other.sql)) > 0)"
    return Fragment(
      sql: other.sql.decomposed.map { "(\(found) OR instr(\(base.sql), \($0)) > 0)" } ?? found,
      mayBeNull: base.mayBeNull || other.mayBeNull)
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    if scope.isOfBytes(base), scope.isOfBytes(prefix) {
      let base = try scope.translate(base)
      let prefix = try scope.translate(prefix)
      return Fragment(
        sql: "(substr(\(base.sql), 1, length(\(prefix.sql))) = \(prefix.sql))",
        mayBeNull: base.mayBeNull || prefix.mayBeNull)
    }
    guard Base.Output.self is String.Type else {
      throw scope.unsupported("SequenceStartsWith of other than texts or bytes")
    }
    let base = try scope.translate(base)
    guard let constant = scope.constant(prefix) else {
      let prefix = try scope.translate(prefix)
      return Fragment(
        sql: "(instr(\(base.sql), \(prefix.sql)) = 1)",
        mayBeNull: base.mayBeNull || prefix.mayBeNull)
    }
    guard let prefix = constant as? String else {
      throw scope.unsupported("SequenceStartsWith of other than text")
    }
    let conditions = prefix.storedForms.map { text -> SQL in
      // A pattern ends at a NUL, and SQLite takes no very long one.
      text.utf8.contains(0) || text.utf8.count > 10_000
        ? "(instr(\(base.sql), \(text)) = 1)" : "(\(base.sql) GLOB \(text.globPrefix))"
    }
    return Fragment(sql: scope.joined(conditions, by: " OR ", empty: "0"), mayBeNull: base.mayBeNull)
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
