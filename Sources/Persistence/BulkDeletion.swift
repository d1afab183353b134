internal import SQLite

/// Deletes any number of rows by a few statements, with what depends on them by the delete rules.
///
/// The keys of all rows that go are gathered in a temporary table first, so that cycles end, rows that go together don't
/// hold each other back, and the history has every row as it was.
struct BulkDeletion {
  let store: Store
  private let list = "temp.persistence_doomed"

  init(store: Store) throws {
    self.store = store
    try store.connection.execute(
      script: """
        CREATE TEMP TABLE IF NOT EXISTS persistence_doomed (
          entity INTEGER NOT NULL, id INTEGER NOT NULL, round INTEGER NOT NULL, PRIMARY KEY (entity, id)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS temp.persistence_doomed_round ON persistence_doomed (round, entity, id);
        DELETE FROM temp.persistence_doomed;
        """)
  }

  /// Marks rows by their keys; those that are gone already are left out.
  func add(_ entity: EntityDescription, _ ids: ClosedRange<Int64>) throws {
    try add(
      entity,
      SQL(
        verbatim: " WHERE \"id\" BETWEEN ? AND ?",
        bindings: [.integer(ids.lowerBound), .integer(ids.upperBound)]
      ))
  }

  /// Marks the rows that a clause finds.
  func add(_ entity: EntityDescription, _ clause: SQL) throws {
    let table = SQL.quoted(identifier: entity.table)
    try store.connection.run(
      """
      INSERT OR IGNORE INTO \(verbatim: list)
      SELECT \(store.number(of: entity)), "id", 0 FROM \(verbatim: table)\(clause)
      """)
  }

  /// Deletes what is marked and what depends on it.
  ///
  /// - Throws: `StoreError.deletionDenied` for rows that the rule `deny` protects, with a hundred holders of each
  ///   reference at most.
  func run() throws {
    try addDependents()
    let doomed = try entities()
    if doomed.isEmpty { return }
    let holds = doomed.flatMap { entity in store.dependents(of: entity).map { (entity, $0) } }
    let denied = try holds.filter { $1.reference.rule == .deny }.flatMap { try blockers($1, of: $0) }
    guard denied.isEmpty else { throw StoreError.deletionDenied(denied) }
    for (entity, dependent) in holds where dependent.reference.rule == .nullify {
      try nullify(dependent, of: entity)
    }
    let (order, isCyclic) = childrenFirst(doomed)
    if isCyclic {
      // The schema's own cascades could take rows before they are recorded.
      for entity in order { try take(entity, record: true, delete: false) }
      for entity in order { try take(entity, record: false, delete: true) }
    } else {
      for entity in order { try take(entity, record: true, delete: true) }
    }
    try store.connection.run("DELETE FROM \(verbatim: list)")
  }

  /// The keys of a table's rows that are marked.
  func keys(of entity: EntityDescription) throws -> [Int64] {
    var keys: [Int64] = []
    try store.connection.forEachRow(
      "SELECT id FROM \(verbatim: list) WHERE entity = \(store.number(of: entity)) ORDER BY id"
    ) { row in
      if let key = row.integer(0) { keys.append(key) }
    }
    return keys
  }

  /// The keys of a table's rows in a range that are marked.
  func keys(of entity: EntityDescription, in range: ClosedRange<Int64>) throws -> [Int64] {
    var keys: [Int64] = []
    try store.connection.forEachRow(
      """
      SELECT id FROM \(verbatim: list)
      WHERE entity = \(store.number(of: entity)) AND id BETWEEN \(range.lowerBound) AND \(range.upperBound)
      """
    ) { row in
      if let key = row.integer(0) { keys.append(key) }
    }
    return keys
  }

