internal import SQLite

/// One recorded change: what a transaction did, under the name it was saved with.
public struct HistoryEntry: Equatable, Sendable {
  /// One changed row, or a run of inserted ones.
  public struct Change: Equatable, Sendable {
    /// What happened.
    public enum Kind: String, Sendable {
      case insert, update, delete
    }

    /// The table.
    public let entity: String
    /// What happened.
    public let kind: Kind
    /// The rows' keys; more than one only for insertions.
    public let ids: ClosedRange<Int64>
    /// The columns with their values before and after; empty for insertions.
    public let values: [Value]
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

extension PersistentContainer {
  /// The last change that can be undone, or nil.
  public func lastChange() throws -> HistoryEntry? {
    try gate.use { store in try store.lastUndoable() }
  }

  /// What a recorded change did, row by row, in order.
  public func changes(in entry: HistoryEntry) throws -> [HistoryEntry.Change] {
    try gate.use { store in try store.changes(inSet: entry.id) }
  }

  /// Takes the last change back, in this run or a later one; itself one transaction.
  ///
  /// - Returns: What was taken back.
  /// - Throws: `StoreError.nothingToUndo`, or `.conflict` when rows are not as the change left them.
  @discardableResult
  public func undoLastChange() throws -> HistoryEntry {
    try gate.use { store in
      guard let entry = try store.lastUndoable() else { throw StoreError.nothingToUndo }
      try store.write(named: "undo \(entry.name)") { try store.takeBack(entry, of: model) }
      return entry
    }
  }
}

extension Store {
  func lastUndoable() throws -> HistoryEntry? {
    try undoable(limit: 1).first
  }

  /// The changes that can be undone, the last first.
  func undoable(limit: Int) throws -> [HistoryEntry] {
    try entries(
      "SELECT id, at, name FROM history_set WHERE undoes IS NULL AND is_undone = 0 ORDER BY id DESC LIMIT \(limit)"
    )
  }

  /// Entries by a query that gives their number, date and name.
  func entries(_ sql: SQL) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try connection.forEachRow(sql) { row in
      entries.append(HistoryEntry(id: row.integer(0) ?? 0, date: row.text(1) ?? "", name: row.text(2) ?? ""))
    }
    return entries
  }

  /// Applies a recorded change backwards, as part of the running transaction.
  func takeBack(_ entry: HistoryEntry, of model: StoreModel) throws {
    history.noteUndo(of: entry.id)
    try HistoryReversal(store: self, model: model).revert(try changes(inSet: entry.id))
    try connection.run("UPDATE history_set SET is_undone = 1 WHERE id = \(entry.id)")
  }

  func changes(inSet set: Int64) throws -> [HistoryEntry.Change] {
    var changes: [HistoryEntry.Change] = []
    try connection.forEachRow(
      "SELECT id, entity, kind, first_id, last_id FROM history_change WHERE set_id = \(set) ORDER BY id"
    ) { row in
      guard let change = row.integer(0), let entity = row.text(1), let first = row.integer(3),
        let last = row.integer(4), first <= last,
        let kind = row.text(2).flatMap(HistoryEntry.Change.Kind.init)
      else { return }
      changes.append(
        .init(entity: entity, kind: kind, ids: first...last, values: try values(ofChange: change)))
    }
    return changes
  }

  private func values(ofChange change: Int64) throws -> [HistoryEntry.Value] {
    var values: [HistoryEntry.Value] = []
    try connection.forEachRow(
      "SELECT \"column\", \"before\", \"after\" FROM history_value WHERE change_id = \(change)"
    ) { row in
      values.append(.init(column: row.text(0) ?? "", before: row.value(at: 1), after: row.value(at: 2)))
    }
    return values
  }
}
