internal import CSQLite

extension Connection {
  /// Opens the bytes of a database file for reading, without a file.
  ///
  /// SQLite checks each page before it uses it, so the bytes may come from anywhere.
  package convenience init(image: [UInt8]) throws(SQLiteError) {
    try self.init(path: ":memory:", access: .memory)
    var image = image
    // A database in write-ahead mode asks for a second file; its own pages are whole without it.
    for offset in 18...19 where image.count > offset && image[offset] == 2 { image[offset] = 1 }
    guard let copy = sqlite3_malloc64(sqlite3_uint64(image.count)) else {
      throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory")
    }
    image.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
    }
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)
    let size = sqlite3_int64(image.count)
    let code = sqlite3_deserialize(
      handle, "main", copy.assumingMemoryBound(to: UInt8.self), size, size, flags)
    guard code == SQLITE_OK else {
      throw SQLiteError(code: code, message: "the bytes are no database")
    }
  }
}
