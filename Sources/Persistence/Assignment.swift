internal import SQLite

/// A new value for one column of many rows.
public struct Assignment<Model: PersistentModel>: Sendable {
  let operand: Operand<Model>
  /// What stands on the right of the sign, for a column.
  let expression: @Sendable (_ column: String) -> SQL

  /// Gives the column a value.
  public static func set<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value
  ) -> Assignment {
    let stored = value.sqlValue.composed
    return Assignment(operand: Operand(keyPath)) { _ in "\(stored)" }
  }

  /// Adds to the column's number; rows without one stay without.
  public static func add<Value: PersistentValue & Numeric>(
    _ amount: Value, to keyPath: any KeyPath<Model, Value> & Sendable
  ) -> Assignment {
    let stored = amount.sqlValue
    return Assignment(operand: Operand(keyPath)) { column in "(\(verbatim: column) + \(stored))" }
  }

  /// Adds to the column's number; rows without one stay without.
  public static func add<Value: PersistentValue & Numeric>(
    _ amount: Value, to keyPath: any KeyPath<Model, Value?> & Sendable
  ) -> Assignment {
    let stored = amount.sqlValue
    return Assignment(operand: Operand(keyPath)) { column in "(\(verbatim: column) + \(stored))" }
  }
}
