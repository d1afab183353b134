internal import SQLite

extension PersistentContainer {
  /// Lends the texts of some columns row by row, without making strings of them.
  ///
  /// - Parameters:
  ///   - model: The model whose rows are read, in the order of their keys.
  ///   - keyPaths: The columns of texts.
  ///   - key: A column of integers, which is passed on first.
  ///   - body: What is done with a row; it changes nothing in the store.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, and what the closure throws.
  package func forEachTexts<Model: PersistentModel>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    _ body: (Int64, borrowing StoredTexts) throws -> Void
  ) throws {
    let columns = try ([key] + keyPaths).map { try Operand<Model>($0).name() }
    func pass(_ texts: borrowing StoredTexts) throws {
      if let number = texts.key { try body(number, texts) }
    }
    try gate.use { store in
      try store.connection.readTransaction {
        if let pages = try store.connection.pages(ofTable: Model.schema.table, columns: columns) {
          try pages.forEachRow(isCancelled: { Task.isCancelled }) { try pass(StoredTexts($0)) }
        } else {
          try store.forEachTexts(of: Model.schema.table, columns, pass)
        }
      }
    }
  }

  /// Lends the texts of some columns on several threads at once where there are many rows.
  ///
  /// - Parameters:
  ///   - model: The model whose rows are read.
  ///   - keyPaths: The columns of texts.
  ///   - key: A column of integers.
  ///   - state: Makes what each thread begins with. What threads share should hold no objects that each row needs: to
  ///     count their references in turn takes the threads longer than their work.
  ///   - isWanted: Asked for many rows that lie together, with their bytes and the least and the greatest of their row
  ///     ids; false leaves them all out. Where some of them go on elsewhere it is told nil in the place of the row ids,
  ///     and all are read whatever it says. It is not asked for all rows.
  ///   - body: What is done with a row and the thread's own state; each thread sees its rows in the order of their keys.
  ///     It changes nothing in the store.
  /// - Returns: What each thread ends with, in no order.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, and what the closure throws.
  package func forEachTexts<Model: PersistentModel, State: Sendable>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    state: @escaping @Sendable () -> State,
    where isWanted:
      @escaping @Sendable (inout State, UnsafeBufferPointer<UInt8>, ClosedRange<Int64>?) -> Bool,
    _ body: @escaping @Sendable (inout State, borrowing StoredTexts) throws -> Void
  ) throws -> [State] {
    let columns = try ([key] + keyPaths).map { try Operand<Model>($0).name() }
    return try gate.use { store in
      try store.connection.readTransaction {
        if let pages = try store.connection.pages(ofTable: Model.schema.table, columns: columns) {
          return try pages.forEachRow(
            state: state, isCancelled: { Task.isCancelled }, where: isWanted,
            { state, record in try body(&state, StoredTexts(record)) })
        }
        var state = state()
        try store.forEachTexts(of: Model.schema.table, columns) { try body(&state, $0) }
        return [state]
      }
    }
  }
}

extension Store {
  /// Lends the rows as SQL finds them, for tables whose pages can't be read.
  fileprivate func forEachTexts(
    of table: String, _ columns: [String], _ body: (borrowing StoredTexts) throws -> Void
  ) throws {
    let names = columns.map { SQL.quoted(identifier: $0) }.joined(separator: ", ")
    let sql = "SELECT \(names) FROM \(SQL.quoted(identifier: table)) ORDER BY \"id\""
    try withUnsafeTemporaryAllocation(of: StoredTexts.Text.self, capacity: columns.count - 1) { texts in
      try connection.forEachRow(SQL(verbatim: sql)) { row in
        for place in texts.indices { texts[place] = row.textBytes(Int32(clamping: place &+ 1)) }
        try body(StoredTexts(key: row.integer(0), texts))
      }
    }
  }
}
