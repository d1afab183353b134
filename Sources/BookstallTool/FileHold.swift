import Glibc

/// Keeps other processes from a file that is worked with, until it is let go or the process ends.
final class FileHold {
  private let descriptor: Int32

  /// Holds a file that is open and that nobody else can know yet.
  init(taking descriptor: Int32) {
    self.descriptor = descriptor
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  /// Holds the file of that name; nil where another process holds it, or where there is none.
  convenience init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // Not every file system has locks.
    let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    if isHeld || !FileHold.has(descriptor, path) {
      close(descriptor)
      return nil
    }
    self.init(taking: descriptor)
  }

  /// Whether the name is still the open file's; whoever held it may have put another one in its place.
  private static func has(_ descriptor: Int32, _ path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
  }

  deinit { close(descriptor) }
}
