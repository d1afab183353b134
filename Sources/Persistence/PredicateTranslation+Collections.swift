internal import FoundationEssentials
internal import SQLite

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
    let found =
      SQL(verbatim: "(") + element.sql + SQL(verbatim: " IN (") + list(present) + SQL(verbatim: "))")
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
    guard let elements = scope.constant(sequence) else {
      throw scope.unsupported("SequenceContainsWhere in the row")
    }
    return try scope.joined(elements.map { $0 }, as: variable.key, by: " OR ", empty: "0") {
      try scope.translate(test)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard let elements = scope.constant(sequence) else {
      throw scope.unsupported("SequenceAllSatisfy in the row")
    }
    return try scope.joined(elements.map { $0 }, as: variable.key, by: " AND ", empty: "1") {
      try scope.translate(test)
    }
  }
}

extension PredicateScope {
  /// A test on each of some constants, joined by AND or OR.
  fileprivate func joined<Element>(
    _ elements: [Element], as variable: PredicateExpressions.VariableID, by word: String, empty: String,
    _ test: () throws -> Fragment
  ) throws -> Fragment {
    let tests = try elements.map { element -> SQL in
      bind(variable, to: .value(try constantFragment(element, self)))
      return try test().truth
    }
    return Fragment(
      sql: tests.isEmpty ? SQL(verbatim: empty) : balanced(tests[...], by: word), mayBeNull: false)
  }

  /// Halves the list rather than chain it: SQLite allows trees of many parts, but not of many levels.
  private func balanced(_ parts: ArraySlice<SQL>, by word: String) -> SQL {
    if parts.count == 1, let only = parts.first { return only }
    let middle = parts.startIndex + parts.count / 2
    return SQL(verbatim: "(") + balanced(parts[..<middle], by: word) + SQL(verbatim: word)
      + balanced(parts[middle...], by: word) + SQL(verbatim: ")")
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
    let base = try scope.translate(base)
    guard let constant = scope.constant(prefix) else {
      let prefix = try scope.translate(prefix)
      return Fragment(
        sql: SQL(verbatim: "(instr(") + base.sql + SQL(verbatim: ", ") + prefix.sql + SQL(verbatim: ") = 1)"),
        mayBeNull: base.mayBeNull || prefix.mayBeNull)
    }
    guard let prefix = constant as? String else {
      throw scope.unsupported("SequenceStartsWith of other than text")
    }
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
    func bounded(_ bounds: [(word: String, bound: RangeExpression.Output.Bound)]) throws -> Fragment {
      var sql = SQL(verbatim: "(")
      for (index, part) in bounds.enumerated() {
        if index > 0 { sql += " AND " }
        sql += value.sql + SQL(verbatim: " \(part.word) ") + (try constantFragment(part.bound, scope)).sql
      }
      return Fragment(sql: sql + SQL(verbatim: ")"), mayBeNull: value.mayBeNull)
    }
    switch range {
    case let range as ClosedRange<RangeExpression.Output.Bound>:
      return try bounded([(">=", range.lowerBound), ("<=", range.upperBound)])
    case let range as Range<RangeExpression.Output.Bound>:
      return try bounded([(">=", range.lowerBound), ("<", range.upperBound)])
    case let range as PartialRangeFrom<RangeExpression.Output.Bound>:
      return try bounded([(">=", range.lowerBound)])
    case let range as PartialRangeThrough<RangeExpression.Output.Bound>:
      return try bounded([("<=", range.upperBound)])
    case let range as PartialRangeUpTo<RangeExpression.Output.Bound>:
      return try bounded([("<", range.upperBound)])
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
