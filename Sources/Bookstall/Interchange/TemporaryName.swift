internal import Glibc

/// A name beside a file for what is to become that file: `page.html.bookstall-1a2b3c.part`.
///
/// Its writer holds a lock on it, so that a later run knows what a killed one has left.
struct TemporaryName {
  /// The folder of the file and of the name.
  let folder: String
  /// The whole name.
  let path: String
  /// What the names of all such files beside this one begin with.
  private let prefix: String

  private static let suffix = ".part"

  /// A name that no other run has.
  init(beside target: String) {
    let slash = target.lastIndex(of: "/")
    let start = slash.map { target.index(after: $0) } ?? target.startIndex
    folder = slash.map { String(target[...$0]) } ?? "."
    prefix = target[start...] + ".bookstall-"
    let number = String(UInt32.random(in: .min ... .max), radix: 36)
    path = String(target[..<start]) + prefix + number + Self.suffix
  }

  /// Makes the file; -1 and the system's error where that can't be.
  func open() -> Int32 {
    Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
  }

  /// Removes the files of runs that are over: nobody holds their locks any more.
  func removeLeftovers() {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { continue }
      let other = Glibc.openat(dirfd(directory), name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard other >= 0 else { continue }
      if flock(other, LOCK_EX | LOCK_NB) == 0 { unlinkat(dirfd(directory), name, 0) }
      close(other)
    }
  }
}
