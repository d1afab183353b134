internal import Glibc
internal import SQLite

/// An entity whose rows refer to another's.
struct Dependent {
  let entity: EntityDescription
  let reference: EntityDescription.Reference
}

/// The open file behind a container: its connection and what belongs to a transaction.
///
/// It is reached only through `StoreGate`, one caller at a time.
final class Store {
  let connection: Connection
  let path: String
  let history: HistoryRecorder
  /// The models that the store keeps.
  let entities: [EntityDescription]
  /// What tells watchers and contexts of changes.
  let hub: ChangeHub
  /// SQLite's count of changes by other connections, when it was looked at last.
  var dataVersion: Int64 = 0
  /// What is known of the file's schema.
  var schemaFacts: SchemaFacts
  let migrator: Migrator
  /// The tables that got a row with the largest key in the running transaction, which a rollback makes SQLite forget.
  var tablesWithLargestKey: Set<String> = []
  private let numbers: [String: Int]
  private let dependents: [String: [Dependent]]
  private let historyLimit: HistoryLimit?
  private var isWriting = false
  private var recordedChanges = 0

  /// A store whose schema is up to date.
  init(
    connection: Connection, migrator: Migrator, entities: [EntityDescription], options: StoreOptions,
    hub: ChangeHub
  ) throws {
    self.connection = connection
    self.migrator = migrator
    path = migrator.path
    self.entities = entities
    self.hub = hub
    schemaFacts = SchemaFacts(version: try connection.integer("PRAGMA schema_version"))
    historyLimit = options.historyLimit
    numbers = Dictionary(
      entities.enumerated().map { ($1.table, $0) }, uniquingKeysWith: { first, _ in first })
    history = HistoryRecorder(
      connection: connection, entities: entities, isOn: options.recordsHistory)
    var dependents: [String: [Dependent]] = [:]
    for entity in entities {
      for reference in entity.references {
        dependents[reference.target, default: []].append(Dependent(entity: entity, reference: reference))
      }
    }
    self.dependents = dependents
  }

  func dependents(of entity: EntityDescription) -> [Dependent] {
    dependents[entity.table] ?? []
  }

  /// The entity's place among those of the store.
  func number(of entity: EntityDescription) -> Int {
    numbers[entity.table] ?? -1
  }

  /// Adds the entity and the row to a refusal by SQLite.
  func naming<Result>(_ entity: EntityDescription, id: Int64? = nil, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw explained(error, entity: entity, id: id)
    }
  }

  /// Runs the closure in a transaction with its history, or in a savepoint inside one.
  ///
  /// Inside a read it is refused: it would have to wait for the write lock with the read lock in hand, as another
  /// program may be doing too, and what it wrote would hold only if the read ended well.
  ///
  /// - Parameters:
  ///   - name: What the change is called in the history.
  ///   - origin: What makes the change, for those who watch.
  ///   - author: The number of the context that saves, which knows its own changes.
  ///   - body: The changes.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or the refusal of the commit.
  func write<Result>(
    named name: String, from origin: ChangeSet.Origin = .save, by author: Int? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    if isWriting { return try nested(body) }
    guard connection.transactionDepth == 0 else {
      throw StoreError.notAllowedHere("a change inside a read")
    }
    tablesWithLargestKey.removeAll()
    history.begin(named: name)
    isWriting = true
    defer { isWriting = false }
    let result = try connection.transaction {
      try checkSchema()
      // A cycle of references can be inserted in any order; the end of the transaction checks them all.
      try connection.run("PRAGMA defer_foreign_keys = ON")
      let result = try body()
      try history.flush()
      try pruneIfDue()
      if connection.hasForeignKeyViolations { throw try foreignKeyFailure() }
      return result
    }
    // Only now, since the commit might have failed; and whatever happens to the caller's task from here on.
    if let changes = history.log.changeSet(named: name, from: origin) { hub.publish(changes, by: author) }
    return result
  }

  /// Refuses what SQLite does only outside of any transaction.
  func requireRest(_ what: String) throws {
    if connection.transactionDepth > 0 { throw StoreError.notAllowedHere(what) }
  }

  /// Drops what the limit doesn't allow, at the first recorded change and then now and again: looking costs time.
  private func pruneIfDue() throws {
    guard let historyLimit, history.isWritten else { return }
    if recordedChanges % 50 == 0 { try prune(historyLimit) }
    recordedChanges += 1
  }

  /// Runs the closure in a savepoint: when it throws, nothing has been, in the history either.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    let mark = history.mark
    do {
      return try connection.transaction(body)
    } catch {
      history.rollBack(to: mark)
      throw error
    }
  }

  /// Writes what the running transaction has collected for the history, if there is one.
  func flushHistory() throws {
    if isWriting { try history.flush() }
  }

  /// Refuses to write rows of a model that is none of the store's: the history would not have them.
  func requireListed(_ entity: EntityDescription) throws {
    if !history.knows(entity) { throw StoreError.unlistedModel(entity: entity.table) }
  }
}

/// Lets one caller at a time use a store.
final class StoreGate: @unchecked Sendable {
  // Unchecked for this reason: every access to the store goes through the lock below, which only this class holds. The
  // lock itself is allocated once and freed with the last reference.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var store: Store?

  init(_ store: Store) {
    self.store = store
    lock = .allocate(capacity: 1)
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    // The closure of a cursor or a transaction may use the container again.
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs the closure with the store, and sorts SQLite's refusals into `StoreError`.
  func use<Result>(_ body: (Store) throws -> Result) throws -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard let store else { throw StoreError.closed }
    // Nothing begins for a task that is cancelled already.
    if Task.isCancelled { throw StoreError.cancelled }
    do {
      return try body(store)
    } catch let error as SQLiteError {
      // Whatever SQLite says of a connection that the closure itself has closed.
      if self.store == nil { throw StoreError.closed }
      throw store.explained(error)
    }
  }

  /// Throws when the file is closed.
  func requireOpen() throws {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if store == nil { throw StoreError.closed }
  }

  /// Closes the file; later uses throw.
  func close() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    store?.connection.close()
    store = nil
  }
}
