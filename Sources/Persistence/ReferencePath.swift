/// The attribute of a model that holds the key of another row.
struct ReferencePath<Model: PersistentModel>: Sendable {
  let path: SendableKeyPath
  let operand: Operand<Model>
  /// The key of the row referred to, or nil for none.
  let key: @Sendable (Model) -> Int64?
  /// Sets the key; none is written as 0 where the attribute must have one, which a save refuses.
  let assign: @Sendable (inout Model, Int64?) -> Void

  init(_ keyPath: any WritableKeyPath<Model, Int64> & Sendable) {
    path = SendableKeyPath(keyPath)
    operand = Operand(keyPath)
    key = { model in
      let key = model[keyPath: keyPath]
      return key == 0 ? nil : key
    }
    assign = { $0[keyPath: keyPath] = $1 ?? 0 }
  }

  init(_ keyPath: any WritableKeyPath<Model, Int64?> & Sendable) {
    path = SendableKeyPath(keyPath)
    operand = Operand(keyPath)
    key = { $0[keyPath: keyPath] }
    assign = { $0[keyPath: keyPath] = $1 }
  }

  /// The quoted column, once it is sure that it refers to the target's table.
  func column(to target: (some PersistentModel).Type) throws -> String {
    guard let attribute = Model.schema.attribute(of: path.keyPath), attribute.target?() == target.schema.table
    else {
      throw StoreError.invalidRelationship(
        "\(path.name) of \(Model.schema.table) is no reference to \(target.schema.table)")
    }
    return try operand.column()
  }
}

/// The attribute of a model that holds its place among its siblings.
struct PositionPath<Model: PersistentModel>: Sendable {
  let path: SendableKeyPath
  let operand: Operand<Model>
  let value: @Sendable (Model) -> Int
  let assign: @Sendable (inout Model, Int) -> Void

  init(_ keyPath: any WritableKeyPath<Model, Int> & Sendable) {
    path = SendableKeyPath(keyPath)
    operand = Operand(keyPath)
    value = { $0[keyPath: keyPath] }
    assign = { $0[keyPath: keyPath] = $1 }
  }
}

extension EntityTable {
  /// The references of an object that should refer to a row and don't.
  ///
  /// - Parameters:
  ///   - model: The present values.
  ///   - committed: The stored values; what is missing there too is none of this save's doing.
  ///   - context: The context of the objects that it may refer to.
  /// - Returns: A failure for each.
  /// - Throws: `StoreError.constraint` for a temporary key that no object of the right model has.
  func missingReferences(
    of model: Model, unlike committed: Model?, in context: ManagedContext
  ) throws -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    for reference in entity.references {
      let attribute = Model.schema.attributes[reference.index]
      guard case .integer(let key) = attribute.value(model) else { continue }
      if key.isTemporary, !context.holdsUnsaved(key, in: reference.target) {
        throw StoreError.constraint(
          ConstraintFailure(
            kind: .foreignKey, entity: entity.table, id: model.id,
            message: "\(reference.column) refers to no object of \(reference.target) in this context"))
      }
      guard key == 0, committed.map({ attribute.value($0) }) != .integer(0) else { continue }
      failures.append(ValidationFailure(column: reference.column, rule: "refers to an object"))
    }
    return failures
  }
}
