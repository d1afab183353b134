public import FoundationEssentials
internal import SQLite

/// Reads the columns of one row from left to right.
///
/// Each call moves to the next column. A value of another type than asked for is an error that names the entity, the
/// column, the row and what is stored there.
public struct RowReader {
  let row: Row
  let entity: EntityDescription
  var column: Int32 = 0
  /// The columns that the schema lists, the key included; what may stand behind them is not the model's.
  private let end: Int32
  /// The columns that hold nothing but texts, so that to look would be time lost; see `TableFacts`.
  private let texts: UInt64

  init(row: Row, entity: EntityDescription, in store: Store) throws {
    self.row = row
    self.entity = entity
    texts = try store.facts(of: entity).texts
    end = Int32(clamping: entity.columns.count + 1)
  }

  /// Refuses a model that has read columns which its schema doesn't list.
  func checkEnd() throws {
    if column > end { throw unlistedColumn }
  }

  /// The row's version, which a selection for live objects has at the end; 1 in a table without versions.
  func version() throws -> Int64 {
    guard let column = entity.versionColumn else { return 1 }
    if let version = row.integer(end) { return version }
    throw StoreError.decoding(
      DecodingFailure(entity: entity.table, column: column, id: row.integer(0), stored: row.value(at: end)))
  }

  private var unlistedColumn: StoreError {
    .unlistedColumn(entity: entity.table, listed: entity.columns.count)
  }

  /// The next column as an integer.
  public mutating func integer() throws -> Int64 {
    guard let value = row.integer(column) else { throw mismatch() }
    column &+= 1
    return value
  }

  /// The next column as an integer, or nil for NULL.
  public mutating func integerIfPresent() throws -> Int64? {
    if let value = row.integer(column) {
      column &+= 1
      return value
    }
    guard row.isNull(column) else { throw mismatch() }
    return skip()
  }

  /// The next column as a number.
  public mutating func real() throws -> Double {
    guard let value = row.real(column) else { throw mismatch() }
    column &+= 1
    return value
  }

  /// The next column as a number, or nil for NULL.
  public mutating func realIfPresent() throws -> Double? {
    if let value = row.real(column) {
      column &+= 1
      return value
    }
    guard row.isNull(column) else { throw mismatch() }
    return skip()
  }

  /// The next column as text.
  public mutating func text() throws -> String {
    guard isText, let value = row.text(column) else { throw mismatch() }
    column &+= 1
    return value
  }

  /// The next column as text, or nil for NULL.
  public mutating func textIfPresent() throws -> String? {
    if isText, let value = row.text(column) {
      column &+= 1
      return value
    }
    guard row.isNull(column) else { throw mismatch() }
    return skip()
  }

  /// The next column as bytes.
  public mutating func blob() throws -> [UInt8] {
    guard let value = row.blob(column) else { throw mismatch() }
    column &+= 1
    return value
  }

  /// The next column as a UUID in its canonical text.
  public mutating func uuid() throws -> UUID {
    guard let value = row.withText(column, { $0.flatMap(UUID.init(canonicalText:)) }) else {
      throw mismatch()
    }
    column &+= 1
    return value
  }

  /// The next column as any type that a column can hold, an optional one included.
  public mutating func value<Value: PersistentValue>(as type: Value.Type = Value.self) throws -> Value {
    guard let value = Value(sqlValue: row.value(at: column)) else { throw mismatch() }
    column &+= 1
    return value
  }

  /// An error that names the column read last; for values that are of the right type and yet make no sense.
  public func invalidValue() -> StoreError {
    mismatch(at: column - 1)
  }

  private var isText: Bool { texts >> UInt64(column) & 1 == 1 || row.isText(column) }

  private mutating func skip<Value>() -> Value? {
    column &+= 1
    return nil
  }

  private func mismatch() -> StoreError { mismatch(at: column) }

  private func mismatch(at column: Int32) -> StoreError {
    if column >= end { return unlistedColumn }
    return .decoding(
      DecodingFailure(
        entity: entity.table, column: entity.column(at: column - 1) ?? EntityDescription.keyColumn,
        id: row.integer(0), stored: row.value(at: column)))
  }
}
