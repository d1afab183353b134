internal import CSQLite
internal import Synchronization

/// The file under a connection, read page by page through SQLite's own handle.
///
/// A descriptor of our own would be dangerous: closing it would drop the locks that SQLite holds on the file.
///
/// Unchecked for this reason: the handle is no more than a number to us, and the lock lets one thread at a time use it.
final class DatabaseFile: @unchecked Sendable {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let lock = Mutex(())
  let pageSize: Int
  /// The bytes of a page that hold data; others may be reserved for extensions.
  let usableSize: Int
  let pageCount: Int

  /// nil for a database in memory, for one in another encoding than UTF-8 and for one with a write-ahead log, whose
  /// file may be behind.
  init?(_ connection: OpaquePointer) {
    var found: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &found) == SQLITE_OK,
      let file = found, let methods = file.pointee.pMethods, let size = methods.pointee.xFileSize
    else { return nil }
    self.file = file
    var length: sqlite3_int64 = 0
    var header = [UInt8](repeating: 0, count: 100)
    guard size(file, &length) == SQLITE_OK, methods.pointee.xRead?(file, &header, 100, 0) == SQLITE_OK,
      header.starts(with: Array("SQLite format 3\0".utf8)), header[18] == 1, header[19] == 1,
      header[56...59].elementsEqual([0, 0, 0, 1])
    else { return nil }
    let stored = Int(header[16]) << 8 | Int(header[17])
    pageSize = stored == 1 ? 65536 : stored
    usableSize = pageSize - Int(header[20])
    guard pageSize >= 512, usableSize >= 480 else { return nil }
    pageCount = Int(length) / pageSize
  }

  /// What is thrown where the pages contradict each other.
  var damage: SQLiteError {
    SQLiteError(code: SQLITE_CORRUPT, message: "database disk image is malformed")
  }

  /// Reads pages that stand beside each other.
  func read(_ page: UInt32, count: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SQLiteError) {
    guard page > 0, Int(page) - 1 + count <= pageCount else { throw damage }
    let code = lock.withLock { _ in
      file.pointee.pMethods.pointee.xRead?(
        file, buffer.baseAddress, Int32(count * pageSize), Int64(page - 1) * Int64(pageSize))
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code ?? SQLITE_IOERR, message: "disk I/O error") }
  }

  /// Puts together a record that is too long for its page.
  ///
  /// - Parameters:
  ///   - page: The page where it begins.
  ///   - start: Where in the page its first bytes stand.
  ///   - size: The bytes of the whole record.
  ///   - body: What is done with it.
  /// - Throws: `SQLiteError` for a damaged file, and what the closure throws.
  func withWhole(
    _ page: UnsafeRawBufferPointer, _ start: Int, _ size: Int64,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard size <= Int64(pageCount) * Int64(pageSize) else { throw damage }
    let size = Int(size)
    let least = (usableSize - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usableSize - 4)
    let local = fitting <= usableSize - 35 ? fitting : least
    guard start + local + 4 <= page.count else { throw damage }
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { whole.deallocate() }
    whole.copyMemory(from: UnsafeRawBufferPointer(rebasing: page[start..<start + local]))
    var filled = local
    var next = page.integer(UInt32.self, at: start + local)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 16)
    defer { buffer.deallocate() }
    while filled < size {
      try read(next, count: 1, into: buffer)
      let part = UnsafeRawBufferPointer(rebasing: buffer[4..<4 + min(size - filled, usableSize - 4)])
      UnsafeMutableRawBufferPointer(rebasing: whole[filled...]).copyMemory(from: part)
      filled += part.count
      next = UnsafeRawBufferPointer(buffer).integer(UInt32.self, at: 0)
    }
    try body(UnsafeRawBufferPointer(whole))
  }
}
