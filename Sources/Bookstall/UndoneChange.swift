internal import Persistence

/// A change that was taken back, told in books, or as the snack bar that it was about.
package struct UndoneChange: Sendable {
  /// What the change was called: `add`, `rate`, `edit`, `rm`, `import …`, `snack rate`.
  package let name: String
  /// When it was made: ISO 8601 in UTC.
  package let date: String
  /// Books that the change had added and that are gone again.
  package let removed: Int
  /// Books that the change had deleted and that are back.
  package let restored: Int
  /// Books that the change had altered and that are as before.
  package let reverted: Int
  /// The book concerned, when it was only one, before and after the undoing; nil where it is not there.
  package let book: Pair<BookRecord>
  /// The snack bar concerned, when the change was about one, before and after the undoing.
  package let snackBar: Pair<SnackBar>

  /// The same thing before and after.
  package struct Pair<Value: Sendable>: Sendable {
    /// As it was.
    package let before: Value?
    /// As it is again.
    package let after: Value?

    /// The thing as it is, or, when it is gone, as it was.
    package var known: Value? { after ?? before }
  }
}

extension UndoneChange {
  /// Takes the last change back, or the one with that number; nil when there is none.
  static func undoing(number: Int64?, in store: BookStore, isRehearsal: Bool) throws -> UndoneChange? {
    let container = store.container
    guard let entry = try number.map(container.change) ?? container.lastChange() else { return nil }
    return try reverting(entry, named: entry.name, in: store, isRehearsal: isRehearsal) { touched in
      if try number != nil && store.dependsOn(touched, since: entry) {
        throw StoreError.undoConflict(entry, [])
      }
      try container.undo(entry)
    }
  }

  /// Takes the last undoing back; nil when there is none.
  static func redoing(in store: BookStore, isRehearsal: Bool) throws -> UndoneChange? {
    guard let entry = try store.container.lastUndo() else { return nil }
    // The undoing of `rate` is recorded as `undo rate`.
    let undoing = "undo "
    let name = entry.name.hasPrefix(undoing) ? String(entry.name.dropFirst(undoing.count)) : entry.name
    return try reverting(entry, named: name, in: store, isRehearsal: isRehearsal) { _ in
      _ = try store.container.redoLastUndo()
    }
  }

  /// Ends a rehearsal, so that what it did is rolled back.
  private struct EndOfRehearsal: Error {}

  private static func reverting(
    _ entry: HistoryEntry, named name: String, in store: BookStore, isRehearsal: Bool,
    by revert: (TouchedBooks) throws -> Void
  ) throws -> UndoneChange {
    let changes = try store.container.changes(in: entry)
    let touched = try TouchedBooks(changes, in: store)
    let record = { try touched.single.flatMap(store.record) }
    let bar = { try changes.snackBar.flatMap { try store.snackBar($0)?.bar } }
    let (bookBefore, barBefore) = (try record(), try bar())
    var (bookAfter, barAfter) = (bookBefore, barBefore)
    func act() throws {
      try revert(touched)
      (bookAfter, barAfter) = (try record(), try bar())
    }
    if isRehearsal {
      do {
        try store.container.transaction(named: name) {
          try act()
          throw EndOfRehearsal()
        }
      } catch is EndOfRehearsal {}
    } else {
      try act()
    }
    return UndoneChange(
      name: name, date: entry.date, removed: touched.inserted.count, restored: touched.deleted.count,
      reverted: touched.altered.count, book: Pair(before: bookBefore, after: bookAfter),
      snackBar: Pair(before: barBefore, after: barAfter))
  }
}

extension BookStore {
  /// Whether changes after one concern books that it added, so that they would lose their books with it.
  fileprivate func dependsOn(_ touched: TouchedBooks, since entry: HistoryEntry) throws -> Bool {
    guard touched.inserted.count > 0 else { return false }
    for later in try container.recentChanges(limit: .max) where later.id > entry.id {
      let others = try TouchedBooks(try container.changes(in: later), in: self)
      if others.altered.contains(where: touched.inserted.contains) { return true }
      if others.deleted.contains(where: touched.inserted.contains) { return true }
    }
    return false
  }
}

extension [HistoryEntry.Change] {
  /// The number of the snack bar that they are about.
  var snackBar: Int64? { first { $0.entity == SnackBar.schema.table }?.ids.lowerBound }
}
