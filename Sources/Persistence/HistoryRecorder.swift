internal import SQLite

/// Writes what a transaction changes into the history tables, in the same transaction, and keeps the keys for those who
/// watch.
///
/// A run of insertions takes one row, however long it is. Updated and deleted rows are packed into blocks: an update
/// keeps the changed columns, a deletion the whole row.
final class HistoryRecorder {
  /// What a savepoint has to bring back when it fails.
  struct Mark {
    fileprivate let step: Step
    fileprivate let runs: [Run]
    fileprivate let block: Block?
    fileprivate let log: ChangeLog.Mark
  }

  /// What one set of the history says of itself.
  fileprivate struct Step {
    var name = ""
    var undoes: Int64?
    /// Its number; nil before its first change.
    var set: Int64?
  }

  /// Insertions of one table whose keys follow each other.
  fileprivate struct Run {
    let entity: EntityDescription
    var first: Int64
    var last: Int64
  }

  /// Updates or deletions of rows of one table that are not written yet.
  fileprivate struct Block {
    let entity: EntityDescription
    let kind: HistoryEntry.Change.Kind
    var rows: PackedRows
  }

  private let connection: Connection
  let isOn: Bool
  /// The entities of the store's model.
  private let entities: Set<ObjectIdentifier>
  private var step = Step()
  /// Whether the transaction has written a set that ended.
  private var hasEndedStep = false
  /// Insertions that are not written yet, one run per table, in the order of their beginning.
  private var runs: [Run] = []
  private var block: Block?
  /// The columns that a table really has beside the key, those that the model doesn't know included.
  private var columns: [String: [String]] = [:]
  private(set) var log = ChangeLog()

  init(connection: Connection, entities: [EntityDescription], isOn: Bool) {
    self.connection = connection
    self.entities = Set(entities.map(ObjectIdentifier.init))
    self.isOn = isOn
  }

  /// Whether an entity is one of the store's model.
  func knows(_ entity: EntityDescription) -> Bool {
    entities.contains(ObjectIdentifier(entity))
  }

  var mark: Mark { Mark(step: step, runs: runs, block: block, log: log.mark) }

  /// Whether the transaction has written anything.
  var isWritten: Bool { step.set != nil || hasEndedStep }

  /// Starts the record of a transaction; it is written with the first change.
  func begin(named name: String) {
    step = Step(name: name)
    hasEndedStep = false
    runs.removeAll()
    block = nil
    columns.removeAll()
    log.removeAll()
  }

  /// Runs changes that take a set back, as a set of their own: whoever takes them back takes back nothing else.
  ///
  /// - Parameters:
  ///   - set: What is taken back.
  ///   - name: What the changes are called.
  ///   - body: The changes.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; then the savepoint around it has to be rolled back.
  func undoing<Result>(_ set: Int64, named name: String, _ body: () throws -> Result) throws -> Result {
    try flush()
    let around = step
    step = Step(name: name, undoes: set)
    let result = try body()
    try flush()
    // Also what found nothing left to change is an undoing.
    if isOn { _ = try currentSet() }
    hasEndedStep = true
    // What follows in the transaction depends on what was taken back, so it is no part of what came before.
    step = Step(name: around.name)
    return result
  }

  func rollBack(to mark: Mark) {
    step = mark.step
    runs = mark.runs
    block = mark.block
    log.rollBack(to: mark.log)
  }

  func noteInsertion(_ entity: EntityDescription, id: Int64) throws {
    try noteInsertions(entity, ids: id...id)
  }

  /// Notes rows with keys that follow each other.
  func noteInsertions(_ entity: EntityDescription, ids: ClosedRange<Int64>) throws {
    log.note(.insert, entity, ids)
    guard isOn else { return }
    if block != nil { try flushBlock() }
    guard let index = runs.lastIndex(where: { $0.entity === entity }) else {
      guard entities.contains(ObjectIdentifier(entity)) else { return }
      runs.append(Run(entity: entity, first: ids.lowerBound, last: ids.upperBound))
      return
    }
    if ids.lowerBound != runs[index].last &+ 1 || ids.lowerBound < runs[index].first {
      try write(runs[index])
      runs[index].first = ids.lowerBound
    }
    runs[index].last = ids.upperBound
  }

