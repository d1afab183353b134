internal import CSQLite

/// What a column holds, with texts and blobs as bytes that are gone at the next step.
package enum StoredBytes {
  case null
  case integer(Int64)
  case real(Double)
  case text(UnsafeRawBufferPointer)
  case blob(UnsafeRawBufferPointer)
}

extension Row {
  /// A column as it is stored, byte for byte, also where a text is no UTF-8.
  package func stored(at column: Int32) -> StoredBytes {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, column)
      return .text(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, column)
      return .blob(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    default: return .null
    }
  }
}

extension Statement {
  /// Binds a value as it was stored, byte for byte.
  package func bind(_ value: StoredBytes, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let bytes):
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      try check(
        bytes.isEmpty
          ? bookstall_bind_text(handle, index, "", 0)
          : bookstall_bind_text(handle, index, start, Int32(clamping: bytes.count)))
    case .blob(let bytes):
      try check(
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(handle, index, 0)
          : bookstall_bind_blob(handle, index, bytes.baseAddress, Int32(clamping: bytes.count)))
    }
  }
}
