internal import SQLite

/// One row of a table.
struct RowIdentity {
  /// What two identities of the same row share.
  struct Place: Hashable {
    let table: String
    let id: Int64
  }

  let entity: EntityDescription
  let id: Int64

  var place: Place { Place(table: entity.table, id: id) }
}

/// A row that a delete rule takes, or from which it takes a reference.
struct ReachedRow {
  let row: RowIdentity
  /// The row whose deletion was asked for.
  let cause: RowIdentity.Place
  /// The place of the reference that the row loses; nil when the row goes.
  var lost: Int?
}

extension SaveSession {
  /// Deletes rows and, by the delete rules of the entities that refer to them, what depends on them.
  ///
  /// All rows are found before the first one goes, so that cycles end, rows that go together don't hold each other
  /// back, and the history has every row as it was.
  ///
  /// - Parameter rows: Rows that others may refer to first; they are deleted from the last to the first.
  /// - Throws: `StoreError.deletionDenied` with all rows that hold others by the rule `deny`.
  func delete(_ rows: [RowIdentity]) throws {
    var plan = DeletionPlan()
    for row in rows { plan.add(row) }
    var next = 0
    while next < plan.rows.count {
      let row = plan.rows[next]
      for dependent in store.dependents(of: row.entity) { try plan.add(dependent, of: row.id, in: store) }
      next += 1
    }
    let blockers = plan.denied.filter { !plan.contains($0.child) }.map(\.blocker)
    guard blockers.isEmpty else { throw StoreError.deletionDenied(blockers) }
    if let willReach {
      for reached in plan.reached {
        if reached.lost == nil { kin.noteCause(of: reached) }
        try willReach(
          ReachedRow(row: reached.row, cause: kin.cause(of: reached.cause), lost: reached.lost))
      }
    }
    for lost in plan.nullified where !plan.contains(lost.child) { try nullify(lost) }
    let present = try plan.rows.reversed().filter { try store.history.noteDeletion($0.entity, id: $0.id) }
    for row in present {
      try store.naming(row.entity, id: row.id) {
        try store.connection.run(SQL(verbatim: row.entity.deletion, bindings: [.integer(row.id)]))
      }
    }
    outcome.removed.merge(plan.keys) { $0.union($1) }
  }

  /// Deletes rows, and has the delete rules reach new objects too.
  func delete(_ rows: [RowIdentity], with tables: [any ObjectTable]) throws {
    var rows = rows
    while !rows.isEmpty {
      for row in rows { try withdrawReferences(of: row) }
      try delete(rows)
      let known = kin.rows.count
      try kin.add(outcome.removed, in: tables)
      rows = Array(kin.rows.dropFirst(known))
    }
  }

  /// Gives a row that goes the references back that it had, where new objects were to be in their places: the history
  /// keeps the row as it was.
  private func withdrawReferences(of row: RowIdentity) throws {
    for reference in postponed where reference.entity === row.entity && reference.id == row.id {
      if let before = reference.before {
        try set([reference.column], to: [before], in: row.entity, id: row.id)
      }
    }
  }

  private func nullify(_ lost: DeletionPlan.Hold) throws {
    let entity = lost.child.entity
    let id = lost.child.id
    let table = SQL.quoted(identifier: entity.table)
    let column = SQL.quoted(identifier: lost.reference.column)
    let version = entity.versionColumn.map(SQL.quoted(identifier:)).map { ", \($0) = \($0) + 1" } ?? ""
    let sql = SQL(
      verbatim: "UPDATE \(table) SET \(column) = NULL\(version) WHERE \"id\" = ?", bindings: [.integer(id)])
    try store.naming(entity, id: id) { try store.connection.run(sql) }
    try store.history.noteUpdate(
      entity, id: id, columns: [lost.reference.column], before: [.integer(lost.parent)], after: [.null])
    outcome.merged[entity.table]?[id]?.lose(lost.reference.index)
    outcome.nullified.append(NullifiedReference(table: entity.table, id: id, index: lost.reference.index))
  }
}

/// The rows that go with others, and those that keep them or lose a reference.
private struct DeletionPlan {
  /// A row that refers to one that goes.
  struct Hold {
    let child: RowIdentity
    let reference: EntityDescription.Reference
    let parent: Int64

    var blocker: DeletionBlocker {
      DeletionBlocker(
        entity: child.entity.table, id: child.id, column: reference.column, target: reference.target,
        targetID: parent)
    }
  }

  private(set) var rows: [RowIdentity] = []
  private(set) var keys: [String: Set<Int64>] = [:]
  private(set) var denied: [Hold] = []
  private(set) var nullified: [Hold] = []
  /// The rows that rows go with.
  private var parents: [RowIdentity.Place: RowIdentity.Place] = [:]

  /// What the delete rules take beside the rows whose deletion was asked for.
  var reached: [ReachedRow] {
    var causes: [RowIdentity.Place: RowIdentity.Place] = [:]
    let removed = rows.compactMap { row in
      cause(of: row.place, &causes).map { ReachedRow(row: row, cause: $0) }
    }
    let changed = nullified.filter { !contains($0.child) }.map { lost in
      let parent = RowIdentity.Place(table: lost.reference.target, id: lost.parent)
      return ReachedRow(
        row: lost.child, cause: cause(of: parent, &causes) ?? parent, lost: lost.reference.index)
    }
    return removed + changed
  }

  /// Finds the row whose deletion was asked for and takes another one along.
  ///
  /// - Parameters:
  ///   - place: A row that goes.
  ///   - causes: Those found before, so that a long chain is not gone up from each of its rows.
  /// - Returns: That row, or nil where it is the one asked about.
  private func cause(
    of place: RowIdentity.Place, _ causes: inout [RowIdentity.Place: RowIdentity.Place]
  ) -> RowIdentity.Place? {
    var path = [place]
    while let parent = parents[path[path.count - 1]] {
      path.append(parent)
      if causes[parent] != nil { break }
    }
    let end = path.removeLast()
    if path.isEmpty { return nil }
    let cause = causes[end] ?? end
    for place in path { causes[place] = cause }
    return cause
  }

  func contains(_ row: RowIdentity) -> Bool {
    keys[row.entity.table]?.contains(row.id) ?? false
  }

  mutating func add(_ row: RowIdentity) {
    if keys[row.entity.table, default: []].insert(row.id).inserted { rows.append(row) }
  }

  /// Looks for the rows that refer to one that goes, and does with them as the rule says.
  mutating func add(_ dependent: Dependent, of parent: Int64, in store: Store) throws {
    guard dependent.reference.rule != .noAction else { return }
    let table = SQL.quoted(identifier: dependent.entity.table)
    let column = SQL.quoted(identifier: dependent.reference.column)
    let sql = SQL(
      verbatim: "SELECT \"id\" FROM \(table) WHERE \(column) = ? ORDER BY \"id\"",
      bindings: [.integer(parent)])
    var children: [RowIdentity] = []
    try store.connection.forEachRow(sql) { row in
      if let id = row.integer(0) { children.append(RowIdentity(entity: dependent.entity, id: id)) }
    }
    for child in children {
      switch dependent.reference.rule {
      case .cascade:
        if !contains(child) {
          parents[child.place] = RowIdentity.Place(table: dependent.reference.target, id: parent)
        }
        add(child)
      case .nullify: nullified.append(Hold(child: child, reference: dependent.reference, parent: parent))
      case .deny: denied.append(Hold(child: child, reference: dependent.reference, parent: parent))
      case .noAction: break
      }
    }
  }
}
