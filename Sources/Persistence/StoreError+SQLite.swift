internal import SQLite

extension StoreError {
  /// Sorts a refusal by SQLite into the tree, as far as its code and message tell.
  ///
  /// - Parameters:
  ///   - error: The refusal.
  ///   - path: The store's file.
  ///   - entity: The table at work, where known.
  ///   - column: The column at work, where known.
  ///   - id: The row at work, where known.
  init(
    _ error: SQLiteError, path: String, entity: String? = nil, column: String? = nil, id: Int64? = nil
  ) {
    switch error.primaryCode {
    case .busy where Task.isCancelled, .locked where Task.isCancelled, .interrupted where Task.isCancelled:
      self = .cancelled
    case .busy, .locked, .lockingProtocol: self = .busy
    case .full: self = .diskFull
    // Somebody has put another file in the place of the one that is open: opened again, it will be the new one.
    case .readOnly where error.isMoved: self = .busy
    case .readOnly, .permission: self = .readOnly(path: path)
    case .cannotOpen: self = .cannotOpen(path: path)
    case .corrupt: self = .corrupt(detail: error.message)
    case .notADatabase: self = .notADatabase(path: path)
    case .inputOutput: self = .inputOutput(path: path, code: error.code)
    case .noMemory: self = .outOfMemory
    case .tooBig: self = .valueTooLarge(entity: entity, column: column, id: id)
    // A mismatch in a change is a value that SQLite can't keep, such as a NaN.
    case .constraint,
      .mismatch where entity != nil:
      self = .constraint(
        ConstraintFailure(
          kind: .init(error.constraint), entity: entity ?? "", id: id,
          message: (column.map { "\($0): " } ?? "") + error.message))
    case .mismatch: self = .unsupportedPredicate("a NaN, or a moment outside the years 0 to 9999")
    case .error: self = .init(message: error.message, code: error.code, entity: entity)
    default: self = .sqlite(code: error.code, message: error.message)
    }
  }

  /// Sorts what has no code of its own by the words that SQLite uses.
  private init(message: String, code: Int32, entity: String?) {
    let limits = ["Expression tree", "parser stack", "too many", "LIKE or GLOB pattern", "at most "]
    if limits.contains(where: { message.hasPrefix($0) }) {
      self = .queryTooLarge(message)
    } else if message == "integer overflow" {
      self = .overflow(entity: entity ?? "", expression: "sum")
    } else if message.hasPrefix("no such") || message.hasPrefix("unsafe use") {
      self = .incompatibleSchema(detail: message)
    } else {
      self = .sqlite(code: code, message: message)
    }
  }
}

extension ConstraintFailure.Kind {
  fileprivate init(_ kind: ConstraintKind?) {
    switch kind {
    case .check, .dataType: self = .check
    case .foreignKey: self = .foreignKey
    case .notNull: self = .notNull
    case .unique, .primaryKey, .rowID: self = .unique
    case .trigger, nil: self = .other
    }
  }
}

extension Store {
  /// Sorts a refusal by SQLite into the tree, with a look at the file where the code alone doesn't tell the cause.
  func explained(
    _ error: SQLiteError, entity: EntityDescription? = nil, column: String? = nil, id: Int64? = nil
  ) -> StoreError {
    if error.isMoved { return .fileGone(path: path) }
    if let version = entity?.versionColumn, error.constraint == .dataType,
      error.message.hasSuffix(".\(version)")
    {
      return .overflow(entity: entity?.table ?? "", expression: "\(version) + 1")
    }
    if let loss = connection.lossOfTransaction, error.primaryCode == .aborted {
      // A read that ends because the transaction around it is gone; why that went is what helps.
      if let loss = loss as? SQLiteError { return StoreError(loss, path: path) }
      if let loss = loss as? StoreError { return loss }
    }
    if error.primaryCode == .full, let table = exhaustedTable(of: error) {
      return .keysExhausted(entity: table)
    }
    if let missing = connection.missingPart(for: error, among: entities) { return missing }
    return StoreError(error, path: path, entity: entity?.table, column: column, id: id)
  }

