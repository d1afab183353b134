internal import SQLite

// Triggers of the schema's own may change rows that a save writes. What they do is no change by others: it must look
// like a conflict neither to the save that set them off nor to the next one, and hide none.

extension EntityTable {
  /// Finds out, before a trigger can run, which rows are as their objects read them.
  func noteUnchangedRows(in save: SaveSession) throws {
    guard !changed.isEmpty, try save.store.isRewrittenByTriggers(entity) else { return }
    for object in changed where object.state == .persistent && !object.changedPlaces.isEmpty {
      guard let committed = object.committed, let row = try save.storedRow(entity, id: object.key) else {
        continue
      }
      let merge = RowMerge(
        committed: committed, present: object.value, stored: row.values,
        hasOtherVersion: object.hasOtherVersion(than: row.version, in: entity))
      if merge.changesByOthers.isEmpty, !merge.hasOtherVersion {
        save.unchangedRows.insert(RowIdentity.Place(table: entity.table, id: object.key))
      }
    }
  }

  /// Reads the rows that the save wrote, for what triggers made of them.
  func readRewrittenRows(in save: SaveSession) throws {
    let name = entity.table
    let reached = save.outcome.nullified.filter { $0.table == name }
    guard !inserted.isEmpty || !changed.isEmpty || !reached.isEmpty,
      try save.store.isRewrittenByTriggers(entity)
    else { return }
    let new = inserted.filter { $0.state == .inserted && !save.kin.isDropped($0) }.map {
      save.savedKeys[$0.key] ?? $0.key
    }
    let written = changed.filter { $0.state == .persistent && !$0.changedPlaces.isEmpty }.map(\.key)
    for key in new + written + reached.map(\.id) {
      if let row = try save.storedRow(entity, id: key) { save.outcome.merged[name, default: [:]][key] = row }
    }
  }
}
