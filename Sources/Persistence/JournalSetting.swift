internal import Glibc
internal import SQLite

/// Sees to it that a file has the journal that was asked for, and no other that could damage it.
struct JournalSetting {
  let connection: Connection
  let path: String
  let options: StoreOptions

  /// Whether a version of SQLite may damage a file in write-ahead mode that several connections use.
  ///
  /// A checkpoint that races with a commit can lose pages: from 3.7.0 on, repaired in 3.51.3, 3.50.7 and 3.44.6.
  static func hasWriteAheadFlaw(_ version: Int) -> Bool {
    switch version {
    case ..<3_007_000, 3_051_003...: false
    case 3_050_007..<3_051_000, 3_044_006..<3_045_000: false
    default: true
    }
  }

  private static var hasWriteAheadFlaw: Bool { hasWriteAheadFlaw(Connection.libraryVersionNumber) }

  /// Comes before anything is read.
  func prepare() throws {
    if options.journal == .writeAheadLog, Self.hasWriteAheadFlaw {
      try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    }
  }

  /// Comes when the file is known to be a store of this program.
  func apply() throws {
    guard !options.isReadOnly else { return }
    let present = try connection.value("PRAGMA journal_mode")
    let wanted = options.journal.rawValue
    if present == .text(wanted) { return }
    // From write-ahead mode SQLite leaves only when nobody else uses the file.
    guard try connection.value(SQL(verbatim: "PRAGMA journal_mode = \(wanted)")) == .text(wanted) else {
      throw StoreError.unsafeJournal(path: path, sqliteVersion: Connection.libraryVersion)
    }
  }

  /// Says more than that the file is busy where a container keeps it for itself because of its journal.
  func explanation(of error: SQLiteError) -> StoreError? {
    guard error.primaryCode == .busy || error.primaryCode == .locked, Self.hasWriteAheadFlaw,
      access(path + "-wal", F_OK) == 0
    else { return nil }
    return .unsafeJournal(path: path, sqliteVersion: Connection.libraryVersion)
  }
}
