internal import SQLite

/// Reads a request's rows some at a time: each batch begins after the last row of the one before.
///
/// Between two batches the store is free, so that rows may be changed, and memory holds one batch. The batches are not of
/// one moment: rows that are inserted behind the place reached come, those before it don't. No row comes twice unless it
/// is moved behind that place.
public struct KeysetBatches<Model: PersistentModel>: Sendable {
  private let container: PersistentContainer
  private let request: FetchRequest<Model>
  private let size: Int
  /// What the order goes by in the last row read, and its key; nil before the first batch.
  private var last: (values: [SortValue], key: Int64)?
  private var left: Int?
  private var isFinished = false

  init(container: PersistentContainer, request: FetchRequest<Model>, size: Int) {
    self.container = container
    self.request = request
    self.size = max(1, size)
    left = request.rowLimit
  }

  /// The next rows, or nil after the last.
  public mutating func next() throws -> [Model]? {
    try nextBatch(request.batchSelection(), Self.read)
  }

  /// Reads the next rows by a selection to which the columns of the order are appended.
  mutating func nextBatch<Element>(
    _ selection: SQL, _ read: (PersistentContainer, SQL, _ note: @escaping (Row) -> Void) throws -> [Element]
  ) throws -> [Element]? {
    if isFinished { return nil }
    let count = min(size, left ?? size)
    guard count > 0 else { return nil }
    var sql = selection
    sql += " WHERE (\(try request.condition.sql(isNegated: false)))"
    if let last { sql += " AND (\(try request.after(last.values, last.key)))" }
    sql += " ORDER BY \(verbatim: try request.order()) LIMIT \(count)"
    if last == nil { sql += " OFFSET \(request.firstRow)" }
    var position: (values: [SortValue], key: Int64)?
    let orderStart =
      1 + Model.schema.attributes.count + (Model.schema.description.versionColumn == nil ? 0 : 1)
    let orders = request.sort.indices.map { Int32(clamping: orderStart + $0) }
    let elements = try read(container, sql) { row in
      position = (orders.map { SortValue(row, at: $0) }, row.integer(0) ?? 0)
    }
    last = position ?? last
    left = left.map { $0 - elements.count }
    isFinished = elements.count < count
    return elements.isEmpty ? nil : elements
  }

  private static func read(
    _ container: PersistentContainer, _ sql: SQL, _ note: (Row) -> Void
  ) throws -> [Model] {
    let entity = Model.schema.description
    return try container.gate.use { store in
      var values: [Model] = []
      try store.connection.forEachRow(sql) { row in
        var reader = try RowReader(row: row, entity: entity, in: store)
        values.append(try Model(row: &reader))
        try reader.checkEnd()
        note(row)
      }
      return values
    }
  }
}

extension FetchRequest {
  /// The selection of a live object with the columns of the order behind it.
  func batchSelection() throws -> SQL {
    let description = Model.schema.description
    let columns =
      [EntityDescription.keyColumn] + description.columns + [description.versionColumn].compactMap { $0 }
    let terms = columns.map(SQL.quoted(identifier:)) + (try sort.map { try $0.expression() })
    return "SELECT \(verbatim: terms.joined(separator: ", ")) FROM \(identifier: Model.schema.table)"
  }

  func order() throws -> String {
    (try sort.map { try $0.term() } + ["\"id\""]).joined(separator: ", ")
  }

  /// The condition on rows that come after one with these values and this key.
  fileprivate func after(_ values: [SortValue], _ key: Int64) throws -> SQL {
    var condition: SQL = "\"id\" > \(key)"
    for (sortKey, value) in zip(sort, values).reversed() {
      let same: SQL = "\(verbatim: try sortKey.expression()) IS \(value.parameter)"
      condition = "(\(try sortKey.after(value)) OR (\(same) AND \(condition)))"
    }
    // Says no more than the alternatives do, but an index can begin there.
    if let sortKey = sort.first, let value = values.first, let start = try sortKey.start(value) {
      condition = "\(start) AND \(condition)"
    }
    return condition
  }
}

extension SortKey {
  /// The condition on rows from a value on, where it is a single comparison.
  fileprivate func start(_ value: SortValue) throws -> SQL? {
    if case .value(.null) = value { return nil }
    return isReversed || placesNullLast ? nil : "\(verbatim: try expression()) >= \(value.parameter)"
  }

