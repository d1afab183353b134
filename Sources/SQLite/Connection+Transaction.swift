extension Connection {
  /// Runs the closure in a transaction that takes the write lock at once, or in a savepoint inside one.
  ///
  /// Whatever the closure throws, or a failing commit, leaves the database as it was before.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try scope(begin: "BEGIN IMMEDIATE", body)
  }

  /// Runs the closure in a transaction that sees one state of the database and takes no write lock.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    if transactionDepth > 0 { return try body() }
    return try scope(begin: "BEGIN DEFERRED", body)
  }

  private func scope<Result>(begin: String, _ body: () throws -> Result) throws -> Result {
    let name = "depth_\(transactionDepth)"
    let isOutermost = transactionDepth == 0
    if isOutermost { lossOfTransaction = nil }
    // A savepoint without its transaction would be one of its own, and its release a commit.
    if let lossOfTransaction { throw lossOfTransaction }
    try run(isOutermost ? SQL(verbatim: begin) : SQL(verbatim: "SAVEPOINT \(name)"))
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let result = try body()
      if let lossOfTransaction { throw lossOfTransaction }
      try frame(isOutermost ? "COMMIT" : SQL(verbatim: "RELEASE \(name)"))
      return result
    } catch {
      // A full disk or an interrupt may have rolled back already; the first error is the one to tell.
      if isInTransaction {
        if isOutermost {
          try? frame("ROLLBACK")
        } else {
          try? frame(SQL(verbatim: "ROLLBACK TO \(name)"))
          try? frame(SQL(verbatim: "RELEASE \(name)"))
        }
      } else if !isOutermost, lossOfTransaction == nil {
        lossOfTransaction = error
      }
      throw error
    }
  }

  /// Runs a statement that ends a transaction or a savepoint.
  private func frame(_ sql: SQL) throws {
    isFramingTransaction = true
    defer { isFramingTransaction = false }
    try run(sql)
  }
}
