internal import SQLite

extension PersistentContainer {
  /// The last change that can be undone, or nil.
  public func lastChange() throws -> HistoryEntry? {
    try gate.use { store in try store.undoable(limit: 1).first }
  }

  /// The changes that can be undone, the last first.
  public func recentChanges(limit: Int) throws -> [HistoryEntry] {
    try gate.use { store in try store.undoable(limit: limit) }
  }

  /// What a recorded change did, row by row, in order.
  public func changes(in entry: HistoryEntry) throws -> [HistoryEntry.Change] {
    try gate.use { store in try store.blocks(inSet: entry.id).flatMap { try $0.changes(in: store) } }
  }

  /// Takes the last change back, in this run or a later one; itself one transaction.
  ///
  /// In the closure of `transaction` it is a step of its own among the changes, which end before it and begin anew
  /// behind it.
  ///
  /// - Returns: What was taken back.
  /// - Throws: `StoreError.nothingToUndo`; `.undoConflict` when rows are not as the change left them: then nothing
  ///   happened, and older changes can still be taken back by `undo(_:)`. `.constraint` when a row that the change
  ///   deleted breaks a rule of today's schema.
  @discardableResult
  public func undoLastChange() throws -> HistoryEntry {
    try gate.use { store in
      guard let entry = try store.undoable(limit: 1).first else { throw StoreError.nothingToUndo }
      try store.undo(entry, of: model)
      return entry
    }
  }

  /// Takes back a change that need not be the last, such as one below a change that conflicts.
  ///
  /// Rows that later changes altered are conflicts; the others are as before the change. An inserted row counts as
  /// altered when a recorded change since then concerns it that is not itself undone, or when its version column counts
  /// more changes than were recorded and none since has been forgotten. What another tool writes into a row without
  /// counting its version, or into a table without a version column, shows only in columns that the change had updated.
  ///
  /// - Throws: `StoreError.nothingToUndo` for a change that is undone already or forgotten; else as `undoLastChange`.
  public func undo(_ entry: HistoryEntry) throws {
    try gate.use { store in
      guard let entry = try store.undoable(number: entry.id) else { throw StoreError.nothingToUndo }
      try store.undo(entry, of: model)
    }
  }

  /// The change with that number, if it can be undone.
  public func change(number: Int64) throws -> HistoryEntry? {
    try gate.use { store in try store.undoable(number: number) }
  }

  /// The last undoing that can itself be taken back, or nil: any other change since then makes it final.
  public func lastUndo() throws -> HistoryEntry? {
    try gate.use { store in try store.lastRedoable() }
  }

  /// Takes the last undoing back, so that what it took back holds again and can be undone again.
  ///
  /// - Returns: The undoing.
  /// - Throws: `StoreError.nothingToUndo`, or `.undoConflict` when rows are not as the undoing left them.
  @discardableResult
  public func redoLastUndo() throws -> HistoryEntry {
    try gate.use { store in
      guard let entry = try store.lastRedoable() else { throw StoreError.nothingToUndo }
      try store.write(named: "redo", from: .undo) {
        try store.takeBack(entry, of: model, named: "redo")
        try store.connection.run(
          """
          UPDATE history_set SET is_undone = 0
          WHERE id = (SELECT undoes FROM history_set WHERE id = \(entry.id))
          """)
        // Nobody can ask for these rows again, and a bulk import's are many. How often rows were updated is asked for.
        try store.connection.run(
          "DELETE FROM history_change WHERE set_id = \(entry.id) AND kind <> 'update'")
      }
      return entry
    }
  }
}

extension Store {
  /// The changes that can be undone, the last first.
  func undoable(limit: Int) throws -> [HistoryEntry] {
    try entries(
      "SELECT id, at, name FROM history_set WHERE undoes IS NULL AND is_undone = 0 ORDER BY id DESC LIMIT \(limit)"
    )
  }

  func undoable(number: Int64) throws -> HistoryEntry? {
    try entries(
      "SELECT id, at, name FROM history_set WHERE id = \(number) AND undoes IS NULL AND is_undone = 0"
    ).first
  }

  /// An undoing is a set that undoes a change; a redoing undoes an undoing and is none.
  fileprivate func lastRedoable() throws -> HistoryEntry? {
    try entries(
      """
      SELECT id, at, name FROM history_set AS undoing
      WHERE is_undone = 0
      AND undoes IN (SELECT id FROM history_set WHERE undoes IS NULL)
      AND NOT EXISTS (SELECT 1 FROM history_set WHERE id > undoing.id AND undoes IS NULL)
      ORDER BY id DESC LIMIT 1
      """
    ).first
  }

  /// Entries by a query that gives their number, date and name.
  private func entries(_ sql: SQL) throws -> [HistoryEntry] {
    try flushHistory()
    var entries: [HistoryEntry] = []
    try connection.forEachRow(sql) { row in
      entries.append(HistoryEntry(id: row.integer(0) ?? 0, date: row.text(1) ?? "", name: row.text(2) ?? ""))
    }
    return entries
  }

  fileprivate func undo(_ entry: HistoryEntry, of model: StoreModel) throws {
    let name = "undo \(entry.name)"
    try write(named: name, from: .undo) { try takeBack(entry, of: model, named: name) }
  }

  /// Applies a recorded change backwards, as a set of its own in the running transaction.
  fileprivate func takeBack(_ entry: HistoryEntry, of model: StoreModel, named name: String) throws {
    try history.undoing(entry.id, named: name) {
      var reversal = try HistoryReversal(store: self, model: model, change: entry.id)
      do {
        try reversal.revert(try blocks(inSet: entry.id))
      } catch StoreError.conflict(let conflicts) {
        throw StoreError.undoConflict(entry, conflicts)
      } catch is PackedRowReader.Damage {
        throw StoreError.corrupt(detail: "change \(entry.id) of the history")
      }
      try connection.run("UPDATE history_set SET is_undone = 1 WHERE id = \(entry.id)")
    }
  }

  fileprivate func blocks(inSet set: Int64) throws -> [HistoryBlock] {
    try blocks(
      "SELECT id, entity, kind, first_id, last_id FROM history_change WHERE set_id = \(set) ORDER BY id")
  }

  /// Blocks by a query that gives their number, table, kind, first and last key.
  func blocks(_ sql: SQL) throws -> [HistoryBlock] {
    var blocks: [HistoryBlock] = []
    try connection.forEachRow(sql) { row in
      guard let number = row.integer(0), let entity = row.text(1), let first = row.integer(3),
        let last = row.integer(4), first <= last,
        let kind = row.text(2).flatMap(HistoryEntry.Change.Kind.init)
      else {
        // Whoever undoes a change must know all of it.
        throw StoreError.corrupt(detail: "row \(row.integer(0) ?? 0) of history_change")
      }
      blocks.append(HistoryBlock(number: number, entity: entity, kind: kind, ids: first...last))
    }
    return blocks
  }
}
