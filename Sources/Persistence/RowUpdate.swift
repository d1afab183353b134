internal import SQLite

/// New values for columns of one row.
struct RowUpdate {
  let entity: EntityDescription
  let id: Int64
  var columns: [String]
  /// The values that the columns had, for the history.
  var before: [SQLValue]
  var after: [SQLValue]
  /// The columns that must have the expected values.
  var expectedColumns: [String] = []
  var expected: [SQLValue] = []
  /// The version that the row must have, in a table with versions.
  var version: Int64?
  /// Finds out what to do about a row that is not as expected; nil means that it is dealt with.
  var resolve: ((SaveSession) throws -> RowUpdate?)?

  /// Whether a column's new value is a reference to a row that has no key yet.
  func isPostponed(_ place: Int) -> Bool {
    guard case .integer(let target) = after[place], target.isTemporary else { return false }
    return entity.references.contains { $0.column == columns[place] }
  }

  /// Whether all columns have the new values already.
  var changesNothing: Bool { before.indices.allSatisfy { before[$0].isIdentical(to: after[$0]) } }

  /// Whether a column gets another value, and the one that it keeps.
  func isFinal(_ place: Int) -> Bool {
    !before[place].isIdentical(to: after[place]) && !isPostponed(place)
  }
}

/// An update of which some columns get their values at the end of the save.
struct ParkedRow {
  let update: RowUpdate
  let columns: Set<String>
}

extension SaveSession {
  /// Writes updates of rows of one table, among which unique values may change places.
  ///
  /// - Parameters:
  ///   - updates: At most one for each row.
  ///   - isEarly: Whether rows that hold wanted values may let go of them later in the save.
  /// - Throws: `StoreError.constraint` and whatever a resolution throws.
  func apply(_ updates: [RowUpdate], isEarly: Bool = false) throws {
    var refused: [RowUpdate] = []
    for update in updates {
      var update = update
      if try write(&update) != nil { refused.append(update) }
    }
    if !refused.isEmpty { try UniqueShuffle(self, refused, isEarly: isEarly).run() }
  }

  /// Writes the values that rows were not given yet.
  func finishParked() throws {
    for row in parked { try finish(row) }
    parked.removeAll()
  }

  private func finish(_ row: ParkedRow) throws {
    let update = row.update
    let places = update.columns.indices.filter { row.columns.contains(update.columns[$0]) }
    if places.isEmpty { return }
    let columns = places.map { update.columns[$0] }
    let values = places.map { update.after[$0] }
    if places.contains(where: update.isFinal) {
      try complete(columns, with: values, in: update.entity, id: update.id)
    } else {
      // A row that has come back to what it held has not changed, and was counted when it got its stand-ins.
      try set(
        columns, to: values, in: update.entity, id: update.id, counting: update.changesNothing ? -1 : 0)
    }
    try noteUpdate(update, at: places)
  }

  /// Writes one update.
  ///
  /// - Parameters:
  ///   - update: The update; where others changed the row, afterwards what the merge made of it.
  ///   - parking: Values that stand in for the final ones, by their columns.
  /// - Returns: The refusal when another row has one of its unique values.
  /// - Throws: `StoreError.constraint` for other refusals, and whatever a resolution throws.
  func write(_ update: inout RowUpdate, parking: [String: SQLValue] = [:]) throws -> ConstraintFailure? {
    do {
      while try !store.naming(update.entity, id: update.id, { try run(update, parking) }) {
        guard let resolve = update.resolve else { throw passedOver(update) }
        guard let resolved = try resolve(self) else { return nil }
        update = resolved
      }
    } catch StoreError.constraint(let failure) where failure.kind == .unique {
      return failure
    }
    let columns = update.columns
    let places = columns.indices.filter { parking[columns[$0]] == nil }
    let waiting = postponed.count
    try noteUpdate(update, at: places)
    if !parking.isEmpty || postponed.count > waiting {
      let place = RowIdentity.Place(table: update.entity.table, id: update.id)
      if places.contains(where: update.isFinal) { recorded.insert(place) } else { recorded.remove(place) }
    }
    return nil
  }

  /// The row is there, and an update that asks for nothing else did not reach it.
  private func passedOver(_ update: RowUpdate) -> StoreError {
    .constraint(
      ConstraintFailure(
        kind: .other, entity: update.entity.table, id: update.id,
        message: "a rule of the table passed over the change of \(update.columns.joined(separator: ", "))"))
  }

  private func run(_ update: RowUpdate, _ parking: [String: SQLValue]) throws -> Bool {
    try store.connection.withStatement(text(of: update)) { statement in
      var index: Int32 = 0
      func bind(_ value: SQLValue) throws {
        index += 1
        try statement.bind(value, at: index)
      }
      for (place, value) in update.after.enumerated() {
        do {
          try bind(parking.isEmpty ? value : parking[update.columns[place]] ?? value)
        } catch let error as SQLiteError {
          throw store.explained(error, entity: update.entity, column: update.columns[place], id: update.id)
        }
      }
      try bind(.integer(update.id))
      for value in update.expected { try bind(value) }
      if let version = update.version { try bind(.integer(version)) }
      try statement.run()
      return store.connection.changes > 0
    }
  }

  /// Tells the history, but for references to rows that have no key yet.
  private func noteUpdate(_ update: RowUpdate, at places: [Int]) throws {
    for place in places where update.isPostponed(place) {
      guard case .integer(let target) = update.after[place] else { continue }
      postponed.append(
        PostponedReference(
          entity: update.entity, id: update.id, column: update.columns[place], target: target,
          before: update.before[place]))
    }
    let final = places.filter(update.isFinal)
    guard !final.isEmpty else { return }
    try store.history.noteUpdate(
      update.entity, id: update.id, columns: final.map { update.columns[$0] },
      before: final.map { update.before[$0] }, after: final.map { update.after[$0] })
  }

  /// Reads columns of one row; nil when there is no such row.
  func row(_ entity: EntityDescription, id: Int64, columns: [String]) throws -> [SQLValue]? {
    let list = columns.map(SQL.quoted(identifier:)).joined(separator: ", ")
    let sql = SQL(
      verbatim: "SELECT \(list) FROM \(SQL.quoted(identifier: entity.table)) WHERE \"id\" = ?",
      bindings: [.integer(id)])
    return try store.connection.withStatement(sql) { statement in
      guard try statement.step() else { return nil }
      return columns.indices.map { statement.row.value(at: Int32($0)) }
    }
  }

  /// Reads a row as an object has it.
  func storedRow(_ entity: EntityDescription, id: Int64) throws -> StoredRow? {
    let version = [entity.versionColumn].compactMap { $0 }
    guard var values = try row(entity, id: id, columns: entity.columns + version) else { return nil }
    var stored = StoredRow(values: [], version: 0)
    if let column = version.first, let found = values.popLast() {
      guard case .integer(let number) = found else {
        throw StoreError.decoding(
          DecodingFailure(entity: entity.table, column: column, id: id, stored: found))
      }
      stored.version = number
    }
    stored.values = values
    return stored
  }
}
