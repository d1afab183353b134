internal import SQLite

/// A number, or another value, that is made of many rows: how many there are, their sum, their average.
public struct Aggregate<Model: PersistentModel, Value: PersistentValue>: Sendable {
  private let function: String
  let operand: AggregateOperand<Model>?

  private init(_ function: String, _ operand: AggregateOperand<Model>? = nil) {
    self.function = function
    self.operand = operand
  }

  /// The aggregate as SQL.
  func sql() throws -> String {
    function.replacing("?", with: try operand?.operand.column() ?? "*")
  }

  fileprivate static func make(_ function: String, _ keyPath: AnyKeyPath) -> Aggregate {
    Aggregate(function, AggregateOperand(Operand(keyPath)))
  }

  /// An aggregate of values that must be of a type, as a fetch would read them.
  fileprivate static func make<Property: PersistentValue>(
    _ function: String, _ keyPath: AnyKeyPath, of type: Property.Type, isOfNumbers: Bool = false
  ) -> Aggregate {
    Aggregate(
      function,
      AggregateOperand(
        Operand(keyPath), isOfNumbers: isOfNumbers, fits: { Property(sqlValue: $0) != nil }))
  }

  fileprivate static func make(_ function: String) -> Aggregate { Aggregate(function) }
}

extension Aggregate where Value == Int {
  /// The number of rows.
  public static var count: Aggregate { make("count(?)") }

  /// The number of rows that have a value.
  public static func count<Property>(_ keyPath: any KeyPath<Model, Property> & Sendable) -> Aggregate {
    make("count(?)", keyPath)
  }

  /// The number of different values.
  public static func countDistinct<Property>(_ keyPath: any KeyPath<Model, Property> & Sendable) -> Aggregate
  {
    make("count(DISTINCT ?)", keyPath)
  }
}

extension Aggregate where Value == Double? {
  /// The average of the values that are there; nil where there are none.
  public static func average<Number: PersistentValue & Numeric>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate {
    make("avg(?)", keyPath, of: Number.self, isOfNumbers: true)
  }

  /// The average of the values that are there; nil where there are none.
  public static func average<Number: PersistentValue & Numeric>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate {
    make("avg(?)", keyPath, of: Number.self, isOfNumbers: true)
  }
}

// A property that may be nil and one that may not have the same sum: two functions each, since the value is optional once.

extension Aggregate {
  /// The sum of the values that are there; nil where there are none.
  ///
  /// Integers whose sum has no room in 64 bits are the error `StoreError.overflow`.
  public static func sum<Number: PersistentValue & Numeric>(
    _ keyPath: any KeyPath<Model, Number> & Sendable
  ) -> Aggregate where Value == Number? {
    make("sum(?)", keyPath, of: Number.self, isOfNumbers: true)
  }

  /// The sum of the values that are there; nil where there are none.
  public static func sum<Number: PersistentValue & Numeric>(
    _ keyPath: any KeyPath<Model, Number?> & Sendable
  ) -> Aggregate where Value == Number? {
    make("sum(?)", keyPath, of: Number.self, isOfNumbers: true)
  }

  /// The smallest value; nil where there is none.
  public static func minimum<Property: PersistentValue>(
    _ keyPath: any KeyPath<Model, Property> & Sendable
  ) -> Aggregate where Value == Property? {
    make("min(?)", keyPath, of: Property.self)
  }

  /// The smallest value; nil where there is none.
  public static func minimum<Property: PersistentValue>(
    _ keyPath: any KeyPath<Model, Property?> & Sendable
  ) -> Aggregate where Value == Property? {
    make("min(?)", keyPath, of: Property.self)
  }

  /// The largest value; nil where there is none.
  public static func maximum<Property: PersistentValue>(
    _ keyPath: any KeyPath<Model, Property> & Sendable
  ) -> Aggregate where Value == Property? {
    make("max(?)", keyPath, of: Property.self)
  }

  /// The largest value; nil where there is none.
  public static func maximum<Property: PersistentValue>(
    _ keyPath: any KeyPath<Model, Property?> & Sendable
  ) -> Aggregate where Value == Property? {
    make("max(?)", keyPath, of: Property.self)
  }
}

/// A condition on groups of rows: what SQL calls HAVING.
public struct GroupCondition<Model: PersistentModel>: Sendable {
  let operands: [AggregateOperand<Model>]
  let sql: @Sendable () throws -> SQL

  private init(_ operands: [AggregateOperand<Model>], _ sql: @escaping @Sendable () throws -> SQL) {
    self.operands = operands
    self.sql = sql
  }

  /// Groups whose aggregate is at least the value.
  public static func atLeast<Value>(_ aggregate: Aggregate<Model, Value>, _ value: Value) -> GroupCondition {
    compare(aggregate, ">=", value)
  }

  /// Groups whose aggregate is at most the value.
  public static func atMost<Value>(_ aggregate: Aggregate<Model, Value>, _ value: Value) -> GroupCondition {
    compare(aggregate, "<=", value)
  }

  /// Groups whose aggregate is the value.
  public static func equal<Value>(_ aggregate: Aggregate<Model, Value>, _ value: Value) -> GroupCondition {
    compare(aggregate, "IS", value)
  }

  /// Groups for which all conditions hold.
  public static func all(_ conditions: [GroupCondition]) -> GroupCondition {
    joined(conditions, by: " AND ", empty: "1")
  }

  /// Groups for which at least one condition holds.
  public static func any(_ conditions: [GroupCondition]) -> GroupCondition {
    joined(conditions, by: " OR ", empty: "0")
  }

  /// Groups for which the condition doesn't hold.
  public static func not(_ condition: GroupCondition) -> GroupCondition {
    GroupCondition(condition.operands) { "(NOT ifnull(\(try condition.sql()), 0))" }
  }

  private static func compare<Value>(
    _ aggregate: Aggregate<Model, Value>, _ sign: String, _ value: Value
  ) -> GroupCondition {
    let stored = value.sqlValue.composed
    return GroupCondition([aggregate.operand].compactMap { $0 }) {
      "(\(verbatim: try aggregate.sql()) \(verbatim: sign) \(stored))"
    }
  }

  private static func joined(_ conditions: [GroupCondition], by word: String, empty: String) -> GroupCondition
  {
    GroupCondition(conditions.flatMap(\.operands)) {
      var sql: SQL = "("
      for (place, condition) in conditions.enumerated() {
        sql += place == 0 ? try condition.sql() : SQL(verbatim: word) + (try condition.sql())
      }
      return (conditions.isEmpty ? SQL(verbatim: "(\(empty)") : sql) + ")"
    }
  }
}
