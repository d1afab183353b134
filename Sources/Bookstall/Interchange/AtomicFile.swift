internal import Glibc

/// A file that appears under its name only when it is whole: written without a name, synced, named.
///
/// Whatever ends the program meanwhile, the system then takes back what was written. Where a file system has no files
/// without a name, the bytes stand under a temporary one beside the target, see `TemporaryName`.
final class AtomicFile: ExportSink {
  private let path: String
  private let target: String
  private let temporary: TemporaryName
  private let replaces: Bool
  private var descriptor: Int32
  private var isNamed = false

  /// Opens a file in the target's folder, and takes away what a run that was killed may have left beside the target.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - replaces: Whether it may be there already.
  ///   - isNameless: Whether files without a name are tried; false is what a system without them comes to.
  /// - Throws: `ExportError.exists` where a file stands and `replaces` is false, `.unwritable` for a folder that can't be
  ///   written.
  init(path: String, replaces: Bool, isNameless: Bool = true) throws {
    self.path = path
    self.replaces = replaces
    // A link keeps pointing where it points; the file it points to is replaced.
    target = AtomicFile.resolved(path)
    temporary = TemporaryName(beside: target)
    let status = FileStatus(of: target)
    guard !status.isFolder else { throw ExportError.unwritable(path: path, reason: EISDIR) }
    guard replaces || !status.exists else { throw ExportError.exists(path: path) }
    descriptor = isNameless ? AtomicFile.openNameless(in: temporary.folder) : -1
    if descriptor < 0 {
      descriptor = temporary.open()
      isNamed = descriptor >= 0
    }
    guard descriptor >= 0 else { throw ExportError.unwritable(path: path, reason: errno) }
    // Says to other runs, as long as this one lives, that the temporary name is no leftover.
    flock(descriptor, LOCK_EX | LOCK_NB)
    temporary.removeLeftovers()
    var existing = stat()
    // A new file gets the usual mode, a replaced one keeps its own.
    let mode = stat(target, &existing) == 0 ? existing.st_mode & 0o777 : 0o666 & ~AtomicFile.mask
    fchmod(descriptor, mode)
  }

  deinit {
    guard descriptor >= 0 else { return }
    if isNamed { unlink(temporary.path) }
    close(descriptor)
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
    if replaces {
      // Only a rename takes the place of another file.
      try name(temporary.path)
      guard rename(temporary.path, target) == 0 else {
        throw ExportError.unwritable(path: path, reason: errno)
      }
    } else {
      try name(target)
      if isNamed { unlink(temporary.path) }
    }
    close(descriptor)
    descriptor = -1
    AtomicFile.sync(folder: temporary.folder)
  }

  /// Lets the new name outlast a loss of power; some file systems can't, and then the file is whole all the same.
  private static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Gives the bytes a name that must be free.
  private func name(_ name: String) throws {
    if isNamed, name == temporary.path { return }
    let source = isNamed ? temporary.path : "/proc/self/fd/\(descriptor)"
    // A link, unlike a rename, refuses a name that was taken meanwhile.
    if linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 {
      isNamed = isNamed || name == temporary.path
    } else if errno == EEXIST {
      throw ExportError.exists(path: path)
    } else if !isNamed || rename(source, name) != 0 {
      // Some file systems know no links.
      throw ExportError.unwritable(path: path, reason: errno)
    }
  }

  /// A file in a folder that has no name yet and is gone with its last descriptor; -1 where there is no such thing, or
  /// no way to name it later.
  private static func openNameless(in folder: String) -> Int32 {
    guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
    // The header's own word for it is too entangled to be imported.
    let nameless = O_DIRECTORY | 0o20_000_000
    return open(folder, nameless | O_WRONLY | O_CLOEXEC, 0o600)
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
