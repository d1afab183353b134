internal import SQLite

/// Finds the rows of an insertion that were altered since: to undo it would take more than the insertion did.
///
/// A bulk insertion is recorded as a range of keys, without values, so that it costs no time. What tells of later
/// changes is the history itself, and, for what went by it, the version column: a row begins with version 1.
struct InsertionCheck {
  private let store: Store
  private let change: Int64
  /// Whether the rows came back by an undoing, with whatever versions they had.
  private let isUndoing: Bool

  init(store: Store, change: Int64) throws {
    self.store = store
    self.change = change
    isUndoing =
      try store.connection.integer("SELECT undoes IS NOT NULL FROM history_set WHERE id = \(change)") == 1
  }

  /// A conflict for each row that is marked and altered.
  ///
  /// - Parameters:
  ///   - inserted: The rows that the change inserted, by their tables.
  ///   - deletion: Marks those that are to go.
  /// - Returns: The conflicts.
  /// - Throws: The `StoreError` of the reading.
  func conflicts(
    of inserted: [(entity: EntityDescription, keys: KeyRanges)], markedBy deletion: BulkDeletion
  ) throws -> [Conflict] {
    var conflicts: [Conflict] = []
    for (entity, keys) in inserted {
      var altered = try marked(
        in: blocks(
          of: entity.table, where: "history_set.id > \(change) AND undoes IS NULL AND is_undone = 0"),
        among: keys, of: entity, deletion)
      let versions = try isUndoing || hasGaps ? [:] : deletion.laterVersions(of: entity)
      if !versions.isEmpty {
        let updates = try recordedUpdates(of: entity.table, among: keys)
        // A row begins with version 1, and each recorded update, undone ones and undoings too, has counted one.
        for (key, version) in versions where version > 1 + updates[key, default: 0] { altered.insert(key) }
      }
      conflicts += altered.sorted().map {
        Conflict(entity: entity.table, id: $0, kind: .changedBeforeDeletion, properties: [])
      }
    }
    return conflicts
  }

  /// How often rows were updated since the insertion, or by its own change, as far as it was recorded.
  private func recordedUpdates(of table: String, among keys: KeyRanges) throws -> [Int64: Int64] {
    var updates: [Int64: Int64] = [:]
    for block in try blocks(of: table, where: "history_set.id >= \(change) AND kind = 'update'")
    where !KeyRanges([block.ids]).split(by: keys).shared.isEmpty {
      for row in try block.readers(in: store) where keys.contains(row.key) {
        updates[row.key, default: 0] += 1
      }
    }
    return updates
  }

  /// Whether changes since the insertion were forgotten: then versions tell nothing.
  private var hasGaps: Bool {
    get throws {
      try store.connection.integer(
        "SELECT max(id) - \(change) > count(*) FROM history_set WHERE id > \(change)") == 1
    }
  }

  private func blocks(of table: String, where condition: SQL) throws -> [HistoryBlock] {
    try store.blocks(
      """
      SELECT history_change.id, entity, kind, first_id, last_id
      FROM history_set CROSS JOIN history_change ON set_id = history_set.id
      WHERE entity = \(table) AND \(condition)
      """)
  }

  /// The keys in some blocks that are marked for deletion.
  private func marked(
    in blocks: [HistoryBlock], among keys: KeyRanges, of entity: EntityDescription, _ deletion: BulkDeletion
  ) throws -> Set<Int64> {
    var found: Set<Int64> = []
    for block in blocks where !KeyRanges([block.ids]).split(by: keys).shared.isEmpty {
      if block.kind == .insert {
        found.formUnion(try deletion.keys(of: entity, in: block.ids))
      } else {
        let touched = Set(try block.readers(in: store).map(\.key).filter(keys.contains))
        for key in touched where try !deletion.keys(of: entity, in: key...key).isEmpty { found.insert(key) }
      }
    }
    return found
  }
}
