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
  /// The number by which the context knows its own commits among those of others.
  let author: Int
  /// The store's commits up to this one are known to the context.
  var generation: Int
  /// Counts what happens to the objects, so that children see that there is something to read again.
  private(set) var edits = 0
  /// The parent's count when this context looked last.
  var seenEdits = 0
  /// What the next save says about a deletion that this context could not take.
  private(set) var refusedDeletion: StoreError?
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
    mergePolicy = parent?.mergePolicy ?? .standard
    seenEdits = parent?.edits ?? 0
    link.context = self
  }

  /// Takes a value into the context; the next save writes it.
  ///
  /// A value with a key above 0 keeps it; any other gets a temporary one, and the row's by the save.
  @discardableResult
  public func insert<Model: PersistentModel>(_ model: Model) -> Managed<Model> {
    var model = model
    if model.id <= 0 { model.id = container.temporaryKeys.next() }
    return adopt(model)
  }

  /// Takes a value with its key into the context.
  @discardableResult
  func adopt<Model: PersistentModel>(_ model: Model) -> Managed<Model> {
    noteEdit()
    let object = Managed(model, state: .inserted, context: self)
    undoStack?.note(object, isNew: true)
    table(of: Model.self).insert(object)
    undoStack?.didChange()
    return object
  }

  /// Marks an object for deletion by the next save; one that was never saved is simply dropped.
  ///
  /// An object of another context is left alone, and the next save throws `StoreError.foreignObject`, until a rollback.
  public func delete<Model: PersistentModel>(_ object: Managed<Model>) {
    guard object.context === self else {
      refusedDeletion = refusedDeletion ?? .foreignObject(entity: Model.schema.table, id: object.key)
      return
    }
    guard object.state == .inserted || object.state == .persistent else { return }
    noteEdit()
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
    noteEdit()
    refusedDeletion = nil
    for table in tables.values { table.rollback() }
  }

  /// Forgets all objects and changes; handles still in use keep their last values, detached.
  public func reset() {
    undoStack?.removeAll()
    noteEdit()
    refusedDeletion = nil
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

  func noteEdit() {
    edits &+= 1
  }

  func noteChange<Model: PersistentModel>(of object: Managed<Model>) {
    table(of: Model.self).noteChange(of: object)
  }

  func noteLateChange<Model: PersistentModel>(of object: Managed<Model>) {
    table(of: Model.self).noteLateChange(of: object)
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
