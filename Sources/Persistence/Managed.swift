/// A live object of one context: reads and writes go through to the model's properties.
///
/// There is one handle per row and context. Its bookkeeping stands under the one name `managed`, so that it hides no
/// property of the model but those named `managed`, `snapshot` and `update`.
@dynamicMemberLookup
public final class Managed<Model: PersistentModel>: AnyManaged {
  private(set) var value: Model {
    didSet { if isFiled { leaveFiles() } }
  }
  private(set) var committed: Model?

  init(_ value: Model, state: ObjectState, context: ManagedContext) {
    self.value = value
    super.init(key: value.id, state: state, context: context)
  }

  /// A property of the model.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Model, Value>) -> Value {
    value[keyPath: keyPath]
  }

  /// A property of the model; writing it registers the object with its context as changed.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Model, Value>) -> Value {
    get { value[keyPath: keyPath] }
    set {
      noteChange()
      value[keyPath: keyPath] = newValue
      keepKey()
    }
  }

  /// Changes several properties at once, in place.
  public func update(_ change: (inout Model) throws -> Void) rethrows {
    // A copy, so that a closure that reads this handle can't clash with the write.
    var copy = value
    try change(&copy)
    // Afterwards, since the closure may have saved the context.
    noteChange()
    value = copy
    keepKey()
  }

  /// The model's present values, as a plain value.
  public var snapshot: Model { value }

  /// The object's identity and state.
  public var managed: ManagedDetails<Model> { ManagedDetails(object: self) }

  /// The columns whose values differ from the stored ones.
  var changedAttributes: [Attribute<Model>] {
    guard let committed, committed != value else { return [] }
    return Model.schema.attributes.filter { !$0.isEqual(committed, value) }
  }

  override func leaveFiles() {
    isFiled = false
    context?.table(of: Model.self).references.displace(self)
  }

  private func noteChange() {
    switch state {
    case .inserted, .detached:
      return
    case .persistent:
      guard committed == nil else { return }
      committed = value
    case .deleted:
      // Kept for a rollback; the next save says that the object is gone.
      committed = committed ?? value
    }
    context?.noteChange(of: self)
  }

  /// The key is the store's to give; an assignment through the handle has no effect.
  private func keepKey() {
    if value.id != key { value.id = key }
  }

  /// Makes the present values the stored ones.
  func commit(key: Int64, _ references: [EntityDescription.Reference], _ savedKeys: [Int64: Int64]) {
    if self.key != key {
      setKey(key)
      value.id = key
    }
    for reference in references {
      let attribute = Model.schema.attributes[reference.index]
      if case .integer(let id) = attribute.value(value), id < 0, let saved = savedKeys[id] {
        _ = attribute.assign(&value, .integer(saved))
      }
    }
    committed = nil
    state = .persistent
  }

  /// Takes over that the store has no value any more for a reference.
  func loseReference(at index: Int) {
    _ = Model.schema.attributes[index].assign(&value, .null)
  }

  /// Goes back to the stored values.
  func revert() {
    if let committed { value = committed }
    committed = nil
  }

  /// Takes the stored values, unless there are changes to keep.
  func refresh(with stored: Model) {
    guard committed == nil else { return }
    value = stored
  }
}

/// The part of a managed object that doesn't depend on its model.
public class AnyManaged {
  final private(set) var key: Int64
  final var state: ObjectState {
    didSet { if isFiled { leaveFiles() } }
  }
  /// Whether the table's indexes know the present values and state; always false where no relationship is used.
  final var isFiled = false
  final weak var context: ManagedContext?

  init(key: Int64, state: ObjectState, context: ManagedContext) {
    self.key = key
    self.state = state
    self.context = context
  }

  /// Tells the table's indexes to look at the object again.
  func leaveFiles() {}

  final func setKey(_ key: Int64) {
    self.key = key
  }
}

/// Where an object stands between its context and the store.
public enum ObjectState: Sendable {
  /// In the context only, until the next save.
  case inserted
  /// A row of the store, with or without unsaved changes.
  case persistent
  /// To be deleted by the next save, or deleted by the last one.
  case deleted
  /// Dropped by a rollback or a reset of its context.
  case detached
}

/// The bookkeeping of a managed object.
public struct ManagedDetails<Model: PersistentModel> {
  let object: Managed<Model>

  /// The object's identity; temporary until the first save.
  public var id: ManagedID<Model> { ManagedID(object.key) }
  /// Where the object stands.
  public var state: ObjectState { object.state }
  /// Whether it has changes that are not saved.
  public var hasChanges: Bool { object.state == .inserted || !object.changedAttributes.isEmpty }
  /// The columns that differ from the store.
  public var changedColumns: [String] { object.changedAttributes.map(\.column) }
  /// The values as the store has them; nil for an inserted object.
  public var committed: Model? { object.state == .inserted ? nil : object.committed ?? object.value }
  /// The object's context, while it exists.
  public var context: ManagedContext? { object.context }
}

@available(
  *, unavailable, message: "A managed object belongs to its context; pass its ManagedID or its snapshot."
)
extension AnyManaged: Sendable {}

@available(
  *, unavailable, message: "A managed object belongs to its context; pass its ManagedID or its snapshot."
)
extension ManagedDetails: Sendable {}
