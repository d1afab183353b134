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

  /// A conflict for each row that is marked for deletion and altered.
  ///
  /// - Parameters:
  ///   - blocks: The insertion.
  ///   - deletion: The rows that are to go.
  ///   - entities: The entities of the store.
  ///   - waiting: The rows that have been updated without a record yet.
  /// - Returns: The conflicts.
  /// - Throws: The `StoreError` of the reading.
  func conflicts(
    of blocks: [HistoryBlock], markedBy deletion: BulkDeletion, among entities: [EntityDescription],
    waiting: Set<RowIdentity.Place>
  ) throws -> [Conflict] {
    var conflicts: [Conflict] = []
    for (table, blocks) in Dictionary(grouping: blocks, by: \.entity).sorted(by: { $0.key < $1.key }) {
      guard let entity = entities.first(where: { $0.table == table }) else { continue }
      let keys = KeyRanges(blocks.map(\.ids))
      var altered = try marked(
        in: self.blocks(
          of: table, where: "history_set.id > \(change) AND undoes IS NULL AND is_undone = 0"),
        among: keys, of: entity, deletion)
      let versions = try isUndoing || hasGaps ? [:] : deletion.laterVersions(of: entity)
      if !versions.isEmpty {
        let updates = try recordedUpdates(of: table, among: keys)
        // A row begins with version 1, and each recorded update, undone ones and undoings too, has counted one.
        for (key, version) in versions {
          let isWaiting = waiting.contains(RowIdentity.Place(table: table, id: key))
          if version > 1 + updates[key, default: 0] + (isWaiting ? 1 : 0) { altered.insert(key) }
        }
      }
      conflicts += altered.sorted().map {
        Conflict(entity: table, id: $0, kind: .changedBeforeDeletion, properties: [])
      }
    }
    return conflicts
  }

  /// How often rows were updated since the insertion, or by its own change, as far as it was recorded.
  private func recordedUpdates(of table: String, among keys: KeyRanges) throws -> [Int64: Int64] {
    // What the change itself updated has been taken back by now.
    try store.history.flush()
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
