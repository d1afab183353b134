internal import SQLite

extension PersistentContainer {
  /// Reads plain values in the request's order.
  public func values<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [Model] {
    let sql = try request.selection()
    let entity = Model.schema.description
    return try gate.use { store in
      try store.connection.withStatement(sql) { statement in
        var values: [Model] = []
        // Straight into the array: a closure or a cursor in between would copy every value once more.
        var reader = try RowReader(row: statement.row, entity: entity, in: store)
        while try statement.step() {
          reader.column = 0
          values.append(try Model(row: &reader))
          try reader.checkEnd()
        }
        return values
      }
    }
  }

  /// Calls the closure with one plain value after the other, in constant memory.
  public func forEach<Model: PersistentModel>(
    _ request: FetchRequest<Model>, _ body: (Model) throws -> Void
  ) throws {
    let sql = try request.selection()
    let entity = Model.schema.description
    try gate.use { store in
      try store.connection.readTransaction {
        try store.connection.withStatement(sql) { statement in
          var reader = try RowReader(row: statement.row, entity: entity, in: store)
          // Each value goes straight to the closure; a cursor would hand it out in an optional, one copy more.
          while try statement.step() {
            reader.column = 0
            try body(try Model(row: &reader))
            try reader.checkEnd()
          }
        }
      }
    }
  }

  /// Calls the closure with one row after the other, for it to make a value of each.
  ///
  /// Faster than value by value: the closure knows the model when it is compiled, which this function doesn't.
  public func forEachRow<Model: PersistentModel>(
    _ request: FetchRequest<Model>, _ body: (inout RowReader) throws -> Void
  ) throws {
    let sql = try request.selection()
    try gate.use { store in
      try store.connection.withStatement(sql) { statement in
        var reader = try RowReader(row: statement.row, entity: Model.schema.description, in: store)
        while try statement.step() {
          reader.column = 0
          try body(&reader)
          try reader.checkEnd()
        }
      }
    }
  }

  /// Lends a cursor that reads one plain value after the other, in constant memory.
  ///
  /// All that the closure reads is of one moment: changes by other programs wait until it ends.
  public func withCursor<Model: PersistentModel, Result>(
    _ request: FetchRequest<Model>, _ body: (borrowing Cursor<Model>) throws -> Result
  ) throws -> Result {
    let sql = try request.selection()
    return try gate.use { store in
      try store.connection.readTransaction {
        try store.connection.withStatement(sql) { try body(Cursor($0, in: store)) }
      }
    }
  }

  /// Runs the closure so that all its reads see the store at one moment.
  public func readTogether<Result>(_ body: () throws -> Result) throws -> Result {
    try gate.use { store in try store.connection.readTransaction(body) }
  }

  /// The number of rows that a request finds, without its limit.
  public func count<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Int {
    let sql = try request.counting()
    return try gate.use { store in Int(try store.connection.integer(sql)) }
  }

  /// The keys that a request finds, in its order.
  public func ids<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> [ManagedID<Model>] {
    let sql = try request.keySelection()
    return try gate.use { store in
      var ids: [ManagedID<Model>] = []
      try store.connection.forEachRow(sql) { row in
        if let id = row.integer(0) { ids.append(ManagedID(id)) }
      }
      return ids
    }
  }

  /// The value with that identity, or nil.
  public func value<Model: PersistentModel>(_ id: ManagedID<Model>) throws -> Model? {
    try values(FetchRequest(where: .ids([id]))).first
  }

  /// The distinct values of one column and how many rows have each, the most frequent first.
  public func frequencies<Model: PersistentModel, Value: PersistentValue>(
    of keyPath: KeyPath<Model, Value>, where condition: Where<Model> = .everything
  ) throws -> [(value: Value, count: Int)] {
    guard let column = Model.schema.column(of: keyPath) else {
      throw StoreError.unsupportedPredicate(
        "\(SendableKeyPath(keyPath).name) is no column of \(Model.schema.table)")
    }
    let name = SQL.quoted(identifier: column)
    let sql =
      SQL(verbatim: "SELECT \(name), count(*) FROM \(SQL.quoted(identifier: Model.schema.table))")
      + (try condition.clause()) + SQL(verbatim: " GROUP BY 1 ORDER BY 2 DESC, 1")
    return try gate.use { store in
      var frequencies: [(value: Value, count: Int)] = []
      try store.connection.forEachRow(sql) { row in
        guard let value = Value(sqlValue: row.value(at: 0)) else {
          throw StoreError.decoding(
            DecodingFailure(entity: Model.schema.table, column: column, id: nil, stored: row.value(at: 0)))
        }
        frequencies.append((value, Int(row.integer(1) ?? 0)))
      }
      return frequencies
    }
  }
}

/// Reads plain values one after the other; valid inside the closure that it was lent to.
public struct Cursor<Model: PersistentModel>: ~Copyable {
  private let statement: Statement
  private let start: RowReader

  init(_ statement: Statement, in store: Store) throws {
    self.statement = statement
    start = try RowReader(row: statement.row, entity: Model.schema.description, in: store)
  }

  /// The next value, or nil after the last.
  public func next() throws -> Model? {
    guard try statement.step() else { return nil }
    var reader = start
    let value = try Model(row: &reader)
    try reader.checkEnd()
    return value
  }

  /// Calls the closure with the next rows, `count` of them or fewer at the end, for it to make a value of each.
  ///
  /// Faster than value by value: the closure knows the model when it is compiled, which this function doesn't.
  public func forEachRow(upTo count: Int, _ body: (inout RowReader) throws -> Void) throws {
    var reader = start
    var rows = 0
    while rows < count, try statement.step() {
      reader.column = 0
      try body(&reader)
      try reader.checkEnd()
      rows += 1
    }
  }
}
