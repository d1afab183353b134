internal import SQLite

extension Where {
  /// ` WHERE …`, or nothing where every row is meant.
  func clause() throws -> SQL {
    if case .all(let conditions) = node, conditions.isEmpty { return "" }
    return " WHERE \(try sql(isNegated: false))"
  }

  /// The condition as SQL that is 0 or 1, or, where nothing negates it, perhaps NULL, which counts as 0.
  func sql(isNegated: Bool) throws -> SQL {
    switch node {
    case .predicate(let predicate):
      return try PredicateTranslation<Model>.sql(for: predicate)
    case .all(let conditions):
      return try joined(conditions, by: " AND ", empty: "1", isNegated: isNegated)
    case .any(let conditions):
      if let list = try membership(conditions) { return list }
      return try joined(conditions, by: " OR ", empty: "0", isNegated: isNegated)
    case .not(let condition):
      return "NOT (\(try condition.sql(isNegated: true)))"
    case .keys(let operand, let keys):
      // One parameter for any number of keys keeps the statement's text, and with it its plan, the same.
      let list = "[\(keys.map(String.init).joined(separator: ","))]"
      let membership: SQL = "\(verbatim: try operand.column()) IN (SELECT value FROM json_each(\(list)))"
      return isNegated && !operand.isKey ? defined(membership) : membership
    case .comparison(let operand, let comparator, let value):
      let column = try operand.column()
      let comparison = SQL(verbatim: "\(column) \(comparator.rawValue) ?", bindings: [value])
      if comparator == .equal, let other = value.decomposed {
        return "(\(comparison) OR \(verbatim: column) IS \(other))"
      }
      return isNegated && comparator != .equal ? defined(comparison) : comparison
    case .text(let operand, let match, let text, let isFolded):
      let comparison = textComparison(try operand.column(), match, text, isFolded: isFolded)
      return isNegated ? defined(comparison) : comparison
    case .related(let relation):
      return try relation.sql()
    case .tooDeep:
      throw Self.tooDeep
    }
  }

  private func joined(
    _ conditions: [Where], by word: String, empty: String, isNegated: Bool
  ) throws -> SQL {
    if conditions.isEmpty { return SQL(verbatim: empty) }
    return joined(try conditions.map { try $0.sql(isNegated: isNegated) }[...], by: word)
  }

  /// Many conditions that one column has one of several values, as one list, which takes far less time to compile.
  ///
  /// - Parameter conditions: The conditions, of which one must hold.
  /// - Returns: The list; nil for few conditions or others.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column.
  private func membership(_ conditions: [Where]) throws -> SQL? {
    guard conditions.count > 16, case .comparison(let operand, .equal, _) = conditions[0].node
    else { return nil }
    let column = try operand.column()
    var values: [SQLValue] = []
    for condition in conditions {
      guard case .comparison(let other, .equal, let value) = condition.node, try other.column() == column
      else { return nil }
      values.append(value)
      if let form = value.decomposed { values.append(form) }
    }
    let present = values.filter { $0 != .null }
    let marks = present.map { _ in "?" }.joined(separator: ", ")
    let list = SQL(verbatim: "ifnull(\(column) IN (\(marks)), 0)", bindings: present)
    return present.count == values.count ? list : "(\(list) OR \(verbatim: column) IS NULL)"
  }

  /// Halves the list rather than chain it: SQLite allows trees of many parts, but not of many levels.
  private func joined(_ parts: ArraySlice<SQL>, by word: String) -> SQL {
    if parts.count == 1, let only = parts.first { return "(\(only))" }
    let middle = parts.startIndex + parts.count / 2
    return "(\(joined(parts[..<middle], by: word))\(verbatim: word)\(joined(parts[middle...], by: word)))"
  }

  /// NULL compared with anything is unknown to SQL and false in Swift; under a NOT the difference would show.
  private func defined(_ comparison: SQL) -> SQL {
    "ifnull(\(comparison), 0)"
  }

  private func textComparison(_ column: String, _ match: TextMatch, _ text: String, isFolded: Bool) -> SQL {
    let left = isFolded ? "\(Folding.functionName)(\(column))" : column
    func comparison(with right: SQLValue) -> SQL {
      switch match {
      case .equal: SQL(verbatim: "\(left) = ?", bindings: [right])
      case .contains: SQL(verbatim: "instr(\(left), ?) > 0", bindings: [right])
      case .startsWith: SQL(verbatim: "instr(\(left), ?) = 1", bindings: [right])
      }
    }
    let wanted = match.forms(of: text, isFolded: isFolded).map { comparison(with: .text($0)) }
    return wanted.count == 1 ? wanted[0] : "(\(wanted[0]) OR \(wanted[1]))"
  }

  /// The tables whose rows decide what the condition finds.
  var tables: Set<String> {
    let own: Set<String> = [Model.schema.table]
    switch node {
    case .all(let conditions), .any(let conditions):
      return conditions.reduce(own) { $0.union($1.tables) }
    case .not(let condition): return own.union(condition.tables)
    case .related(let relation): return own.union(relation.tables)
    case .predicate, .keys, .comparison, .text, .tooDeep: return own
    }
  }
}
