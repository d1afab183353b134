internal import Glibc
internal import SQLite

/// A store and the way to it: opens the file, brings its schema up to date and hands out contexts.
///
/// A container may be shared by any number of tasks; they take turns. Values read from it are plain structs.
public final class PersistentContainer: Sendable {
  /// The models and the schema that the store follows.
  public let model: StoreModel
  /// The file's path, or nil for a store in memory.
  public let path: String?
  let gate: StoreGate
  let hub: ChangeHub
  let executor = BackgroundExecutor()
  let temporaryKeys = TemporaryKeys()
  /// SQLite's name for a store in memory.
  static let memoryPath = ":memory:"

  /// Opens the store in a file, making it when there is none.
  ///
  /// A new file is readable by its owner alone. An existing file is left untouched unless it is a store of this
  /// program, or has no bytes at all: an empty file counts as none.
  ///
  /// - Throws: `StoreError.notADatabase`, `.foreignStore`, `.newerStore`, `.newerHistory`, `.editedMigration`, `.busy`,
  ///   `.cannotOpen`, also for a folder, a device and the path `:memory:`, `.readOnly` or `.migrationFailed`.
  public init(at path: String, model: StoreModel, options: StoreOptions = StoreOptions()) throws {
    // C would take the text up to there for the name.
    guard !path.isEmpty, !path.utf8.contains(0), path != PersistentContainer.memoryPath else {
      throw StoreError.cannotOpen(path: path)
    }
    self.model = model
    self.path = path
    hub = ChangeHub()
    gate = StoreGate(try PersistentContainer.open(path, model: model, options: options, hub: hub))
  }

  /// Opens an empty store in memory, which ends with the container and touches no file.
  public init(inMemory model: StoreModel, options: StoreOptions = StoreOptions()) throws {
    self.model = model
    path = nil
    hub = ChangeHub()
    do {
      let connection = try Connection(path: PersistentContainer.memoryPath, access: .memory)
      gate = StoreGate(
        try PersistentContainer.prepare(
          connection, path: PersistentContainer.memoryPath, model: model, options: options, hub: hub))
    } catch let error as SQLiteError {
      throw StoreError(error, path: PersistentContainer.memoryPath)
    }
  }

  /// A fresh unit of work.
  public func makeContext() -> ManagedContext {
    ManagedContext(container: self)
  }

  deinit {
    hub.close()
  }

  /// Closes the file and ends what watches it; later uses throw `StoreError.closed`, and a second call does nothing.
  public func close() {
    gate.close()
    hub.close()
  }

  /// SQLite's version, such as `3.40.1`.
  public static var sqliteVersion: String { Connection.libraryVersion }

  private static func open(
    _ path: String, model: StoreModel, options: StoreOptions, hub: ChangeHub
  ) throws -> Store {
    do {
      if !options.isReadOnly, !options.fileMustExist { try createPrivately(path) }
      try checkFile(path)
      let connection = try Connection(
        path: path, access: options.isReadOnly ? .readOnly : .readWrite, busyTimeout: options.busyTimeout)
      return try prepare(connection, path: path, model: model, options: options, hub: hub)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    }
  }

  /// Makes an empty file for the owner alone, before SQLite would make one for everybody.
  private static func createPrivately(_ path: String) throws {
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      Glibc.close(descriptor)
    } else if errno == EROFS || errno == EACCES || errno == EPERM {
      throw StoreError.readOnly(path: path)
    } else if errno == ENOSPC || errno == EDQUOT {
      throw StoreError.diskFull
    } else if errno != EEXIST {
      throw StoreError.cannotOpen(path: path)
    }
  }

  /// Refuses what is no file, such as a device or a pipe, which SQLite would take for an empty file or wait for; and a
  /// file of one byte, which SQLite takes for an empty one and would write over.
  private static func checkFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StoreError.cannotOpen(path: path) }
    if status.st_size == 1 { throw StoreError.notADatabase(path: path) }
  }

  private static func prepare(
    _ connection: Connection, path: String, model: StoreModel, options: StoreOptions, hub: ChangeHub
  ) throws -> Store {
    let journal =
      path == memoryPath ? nil : JournalSetting(connection: connection, path: path, options: options)
    try journal?.prepare()
    let migrator = Migrator(connection: connection, path: path, model: model)
    do {
      try migrator.bringUpToDate(isReadOnly: options.isReadOnly)
      try journal?.apply()
    } catch let error as SQLiteError {
      throw journal?.explanation(of: error) ?? connection.missingPart(for: error, among: model.entities)
        ?? error
    }
    try connection.run("PRAGMA temp_store = MEMORY")
    try connection.run("PRAGMA cache_size = -8000")
    heedCancellation(connection, busyTimeout: options.busyTimeout)
    if let trace = options.trace {
      connection.onStatement(includingValues: options.traceIncludesValues, trace)
    }
    QueryFunctions.add(to: connection)
    let store = try Store(
      connection: connection, migrator: migrator, entities: model.entities, options: options, hub: hub)
    store.dataVersion = try connection.integer("PRAGMA data_version")
    return store
  }

  /// So many steps of SQLite's machine lie between two looks whether the task was cancelled: a fraction of a millisecond.
  private static let cancellationInterval: Int32 = 2000

  /// Ends statements and waiting when the task that they run for is cancelled.
  private static func heedCancellation(_ connection: Connection, busyTimeout: Int32) {
    connection.onProgress(every: cancellationInterval) { Task.isCancelled }
    connection.waitWhenBusy(upTo: busyTimeout) { Task.isCancelled }
  }
}
