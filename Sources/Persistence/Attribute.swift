/// One column of a model.
public struct Attribute<Model: PersistentModel>: Sendable {
  /// The column's name in the table.
  public let column: String
  /// What happens to rows that refer to a deleted one; for references only.
  let rule: DeleteRule
  /// The table that this column refers to, read late, since two entities may refer to each other.
  let target: (@Sendable () -> String)?
  let value: @Sendable (Model) -> SQLValue
  let isEqual: @Sendable (Model, Model) -> Bool
  /// Puts a stored value into a model; false where it doesn't fit.
  let assign: @Sendable (inout Model, SQLValue) -> Bool
  /// Whether the property may be nil.
  let isOptional: Bool
  private let path: SendableKeyPath

  var keyPath: AnyKeyPath { path.keyPath }

  /// A column that holds a value.
  public init<Value: PersistentValue>(
    _ column: String, _ keyPath: any WritableKeyPath<Model, Value> & Sendable
  ) {
    self.init(column, keyPath, target: nil, rule: .noAction)
  }

  /// A column that holds the key of a row that must exist.
  ///
  /// - Parameters:
  ///   - column: The column's name.
  ///   - keyPath: The property with the key.
  ///   - target: The model referred to.
  ///   - rule: What happens to this row when that one is deleted.
  /// - Returns: The column.
  public static func reference<Target: PersistentModel>(
    _ column: String, _ keyPath: any WritableKeyPath<Model, Int64> & Sendable, to target: Target.Type,
    onDelete rule: DeleteRule
  ) -> Attribute {
    Attribute(column, keyPath, target: { Target.schema.table }, rule: rule)
  }

  /// A column that holds the key of another row, or nothing.
  public static func reference<Target: PersistentModel>(
    _ column: String, _ keyPath: any WritableKeyPath<Model, Int64?> & Sendable, to target: Target.Type,
    onDelete rule: DeleteRule
  ) -> Attribute {
    Attribute(column, keyPath, target: { Target.schema.table }, rule: rule)
  }

  private init<Value: PersistentValue>(
    _ column: String, _ keyPath: any WritableKeyPath<Model, Value> & Sendable,
    target: (@Sendable () -> String)?,
    rule: DeleteRule
  ) {
    self.column = column
    self.target = target
    self.rule = rule
    isOptional = Value.self is any OptionalType.Type
    path = SendableKeyPath(keyPath)
    value = { $0[keyPath: keyPath].sqlValue }
    isEqual = { left, right in
      let left = left[keyPath: keyPath]
      let right = right[keyPath: keyPath]
      // A NaN differs from itself; without the second look it would be a change for ever.
      return left == right || left.sqlValue.isSameNumber(as: right.sqlValue)
    }
    assign = { model, stored in
      guard let value = Value(sqlValue: stored) else { return false }
      model[keyPath: keyPath] = value
      return true
    }
  }
}

/// What happens to rows that refer to a row when it is deleted.
public enum DeleteRule: Sendable {
  /// They lose the reference.
  case nullify
  /// They are deleted too.
  case cascade
  /// They keep the row from being deleted.
  case deny
  /// Nothing; the schema's foreign key decides.
  case noAction
}

extension SQLValue {
  fileprivate func isSameNumber(as other: SQLValue) -> Bool {
    guard case .real(let left) = self, case .real(let right) = other else { return false }
    return left.bitPattern == right.bitPattern
  }
}
