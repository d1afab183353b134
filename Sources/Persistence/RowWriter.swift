public import FoundationEssentials
internal import SQLite

/// Writes the columns of one row from left to right.
public struct RowWriter {
  private let statement: Statement
  private(set) var index: Int32
  /// The parameter before the row's first one.
  private let base: Int32
  private let savedKeys: SavedKeys
  /// Where texts wait for the statement's run; nil where SQLite copies each.
  private let texts: BoundTexts?
  /// The references whose rows have no permanent key yet.
  private(set) var unresolved: [UnresolvedReference] = []
  /// Whether a text was written in another form than it came in.
  private(set) var hasComposedTexts = false

  /// Starts after the parameters of the rows that the statement has already.
  init(statement: Statement, savedKeys: SavedKeys, after base: Int32 = 0, in texts: BoundTexts? = nil) {
    self.statement = statement
    self.base = base
    index = base + 1
    self.savedKeys = savedKeys
    self.texts = texts
  }

  /// The place of the next column, from 0.
  var column: Int { Int(index - base) - 1 }

  /// The refusal of a row whose values would stand in the wrong places.
  static func wrongWidth(of entity: EntityDescription) -> StoreError {
    .constraint(
      ConstraintFailure(
        kind: .other, entity: entity.table, id: nil,
        message: "encode(into:) does not write exactly the schema's \(entity.columns.count) columns"))
  }

  /// Writes a text in Unicode's composed form, or NULL for nil.
  public mutating func write(_ value: String?) throws {
    if let value { try bind(text: value) } else { try statement.bindNull(at: index) }
    index &+= 1
  }

  /// SQLite compares bytes, so texts that Swift holds equal must be stored as the same ones.
  private mutating func bind(text: String) throws {
    var text = text
    if !text.isComposed {
      hasComposedTexts = true
      text = text.composed
    }
    if let texts {
      try statement.bind(text, at: index, in: texts)
    } else {
      try statement.bind(text, at: index)
    }
  }

  private mutating func bind(_ value: SQLValue) throws {
    if case .text(let text) = value { try bind(text: text) } else { try statement.bind(value, at: index) }
    index &+= 1
  }

  /// Writes an integer, or NULL for nil.
  public mutating func write(_ value: Int64?) throws {
    if let value { try statement.bind(value, at: index) } else { try statement.bindNull(at: index) }
    index &+= 1
  }

  /// Writes an integer, or NULL for nil.
  public mutating func write(_ value: Int?) throws {
    try write(value.map(Int64.init))
  }

  /// Writes a number, or NULL for nil.
  public mutating func write(_ value: Double?) throws {
    if let value { try statement.bind(value, at: index) } else { try statement.bindNull(at: index) }
    index &+= 1
  }

  /// Writes bytes, or NULL for nil.
  public mutating func write(_ value: [UInt8]?) throws {
    if let value { try statement.bind(value, at: index) } else { try statement.bindNull(at: index) }
    index &+= 1
  }

  /// Writes a UUID as its canonical text, or NULL for nil.
  public mutating func write(_ value: UUID?) throws {
    try write(value?.canonicalText)
  }

  /// Writes any type that a column can hold.
  public mutating func write(value: some PersistentValue) throws {
    try bind(value.sqlValue)
  }

  /// Writes the key of another row, which may have been saved a moment ago in the same transaction.
  public mutating func write(reference id: Int64?) throws {
    guard let id, id < 0 else { return try write(id) }
    let permanent = savedKeys[id]
    if permanent == nil { unresolved.append(UnresolvedReference(column: column, key: id)) }
    try write(permanent ?? id)
  }

  mutating func write<Model>(_ attribute: Attribute<Model>, of model: Model) throws {
    if attribute.target != nil, case .integer(let id) = attribute.value(model) {
      try write(reference: id)
    } else {
      try bind(attribute.value(model))
    }
  }
}

/// A reference to a row that is not inserted yet.
struct UnresolvedReference {
  /// The column's place among the entity's columns, from 0.
  let column: Int
  /// The temporary key that stands for the row.
  let key: Int64
}

/// The permanent keys of rows saved in one transaction, by their temporary ones.
final class SavedKeys {
  // A class, since writers share it while it grows: a shared dictionary would be copied with every row.
  private(set) var all: [Int64: Int64] = [:]

  subscript(temporary: Int64) -> Int64? {
    get { all[temporary] }
    set { all[temporary] = newValue }
  }
}
