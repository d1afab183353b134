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
  private let dependents: [String: [Dependent]]

  init(connection: Connection, path: String, entities: [EntityDescription], recordsHistory: Bool) {
    self.connection = connection
    self.path = path
    history = HistoryRecorder(connection: connection, isOn: recordsHistory)
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

  /// Adds the entity and the row to a refusal by SQLite.
  func naming<Result>(_ entity: EntityDescription, id: Int64? = nil, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreError(error, path: path, entity: entity.table, id: id)
    }
  }

  /// Runs the closure in a transaction with its history, or in a savepoint inside one.
  func write<Result>(named name: String, _ body: () throws -> Result) throws -> Result {
    let isOutermost = connection.transactionDepth == 0
    if isOutermost { history.begin(named: name) }
    let mark = history.mark
    do {
      return try connection.transaction {
        // A cycle of references can be inserted in any order; the commit checks them all.
        if isOutermost { try connection.run("PRAGMA defer_foreign_keys = ON") }
        let result = try body()
        if isOutermost { try history.flush() }
        return result
      }
    } catch {
      history.rollBack(to: mark)
      throw error
    }
  }
}

/// Lets one caller at a time use a store.
final class StoreGate: @unchecked Sendable {
  // Unchecked for this reason: every access to the store goes through the lock below, which only this class holds.
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
    do {
      return try body(store)
    } catch let error as SQLiteError {
      throw StoreError(error, path: store.path)
    }
  }

  /// Closes the file; later uses throw.
  func close() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    store?.connection.close()
    store = nil
  }
}
