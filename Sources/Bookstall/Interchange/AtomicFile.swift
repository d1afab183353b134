internal import Glibc

/// A file that appears under its name only when it is whole: written beside, synced, renamed.
final class AtomicFile: ExportSink {
  private let path: String
  private let target: String
  private let temporaryPath: String
  private let replaces: Bool
  private var descriptor: Int32

  /// Opens a temporary file in the target's folder.
  ///
  /// Throws `ExportError.exists` where a file stands and `replaces` is false, `.unwritable` for a folder that can't be
  /// written.
  init(path: String, replaces: Bool) throws {
    self.path = path
    self.replaces = replaces
    // A link keeps pointing where it points; the file it points to is replaced.
    target = AtomicFile.resolved(path)
    let status = FileStatus(of: target)
    guard !status.isFolder else { throw ExportError.unwritable(path: path, reason: EISDIR) }
    guard replaces || !status.exists else { throw ExportError.exists(path: path) }
    temporaryPath = target + "." + String(UInt32.random(in: .min ... .max), radix: 36) + ".part"
    descriptor = open(temporaryPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExportError.unwritable(path: path, reason: errno) }
    var existing = stat()
    // A new file gets the usual mode, a replaced one keeps its own.
    let mode = stat(target, &existing) == 0 ? existing.st_mode & 0o777 : 0o666 & ~AtomicFile.mask
    fchmod(descriptor, mode)
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(temporaryPath)
  }

  func write(_ bytes: [UInt8]) throws {
    do {
      try bytes.writeAll(to: descriptor)
    } catch {
      throw ExportError.unwritable(path: path, reason: error.number)
    }
  }

  func finish() throws {
    guard fsync(descriptor) == 0 else { throw ExportError.unwritable(path: path, reason: errno) }
    // A link, unlike a rename, refuses a name that was taken meanwhile; some file systems know no links.
    if !replaces, link(temporaryPath, target) == 0 {
      unlink(temporaryPath)
    } else if !replaces, errno == EEXIST {
      throw ExportError.exists(path: path)
    } else if rename(temporaryPath, target) != 0 {
      throw ExportError.unwritable(path: path, reason: errno)
    }
    close(descriptor)
    descriptor = -1
  }

  private static var mask: mode_t {
    // There is no way to read the mask but to set it.
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return linkTarget(path) ?? path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Where a link points whose file isn't there yet.
  private static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    let target = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return path[...slash] + target
  }
}
