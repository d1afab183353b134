internal import Glibc
internal import SQLite

/// How far a backup has come.
public struct BackupProgress: Sendable, Equatable {
  /// The pages that are copied.
  public let copied: Int
  /// The pages of the store.
  public let total: Int
}

extension PersistentContainer {
  /// Writes a copy of the store into a new file, which only its owner can read, while others go on using the store.
  ///
  /// The copy is made beside its place under another name and appears when it is whole, so that neither a crash nor a
  /// full disk leaves half a file under the name asked for; what a killed process leaves under the other name, the next
  /// backup to the same path removes. Cancelling the task ends it.
  ///
  /// - Parameters:
  ///   - path: The new file.
  ///   - pagesPerStep: How many pages are copied before others get their turn.
  ///   - progress: Called after each step, outside the store; what it throws ends the backup and leaves no file.
  /// - Throws: `StoreError.fileExists`, `.cannotOpen` when the file can't be made, `.diskFull`, `.cancelled`, `.notAllowedHere`
  ///   inside a read or a change, and the like.
  public func backup(
    to path: String, pagesPerStep: Int = 500, progress: (BackupProgress) throws -> Void = { _ in }
  ) throws {
    guard access(path, F_OK) != 0 else { throw StoreError.fileExists(path: path) }
    try gate.use { try $0.requireRest("a backup inside a read or a change") }
    let draft = try BackupDraft(for: path)
    do {
      try copy(to: draft.path, Int32(clamping: max(1, pagesPerStep)), progress)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
    try draft.place(at: path)
  }

  private func copy(to draft: String, _ pages: Int32, _ progress: (BackupProgress) throws -> Void) throws {
    let target = try Connection(path: draft, access: .readWrite)
    defer { target.close() }
    let backup = try gate.use { try Backup(of: $0.connection, into: target) }
    var lastCopied = 0
    var setbacks = 0
    var isUnfinished = true
    while isUnfinished {
      // A store that others keep changing starts the copy over each time; then all of it goes in one step.
      isUnfinished = try gate.use { _ in try backup.step(setbacks < 3 ? pages : -1) }
      let copied = backup.total - backup.remaining
      if copied < lastCopied { setbacks += 1 }
      lastCopied = copied
      try progress(BackupProgress(copied: copied, total: backup.total))
    }
    try gate.use { _ in try backup.finish() }
  }
}
