import Bookstall
import Glibc
import Persistence
import Presentation

/// Puts a copy of a backup in the place of a store: all of it or nothing.
struct StoreRestoration {
  let backup: String
  /// The store's file.
  let path: String

  /// The number of books in the backup; throws a `Failure` unless it is a sound store.
  func check() throws -> Int {
    var status = stat()
    guard stat(backup, &status) == 0, status.st_size > 0 else { throw damaged("it is empty.") }
    // A store that must be brought up to date is changed by opening it, and the backup must stay as it is.
    let copy = try copied(to: "check")
    defer { remove(copy) }
    do {
      let store = try BookStore(reading: copy)
      let health = try store.health()
      if let problem = health.fileProblems.first { throw damaged(SafeText.excerpt(problem)) }
      return try store.count()
    } catch let error as StoreError {
      throw damaged(Failure(error).message.replacing(SafeText.line(copy), with: SafeText.line(backup)))
    }
  }

  /// Puts the backup in place and returns where the store that was there is kept; nil where there was none.
  ///
  /// No program can write the store meanwhile, so that the copy that is kept has every change that was saved.
  func run() throws -> String? {
    let copy = try copied(to: "restored")
    do {
      // Brings the copy up to date before it becomes the store.
      _ = try BookStore(reading: copy).count()
      guard access(path, F_OK) == 0 else {
        try place(copy)
        return nil
      }
      let kept = keptPath
      do {
        let store = try BookStore(reading: path)
        try store.holdingWriters {
          // Another connection, since the one that holds the lock is in the midst of a transaction.
          try BookStore(reading: path).backUp(to: kept)
          try place(copy)
        }
      } catch let error as StoreError where Self.isUnusable(error) {
        // What can't be read as a store is kept as it is.
        guard rename(path, kept) == 0 else { throw unwritable(kept) }
        try place(copy)
      }
      return kept
    } catch {
      remove(copy)
      throw error
    }
  }

  /// Whether no program can be using the file as a store.
  private static func isUnusable(_ error: StoreError) -> Bool {
    switch error {
    case .notADatabase, .foreignStore, .newerStore, .corrupt: true
    default: false
    }
  }

  /// Gives the copy the store's name.
  private func place(_ copy: String) throws {
    // What a log still holds belongs to the file that was there.
    for ending in ["-wal", "-shm", "-journal"] { unlink(path + ending) }
    guard rename(copy, path) == 0 else { throw unwritable(path) }
    syncFolder()
  }

  /// The name under which the present store is kept beside itself.
  private var keptPath: String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let numbers = [
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min),
      Int(parts.tm_sec),
    ].map { ($0 < 10 ? "0" : "") + String($0) }
    let kept = "\(path).\(numbers[0...2].joined(separator: "-"))-\(numbers[3...].joined())"
    return access(kept, F_OK) == 0 ? kept + "-\(getpid())" : kept
  }

  /// A copy of the backup beside the store, so that a rename can put it in place.
  private func copied(to name: String) throws -> String {
    let copy = "\(path).\(name)-\(getpid())"
    do {
      try copyFile(backup, to: copy)
      // A store that is in use may keep its newest changes in a file of their own.
      if access(backup + "-wal", F_OK) == 0 { try copyFile(backup + "-wal", to: copy + "-wal") }
      return copy
    } catch {
      remove(copy)
      throw error
    }
  }

  private func copyFile(_ source: String, to target: String) throws {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw unreadable }
    defer { close(input) }
    unlink(target)
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw unwritable(target) }
    defer { close(output) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable }
      if count == 0 { break }
      guard (try? Console.write(Array(chunk[..<count]), to: output)) != nil else { throw unwritable(target) }
    }
    guard fsync(output) == 0 else { throw unwritable(target) }
  }

  private var unreadable: Failure {
    Failure("Cannot read '\(SafeText.line(backup))': \(Failure.reason(errno)).", .cannotRead)
  }

  private func unwritable(_ path: String) -> Failure {
    Failure("Cannot write '\(SafeText.line(path))': \(Failure.reason(errno)).", .cannotWrite)
  }

  /// Makes the rename last, whatever happens to the machine.
  private func syncFolder() {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private func damaged(_ reason: String) -> Failure {
    Failure("'\(SafeText.line(backup))' is no sound backup: \(reason)", .cannotRead)
  }

  private func remove(_ copy: String) {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(copy + ending) }
  }
}
