/// A row that is not as it was when it was read.
public struct Conflict: Equatable, Sendable {
  /// What happened to the row meanwhile.
  public enum Kind: Sendable {
    /// It was changed, and the save would change it too.
    case changed
    /// It was deleted, and the save would change it.
    case deleted
    /// It was changed, and the save would delete it.
    case changedBeforeDeletion
  }

  /// One property with its three values.
  public struct Property: Equatable, Sendable {
    /// The column.
    public let column: String
    /// The value when the row was read.
    public let original: SQLValue
    /// The value that should be written.
    public let changed: SQLValue
    /// The value that the store has now.
    public let stored: SQLValue

    /// A column with its three values.
    public init(column: String, original: SQLValue, changed: SQLValue, stored: SQLValue) {
      self.column = column
      self.original = original
      self.changed = changed
      self.stored = stored
    }
  }

  /// The table.
  public let entity: String
  /// The row's key.
  public let id: Int64
  /// What happened to the row meanwhile.
  public let kind: Kind
  /// The properties in dispute; none when the row was deleted, or when only its version shows the change.
  public let properties: [Property]

  /// A row and the properties in dispute; without a kind, one with no properties is a deleted row.
  public init(entity: String, id: Int64, kind: Kind? = nil, properties: [Property]) {
    self.entity = entity
    self.id = id
    self.kind = kind ?? (properties.isEmpty ? .deleted : .changed)
    self.properties = properties
  }

  /// Whether the row is gone.
  public var isDeleted: Bool { kind == .deleted }
}
