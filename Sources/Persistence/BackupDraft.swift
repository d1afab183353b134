internal import Glibc

/// The file that a backup is written to before it gets its name; gone when the backup ends, however it does.
///
/// A process that is killed can't remove its draft. So every draft is locked as long as its backup lives, and the next
/// backup to the same path removes those that nobody holds any more.
struct BackupDraft: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// Makes the draft of a backup to a path.
  init(for target: String) throws {
    BackupDraft.removeAbandoned(for: target)
    while true {
      let path = "\(target).\(getpid())-\(UInt32.random(in: 0...UInt32.max))\(BackupDraft.ending)"
      let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw StoreError.cannotOpen(path: target) }
      var status = stat()
      // Between the two calls another backup may have taken it for an abandoned one.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        self.path = path
        self.descriptor = descriptor
        return
      }
      Glibc.close(descriptor)
      unlink(path)
    }
  }

  deinit {
    BackupDraft.remove(path)
    Glibc.close(descriptor)
  }

  /// Gives the finished copy its name, unless a file has come by it meanwhile.
  func place(at target: String) throws {
    if link(path, target) == 0 { return }
    // Some file systems have no links.
    guard errno != EEXIST, access(target, F_OK) != 0 else { throw StoreError.fileExists(path: target) }
    guard rename(path, target) == 0 else { throw StoreError.cannotOpen(path: target) }
  }

  private static let ending = ".part"

  private static func remove(_ path: String) {
    unlink(path)
    unlink(path + "-journal")
  }

  /// Removes the drafts of backups to a path whose processes are gone.
  private static func removeAbandoned(for target: String) {
    let slash = target.lastIndex(of: "/")
    let folder = slash.map { String(target[...$0]) } ?? "./"
    let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let found = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard isDraft(found, of: name) else { continue }
      let path = folder + found
      let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      Glibc.close(descriptor)
    }
  }

  /// Whether a file has the name of a target with two numbers behind it.
  private static func isDraft(_ found: String, of name: String) -> Bool {
    guard found.hasPrefix(name + "."), found.hasSuffix(ending) else { return false }
    let numbers = found.dropFirst(name.count + 1).dropLast(ending.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2 && numbers.allSatisfy { UInt32($0) != nil }
  }
}
