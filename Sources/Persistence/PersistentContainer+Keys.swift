internal import SQLite

extension PersistentContainer {
  /// The largest key that rows of a model ever had, where the table keeps count; else the largest they have now.
  public func largestKey<Model: PersistentModel>(of model: Model.Type) throws -> Int64 {
    try gate.use { store in
      let table = Model.schema.table
      let hasCount = try store.connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'")
      let counted =
        hasCount > 0
        ? try store.connection.integer("SELECT seq FROM sqlite_sequence WHERE name = \(table)") : 0
      let present = try store.connection.integer(
        SQL(verbatim: "SELECT max(\"id\") FROM \(SQL.quoted(identifier: table))"))
      return max(counted, present)
    }
  }
}
