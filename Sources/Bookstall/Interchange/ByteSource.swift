internal import Glibc

/// The bytes of a file or of standard input, chunk by chunk.
package final class ByteSource {
  /// What the source is called in messages: the path as given, or `-`.
  package let name: String
  /// How many bytes were read so far.
  package private(set) var bytesRead = 0
  /// How many bytes a plain file has; nil for a pipe or a terminal.
  package let size: Int?
  /// Asked when a signal has broken off a read; true ends the reading with a `CancellationError`.
  package var isCancelled: () -> Bool = { false }
  private let descriptor: Int32
  private let isOwned: Bool
  /// A terminal that said once that this is the end would wait for more when it is asked again.
  private var hasEnded = false

  private static let chunk = 1 << 18

  /// Opens a file for reading; `-` is standard input.
  ///
  /// Throws `ImportError.unreadable` or `.isFolder`.
  package init(path: String) throws {
    name = path
    if path == "-" {
      size = nil
      descriptor = STDIN_FILENO
      isOwned = false
      return
    }
    let status = FileStatus(of: path)
    guard !status.isFolder else { throw ImportError.isFolder(path: path) }
    size = status.size
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else { throw ImportError.unreadable(path: path, reason: errno) }
  }

  deinit {
    if isOwned, descriptor >= 0 { close(descriptor) }
  }

  /// The next bytes; empty at the end.
  package func read() throws -> [UInt8] {
    if hasEnded { return [] }
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: ByteSource.chunk) { buffer, initialized in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count >= 0 {
        bytesRead += count
        hasEnded = count == 0
        if count == 0, let size, bytesRead < size { throw ImportError.shortened(path: name) }
        return bytes
      }
      guard errno == EINTR else { throw ImportError.unreadable(path: name, reason: errno) }
      // Most signals that were handled are no reason to stop.
      if isCancelled() { throw CancellationError() }
    }
  }
}
