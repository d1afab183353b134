package import SQLite

extension PersistentContainer {
  /// Runs several saves as one transaction and one change of the history: all of them hold, or none.
  ///
  /// Contexts saved inside must be made inside too: when the closure throws, what they saved is taken back, and they
  /// don't know it.
  ///
  /// - Parameters:
  ///   - name: What the change is called in the history.
  ///   - body: The saves.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or the `StoreError` of the commit.
  public func transaction<Result>(named name: String, _ body: () throws -> Result) throws -> Result {
    try gate.use { store in try store.write(named: name, body) }
  }

  /// Inserts plain values without a context, in one transaction.
  ///
  /// The schema's own rules hold; the models' `validate()` is not asked, which is a context's business. A value with a
  /// key above 0 keeps it. One with a number below 0 gets a key of its own, and by that number other values of the same
  /// call may refer to it.
  ///
  /// - Returns: The keys that they got, in order.
  @discardableResult
  public func insert<Model: PersistentModel>(
    contentsOf models: some Sequence<Model>, named name: String = "insert"
  ) throws -> [ManagedID<Model>] {
    try write(named: name, from: .batch) { store in
      try store.requireListed(Model.schema.description)
      let save = SaveSession(store: store, batchOf: Model.schema.description)
      let ids: [ManagedID<Model>] = try save.insert(contentsOf: models).map { ManagedID($0) }
      try save.writePostponedReferences()
      return ids
    }
  }

  /// Inserts rows that are no models yet, as `insert(contentsOf:)` does, without making an array of them.
  ///
  /// Those of a model that the store's model doesn't list are left out of the history, as what can be worked out again
  /// should be.
  ///
  /// - Parameters:
  ///   - model: The model whose columns the rows have.
  ///   - count: The number of rows.
  ///   - name: What the change is called in the history.
  ///   - key: The key that the row at a place brings; 0 for none.
  ///   - encode: Writes the columns of the row at a place, in the order of the schema; called for one place after the
  ///     other, and for those of a refused batch again. It must not use the container.
  /// - Returns: The keys that they got, in order.
  /// - Throws: `StoreError`, and what `encode` throws.
  @discardableResult
  package func insert<Model: PersistentModel>(
    _ model: Model.Type, count: Int, named name: String = "insert", key: (Int) -> Int64 = { _ in 0 },
    _ encode: (Int, inout RowWriter) throws -> Void
  ) throws -> [Int64] {
    if count == 0 { return [] }
    return try write(named: name, from: .batch) { store in
      let save = SaveSession(store: store, batchOf: Model.schema.description)
      let keys = try save.insert(count, of: Model.schema.description, key: key, encode)
      try save.writePostponedReferences()
      return keys
    }
  }

  /// Lends the connection, for SQL that this module has no words for.
  package func withConnection<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try gate.use { store in try body(store.connection) }
  }

  func write<Result>(
    named name: String, from origin: ChangeSet.Origin = .save, by author: Int? = nil,
    _ body: (Store) throws -> Result
  ) throws -> Result {
    try gate.use { store in try store.write(named: name, from: origin, by: author) { try body(store) } }
  }
}
