internal import SQLite

/// One key of a sort order: a column, how its text compares, and the direction.
public struct SortKey<Model: PersistentModel>: Sendable {
  /// How texts compare.
  public enum Comparison: Sendable {
    /// By their Unicode scalars; numbers by size.
    case plain
    /// Without regard to case and accents.
    case folded
  }

  private let path: SendableKeyPath
  private let isKey: Bool
  let comparison: Comparison
  let isReversed: Bool
  let placesNullLast: Bool

  /// A key by a property.
  ///
  /// - Parameters:
  ///   - keyPath: A stored property.
  ///   - comparison: How texts compare.
  ///   - reversed: Whether the largest comes first.
  ///   - nullLast: Whether rows without a value come last in either direction; else they count as smallest.
  public init<Value>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ comparison: Comparison = .plain,
    reversed: Bool = false,
    nullLast: Bool = false
  ) {
    path = SendableKeyPath(keyPath)
    isKey = Model.schema.isKey(keyPath)
    self.comparison = comparison
    isReversed = reversed
    placesNullLast = nullLast
  }

  /// A key by any key path; one that is no column of the model is an error when the request runs.
  package init(anyKeyPath keyPath: AnyKeyPath, reversed: Bool) {
    path = SendableKeyPath(keyPath)
    isKey = Model.schema.isKey(keyPath)
    comparison = .plain
    isReversed = reversed
    placesNullLast = false
  }

  /// What the order goes by, as SQL.
  func expression() throws -> String {
    guard let column = Model.schema.column(of: path.keyPath) else {
      throw StoreError.unsupportedPredicate(
        "sort by \(path.name), which is no column of \(Model.schema.table)")
    }
    let quoted = SQL.quoted(identifier: column)
    return comparison == .folded ? "\(Folding.functionName)(\(quoted))" : quoted
  }

  func term() throws -> String {
    var term = try expression()
    if isReversed { term += " DESC" }
    if placesNullLast { term += " NULLS LAST" }
    return term
  }

  /// The value by which a model in memory sorts, as SQL would see it.
  private func value(of model: Model) -> SQLValue {
    if isKey { return .integer(model.id) }
    let value = Model.schema.attribute(of: path.keyPath)?.value(model).composed ?? .null
    guard comparison == .folded, case .text(let text) = value else { return value }
    return .text(text.folded)
  }

  /// Whether one model comes before another: true or false, or nil for a tie.
  func precedes(_ left: Model, _ right: Model) -> Bool? {
    let left = value(of: left)
    let right = value(of: right)
    if placesNullLast, (left == .null) != (right == .null) { return right == .null }
    if left < right { return !isReversed }
    if right < left { return isReversed }
    return nil
  }
}
