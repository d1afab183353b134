internal import SQLite

/// One group of rows: what its rows have in common, and what was made of them.
public struct AggregateRow<Key: Sendable, Values: Sendable>: Sendable {
  /// The value, or the tuple of values, that the group's rows have in common.
  public let key: Key
  /// The aggregate, or the tuple of aggregates, in the order asked for.
  public let values: Values
}

extension PersistentContainer {
  /// Makes numbers of all rows that fulfil a condition.
  ///
  /// ```swift
  /// let (count, average) = try container.aggregate(Plant.self, .count, .average(\.height))
  /// ```
  ///
  /// - Returns: The aggregate, or the tuple of aggregates.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, `.decoding` for a result of another type,
  ///   `.overflow` for a sum without room.
  public func aggregate<Model: PersistentModel, each Value: PersistentValue>(
    _ model: Model.Type, _ aggregates: repeat Aggregate<Model, each Value>,
    where condition: Where<Model> = .everything
  ) throws -> (repeat each Value) {
    try aggregate(repeat each aggregates) { try AggregateSource(condition, for: $0) }
  }

  func aggregate<Model: PersistentModel, each Value: PersistentValue>(
    _ aggregates: repeat Aggregate<Model, each Value>,
    of rows: ([AggregateOperand<Model>?]) throws -> AggregateSource<Model>
  ) throws -> (repeat each Value) {
    var terms: [String] = []
    var operands: [AggregateOperand<Model>?] = []
    for aggregate in repeat each aggregates {
      terms.append(try aggregate.sql())
      operands.append(aggregate.operand)
    }
    let source = try rows(operands)
    let sql: SQL = "SELECT \(verbatim: terms.joined(separator: ", ")) FROM \(source.sql)"
    return try namingOverflow(of: terms, Model.schema.table) {
      try gate.use { store in
        try source.check(in: store)
        return try store.connection.withStatement(sql) { statement in
          _ = try statement.step()
          var reader = AggregateReader(row: statement.row, table: Model.schema.table, terms: terms)
          return (repeat try reader.next((each Value).self))
        }
      }
    }
  }

  /// Makes numbers of the rows of each group, a group being the rows with the same values of some properties.
  ///
  /// ```swift
  /// for row in try container.aggregate(
  ///   Plant.self, .average(\.height), .count, groupBy: \.light, having: .atLeast(.count, 2))
  /// {
  ///   let (average, count) = row.values
  ///   print(row.key, average ?? 0, count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - aggregates: What is made of each group.
  ///   - firstKey: The property whose values make the groups; rows without a value make a group of their own.
  ///   - keys: Further properties, for finer groups.
  ///   - condition: Which rows count.
  ///   - having: Which groups are given.
  /// - Returns: The groups in the order of their keys.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, `.decoding` for a result of another type,
  ///   `.overflow` for a sum without room.
  public func aggregate<
    Model: PersistentModel, each Value: PersistentValue, FirstKey: PersistentValue, each Key: PersistentValue
  >(
    _ model: Model.Type, _ aggregates: repeat Aggregate<Model, each Value>,
    groupBy firstKey: KeyPath<Model, FirstKey>, _ keys: repeat KeyPath<Model, each Key>,
    where condition: Where<Model> = .everything,
    having: GroupCondition<Model>? = nil
  ) throws -> [AggregateRow<(FirstKey, repeat each Key), (repeat each Value)>] {
    try aggregate(repeat each aggregates, groupBy: firstKey, repeat each keys, having: having) {
      try AggregateSource(condition, for: $0)
    }
  }

  func aggregate<
    Model: PersistentModel, each Value: PersistentValue, FirstKey: PersistentValue, each Key: PersistentValue
  >(
    _ aggregates: repeat Aggregate<Model, each Value>,
    groupBy firstKey: KeyPath<Model, FirstKey>, _ keys: repeat KeyPath<Model, each Key>,
    having: GroupCondition<Model>?,
    of rows: ([AggregateOperand<Model>?]) throws -> AggregateSource<Model>
  ) throws -> [AggregateRow<(FirstKey, repeat each Key), (repeat each Value)>] {
    var operands: [AggregateOperand<Model>?] = [AggregateOperand(Operand(firstKey))]
    for key in repeat each keys { operands.append(AggregateOperand(Operand(key))) }
    let groupCount = operands.count
    var terms = try operands.compactMap { try $0?.operand.column() }
    for aggregate in repeat each aggregates {
      terms.append(try aggregate.sql())
      operands.append(aggregate.operand)
    }
    let source = try rows(operands + (having?.operands ?? []))
    let places = (1...groupCount).map(String.init).joined(separator: ", ")
    var sql: SQL = """
      SELECT \(verbatim: terms.joined(separator: ", ")) FROM \(source.sql) GROUP BY \(verbatim: places)
      """
    if let having { sql += " HAVING \(try having.sql())" }
    sql += " ORDER BY \(verbatim: places)"
    return try namingOverflow(of: terms, Model.schema.table) {
      try gate.use { store in
        try source.check(in: store)
        var rows: [AggregateRow<(FirstKey, repeat each Key), (repeat each Value)>] = []
        try store.connection.forEachRow(sql) { row in
          var reader = AggregateReader(row: row, table: Model.schema.table, terms: terms)
          let key = (try reader.next(FirstKey.self), repeat try reader.next((each Key).self))
          rows.append(AggregateRow(key: key, values: (repeat try reader.next((each Value).self))))
        }
        return rows
      }
    }
  }

  /// Adds the sums that were asked for to the error that one of them has no room.
  private func namingOverflow<Result>(
    of terms: [String], _ table: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch StoreError.overflow {
      let sums = terms.filter { $0.hasPrefix("sum(") }.joined(separator: ", ")
      throw StoreError.overflow(entity: table, expression: sums.isEmpty ? "a sum" : sums)
    }
  }
}

/// Reads the columns of a result from left to right.
private struct AggregateReader {
  let row: Row
  let table: String
  let terms: [String]
  private var column: Int32 = 0

  init(row: Row, table: String, terms: [String]) {
    self.row = row
    self.table = table
    self.terms = terms
  }

  mutating func next<Value: PersistentValue>(_ type: Value.Type) throws -> Value {
    let stored = row.value(at: column)
    guard let value = Value(sqlValue: stored) else {
      let term = terms[Int(column)]
      // A column stands here as SQL has it.
      let name = term.hasPrefix("\"") ? String(term.dropFirst().dropLast()) : term
      throw StoreError.decoding(DecodingFailure(entity: table, column: name, id: nil, stored: stored))
    }
    column += 1
    return value
  }
}
