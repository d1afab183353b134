internal import SQLite

extension PersistentContainer {
  /// How many SQL statements the container has run since it was opened, without those that begin or end transactions.
  ///
  /// The difference between two readings is what a piece of code costs: a fetch is one statement, and so is each
  /// relationship that it prefetches. Throws `StoreError.closed`.
  public var statementCount: Int {
    get throws { try gate.use { $0.connection.statementCount } }
  }
}
