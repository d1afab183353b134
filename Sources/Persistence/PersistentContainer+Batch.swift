internal import SQLite

extension PersistentContainer {
  /// Deletes all rows that fulfil a condition, without reading them into objects, in one transaction.
  ///
  /// The delete rules hold: what depends on the rows goes with them, loses its reference, or keeps them. The history
  /// has every row, so that the deletion can be undone.
  ///
  /// - Returns: The keys of the model's rows that went, smallest first; of those that went by a rule, `changes` tells.
  /// - Throws: `StoreError.constraint` for a row that the rule `deny` protects; then nothing was deleted.
  @discardableResult
  public func delete<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model> = .everything, named name: String = "delete"
  ) throws -> [ManagedID<Model>] {
    try write(named: name, from: .batch) { try $0.delete(model, where: condition) }
  }
}

extension Store {
  func delete<Model: PersistentModel>(
    _ model: Model.Type, where condition: Where<Model>
  ) throws -> [ManagedID<Model>] {
    let deletion = try BulkDeletion(store: self)
    let entity = Model.schema.description
    try deletion.add(entity, try condition.clause())
    let ids: [ManagedID<Model>] = try deletion.keys(of: entity).map { ManagedID($0) }
    try deletion.run()
    return ids
  }
}
