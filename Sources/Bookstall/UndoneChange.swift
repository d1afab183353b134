package import Persistence

/// A change that was taken back, told in books, or as the snack bar that it was about.
package struct UndoneChange: Equatable, Sendable {
  /// A property of one book or snack bar before and after the undoing.
  package struct Property: Equatable, Sendable {
    /// The column, such as `rating`.
    package let column: String
    /// What the change had made of it.
    package let from: SQLValue
    /// What it is again.
    package let to: SQLValue
  }

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
  /// The book concerned, when it was only one: as it is now, or, when it is gone, as it was.
  package let book: Book?
  /// The snack bar concerned, as it is now, when the change was about one.
  package let snackBar: SnackBar?
  /// The one book's or the snack bar's own properties that changed.
  package let properties: [Property]
}

extension UndoneChange {
  static func undoing(in store: BookStore, isRehearsal: Bool) throws -> UndoneChange? {
    guard let entry = try store.container.lastChange() else { return nil }
    return try reverting(entry, named: entry.name, in: store) {
      if !isRehearsal { _ = try store.container.undoLastChange() }
    }
  }

  /// Takes the last undoing back; nil when there is none.
  static func redoing(in store: BookStore, isRehearsal: Bool) throws -> UndoneChange? {
    guard let entry = try store.container.lastUndo() else { return nil }
    // The undoing of `rate` is recorded as `undo rate`.
    let undoing = "undo "
    let name = entry.name.hasPrefix(undoing) ? String(entry.name.dropFirst(undoing.count)) : entry.name
    return try reverting(entry, named: name, in: store) {
      if !isRehearsal { _ = try store.container.redoLastUndo() }
    }
  }

  private static func reverting(
    _ entry: HistoryEntry, named name: String, in store: BookStore, by revert: () throws -> Void
  ) throws -> UndoneChange {
    let changes = try store.container.changes(in: entry)
    let touched = try TouchedBooks(changes, in: store)
    let single = touched.single
    let snackBar = changes.first { $0.entity == SnackBar.schema.table }?.ids.lowerBound
    let before = try single.flatMap { try store.record($0)?.book }
    try revert()
    let after = try single.flatMap { try store.record($0)?.book }
    return UndoneChange(
      name: name, date: entry.date, removed: touched.inserted.count, restored: touched.deleted.count,
      reverted: touched.altered.count, book: after ?? before,
      snackBar: try snackBar.flatMap { try store.snackBar($0)?.bar },
      properties: single == nil && snackBar == nil ? [] : UndoneChange.properties(of: changes))
  }

  private static func properties(of changes: [HistoryEntry.Change]) -> [Property] {
    let tables = [Book.schema.table, SnackBar.schema.table]
    return changes.filter { tables.contains($0.entity) && $0.kind == .update }.flatMap(\.values).map {
      Property(column: $0.column, from: $0.after, to: $0.before)
    }
  }
}

/// The books that recorded changes concern, by what happened to them.
private struct TouchedBooks {
  /// Numbers of books, kept as ranges where a whole import is meant.
  struct Numbers {
    private(set) var ranges: [ClosedRange<Int64>] = []
    private(set) var singles: Set<Int64> = []

    mutating func insert(_ range: ClosedRange<Int64>) {
      if range.count == 1 { singles.insert(range.lowerBound) } else { ranges.append(range) }
    }

    func contains(_ id: Int64) -> Bool {
      singles.contains(id) || ranges.contains { $0.contains(id) }
    }

    var count: Int { singles.count + ranges.reduce(0) { $0 + $1.count } }
  }

  private(set) var inserted = Numbers()
  private(set) var deleted: Set<Int64> = []
  private(set) var altered: Set<Int64> = []

  init(_ changes: [HistoryEntry.Change], in store: BookStore) throws {
    for change in changes where change.entity == Book.schema.table {
      switch change.kind {
      case .insert: inserted.insert(change.ids)
      case .delete: deleted.insert(change.ids.lowerBound)
      case .update: altered.insert(change.ids.lowerBound)
      }
    }
    for change in changes where change.entity != Book.schema.table {
      for book in try TouchedBooks.books(of: change, in: store)
      where !inserted.contains(book) && !deleted.contains(book) {
        altered.insert(book)
      }
    }
  }

  /// The one book that all of it is about.
  var single: Int64? {
    guard inserted.count + deleted.count + altered.count == 1 else { return nil }
    return inserted.singles.first ?? deleted.first ?? altered.first
  }

  /// The books that changed parts hang on.
  private static func books(of change: HistoryEntry.Change, in store: BookStore) throws -> Set<Int64> {
    if change.kind == .delete {
      guard case .integer(let book)? = change.values.first(where: { $0.column == "book_id" })?.before else {
        return []
      }
      return [book]
    }
    let types: [any BookPart.Type] = [
      BookContributor.self, BookSeries.self, BookRead.self, BookTag.self, BookService.self,
    ]
    guard let type = types.first(where: { $0.tableName == change.entity }) else { return [] }
    return try type.books(ofRows: change.ids, in: store)
  }
}

extension BookPart {
  fileprivate static var tableName: String { schema.table }

  fileprivate static func books(ofRows ids: ClosedRange<Int64>, in store: BookStore) throws -> Set<Int64> {
    var books: Set<Int64> = []
    let request = FetchRequest<Self>(
      where: .all([.atLeast(\Self.id, ids.lowerBound), .atMost(\Self.id, ids.upperBound)]))
    try store.container.forEach(request) { books.insert($0.bookID) }
    return books
  }
}
