internal import FoundationEssentials
internal import SQLite

// A captured array or dictionary that a value of the row leads into: SQL has the pairs as the branches of a CASE.

extension PredicateScope {
  /// The value that belongs to a key, or another one.
  fileprivate func lookUp(
    _ key: Fragment, in pairs: [(key: Any, value: Any)], otherwise: Fragment?, _ node: String
  ) throws -> Fragment {
    if pairs.isEmpty { return otherwise ?? Fragment(sql: "NULL", mayBeNull: true) }
    // In an order of their own, so that the statement's text is the same each time.
    let stored = try pairs.map { pair -> (key: SQLValue, value: SQLValue) in
      guard let key = storedForm(of: pair.key)?.composed, let value = storedForm(of: pair.value)?.composed,
        key != .null, value != .null
      else { throw unsupported("\(node) with values that no column can hold") }
      return (key, value)
    }.sorted { $0.key < $1.key }
    let branches = stored.reduce("(CASE " + key.sql) { $0 + " WHEN \($1.key) THEN \($1.value)" }
    guard let otherwise else { return Fragment(sql: branches + " END)", mayBeNull: true) }
    return Fragment(sql: branches + " ELSE \(otherwise.sql) END)", mayBeNull: otherwise.mayBeNull)
  }
}

extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard let dictionary = scope.constant(wrapped) else { throw scope.unsupported(node: Self.self) }
    return try scope.lookUp(
      scope.translate(key), in: dictionary.map { ($0.key, $0.value) }, otherwise: nil,
      "DictionaryKeySubscript")
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    guard let dictionary = scope.constant(wrapped) else { throw scope.unsupported(node: Self.self) }
    return try scope.lookUp(
      scope.translate(key), in: dictionary.map { ($0.key, $0.value) },
      otherwise: scope.translate(self.default),
      "DictionaryKeyDefaultValueSubscript")
  }
}

extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func fragment(in scope: PredicateScope) throws -> Fragment {
    // Where Swift would stop, at a place that is not there, the comparison around it is false.
    if Wrapped.Output.self is [UInt8].Type {
      let index = try scope.translate(index)
      let found = try scope.bytes(wrapped, "CollectionIndexSubscript") { elements, alias in
        "SELECT \(verbatim: alias).value\(elements) WHERE \(verbatim: alias).key = \(index.sql)"
      }
      return Fragment(sql: found.sql, mayBeNull: true)
    }
    guard !(wrapped is any ConditionalConstants), let collection = scope.constant(wrapped) else {
      throw scope.unsupported(node: Self.self)
    }
    return try scope.lookUp(
      scope.translate(index), in: zip(collection.indices, collection).map { ($0, $1) }, otherwise: nil,
      "CollectionIndexSubscript")
  }
}
