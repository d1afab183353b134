public import FoundationEssentials
internal import SQLite

/// A condition on the rows of a model, composed at run time.
///
/// Large conditions in one `#Predicate` take the compiler minutes; a list of small ones takes it none.
///
/// Conditions in a condition of the same sort are one list, however deep they were put together; of other conditions, so
/// many stand in each other at most that SQLite can follow, and a deeper one is refused as `StoreError.queryTooLarge`.
public struct Where<Model: PersistentModel>: Sendable {
  let node: Node
  /// The number of levels.
  let depth: Int

  init(node: Node, depth: Int = 1) {
    self.node = node
    self.depth = depth
  }

  /// The shapes of a condition.
  indirect enum Node: Sendable {
    case predicate(Predicate<Model>)
    case all([Where])
    case any([Where])
    case not(Where)
    case keys(Operand<Model>, [Int64])
    case comparison(Operand<Model>, Comparator, SQLValue)
    case text(Operand<Model>, TextMatch, String, isFolded: Bool)
    case related(Relation<Model>)
    /// A condition of too many levels, of which nothing is kept: even to let go of it could take the stack's end.
    case tooDeep
  }

  /// Every row.
  public static var everything: Where { all([]) }

  /// One of Foundation's predicates; keep it to two or three clauses, for the compiler's sake.
  public static func predicate(_ predicate: Predicate<Model>) -> Where { Where(node: .predicate(predicate)) }

  /// Rows for which all conditions hold.
  public static func all(_ conditions: [Where]) -> Where {
    let parts = conditions.flatMap { condition in
      if case .all(let parts) = condition.node { parts } else { [condition] }
    }
    return within(.all(parts), parts)
  }

  /// Rows for which at least one condition holds.
  public static func any(_ conditions: [Where]) -> Where {
    let parts = conditions.flatMap { condition in
      if case .any(let parts) = condition.node { parts } else { [condition] }
    }
    return within(.any(parts), parts)
  }

  /// Rows for which the condition doesn't hold.
  public static func not(_ condition: Where) -> Where {
    if case .not(let condition) = condition.node { condition } else { within(.not(condition), [condition]) }
  }

  /// A condition of other ones, if it is not too deep.
  private static func within(_ node: Node, _ parts: [Where]) -> Where {
    nested(node, in: parts.lazy.map(\.depth).max() ?? 0)
  }

  static func nested(_ node: Node, in depth: Int) -> Where {
    depth < largestDepth ? Where(node: node, depth: depth + 1) : Where(node: .tooDeep, depth: largestDepth)
  }

  /// SQLite's own limit is a thousand levels, of which each of these takes two or three.
  private static var largestDepth: Int { 300 }

  static var tooDeep: StoreError {
    .queryTooLarge("more than \(largestDepth) conditions stand in each other")
  }

  /// Rows with one of the keys, however many there are.
  public static func ids(_ ids: [ManagedID<Model>]) -> Where { oneOf(\.id, ids.map(\.rawValue)) }

  /// Rows whose property has the value; nil finds rows without one.
  public static func equal<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value, matching: TextMatching = .exact
  ) -> Where {
    let stored = value.sqlValue
    if matching == .folded, case .text(let text) = stored {
      return Where(node: .text(Operand(keyPath), .equal, text, isFolded: true))
    }
    return compared(keyPath, .equal, value)
  }

  /// Rows whose property has one of the values, however many there are.
  public static func oneOf(_ keyPath: any KeyPath<Model, Int64> & Sendable, _ values: [Int64]) -> Where {
    Where(node: .keys(Operand(keyPath), values))
  }

  /// Rows whose property has one of the values, such as one of some texts; nil among them finds rows without one.
  public static func oneOf<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ values: [Value], matching: TextMatching = .exact
  ) -> Where {
    any(values.map { equal(keyPath, $0, matching: matching) })
  }

  /// Rows whose property is at least the value; rows without one are out.
  public static func atLeast<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value
  ) -> Where {
    compared(keyPath, .atLeast, value)
  }

  /// Rows whose property is at most the value; rows without one are out.
  public static func atMost<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value
  ) -> Where {
    compared(keyPath, .atMost, value)
  }

  /// Rows whose property is larger than the value; rows without one are out.
  public static func moreThan<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value
  ) -> Where {
    compared(keyPath, .moreThan, value)
  }

  /// Rows whose property is smaller than the value; rows without one are out.
  public static func lessThan<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ value: Value
  ) -> Where {
    compared(keyPath, .lessThan, value)
  }

  private static func compared(
    _ keyPath: AnyKeyPath, _ comparator: Comparator, _ value: some PersistentValue
  ) -> Where {
    Where(node: .comparison(Operand(keyPath), comparator, value.sqlValue.composed))
  }

  /// Rows whose text begins with the words as they stand; every text begins with the empty one.
  public static func startsWith<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ text: String, matching: TextMatching = .folded
  ) -> Where {
    Where(node: .text(Operand(keyPath), .startsWith, text, isFolded: matching == .folded))
  }

  /// Rows whose text contains the words as they stand; the empty text is in every text.
  public static func contains<Value: PersistentValue>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, _ text: String, matching: TextMatching = .folded
  ) -> Where {
    Where(node: .text(Operand(keyPath), .contains, text, isFolded: matching == .folded))
  }
}

/// How texts are compared.
public enum TextMatching: Sendable {
  /// Letter by letter.
  case exact
  /// Without regard to case and accents.
  case folded
}

/// The comparisons that a condition makes.
enum Comparator: String, Sendable {
  case equal = "IS"
  case atLeast = ">="
  case atMost = "<="
  case moreThan = ">"
  case lessThan = "<"
}

/// The text comparisons that a condition makes.
enum TextMatch: Sendable {
  /// The forms in which a text is looked for, one or two: beside the one that this module writes, that of other tools.
  func forms(of text: String, isFolded: Bool) -> [String] {
    isFolded ? [text.folded] : text.storedForms
  }

  case equal
  case contains
  case startsWith
}

/// A property in a condition.
struct Operand<Model: PersistentModel>: Sendable {
  private let path: SendableKeyPath
  let isKey: Bool

  init(_ keyPath: AnyKeyPath) {
    path = SendableKeyPath(keyPath)
    isKey = Model.schema.isKey(keyPath)
  }

  func column() throws -> String {
    SQL.quoted(identifier: try name())
  }

  /// The column's name, without quotes.
  func name() throws -> String {
    guard let column = Model.schema.column(of: path.keyPath) else {
      throw StoreError.unsupportedPredicate("\(path.name) is no column of \(Model.schema.table)")
    }
    return column
  }

  /// The value in a model in memory, as the store would have it.
  func value(of model: Model) -> SQLValue {
    if isKey { return .integer(model.id) }
    return Model.schema.attribute(of: path.keyPath)?.value(model).composed ?? .null
  }
}

extension SQLValue {
  /// The same value with its text in composed form, so that equal texts have equal bytes.
  var composed: SQLValue {
    guard case .text(let text) = self else { return self }
    return .text(text.composed)
  }

  /// A text as other tools may have written it; nil for what has one form only.
  var decomposed: SQLValue? {
    guard case .text(let text) = self else { return nil }
    return text.decomposed.map(SQLValue.text)
  }
}
