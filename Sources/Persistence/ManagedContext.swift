internal import SQLite

/// A unit of work: objects are fetched, inserted, changed and deleted in memory, and one `save` writes it all or nothing.
///
/// A context and its objects stay with the code that made them; the compiler refuses to let them cross to another task.
public final class ManagedContext {
  /// The store that the context reads from and saves to.
  public let container: PersistentContainer
  /// The context that this one saves to, or nil where it saves to the store.
  public let parent: ManagedContext?
  /// What a save does about rows that others changed meanwhile: changes of different properties both hold, and changes
  /// of the same one are a conflict, unless it says otherwise.
  public var mergePolicy = MergePolicy.standard
  /// What keeps the steps that can be undone; nil, as in a fresh context, where none are kept.
  public var undoStack: UndoStack?
  var tables: [ObjectIdentifier: any ObjectTable] = [:]
  let temporaryKeys: TemporaryKeys
  /// The number by which the context knows its own commits among those of others.
  let author: Int
  /// The store's commits up to this one are known to the context.
  var generation: Int
  /// Whether a save is going on, whose merge policy may call anything.
  var isSaving = false
  /// The contexts that save to this one, while they last.
  var children: [WeakContext] = []

  /// By what the objects find the context without keeping it.
  let link = ContextLink()

  init(container: PersistentContainer, parent: ManagedContext? = nil) {
    self.container = container
    self.parent = parent
    (author, generation) = container.hub.makeAuthor()
    temporaryKeys = parent?.temporaryKeys ?? TemporaryKeys()
    mergePolicy = parent?.mergePolicy ?? .standard
    link.context = self
  }

  /// Takes a value into the context; the next save writes it.
  @discardableResult
  public func insert<Model: PersistentModel>(_ model: Model) -> Managed<Model> {
    var model = model
    if model.id <= 0 { model.id = temporaryKeys.next() }
    return adopt(model)
  }

  /// Takes a value with its key into the context.
  @discardableResult
  func adopt<Model: PersistentModel>(_ model: Model) -> Managed<Model> {
    let object = Managed(model, state: .inserted, context: self)
    undoStack?.note(object, isNew: true)
    table(of: Model.self).insert(object)
    undoStack?.didChange()
    return object
  }

  /// Marks an object for deletion by the next save; one that was never saved is simply dropped, and one of another
  /// context is left alone.
  public func delete<Model: PersistentModel>(_ object: Managed<Model>) {
    guard object.context === self, object.state == .inserted || object.state == .persistent else { return }
    undoStack?.note(object)
    table(of: Model.self).delete(object)
    undoStack?.didChange()
  }

  /// Whether a save would write anything.
  public var hasChanges: Bool {
    tables.values.contains { $0.hasChanges }
  }

  /// Drops all unsaved changes: changed objects get their stored values back, inserted ones are detached, deleted ones
  /// live again.
  ///
  /// There is nothing to undo afterwards.
  public func rollback() {
    undoStack?.removeAll()
    for table in tables.values { table.rollback() }
  }

  /// Forgets all objects and changes; handles still in use keep their last values, detached.
  public func reset() {
    undoStack?.removeAll()
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

  /// The table of an entity whose model's type is not at hand.
  func table(of entity: EntityDescription) -> any ObjectTable {
    if let table = tables.values.first(where: { $0.entity === entity }) { return table }
    let table = entity.makeTable()
    tables[table.modelIdentifier] = table
    return table
  }

  func noteChange<Model: PersistentModel>(of object: Managed<Model>) {
    table(of: Model.self).noteChange(of: object)
  }

  func noteLateChange<Model: PersistentModel>(of object: Managed<Model>) {
    table(of: Model.self).noteLateChange(of: object)
  }
}

/// Gives out keys for objects that are not saved yet; a context and its children share one.
final class TemporaryKeys {
  private var last: Int64 = 0

  func next() -> Int64 {
    last -= 1
    return last
  }
}

/// A context that may be gone.
struct WeakContext {
  weak var context: ManagedContext?
}

@available(
  *, unavailable, message: "A context stays with the code that made it; make another from the container."
)
extension ManagedContext: Sendable {}
