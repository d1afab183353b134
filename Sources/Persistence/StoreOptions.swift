/// How a container opens its file.
public struct StoreOptions: Sendable {
  /// How changes reach the file safely.
  public enum Journal: String, Sendable {
    /// A rollback journal that is deleted after each change; the default, safe with any number of programs.
    case delete
    /// A rollback journal that is emptied after each change: a little faster.
    case truncate
  }

  /// How changes reach the file safely.
  public var journal: Journal = .delete
  /// How long to wait for another program's lock, in milliseconds.
  public var busyTimeout: Int32 = 5000
  /// Whether changes are recorded, so that they can be undone later.
  public var recordsHistory = true
  /// How much history is kept; all of it by default, until `pruneHistory` is called.
  public var historyLimit: HistoryLimit?
  /// Whether a missing file is an error rather than made.
  public var fileMustExist = false
  /// Whether the file is only read.
  public var isReadOnly = false

  /// The defaults: a rollback journal, five seconds, with history.
  public init() {}
}
