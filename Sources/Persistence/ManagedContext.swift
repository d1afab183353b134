internal import SQLite

/// A unit of work: objects are fetched, inserted, changed and deleted in memory, and one `save` writes it all or nothing.
///
/// A context and its objects stay with the code that made them; the compiler refuses to let them cross to another task.
public final class ManagedContext {
  /// The store that the context reads from and saves to.
  public let container: PersistentContainer
  var tables: [ObjectIdentifier: any ObjectTable] = [:]
  private var lastTemporaryKey: Int64 = 0

  init(container: PersistentContainer) {
    self.container = container
  }

  /// Takes a value into the context; the next save writes it.
  @discardableResult
  public func insert<Model: PersistentModel>(_ model: Model) -> Managed<Model> {
    var model = model
    if model.id <= 0 {
      lastTemporaryKey -= 1
      model.id = lastTemporaryKey
    }
    let object = Managed(model, state: .inserted, context: self)
    table(of: Model.self).insert(object)
    return object
  }

  /// Marks an object for deletion by the next save; one that was never saved is simply dropped, and one of another
  /// context is left alone.
  public func delete<Model: PersistentModel>(_ object: Managed<Model>) {
    guard object.context === self else { return }
    table(of: Model.self).delete(object)
  }

  /// Whether a save would write anything.
  public var hasChanges: Bool {
    tables.values.contains { $0.hasChanges }
  }

  /// Drops all unsaved changes: changed objects get their stored values back, inserted ones are detached, deleted ones
  /// live again.
  public func rollback() {
    for table in tables.values { table.rollback() }
  }

  /// Forgets all objects and changes; handles still in use keep their last values, detached.
  public func reset() {
    for table in tables.values { table.detachAll() }
    tables.removeAll()
  }

  /// The object with that identity if the context holds it already.
  public func registered<Model: PersistentModel>(_ id: ManagedID<Model>) -> Managed<Model>? {
    table(of: Model.self).object(id.rawValue)
  }

  func table<Model: PersistentModel>(of type: Model.Type) -> EntityTable<Model> {
    let identifier = ObjectIdentifier(type)
    // The key is the model's type, so the table found is of that type.
    if let table = tables[identifier] as? EntityTable<Model> { return table }
    let table = EntityTable<Model>()
    tables[identifier] = table
    return table
  }

  func noteChange<Model: PersistentModel>(of object: Managed<Model>) {
    table(of: Model.self).noteChange(of: object)
  }
}

@available(
  *, unavailable, message: "A context stays with the code that made it; make another from the container."
)
extension ManagedContext: Sendable {}
