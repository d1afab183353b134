internal import Persistence

/// A change that can be taken back.
package struct RecordedChange: Equatable, Sendable {
  /// What it was called: `add`, `rate`, `edit`, `rm`, `import …`, `snack rate`.
  package let name: String
  /// When it was made: ISO 8601 in UTC.
  package let date: String
}

extension BookStore {
  /// The changes that `undo` would take back one after the other.
  package func recentChanges(limit: Int) throws -> [RecordedChange] {
    try container.recentChanges(limit: limit).map { RecordedChange(name: $0.name, date: $0.date) }
  }

  /// Makes the change again that was undone last, and says what it was; nil when there is none.
  ///
  /// A rehearsal only says what would be made again.
  package func redo(isRehearsal: Bool = false) throws -> UndoneChange? {
    try UndoneChange.redoing(in: self, isRehearsal: isRehearsal)
  }
}
