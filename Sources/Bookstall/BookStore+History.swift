package import Persistence

/// A property of a book or a snack bar before and after a change.
package struct ChangedProperty: Equatable, Sendable {
  /// The column, such as `rating`.
  package let column: String
  /// The value before.
  package let old: SQLValue
  /// The value after.
  package let new: SQLValue
}

/// A change that can be taken back.
package struct RecordedChange: Equatable, Sendable {
  /// A book by its number, with its title where that is known.
  package struct NamedBook: Equatable, Sendable {
    /// The number.
    package let id: Int64
    /// The title as it is now, or, when the book is gone, as it was at last.
    package let title: String?
  }

  /// The number that `undo` takes; later changes have larger ones.
  package let number: Int64
  /// What it was called: `add`, `rate`, `edit`, `rm`, `import …`, `snack rate`.
  package let name: String
  /// When it was made: ISO 8601 in UTC.
  package let date: String
  /// How many books it added.
  package let added: Int
  /// How many books it deleted.
  package let deleted: Int
  /// How many books it altered.
  package let altered: Int
  /// The books, where they are few.
  package let books: [NamedBook]
  /// The snack bar, when the change was about one.
  package let snackBar: SnackBar?
  /// The properties of the one book or snack bar that it changed.
  package let properties: [ChangedProperty]
  /// The lists of the one book that it changed, such as its tags.
  package let lists: [BookField]
}

extension BookStore {
  /// The changes that `undo` would take back one after the other, the last first.
  package func recentChanges(limit: Int) throws -> [RecordedChange] {
    try container.readTogether {
      // Titles of books that are gone, from the changes that deleted them.
      var gone: [Int64: String] = [:]
      return try container.recentChanges(limit: limit).map { try recorded($0, &gone) }
    }
  }

  /// Books up to so many are named.
  private static let namedBooks = 10

  private func recorded(_ entry: HistoryEntry, _ gone: inout [Int64: String]) throws -> RecordedChange {
    let changes = try container.changes(in: entry)
    let touched = try TouchedBooks(changes, in: self)
    for change in changes where change.kind == .delete && change.entity == Book.schema.table {
      guard case .text(let title)? = change.values.first(where: { $0.column == "title" })?.before else {
        continue
      }
      gone[change.ids.lowerBound] = gone[change.ids.lowerBound] ?? title
    }
    let books = try touched.numbers(atMost: BookStore.namedBooks).map { id in
      let book = try container.value(ManagedID<Book>(id))
      return RecordedChange.NamedBook(id: id, title: book?.title ?? gone[id])
    }
    let isAlteration = touched.count == 1 && touched.altered.count == 1
    return RecordedChange(
      number: entry.id, name: entry.name, date: entry.date, added: touched.inserted.count,
      deleted: touched.deleted.count, altered: touched.altered.count, books: books,
      snackBar: try changes.snackBar.flatMap { try snackBar($0)?.bar },
      properties: isAlteration || changes.snackBar != nil ? BookStore.properties(of: changes) : [],
      lists: isAlteration ? BookField.allCases.filter(touched.lists.contains) : [])
  }

  /// What updates of books and snack bars did, column by column.
  private static func properties(of changes: [HistoryEntry.Change]) -> [ChangedProperty] {
    let tables = [Book.schema.table, SnackBar.schema.table]
    return changes.filter { tables.contains($0.entity) && $0.kind == .update }.flatMap(\.values).map {
      ChangedProperty(column: $0.column, old: $0.before, new: $0.after)
    }
  }

  /// Takes back the last change, also of an earlier run, and says what it was; nil when there is none.
  ///
  /// - Parameters:
  ///   - number: Another change than the last.
  ///   - isRehearsal: Whether to say only what would be taken back.
  /// - Returns: The change, or nil when there is none to take back, or none with that number.
  /// - Throws: `StoreError.undoConflict` when later changes concern the same values; then nothing happened.
  package func undo(number: Int64? = nil, isRehearsal: Bool = false) throws -> UndoneChange? {
    try UndoneChange.undoing(number: number, in: self, isRehearsal: isRehearsal)
  }

  /// Makes the change again that was undone last, and says what it was; nil when there is none.
  ///
  /// A rehearsal only says what would be made again.
  package func redo(isRehearsal: Bool = false) throws -> UndoneChange? {
    try UndoneChange.redoing(in: self, isRehearsal: isRehearsal)
  }
}
