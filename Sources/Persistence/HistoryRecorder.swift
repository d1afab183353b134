internal import SQLite

/// Writes what a transaction changes into the history tables, in the same transaction.
///
/// A run of insertions takes one row, however long it is; an update takes one row per changed column; a deletion keeps
/// all columns of the row.
final class HistoryRecorder {
  /// What a savepoint has to bring back when it fails.
  struct Mark {
    fileprivate let set: Int64?
    fileprivate let runs: [Run]
  }

  /// Insertions of one table whose keys follow each other.
  fileprivate struct Run {
    let entity: EntityDescription
    var first: Int64
    var last: Int64
  }

  private let connection: Connection
  private let isOn: Bool
  /// The entities of the store's model; rows of others, such as those of a cache, leave no trace.
  private let entities: Set<ObjectIdentifier>
  private var name = ""
  private var undoes: Int64?
  private var set: Int64?
  /// Insertions that are not written yet, one run per table, in the order of their beginning.
  private var runs: [Run] = []

  init(connection: Connection, entities: [EntityDescription], isOn: Bool) {
    self.connection = connection
    self.entities = Set(entities.map(ObjectIdentifier.init))
    self.isOn = isOn
  }

  var mark: Mark { Mark(set: set, runs: runs) }

  /// Starts the record of a transaction; it is written with the first change.
  func begin(named name: String) {
    self.name = name
    undoes = nil
    set = nil
    runs.removeAll()
  }

  /// Says that this transaction takes back another one.
  func noteUndo(of set: Int64) {
    undoes = set
  }

  func rollBack(to mark: Mark) {
    set = mark.set
    runs = mark.runs
  }

  func noteInsertion(_ entity: EntityDescription, id: Int64) throws {
    guard isOn else { return }
    guard let index = runs.lastIndex(where: { $0.entity === entity }) else {
      guard entities.contains(ObjectIdentifier(entity)) else { return }
      runs.append(Run(entity: entity, first: id, last: id))
      return
    }
    if id != runs[index].last &+ 1 || id < runs[index].first {
      try write(runs[index])
      runs[index].first = id
    }
    runs[index].last = id
  }

  func noteUpdate(
    _ entity: EntityDescription, id: Int64, columns: [String], before: [SQLValue], after: [SQLValue]
  ) throws {
    guard isOn, entities.contains(ObjectIdentifier(entity)) else { return }
    try flushRuns()
    let change = try addChange(entity.table, kind: .update, first: id, last: id)
    for (index, column) in columns.enumerated() {
      try connection.run(
        """
        INSERT INTO history_value (change_id, "column", "before", "after")
        VALUES (\(change), \(column), \(before[index]), \(after[index]))
        """)
    }
  }

  /// Keeps a row that is about to be deleted, with all its columns.
  ///
  /// - Returns: false when there is no such row.
  func noteDeletion(_ entity: EntityDescription, id: Int64) throws -> Bool {
    let row = SQL(
      verbatim: "SELECT * FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
      bindings: [.integer(id)])
    let values = try connection.withStatement(row) { statement -> [(String, SQLValue)]? in
      guard try statement.step() else { return nil }
      return (0..<statement.columnCount).map { column in
        (statement.columnName(column), statement.row.value(at: Int32(column)))
      }
    }
    guard let values else { return false }
    guard isOn, entities.contains(ObjectIdentifier(entity)) else { return true }
    try flushRuns()
    let change = try addChange(entity.table, kind: .delete, first: id, last: id)
    for (column, value) in values where column != EntityDescription.keyColumn && value != .null {
      try connection.run(
        """
        INSERT INTO history_value (change_id, "column", "before", "after")
        VALUES (\(change), \(column), \(value), \(SQLValue.null))
        """)
    }
    return true
  }

  /// Writes what is still collected; called before the commit.
  func flush() throws {
    guard isOn else { return }
    try flushRuns()
  }

  /// Keeps the order of changes: an update of a fresh row must come after its insertion.
  private func flushRuns() throws {
    for run in runs { try write(run) }
    runs.removeAll()
  }

  private func write(_ run: Run) throws {
    _ = try addChange(run.entity.table, kind: .insert, first: run.first, last: run.last)
  }

  private func addChange(_ table: String, kind: HistoryKind, first: Int64, last: Int64) throws -> Int64 {
    let set = try currentSet()
    try connection.run(
      """
      INSERT INTO history_change (set_id, entity, kind, first_id, last_id)
      VALUES (\(set), \(table), \(kind.rawValue), \(first), \(last))
      """)
    return connection.lastInsertedID
  }

  private func currentSet() throws -> Int64 {
    if let set { return set }
    try connection.run(
      """
      INSERT INTO history_set (at, name, undoes)
      VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), \(name), \(undoes.map(SQLValue.integer) ?? .null))
      """)
    set = connection.lastInsertedID
    return connection.lastInsertedID
  }
}

/// The kinds of change that the history tells apart.
enum HistoryKind: String {
  case insert
  case update
  case delete
}