  /// Names the row that could not be inserted and, where another row has its values, these.
  func refusal<Model: PersistentModel>(
    _ error: SQLiteError, of model: Model, in entity: EntityDescription
  ) -> StoreError {
    let id = model.id > 0 || model.id.isTemporary ? model.id : nil
    let refusal = explained(error, entity: entity, id: id)
    let start = "UNIQUE constraint failed: "
    guard case .constraint(let failure) = refusal, failure.kind == .unique, failure.message.hasPrefix(start)
    else { return refusal }
    let columns = failure.message.dropFirst(start.count).split(separator: ", ").compactMap {
      $0.split(separator: ".").last
    }
    let values = columns.compactMap { column -> String? in
      if column == EntityDescription.keyColumn { return "\(column) \(model.id)" }
      guard let attribute = Model.schema.attributes.first(where: { $0.column == column }) else { return nil }
      return "\(column) \(attribute.value(model).text)"
    }
    guard !values.isEmpty, values.count == columns.count else { return refusal }
    return .constraint(
      ConstraintFailure(
        kind: .unique, entity: failure.entity, id: failure.id,
        message: "\(failure.message); another row has \(values.joined(separator: " and "))"))
  }

  /// The table whose largest key is given out, if that is why a row could not be inserted; SQLite says the same of it
  /// as of a full disk.
  private func exhaustedTable(of error: SQLiteError) -> String? {
    let tables = entities.map { (name: $0.table, insertion: $0.insertion) }
    guard let sql = error.sql,
      let table = tables.first(where: { sql.hasPrefix($0.insertion) })?.name
        ?? (sql.hasPrefix(HistorySchema.insertionOfSet) ? HistorySchema.setTable : nil)
    else { return nil }
    if tablesWithLargestKey.contains(table) { return table }
    let last = try? connection.integer("SELECT seq FROM sqlite_sequence WHERE name = \(table)")
    return last == Int64.max ? table : nil
  }
}

extension Connection {
  /// The table or column that a statement needs and the file lacks, if that is why it was refused.
  ///
  /// - Parameters:
  ///   - error: The refusal.
  ///   - entities: The tables that the program knows, beside those of this module itself.
  /// - Returns: `StoreError.schemaMismatch`, or nil where nothing is missing.
  func missingPart(for error: SQLiteError, among entities: [EntityDescription]) -> StoreError? {
    guard error.primaryCode == .error, let sql = error.sql else { return nil }
    for entity in entities where sql.contains(SQL.quoted(identifier: entity.table)) {
      let wanted =
        [EntityDescription.keyColumn] + entity.columns + [entity.versionColumn].compactMap { $0 }
      guard let present = columnNames(of: entity.table) else { return nil }
      if present.isEmpty { return .schemaMismatch(entity: entity.table, column: nil) }
      let names = Set(present.map { $0.lowercased() })
      if let column = wanted.first(where: { !names.contains($0.lowercased()) }) {
        return .schemaMismatch(
          entity: entity.table, column: column, property: entity.propertyName(column), present: present)
      }
    }
    for (table, columns) in HistorySchema.tables.sorted(by: { $0.key < $1.key }) where sql.contains(table) {
      guard let present = columnNames(of: table) else { return nil }
      if present.isEmpty { return .schemaMismatch(entity: table, column: nil) }
      if let column = columns.first(where: { !present.contains($0) }) {
        return .schemaMismatch(entity: table, column: column, present: present)
      }
    }
    return nil
  }

  /// The names of a table's columns; none for a table that is not there.
  private func columnNames(of table: String) -> [String]? {
    var names: [String] = []
    let read: ()? = try? forEachRow("SELECT name FROM pragma_table_xinfo(\(table))") { row in
      if let name = row.text(0) { names.append(name) }
    }
    return read == nil ? nil : names
  }
}
