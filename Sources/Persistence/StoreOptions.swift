/// How a container opens its file.
public struct StoreOptions: Sendable {
  /// How changes reach the file safely.
  public enum Journal: String, Sendable {
    /// A rollback journal that is deleted after each change; the default, safe with any number of programs.
    case delete
    /// A rollback journal that is emptied after each change: a little faster.
    case truncate
    /// A write-ahead log: the fastest.
    ///
    /// SQLite before 3.51.3 (but for 3.44.6 and 3.50.7) may damage such a file when several connections use it. With
    /// these versions the container keeps the file for itself, and another one on the same file throws
    /// `StoreError.unsafeJournal` or `.busy`.
    case writeAheadLog = "wal"
  }

  /// How changes reach the file safely.
  public var journal: Journal = .delete
  /// How long to wait for another program's lock, in milliseconds.
  public var busyTimeout: Int32 = 5000
  /// Whether changes are recorded, so that they can be undone later.
  public var recordsHistory = true
  /// How much history is kept, looked at now and again; all of it by default, until `pruneHistory` is called.
  public var historyLimit: HistoryLimit?
  /// Called with the SQL of each statement that starts, on the thread that runs it; it must not use the container.
  public var trace: (@Sendable (String) -> Void)?
  /// Whether the traced SQL has the bound values in it, which may be private, in place of each `?`.
  public var traceIncludesValues = false
  /// Whether a missing file is an error rather than made.
  public var fileMustExist = false
  /// Whether the file is only read.
  public var isReadOnly = false

  /// The defaults: a rollback journal, five seconds, with history.
  public init() {}
}
