extension Connection {
  /// Lends a prepared statement to the closure, from the cache where possible.
  ///
  /// Nested calls with the same text get statements of their own.
  package func withStatement<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try takeStatement(sql)
    do {
      let result = try body(statement)
      cache.give(statement)
      return result
    } catch {
      // A failed statement may hold a stale plan; it is finalised rather than kept.
      statement.clear()
      throw error
    }
  }

  /// Lends a statement with its values bound.
  package func withStatement<Result>(_ sql: SQL, _ body: (Statement) throws -> Result) throws -> Result {
    try withStatement(sql.text) { statement in
      try statement.bind(sql.bindings)
      return try body(statement)
    }
  }

  /// Takes a statement out of the cache or prepares it; it is finalised when the caller lets it go.
  package func takeStatement(_ sql: String) throws(SQLiteError) -> Statement {
    if let cached = cache.take(sql) { return cached }
    var text = sql
    let prepared: Result<Statement?, SQLiteError> = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        Result { () throws(SQLiteError) in try prepare(characters, persistent: true).0 }
      }
    }
    guard let statement = try prepared.get() else {
      throw SQLiteError(code: PrimaryCode.error.rawValue, message: "no statement", sql: sql)
    }
    return statement
  }

  /// Runs a statement that returns no rows.
  package func run(_ sql: SQL) throws {
    try withStatement(sql) { try $0.run() }
  }

  /// The first column of the first row, or nil without a row.
  package func value(_ sql: SQL) throws -> SQLValue? {
    try withStatement(sql) { statement in
      try statement.step() ? statement.row.value(at: 0) : nil
    }
  }

  /// The first column of the first row as an integer, or 0.
  package func integer(_ sql: SQL) throws -> Int64 {
    guard case .integer(let number)? = try value(sql) else { return 0 }
    return number
  }

  /// Calls the closure for each row.
  package func forEachRow(_ sql: SQL, _ body: (Row) throws -> Void) throws {
    try withStatement(sql) { statement in
      while try statement.step() { try body(statement.row) }
    }
  }

  /// Runs a script of several statements, split where SQLite itself sees a statement end.
  ///
  /// - Parameters:
  ///   - script: The statements, with comments where they help.
  ///   - leavesTransactionsAlone: Whether a statement that begins or ends a transaction is refused before it runs.
  /// - Throws: The error of the first statement that fails; those before it have run.
  package func execute(script: String, leavesTransactionsAlone: Bool = false) throws {
    if leavesTransactionsAlone { denyTransactions(true) }
    defer { if leavesTransactionsAlone { denyTransactions(false) } }
    var text = script
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { characters in
        var rest = characters[...]
        while !rest.isEmpty {
          let (statement, used) = try prepare(UnsafeBufferPointer(rebasing: rest), persistent: false)
          // SQLite stops at a NUL; without a step forward the loop would never end.
          rest = rest.dropFirst(max(1, used))
          try statement?.run()
        }
      }
    }
  }
}