  /// The condition on rows that come after those with a value.
  fileprivate func after(_ value: SortValue) throws -> SQL {
    let expression = try expression()
    let putsNullLast = isReversed || placesNullLast
    if case .value(.null) = value {
      return putsNullLast ? "0" : "\(verbatim: expression) IS NOT NULL"
    }
    let sign = isReversed ? "<" : ">"
    let comparison: SQL = "\(verbatim: expression) \(verbatim: sign) \(value.parameter)"
    return putsNullLast ? "(\(comparison) OR \(verbatim: expression) IS NULL)" : comparison
  }
}

/// What the order goes by in one row; a text is its bytes, which need not be UTF-8.
private enum SortValue: Sendable {
  case value(SQLValue)
  case text([UInt8])

  init(_ row: Row, at column: Int32) {
    if case .text(let bytes) = row.stored(at: column) {
      self = .text(Array(bytes))
    } else {
      self = .value(row.value(at: column))
    }
  }

  /// The value as a parameter.
  var parameter: SQL {
    switch self {
    case .value(let value): "\(value)"
    case .text(let bytes): "CAST(\(SQLValue.blob(bytes)) AS TEXT)"
    }
  }
}

extension PersistentContainer {
  /// Reads a request's rows some at a time, in constant memory, with the store free between two batches.
  ///
  /// ```swift
  /// var batches = container.batches(FetchRequest<Plant>(sortBy: [SortKey(\.name)]), size: 500)
  /// while let plants = try batches.next() { … }
  /// ```
  public func batches<Model: PersistentModel>(
    _ request: FetchRequest<Model>, size: Int? = nil
  ) -> KeysetBatches<Model> {
    KeysetBatches(container: self, request: request, size: size ?? request.batchSize)
  }

  /// The first value that a request finds, or nil.
  public func first<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Model? {
    var request = request
    request.limit = min(1, request.rowLimit ?? 1)
    return try values(request).first
  }

  /// Whether a request finds anything; stops at the first row.
  public func exists<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Bool {
    var request = request
    request.limit = min(1, request.rowLimit ?? 1)
    return try !ids(request).isEmpty
  }
}

extension ManagedContext {
  /// The first object that a request finds, or nil; sees unsaved changes as `fetch` does.
  public func first<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Managed<Model>? {
    var request = request
    request.limit = min(1, request.rowLimit ?? 1)
    return try fetch(request).first
  }

  /// Whether a request finds any object; sees unsaved changes as `fetch` does.
  public func exists<Model: PersistentModel>(_ request: FetchRequest<Model>) throws -> Bool {
    guard hasChanges, request.includesPendingChanges else { return try container.exists(request) }
    return try first(request) != nil
  }

  /// Calls the closure with a request's objects, some at a time, in constant memory.
  ///
  /// After each call the context lets go of the batch's objects that have no unsaved changes and were not registered
  /// before; save in the closure to let go of changed ones too. Objects that the context
  /// has deleted are left out; other unsaved changes are not seen.
  ///
  /// - Parameters:
  ///   - request: What to read.
  ///   - size: How many objects come at a time; the request's `batchSize` by default.
  ///   - body: What is done with them; what it throws ends the reading.
  /// - Throws: What a fetch or the closure throws.
  public func enumerate<Model: PersistentModel>(
    _ request: FetchRequest<Model>, batch size: Int? = nil, _ body: ([Managed<Model>]) throws -> Void
  ) throws {
    guard parent == nil else {
      return try (parent ?? self).enumerate(request, batch: size) { objects in
        try body(try objects.compactMap { try existing(ManagedID($0.key)) })
      }
    }
    let table = table(of: Model.self)
    var batches = container.batches(request, size: size)
    while true {
      try mergeChanges()
      var known: Set<Int64> = []
      let objects = try batches.nextBatch(try request.batchSelection()) { container, sql, note in
        try container.gate.use { store in
          try store.connection.withStatement(sql) { statement in
            try read(statement, into: table, in: store) { row in
              if let key = row.integer(0), table.object(key) != nil { known.insert(key) }
              note(row)
            }
          }
        }
      }
      guard let objects else { return }
      let present = objects.filter { $0.state == .persistent }
      if !present.isEmpty { try body(present) }
      for object in objects where !known.contains(object.key) { table.release(object) }
    }
  }
}

extension EntityTable {
  /// Lets go of an object without unsaved changes.
  fileprivate func release(_ object: Managed<Model>) {
    guard object.state == .persistent, !object.isTouched else { return }
    object.state = .detached
    unregister(object)
  }
}
