internal import SQLite

/// The texts of one row as the bytes that are stored; valid inside the closure that it was lent to.
package struct StoredTexts: ~Copyable {
  private let texts: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>?>

  init(_ texts: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>?>) {
    self.texts = texts
  }

  /// The bytes of the text at a place, 0 for the first column asked for; nil for what is no text.
  ///
  /// They are gone when the closure ends. Another program may have written bytes that are no UTF-8.
  package func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? { texts[place] }
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
    let table = Model.schema.table
    try gate.use { store in
      try store.connection.readTransaction {
        typealias Text = UnsafeBufferPointer<UInt8>?
        try withUnsafeTemporaryAllocation(of: Text.self, capacity: keyPaths.count) { texts in
          if let pages = try store.connection.pages(ofTable: table, columns: columns) {
            return try pages.forEachRow(isCancelled: { Task.isCancelled }) { row in
              guard let number = row.integer(at: 0) else { return }
              for place in texts.indices { texts[place] = row.textBytes(at: place &+ 1) }
              try body(number, StoredTexts(texts))
            }
          }
          let names = columns.map { SQL.quoted(identifier: $0) }.joined(separator: ", ")
          let sql = "SELECT \(names) FROM \(SQL.quoted(identifier: table)) ORDER BY \"id\""
          try store.connection.forEachRow(SQL(verbatim: sql)) { row in
            guard let number = row.integer(0) else { return }
            for place in texts.indices { texts[place] = row.textBytes(Int32(clamping: place &+ 1)) }
            try body(number, StoredTexts(texts))
          }
        }
      }
    }
  }
}
