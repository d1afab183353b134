/// A plain value that is kept as one row of a table.
///
/// Conform a struct in three steps: list its columns in `schema`, read them in the same order in `init(row:)`, and
/// leave `encode(into:)` to its default, or write the columns by hand where every microsecond counts.
public protocol PersistentModel: Sendable, Equatable {
  /// The table, its columns and their key paths; declare it as a `static let`.
  static var schema: EntitySchema<Self> { get }

  /// The primary key: 0 before insertion, a temporary one in a context until the first save, then the row's for good.
  var id: Int64 { get set }

  /// Reads the columns in the order of `schema`, the key first.
  init(row: inout RowReader) throws

  /// Writes the columns in the order of `schema`, without the key.
  func encode(into row: inout RowWriter) throws

  /// The rules that this value breaks; an empty list means that it may be saved.
  func validate() -> [ValidationFailure]
}

extension PersistentModel {
  /// Writes each column through its key path.
  public func encode(into row: inout RowWriter) throws {
    for attribute in Self.schema.attributes { try row.write(attribute, of: self) }
  }

  /// No rules beyond the schema's.
  public func validate() -> [ValidationFailure] { [] }
}

/// One rule that a value breaks.
public struct ValidationFailure: Hashable, Sendable {
  /// The column at fault, or nil where the whole row is.
  public var column: String?
  /// What must hold, as a short phrase.
  public var rule: String

  /// A broken rule and the column at fault.
  public init(column: String?, rule: String) {
    self.column = column
    self.rule = rule
  }
}
