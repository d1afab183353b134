internal import CSQLite

/// A look at a statement's present row; valid until the statement's next step.
///
/// Columns are counted from 0. A read of another storage class than the stored one returns nil, so that a reader can
/// tell a mismatch and name it; `value(at:)` says what is really there.
package struct Row {
  let handle: OpaquePointer

  /// Whether the column holds NULL.
  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The integer stored in a column.
  package func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(handle, column)
  }

  /// The number stored in a column; an integer counts as a number where it is the same one.
  package func real(_ column: Int32) -> Double? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_FLOAT: sqlite3_column_double(handle, column)
    case SQLITE_INTEGER: Double(exactly: sqlite3_column_int64(handle, column))
    default: nil
    }
  }

  /// Whether the column holds a text.
  package func isText(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_TEXT
  }

  /// The text stored in a column, with U+FFFD in place of bytes that are no UTF-8.
  ///
  /// Unlike the other reads it doesn't ask for the storage class first, which would cost a tenth of the time of reading
  /// a table: a caller who can't know that the column holds texts asks `isText`, or a number is read as SQLite writes it.
  package func text(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Calls the closure with a text's bytes, or with nil for another storage class.
  package func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>?) throws -> Result)
    rethrows -> Result
  {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let bytes = sqlite3_column_text(handle, column)
    else { return try body(nil) }
    return try body(UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// The bytes stored in a column.
  package func blob(_ column: Int32) -> [UInt8]? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// What a column holds, whatever its storage class.
  package func value(at column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: .text(text(column) ?? "")
    case SQLITE_BLOB: .blob(blob(column) ?? [])
    default: .null
    }
  }
}