  /// The versions of a table's rows that are marked, by their keys, where they are others than that of a new row.
  func laterVersions(of entity: EntityDescription) throws -> [Int64: Int64] {
    guard let version = entity.versionColumn.map(SQL.quoted(identifier:)) else { return [:] }
    var versions: [Int64: Int64] = [:]
    try store.connection.forEachRow(
      """
      SELECT doomed.id, row.\(verbatim: version) FROM \(verbatim: list) AS doomed
      CROSS JOIN \(verbatim: SQL.quoted(identifier: entity.table)) AS row ON row."id" = doomed.id
      WHERE doomed.entity = \(store.number(of: entity)) AND row.\(verbatim: version) IS NOT 1
      """
    ) { row in
      if let key = row.integer(0) { versions[key] = row.integer(1) ?? 0 }
    }
    return versions
  }

  private func entities() throws -> [EntityDescription] {
    try store.entities.filter { try bounds(of: $0, round: nil) != nil }
  }

  /// Marks, round by round, the rows that go with those of the round before.
  private func addDependents() throws {
    var round = 0
    var grew = true
    while grew {
      grew = false
      for entity in store.entities {
        let dependents = store.dependents(of: entity).filter { $0.reference.rule == .cascade }
        guard !dependents.isEmpty, let bounds = try bounds(of: entity, round: round) else { continue }
        for dependent in dependents {
          let holders = holders(dependent, of: entity, bounds, round: round)
          try store.connection.run(
            """
            INSERT OR IGNORE INTO \(verbatim: list)
            SELECT \(store.number(of: dependent.entity)), child."id", \(round + 1)\(holders)
            """)
          if store.connection.changes > 0 { grew = true }
        }
      }
      round += 1
    }
  }

  /// The smallest and the largest key that are marked, and whether there are few gaps between them.
  private struct Bounds {
    let first: Int64
    let last: Int64
    let isDense: Bool
  }

  private func bounds(of entity: EntityDescription, round: Int?) throws -> Bounds? {
    let sql: SQL = """
      SELECT min(id), max(id), count(*) FROM \(verbatim: list)
      WHERE entity = \(store.number(of: entity))\(condition(round))
      """
    return try store.connection.withStatement(sql) { statement in
      guard try statement.step(), let first = statement.row.integer(0), let last = statement.row.integer(1)
      else { return nil }
      let count = statement.row.integer(2) ?? 0
      let (span, overflows) = last.subtractingReportingOverflow(first)
      return Bounds(first: first, last: last, isDense: !overflows && count > 16 && span / 4 < count)
    }
  }

  private func condition(_ round: Int?) -> SQL {
    round.map { " AND round = \($0)" } ?? ""
  }

  /// The rest of a query for the rows, named `child`, that refer to marked ones.
  private func holders(
    _ dependent: Dependent, of entity: EntityDescription, _ bounds: Bounds, round: Int?
  ) -> SQL {
    let table = SQL.quoted(identifier: dependent.entity.table)
    let column = SQL.quoted(identifier: dependent.reference.column)
    let marked: SQL = "doomed.entity = \(store.number(of: entity))\(condition(round))"
    // A dense run of parents is one range of the children's index instead of a search for each.
    if bounds.isDense {
      return """
         FROM \(verbatim: table) AS child WHERE child.\(verbatim: column) BETWEEN \(bounds.first) AND \(bounds.last)
        AND EXISTS (SELECT 1 FROM \(verbatim: list) AS doomed WHERE \(marked) AND doomed.id = child.\(verbatim: column))
        """
    }
    return """
       FROM \(verbatim: list) AS doomed CROSS JOIN \(verbatim: table) AS child
      ON child.\(verbatim: column) = doomed.id WHERE \(marked)
      """
  }

  /// The rows that refer to marked ones and stay themselves.
  private func staying(_ dependent: Dependent, of entity: EntityDescription) throws -> SQL? {
    guard let bounds = try bounds(of: entity, round: nil) else { return nil }
    return holders(dependent, of: entity, bounds, round: nil)
      + """
       AND NOT EXISTS (
        SELECT 1 FROM \(verbatim: list) AS other
        WHERE other.entity = \(store.number(of: dependent.entity)) AND other.id = child."id")
      """
  }

