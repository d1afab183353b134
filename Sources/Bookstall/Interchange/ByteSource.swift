internal import Glibc

/// The bytes of a file or of standard input, chunk by chunk.
package final class ByteSource {
  /// What the source is called in messages: the path as given, or `-`.
  package let name: String
  /// How many bytes were read so far.
  package private(set) var bytesRead = 0
  /// How many bytes a plain file has; nil for a pipe or a terminal.
  package let size: Int?
  /// Asked before each read and when a wait is over; true ends the reading with a `CancellationError`.
  package var isCancelled: () -> Bool = { false }
  /// A descriptor that can be read when `isCancelled` has become true, so that no wait misses it; below 0 for none.
  package var cancellation: Int32 = -1
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
      try waitForBytes()
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
    }
  }

  /// Waits until there is something to read; a signal that came just before would break off no read.
  private func waitForBytes() throws {
    if isCancelled() { throw CancellationError() }
    if cancellation < 0 { return }
    var awaited = [descriptor, cancellation].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&awaited, 2, -1)
      if isCancelled() { throw CancellationError() }
      // What is wrong with the descriptor the read will tell.
      if count > 0 || count < 0 && errno != EINTR { return }
    }
  }
}
