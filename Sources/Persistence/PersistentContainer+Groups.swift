internal import SQLite

/// Equal values of some columns, and how many rows have them.
public struct ValueGroup: Equatable, Sendable {
  /// The columns' values in the order that was asked for.
  public let values: [SQLValue]
  /// The number of rows.
  public let count: Int
}

extension PersistentContainer {
  /// Counts the rows of each combination of values of some columns, in the order of the values.
  ///
  /// The values come as they are stored, so that rows which break the model's rules count too.
  ///
  /// Throws `StoreError.unsupportedPredicate` for what is no column.
  public func groups<Model: PersistentModel>(
    of model: Model.Type, by keyPaths: [PartialKeyPath<Model>]
  ) throws -> [ValueGroup] {
    let columns = try keyPaths.map { try Operand<Model>($0).column() }
    let places = (1...max(1, columns.count)).map(String.init).joined(separator: ", ")
    let sql = SQL(
      verbatim: """
        SELECT \(columns.joined(separator: ", ")), count(*) \
        FROM \(SQL.quoted(identifier: Model.schema.table)) GROUP BY \(places) ORDER BY \(places)
        """)
    return try gate.use { store in
      var groups: [ValueGroup] = []
      try store.connection.forEachRow(sql) { row in
        let values = columns.indices.map { row.value(at: Int32($0)) }
        groups.append(ValueGroup(values: values, count: Int(row.integer(Int32(columns.count)) ?? 0)))
      }
      return groups
    }
  }
}
