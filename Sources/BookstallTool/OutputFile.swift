import Glibc
import Presentation

/// A file that appears whole or not at all: written beside its place, synced, then renamed.
final class OutputFile {
  private let path: String
  private let temporaryPath: String?
  private let descriptor: Int32
  private var size = 0
  private var isFinished = false

  /// Prepares the file; an existing one is refused unless it may be replaced.
  ///
  /// Devices and pipes, which can't be replaced, are written to directly.
  init(at path: String, replacing: Bool) throws {
    var status = stat()
    let exists = stat(path, &status) == 0
    self.path = Self.target(of: path)
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR {
      throw Failure("'\(SafeText.excerpt(path))' is a folder; name a file.", .cannotWrite)
    }
    if exists, kind != S_IFREG {
      temporaryPath = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if exists, !replacing {
        throw Failure(
          "'\(SafeText.excerpt(path))' exists. Use --force, another name, or - for output.", .cannotWrite)
      }
      let temporary = self.path + ".\(getpid()).part"
      temporaryPath = temporary
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0, exists { fchmod(descriptor, status.st_mode & 0o777) }
    }
    if descriptor < 0 { throw failure(errno) }
  }

  deinit {
    if isFinished { return }
    close(descriptor)
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Adds bytes at the end.
  func write(_ bytes: [UInt8]) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw failure(errno)
      }
    }
    size += written
  }

  /// Puts the file in its place; returns its size in bytes.
  func finish() throws -> Int {
    if let temporaryPath {
      if fsync(descriptor) != 0 || rename(temporaryPath, path) != 0 { throw failure(errno) }
    }
    isFinished = true
    close(descriptor)
    return size
  }

  /// A symbolic link stays one: what it points to is replaced.
  private static func target(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func failure(_ number: Int32) -> Failure {
    Failure("'\(SafeText.excerpt(path))' can't be written: \(Failure.reason(number)).", .cannotWrite)
  }
}
