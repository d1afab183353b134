internal import SQLite

extension SaveSession {
  /// Inserts rows, many with one statement where that can be told from outside by nothing but the time it takes.
  ///
  /// - Returns: The keys that they got, in order.
  func insert<Model: PersistentModel>(contentsOf models: some Sequence<Model>) throws -> [Int64] {
    let entity = Model.schema.description
    return try store.naming(entity) {
      var keys: [Int64] = []
      keys.reserveCapacity(models.underestimatedCount)
      var waiting: [Model] = []
      var sizes: [Int]?
      func insertWaiting() throws {
        // Few rows are not worth the look at the table.
        if sizes == nil, waiting.count >= Self.smallestBatch { sizes = try batchSizes(of: entity) }
        try insert(waiting, of: entity, by: sizes ?? [], into: &keys)
        waiting.removeAll(keepingCapacity: true)
      }
      for model in models {
        // A row that brings a key, or stands for one, goes alone.
        guard model.id == 0 else {
          try insertWaiting()
          keys.append(try insertAlone(model.id, of: entity, model.encode))
          continue
        }
        waiting.append(model)
        if waiting.count == Self.largestBatch { try insertWaiting() }
      }
      try insertWaiting()
      return keys
    }
  }

  /// Inserts rows that lie anywhere, as `insert(contentsOf:)` does with models.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - entity: Their table.
  ///   - key: The key that the row at a place brings; 0 for none.
  ///   - encode: Writes the row at a place; called for one place after the other.
  /// - Returns: The keys that they got, in order.
  /// - Throws: `StoreError`, and what `encode` throws.
  func insert(
    _ count: Int, of entity: EntityDescription, key: (Int) -> Int64,
    _ encode: (Int, inout RowWriter) throws -> Void
  ) throws -> [Int64] {
    try store.naming(entity) {
      let sizes = count < Self.smallestBatch ? [] : try batchSizes(of: entity)
      var keys: [Int64] = []
      keys.reserveCapacity(count)
      while keys.count < count {
        let start = keys.count
        var end = start
        while end < count, key(end) == 0 { end += 1 }
        try insert(start..<end, of: entity, by: sizes, into: &keys, encode)
        // A row that brings a key, or stands for one, goes alone.
        if end < count { keys.append(try insertAlone(key(end), of: entity) { try encode(end, &$0) }) }
      }
      return keys
    }
  }

  private static let largestBatch = 64
  private static let smallestBatch = 8

  private func insert<Model: PersistentModel>(
    _ models: [Model], of entity: EntityDescription, by sizes: [Int], into keys: inout [Int64]
  ) throws {
    // In a buffer, since to hand out each would cost a copy.
    try models.withUnsafeBufferPointer { rows in
      try insert(0..<rows.count, of: entity, by: sizes, into: &keys) { try rows[$0].encode(into: &$1) }
    }
  }

  /// Inserts the rows at some places, none of which brings a key.
  private func insert(
    _ places: Range<Int>, of entity: EntityDescription, by sizes: [Int], into keys: inout [Int64],
    _ encode: (Int, inout RowWriter) throws -> Void
  ) throws {
    var rest = places
    let texts = BoundTexts()
    for size in sizes where rest.count >= size {
      try store.connection.withStatement(entity.insertion(ofRows: size)) { statement in
        // Nothing stays bound to the texts when they go.
        defer { withExtendedLifetime(texts) { statement.clear() } }
        while rest.count >= size {
          keys += try insert(rest.prefix(size), of: entity, with: statement, in: texts, encode)
          rest = rest.dropFirst(size)
        }
      }
    }
    for place in rest { keys.append(try insertAlone(0, of: entity) { try encode(place, &$0) }) }
  }

  private func insertAlone(_ id: Int64, of entity: EntityDescription, _ encode: RowEncoding) throws -> Int64 {
    try store.connection.withStatement(entity.insertion) {
      try insert(id, of: entity, $0, encode).key
    }
  }

  private func insert(
    _ places: Range<Int>, of entity: EntityDescription, with statement: Statement, in texts: BoundTexts,
    _ encode: (Int, inout RowWriter) throws -> Void
  ) throws -> ClosedRange<Int64> {
    var base: Int32 = 0
    var unresolved: [(row: Int, references: [UnresolvedReference])] = []
    texts.removeAll()
    for place in places {
      var writer = RowWriter(statement: statement, savedKeys: savedKeys, after: base, in: texts)
      try write(0, of: entity, by: &writer) { try encode(place, &$0) }
      if !writer.unresolved.isEmpty { unresolved.append((place - places.lowerBound, writer.unresolved)) }
      base = writer.index - 1
    }
    try statement.run()
    try checkInserted(places.count, of: entity)
    // One after the other from the largest key on; `batchSizes` has made sure of that.
    let last = store.connection.lastInsertedID
    let keys = last - Int64(places.count) + 1...last
    try store.history.noteInsertions(entity, ids: keys)
    for (row, references) in unresolved { postpone(references, of: entity, id: keys.lowerBound + Int64(row)) }
    return keys
  }

  /// Makes sure that the last statement inserted all its rows: a schema may say that some are passed over in silence.
  func checkInserted(_ count: Int, of entity: EntityDescription) throws {
    let inserted = store.connection.changes
    guard inserted != count else { return }
    throw StoreError.constraint(
      ConstraintFailure(
        kind: .other, entity: entity.table, id: nil,
        message: "a rule of the table took \(inserted) of \(count) rows and passed over the others"))
  }

  /// The numbers of rows that a statement may insert, largest first; empty where the rows' keys would be in doubt.
  ///
  /// SQLite tells the last key only. The others follow from it unless a trigger inserts rows of its own, or the keys come
  /// to their end and SQLite tries others by chance.
  private func batchSizes(of entity: EntityDescription) throws -> [Int] {
    guard !entity.columns.isEmpty else { return [] }
    let table = SQL.quoted(identifier: entity.table)
    let isPlain = try store.connection.integer(
      """
      SELECT coalesce((SELECT max("id") FROM \(verbatim: table)), 0) < \(Int64.max / 2) AND NOT EXISTS (
        SELECT 1 FROM sqlite_schema
        WHERE type = 'trigger' AND lower(tbl_name) = lower(\(entity.table)) AND sql LIKE '%insert%')
      """)
    // The table of sequences is there only where one was needed.
    let last = try? store.connection.integer("SELECT seq FROM sqlite_sequence WHERE name = \(entity.table)")
    guard isPlain == 1, last ?? 0 < Int64.max / 2 else { return [] }
    return [Self.largestBatch, Self.smallestBatch].filter { $0 * entity.columns.count <= 32_000 }
  }
}