  func noteUpdate(
    _ entity: EntityDescription, id: Int64, columns: [String], before: [SQLValue], after: [SQLValue]
  ) throws {
    try note(.update, of: entity, id: id, columns: columns) { rows in
      for value in before { rows.append(value) }
      for value in after { rows.append(value) }
    }
  }

  /// Keeps a row that is about to be deleted, with all its columns.
  ///
  /// - Returns: false when there is no such row.
  func noteDeletion(_ entity: EntityDescription, id: Int64) throws -> Bool {
    let columns = try columns(of: entity)
    let list = columns.map { ", " + SQL.quoted(identifier: $0) }.joined()
    let row = SQL(
      verbatim: "SELECT \"id\"\(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
      bindings: [.integer(id)])
    return try connection.withStatement(row) { statement in
      guard try statement.step() else { return false }
      try note(.delete, of: entity, id: id, columns: columns) { rows in
        for column in 1..<max(1, statement.columnCount) {
          rows.append(stored: statement.row.stored(at: Int32(clamping: column)))
        }
      }
      return true
    }
  }

  /// Keeps an updated or a deleted row; the closure appends its values.
  func note(
    _ kind: HistoryEntry.Change.Kind, of entity: EntityDescription, id: Int64, columns: [String],
    _ values: (inout PackedRows) -> Void
  ) throws {
    log.note(kind, entity, id)
    guard isOn, entities.contains(ObjectIdentifier(entity)) else { return }
    // The order of changes stays: an update of a fresh row must come after its insertion.
    try flushRuns()
    if let open = block,
      open.kind != kind || open.entity !== entity || open.rows.isFull || open.rows.columns != columns
    {
      try flushBlock()
    }
    // In place: a second reference would copy the bytes with every row.
    if block == nil { block = Block(entity: entity, kind: kind, rows: PackedRows(columns: columns)) }
    block?.rows.append(id, values)
  }

  /// The columns of a table beside its key, as the file has them.
  func columns(of entity: EntityDescription) throws -> [String] {
    if let known = columns[entity.table] { return known }
    var names: [String] = []
    // The pragma leaves generated columns out, which can't be written.
    try connection.forEachRow("SELECT name FROM pragma_table_info(\(entity.table)) ORDER BY cid") { row in
      if let name = row.text(0), name != EntityDescription.keyColumn { names.append(name) }
    }
    columns[entity.table] = names
    return names
  }

  /// Writes what is still collected; called before the commit.
  func flush() throws {
    try flushRuns()
    try flushBlock()
  }

  private func flushRuns() throws {
    if runs.isEmpty { return }
    for run in runs { try write(run) }
    runs.removeAll()
  }

  private func write(_ run: Run) throws {
    try addChange(run.entity.table, kind: .insert, first: run.first, last: run.last, rows: .null)
  }

  private func flushBlock() throws {
    guard let full = block else { return }
    block = nil
    try addChange(
      full.entity.table, kind: full.kind, first: full.rows.lowestKey, last: full.rows.highestKey,
      rows: .blob(full.rows.bytes))
  }

  private func addChange(
    _ table: String, kind: HistoryEntry.Change.Kind, first: Int64, last: Int64, rows: SQLValue
  ) throws {
    let set = try currentSet()
    try connection.run(
      """
      INSERT INTO history_change (set_id, entity, kind, first_id, last_id, rows)
      VALUES (\(set), \(table), \(kind.rawValue), \(first), \(last), \(rows))
      """)
  }

  private func currentSet() throws -> Int64 {
    if let set = step.set { return set }
    try connection.run(
      """
      INSERT INTO history_set (at, name, undoes)
      VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), \(step.name), \(step.undoes.map(SQLValue.integer) ?? .null))
      """)
    step.set = connection.lastInsertedID
    return connection.lastInsertedID
  }
}
