internal import SQLite

/// The texts of one row as the bytes that are stored; valid inside the closure that it was lent to.
package struct StoredTexts: ~Copyable {
  private let row: Row

  init(row: Row) {
    self.row = row
  }

  /// The bytes of the text at a place, 0 for the first column asked for; nil for what is no text.
  ///
  /// They are gone when the closure ends. Another program may have written bytes that are no UTF-8.
  package func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
    // The key is the statement's first column.
    row.textBytes(Int32(clamping: place &+ 1))
  }
}

extension PersistentContainer {
  /// Lends the texts of some columns row by row, without making strings of them.
  ///
  /// - Parameters:
  ///   - model: The model whose rows are read, in the order of their keys.
  ///   - keyPaths: The columns of texts.
  ///   - key: A column of integers, which is passed on first.
  ///   - body: What is done with a row.
  /// - Throws: `StoreError.unsupportedPredicate` for what is no column, and what the closure throws.
  package func forEachTexts<Model: PersistentModel>(
    of model: Model.Type, _ keyPaths: [PartialKeyPath<Model>], by key: PartialKeyPath<Model>,
    _ body: (Int64, borrowing StoredTexts) throws -> Void
  ) throws {
    let columns = try ([key] + keyPaths).map { try Operand<Model>($0).column() }
    let table = SQL.quoted(identifier: Model.schema.table)
    let sql = SQL(verbatim: "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY \"id\"")
    try gate.use { store in
      try store.connection.forEachRow(sql) { row in
        guard let number = row.integer(0) else { return }
        try body(number, StoredTexts(row: row))
      }
    }
  }
}
