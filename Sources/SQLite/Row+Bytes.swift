internal import CSQLite

extension Row {
  /// The bytes of a text, or nil for another storage class; valid until the statement's next step.
  ///
  /// For readers of very many rows: unlike `withText` it costs no closure, and unlike `text` no string.
  package func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let bytes = sqlite3_column_text(handle, column)
    else { return nil }
    return UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
