internal import SQLite

/// The texts of one row as the bytes that are stored; valid inside the closure that it was lent to.
package struct StoredTexts: ~Copyable {
  fileprivate typealias Text = UnsafeBufferPointer<UInt8>?

  private enum Source: ~Copyable {
    case record(RecordView)
    case row(Int64?, UnsafeMutableBufferPointer<Text>)
  }

  private let source: Source

  fileprivate init(_ record: consuming RecordView) {
    source = .record(record)
  }

  fileprivate init(key: Int64?, _ texts: UnsafeMutableBufferPointer<Text>) {
    source = .row(key, texts)
  }

  /// The integer in the column of keys; nil for what is none.
  package var key: Int64? {
    switch source {
    case .record(let record): record.integer(at: 0)
    case .row(let key, _): key
    }
  }

  /// The bytes of all of the row's values one after the other, in which those of its texts stand; nil where they are not
  /// at hand.
  ///
  /// What doesn't stand here stands in none of the texts, and to ask for them takes longer.
  package var whole: UnsafeBufferPointer<UInt8>? {
    switch source {
    case .record(let record): record.whole
    case .row: nil
    }
  }

  /// The bytes of the text at a place, 0 for the first column asked for; nil for what is no text.
  ///
  /// They are gone when the closure ends. Another program may have written bytes that are no UTF-8.
  package func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
    switch source {
    case .record(let record): record.textBytes(at: place &+ 1)
    case .row(_, let texts): texts[place]
    }
  }
}

extension PersistentContainer {
  /// Lends the texts of some columns row by row, without making strings of them.
  ///
  /// - Parameters:
  ///   - model: The model whose rows are read, in the order of their keys.
  ///   - keyPaths: The columns of texts.
  ///   - key: A column of integers, which is passed on first.
  ///   - body: What is done with a row; it changes nothing in the store.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, and what the closure throws.
  package func forEachTexts<Model: PersistentModel>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    _ body: (Int64, borrowing StoredTexts) throws -> Void
  ) throws {
    let columns = try ([key] + keyPaths).map { try Operand<Model>($0).name() }
    func pass(_ texts: borrowing StoredTexts) throws {
      if let number = texts.key { try body(number, texts) }
    }
    try gate.use { store in
      try store.connection.readTransaction {
        if let pages = try store.connection.pages(ofTable: Model.schema.table, columns: columns) {
          try pages.forEachRow(isCancelled: { Task.isCancelled }) { try pass(StoredTexts($0)) }
        } else {
          try store.forEachTexts(of: Model.schema.table, columns, pass)
        }
      }
    }
  }

  /// Lends the texts of some columns on several threads at once where there are many rows.
  ///
  /// - Parameters:
  ///   - model: The model whose rows are read.
  ///   - keyPaths: The columns of texts.
  ///   - key: A column of integers.
  ///   - state: Makes what each thread begins with. What threads share should hold no objects that each row needs: to
  ///     count their references in turn takes the threads longer than their work.
  ///   - isWanted: Asked for many rows that lie together, with their bytes and the least and the greatest of their row ids;
  ///     false leaves them all out. It is not asked for all rows.
  ///   - body: What is done with a row and the thread's own state; each thread sees its rows in the order of their keys.
  ///     It changes nothing in the store.
  /// - Returns: What each thread ends with, in no order.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, and what the closure throws.
  package func forEachTexts<Model: PersistentModel, State: Sendable>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    state: @escaping @Sendable () -> State,
    where isWanted: @escaping @Sendable (inout State, UnsafeBufferPointer<UInt8>, ClosedRange<Int64>) -> Bool,
    _ body: @escaping @Sendable (inout State, borrowing StoredTexts) throws -> Void
  ) throws -> [State] {
    let columns = try ([key] + keyPaths).map { try Operand<Model>($0).name() }
    return try gate.use { store in
      try store.connection.readTransaction {
        if let pages = try store.connection.pages(ofTable: Model.schema.table, columns: columns) {
          return try pages.forEachRow(
            state: state, isCancelled: { Task.isCancelled }, where: isWanted,
            { state, record in try body(&state, StoredTexts(record)) })
        }
        var state = state()
        try store.forEachTexts(of: Model.schema.table, columns) { try body(&state, $0) }
        return [state]
      }
    }
  }
}

extension Store {
  /// Lends the rows as SQL finds them, for tables whose pages can't be read.
  fileprivate func forEachTexts(
    of table: String, _ columns: [String], _ body: (borrowing StoredTexts) throws -> Void
  ) throws {
    let names = columns.map { SQL.quoted(identifier: $0) }.joined(separator: ", ")
    let sql = "SELECT \(names) FROM \(SQL.quoted(identifier: table)) ORDER BY \"id\""
    try withUnsafeTemporaryAllocation(of: StoredTexts.Text.self, capacity: columns.count - 1) { texts in
      try connection.forEachRow(SQL(verbatim: sql)) { row in
        for place in texts.indices { texts[place] = row.textBytes(Int32(clamping: place &+ 1)) }
        try body(StoredTexts(key: row.integer(0), texts))
      }
    }
  }
}
