extension ManagedContext {
  /// Makes numbers of all objects that fulfil a condition, as `PersistentContainer.aggregate` does of rows; sees unsaved
  /// changes as `fetch` does.
  ///
  /// - Returns: The aggregate, or the tuple of aggregates.
  /// - Throws: As the container's, and `StoreError.queryTooLarge` for more unsaved objects than SQLite takes in one
  ///   statement, some ten thousands; save first.
  public func aggregate<Model: PersistentModel, each Value: PersistentValue>(
    _ model: Model.Type, _ aggregates: repeat Aggregate<Model, each Value>,
    where condition: Where<Model> = .everything
  ) throws -> (repeat each Value) {
    try container.aggregate(repeat each aggregates) { try source(condition, for: $0) }
  }

  /// Makes numbers of the objects of each group, as `PersistentContainer.aggregate` does of rows; sees unsaved changes
  /// as `fetch` does.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - aggregates: What is made of each group.
  ///   - firstKey: The property whose values make the groups; objects without a value make a group of their own.
  ///   - keys: Further properties, for finer groups.
  ///   - condition: Which objects count.
  ///   - having: Which groups are given.
  /// - Returns: The groups in the order of their keys.
  /// - Throws: As the container's, and `StoreError.queryTooLarge` for more unsaved objects than SQLite takes in one
  ///   statement, some ten thousands; save first.
  public func aggregate<
    Model: PersistentModel, each Value: PersistentValue, FirstKey: PersistentValue, each Key: PersistentValue
  >(
    _ model: Model.Type, _ aggregates: repeat Aggregate<Model, each Value>,
    groupBy firstKey: KeyPath<Model, FirstKey>, _ keys: repeat KeyPath<Model, each Key>,
    where condition: Where<Model> = .everything,
    having: GroupCondition<Model>? = nil
  ) throws -> [AggregateRow<(FirstKey, repeat each Key), (repeat each Value)>] {
    try container.aggregate(
      repeat each aggregates, groupBy: firstKey, repeat each keys, having: having
    ) { try source(condition, for: $0) }
  }

  private func source<Model: PersistentModel>(
    _ condition: Where<Model>, for operands: [AggregateOperand<Model>?]
  ) throws -> AggregateSource<Model> {
    let parts = try unsavedParts(of: condition)
    return try AggregateSource(parts.condition, and: parts.models, for: operands)
  }
}
