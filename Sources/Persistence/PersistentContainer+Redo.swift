internal import SQLite

extension PersistentContainer {
  /// The changes that can be undone, the last first.
  public func recentChanges(limit: Int) throws -> [HistoryEntry] {
    try gate.use { store in try store.undoable(limit: limit) }
  }

  /// The last undoing that can itself be taken back, or nil: any other change since then makes it final.
  public func lastUndo() throws -> HistoryEntry? {
    try gate.use { store in try store.lastRedoable() }
  }

  /// Takes the last undoing back, so that what it took back holds again and can be undone again.
  ///
  /// - Returns: The undoing.
  /// - Throws: `StoreError.nothingToUndo`, or `.conflict` when rows are not as the undoing left them.
  @discardableResult
  public func redoLastUndo() throws -> HistoryEntry {
    try gate.use { store in
      guard let entry = try store.lastRedoable() else { throw StoreError.nothingToUndo }
      try store.write(named: "redo") {
        try store.takeBack(entry, of: model)
        try store.connection.run(
          """
          UPDATE history_set SET is_undone = 0
          WHERE id = (SELECT undoes FROM history_set WHERE id = \(entry.id))
          """)
      }
      return entry
    }
  }
}

extension Store {
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
}
