import Glibc

/// A small file of what is worth keeping but is no data, for its owner alone.
struct StateFile {
  let path: String
  private let base: String

  /// A file in the user's folder for such files; nil without a home folder.
  init?(_ name: String, environment: Environment) {
    // The XDG rules say that a relative folder counts as unset.
    if let state = environment[.xdgStateHome], state.hasPrefix("/") {
      base = state
    } else if let home = environment[.home] {
      base = home
    } else {
      return nil
    }
    path = "\(base)\(base == environment[.xdgStateHome] ? "" : "/.local/state")/bookstall/\(name)"
  }

  /// Whether the folder that the environment names is there; for what is not worth making one.
  var hasBase: Bool { access(base, W_OK) == 0 }

  /// All bytes; nil where there is no such file.
  func read() -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
  }

  /// Writes the bytes beside the old ones and puts them in their place; as long as the hold lives, nobody else has
  /// one on the file.
  ///
  /// With `isNew` a file that is there already stays, and `ConsoleError.cannotWrite` has the number of `EEXIST`; in
  /// the same way it has those of all else that fails.
  @discardableResult
  func write(_ bytes: [UInt8], isNew: Bool = false) throws(ConsoleError) -> FileHold {
    guard StateFile.makeFolders(above: path) else { throw .cannotWrite(errno) }
    let new = "\(path).\(getpid())"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(errno) }
    let hold = FileHold(taking: descriptor)
    do throws(ConsoleError) {
      try Console.write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw .cannotWrite(errno) }
    } catch {
      unlink(new)
      throw error
    }
    let failure = put(new, isNew: isNew)
    unlink(new)
    if failure != 0 { throw .cannotWrite(failure) }
    return hold
  }

  /// Gives a file this one's name; the `errno` where that fails, or 0.
  private func put(_ file: String, isNew: Bool) -> Int32 {
    guard isNew else { return rename(file, path) == 0 ? 0 : errno }
    if link(file, path) == 0 { return 0 }
    if errno == EEXIST { return EEXIST }
    // Not every file system has links.
    if access(path, F_OK) == 0 { return EEXIST }
    return rename(file, path) == 0 ? 0 : errno
  }

  /// Deletes the file.
  func remove() { unlink(path) }

  private static func makeFolders(above path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return true }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return true }
    return makeFolders(above: folder) && (mkdir(folder, 0o700) == 0 || errno == EEXIST)
  }
}
