internal import SQLite

/// One recorded change: what a transaction did, under the name it was saved with.
public struct HistoryEntry: Equatable, Sendable {
  /// One changed row, or a run of inserted ones.
  public struct Change: Equatable, Sendable {
    /// What happened.
    public enum Kind: String, Sendable {
      /// The row is new.
      case insert
      /// Values of the row changed.
      case update
      /// The row went.
      case delete
    }

    /// The table.
    public let entity: String
    /// What happened.
    public let kind: Kind
    /// The rows' keys; more than one only for insertions.
    public let ids: ClosedRange<Int64>
    /// Where the values stand; many changes share the bytes, so that a bulk deletion can be listed.
    private let packed: PackedRowReader?

    init(entity: String, kind: Kind, ids: ClosedRange<Int64>, packed: PackedRowReader? = nil) {
      self.entity = entity
      self.kind = kind
      self.ids = ids
      self.packed = packed
    }

    /// The columns with their values before and after; empty for insertions.
    public var values: [Value] {
      guard let packed, kind != .insert else { return [] }
      // The bytes were checked when the change was read.
      return (try? packed.changes(of: kind)) ?? []
    }

    /// Whether two changes did the same.
    public static func == (left: Change, right: Change) -> Bool {
      left.entity == right.entity && left.kind == right.kind && left.ids == right.ids
        && left.values == right.values
    }
  }

  /// A column before and after.
  public struct Value: Equatable, Sendable {
    /// The column.
    public let column: String
    /// The value before the change.
    public let before: SQLValue
    /// The value after it.
    public let after: SQLValue
  }

  /// The entry's number; later ones are larger.
  public let id: Int64
  /// When it was saved: ISO 8601 in UTC with milliseconds.
  public let date: String
  /// The name it was saved with.
  public let name: String
}

extension PackedRowReader {
  /// The columns of the row at hand with their values before and after what happened to it.
  ///
  /// Throws `Damage` for bytes that make no sense.
  func changes(of kind: HistoryEntry.Change.Kind) throws -> [HistoryEntry.Value] {
    var before = self
    var after = self
    if kind == .update { for _ in columns { try after.skipValue() } }
    return try columns.map { column in
      HistoryEntry.Value(
        column: column, before: try before.value(), after: kind == .update ? try after.value() : .null)
    }
  }
}

/// A row of the table `history_change`.
struct HistoryBlock {
  let number: Int64
  let entity: String
  let kind: HistoryEntry.Change.Kind
  let ids: ClosedRange<Int64>

  /// The block as one change per row.
  func changes(in store: Store) throws -> [HistoryEntry.Change] {
    guard kind != .insert else { return [HistoryEntry.Change(entity: entity, kind: kind, ids: ids)] }
    return try readers(in: store).map {
      HistoryEntry.Change(entity: entity, kind: kind, ids: $0.key...$0.key, packed: $0.values)
    }
  }

  /// The keys of the packed rows with readers at their values, in their order.
  ///
  /// Throws `StoreError.corrupt` for bytes that make no sense.
  func readers(in store: Store) throws -> [(key: Int64, values: PackedRowReader)] {
    do {
      guard
        case .blob(let bytes)? = try store.connection.value(
          "SELECT rows FROM history_change WHERE id = \(number)")
      else { throw PackedRowReader.Damage() }
      var reader = try PackedRowReader(bytes)
      let columns = reader.columns
      var readers: [(key: Int64, values: PackedRowReader)] = []
      while let key = try reader.key() {
        readers.append((key, PackedRowReader(bytes, columns: columns, at: reader.position)))
        for _ in 0..<(columns.count * (kind == .update ? 2 : 1)) { try reader.skipValue() }
      }
      return readers
    } catch is PackedRowReader.Damage {
      throw StoreError.corrupt(detail: "row \(number) of history_change")
    }
  }
}
