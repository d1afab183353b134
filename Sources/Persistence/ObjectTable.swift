internal import SQLite

/// The objects of one model in one context.
protocol ObjectTable: AnyObject {
  var entity: EntityDescription { get }
  var hasChanges: Bool { get }
  func rollback()
  func detachAll()
  /// Checks every object that a save would write.
  func validationFailures() -> [ObjectFailure]
  func saveDeletions(in save: SaveSession) throws
  func saveChanges(in save: SaveSession) throws
  func saveInsertions(in save: SaveSession) throws
  /// Makes what was saved the stored state; called once the store has it for certain.
  func commit(_ savedKeys: [Int64: Int64])
}

/// The identity map and the pending changes of one model.
final class EntityTable<Model: PersistentModel>: ObjectTable {
  private var registered: [Int64: AnyManaged] = [:]
  private(set) var inserted: [Managed<Model>] = []
  private(set) var deleted: [Managed<Model>] = []
  /// Objects written to since the last save; some may be back at their stored values.
  var changed: [Managed<Model>] = []

  var entity: EntityDescription { Model.schema.description }

  func object(_ key: Int64) -> Managed<Model>? {
    // Only objects of this model are ever registered here.
    registered[key].map { unsafeDowncast($0, to: Managed<Model>.self) }
  }

  func register(_ object: Managed<Model>) {
    registered[object.key] = object
  }

  func reserve(_ count: Int) {
    registered.reserveCapacity(registered.count + count)
  }

  func insert(_ object: Managed<Model>) {
    inserted.append(object)
    registered[object.key] = object
  }

  func delete(_ object: Managed<Model>) {
    switch object.state {
    case .inserted:
      object.state = .detached
      registered[object.key] = nil
    // The object stays in the list, and a save skips it: taking it out would cost a search.
    case .persistent:
      object.state = .deleted
      deleted.append(object)
    case .deleted, .detached:
      break
    }
  }

  var hasChanges: Bool {
    inserted.contains { $0.state == .inserted } || !deleted.isEmpty
      || changed.contains { $0.state == .persistent && !$0.changedAttributes.isEmpty }
  }

  /// Objects with unsaved changes that a fetch has to look at in memory.
  var pending: [Managed<Model>] {
    inserted.filter { $0.state == .inserted } + changed.filter { $0.state == .persistent }
  }

  func rollback() {
    for object in changed { object.revert() }
    for object in inserted {
      object.state = .detached
      registered[object.key] = nil
    }
    for object in deleted {
      object.state = .persistent
    }
    clearChanges()
  }

  func detachAll() {
    for object in inserted { object.state = .detached }
    for object in registered.values { object.state = .detached }
    registered.removeAll()
    clearChanges()
  }

  func validationFailures() -> [ObjectFailure] {
    let written = inserted.filter { $0.state == .inserted } + changed.filter { $0.committed != nil }
    return written.compactMap { object in
      if object.state == .deleted { return nil }
      let failures = object.value.validate()
      return failures.isEmpty ? nil : ObjectFailure(entity: entity.table, id: object.key, failures: failures)
    }
  }

  func saveDeletions(in save: SaveSession) throws {
    for object in deleted { try save.delete(entity, id: object.key) }
  }

  func saveChanges(in save: SaveSession) throws {
    for object in changed where object.state == .persistent {
      let attributes = object.changedAttributes
      guard !attributes.isEmpty, let committed = object.committed else { continue }
      try save.update(object.value, from: committed, attributes: attributes)
    }
  }

  func saveInsertions(in save: SaveSession) throws {
    guard inserted.contains(where: { $0.state == .inserted }) else { return }
    try save.insert(inserted.lazy.filter { $0.state == .inserted }.map(\.value))
  }

  func commit(_ savedKeys: [Int64: Int64]) {
    for object in inserted where object.state == .inserted {
      let key = object.key
      object.commit(key: savedKeys[key] ?? key, savedKeys: savedKeys)
      if object.key != key {
        registered[key] = nil
        registered[object.key] = object
      }
    }
    for object in changed where object.state == .persistent {
      object.commit(key: object.key, savedKeys: savedKeys)
    }
    for object in deleted { registered[object.key] = nil }
    clearChanges()
  }

  private func clearChanges() {
    inserted.removeAll()
    deleted.removeAll()
    changed.removeAll()
  }
}
