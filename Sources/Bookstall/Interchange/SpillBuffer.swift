internal import Glibc

/// Bytes that wait in memory, and once they are many in a file that has no name and is gone with the process.
final class SpillBuffer {
  private(set) var count = 0
  private var waiting: [UInt8] = []
  private var descriptor: Int32 = -1
  private let limit: Int

  /// Keeps as many bytes in memory.
  init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends what the closure appends to the bytes it gets; throws `ExportError` where there is no room.
  func append(_ body: (inout [UInt8]) -> Void) throws {
    let before = waiting.count
    body(&waiting)
    count += waiting.count - before
    guard waiting.count > limit else { return }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    if descriptor < 0 { descriptor = SpillBuffer.open(in: folder) }
    guard descriptor >= 0 else { throw ExportError.unwritable(path: folder, reason: errno) }
    do {
      try waiting.writeAll(to: descriptor)
    } catch {
      throw ExportError.unwritable(path: folder, reason: error.number)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Calls the closure with all bytes, piece by piece.
  func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    var place: off_t = 0
    while descriptor >= 0 {
      var read = 0
      let piece = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
        read = pread(descriptor, buffer.baseAddress, buffer.count, place)
        initialized = max(0, read)
      }
      if read == 0 { break }
      if read < 0 {
        if errno == EINTR { continue }
        throw ExportError.unwritable(path: "/tmp", reason: errno)
      }
      place += off_t(read)
      try body(piece)
    }
    if !waiting.isEmpty { try body(waiting) }
  }

  private static func open(in folder: String) -> Int32 {
    var template = Array((folder + "/bookstall-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return descriptor }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
