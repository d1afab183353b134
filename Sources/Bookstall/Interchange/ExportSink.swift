internal import Glibc

/// Where exported bytes go.
package protocol ExportSink: AnyObject {
  /// Takes some bytes; throws `ExportError`.
  func write(_ bytes: [UInt8]) throws
  /// Says that all bytes were written.
  func finish() throws
}

/// A reason why an export was not written.
package enum ExportError: Error, Hashable {
  /// There is a file of that name already.
  case exists(path: String)
  /// The file can't be written; the reason is the system's error number.
  case unwritable(path: String, reason: Int32)
  /// The reader of the pipe went away.
  case closedPipe
}

/// Opens the right sink for a path: `-` is standard output, a device or a pipe is written as it is, anything else is a
/// file that appears only when it is whole.
///
/// Throws `ExportError`.
package func makeExportSink(path: String, replaces: Bool) throws -> any ExportSink {
  if path == "-" { return DescriptorSink(STDOUT_FILENO, name: path) }
  let status = FileStatus(of: path)
  guard status.exists, !status.isFolder, status.size == nil else {
    return try AtomicFile(path: path, replaces: replaces)
  }
  let descriptor = open(path, O_WRONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw ExportError.unwritable(path: path, reason: errno) }
  return DescriptorSink(descriptor, name: path)
}

/// An open file descriptor as a sink.
final class DescriptorSink: ExportSink {
  private let descriptor: Int32
  private let name: String

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    if descriptor != STDOUT_FILENO { close(descriptor) }
  }

  func write(_ bytes: [UInt8]) throws {
    do {
      try bytes.writeAll(to: descriptor)
    } catch {
      throw error.number == EPIPE ? ExportError.closedPipe : .unwritable(path: name, reason: error.number)
    }
  }

  func finish() throws {}
}

/// The system's error number of a failed call.
struct SystemError: Error {
  let number: Int32
}

extension [UInt8] {
  /// Writes all bytes, however many calls it takes.
  func writeAll(to descriptor: Int32) throws(SystemError) {
    var done = 0
    while done < count {
      let written = withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), count - done)
      }
      if written > 0 {
        done += written
      } else if errno != EINTR {
        throw SystemError(number: errno)
      }
    }
  }
}