  private func blockers(_ dependent: Dependent, of entity: EntityDescription) throws -> [DeletionBlocker] {
    guard let staying = try staying(dependent, of: entity) else { return [] }
    let reference = dependent.reference
    let column = SQL.quoted(identifier: reference.column)
    var blockers: [DeletionBlocker] = []
    try store.connection.forEachRow(
      "SELECT child.\"id\", child.\(verbatim: column)\(staying) ORDER BY 1 LIMIT 100"
    ) { row in
      blockers.append(
        DeletionBlocker(
          entity: dependent.entity.table, id: row.integer(0) ?? 0, column: reference.column,
          target: entity.table, targetID: row.integer(1) ?? 0))
    }
    return blockers
  }

  private func nullify(_ dependent: Dependent, of entity: EntityDescription) throws {
    guard let staying = try staying(dependent, of: entity) else { return }
    let column = SQL.quoted(identifier: dependent.reference.column)
    let table = SQL.quoted(identifier: dependent.entity.table)
    var count = 0
    try store.connection.forEachRow("SELECT child.\"id\", child.\(verbatim: column)\(staying) ORDER BY 1") {
      row in
      guard let id = row.integer(0) else { return }
      count += 1
      try store.history.note(.update, of: dependent.entity, id: id, columns: [dependent.reference.column]) {
        $0.append(stored: row.stored(at: 1))
        $0.append(stored: .null)
      }
    }
    guard count > 0 else { return }
    let version =
      dependent.entity.versionColumn.map(SQL.quoted(identifier:)).map { ", \($0) = \($0) + 1" } ?? ""
    try store.naming(dependent.entity) {
      try store.connection.run(
        """
        UPDATE \(verbatim: table) SET \(verbatim: column) = NULL\(verbatim: version)
        WHERE "id" IN (SELECT child."id"\(staying))
        """)
    }
  }

  /// The entities so ordered that rows go before those that they refer to, and whether there is a cycle.
  private func childrenFirst(_ entities: [EntityDescription]) -> ([EntityDescription], isCyclic: Bool) {
    let names = Set(entities.map(\.table))
    var order: [EntityDescription] = []
    var isDone: [String: Bool] = [:]
    var isCyclic = false
    func visit(_ entity: EntityDescription) {
      if let done = isDone[entity.table] {
        if !done { isCyclic = true }
        return
      }
      isDone[entity.table] = false
      for dependent in store.dependents(of: entity) where names.contains(dependent.entity.table) {
        visit(dependent.entity)
      }
      isDone[entity.table] = true
      order.append(entity)
    }
    for entity in entities { visit(entity) }
    return (order, isCyclic)
  }

  /// Records the marked rows of a table, deletes them, or both, some hundred at a time: the room that they leave serves
  /// for their record.
  private func take(_ entity: EntityDescription, record: Bool, delete: Bool) throws {
    let number = store.number(of: entity)
    let table = SQL.quoted(identifier: entity.table)
    let columns = record && store.history.isOn ? try store.history.columns(of: entity) : []
    let columnList = columns.map { ", row." + SQL.quoted(identifier: $0) }.joined()
    var first = Int64.min
    while true {
      var last: Int64?
      let page: SQL = """
        SELECT row."id"\(verbatim: columnList) FROM \(verbatim: list) AS doomed
        CROSS JOIN \(verbatim: table) AS row ON row."id" = doomed.id
        WHERE doomed.entity = \(number) AND doomed.id >= \(first) ORDER BY doomed.id LIMIT 500
        """
      try store.connection.forEachRow(page) { row in
        guard let id = row.integer(0) else { return }
        last = id
        guard record else { return }
        try store.history.note(.delete, of: entity, id: id, columns: columns) { rows in
          for column in columns.indices { rows.append(stored: row.stored(at: Int32(clamping: column + 1))) }
        }
      }
      guard let last else { return }
      if delete {
        try store.naming(entity) {
          try store.connection.run(
            """
            DELETE FROM \(verbatim: table) WHERE "id" IN (
              SELECT id FROM \(verbatim: list) WHERE entity = \(number) AND id BETWEEN \(first) AND \(last))
            """)
        }
      }
      guard last < Int64.max else { return }
      first = last + 1
    }
  }
}
