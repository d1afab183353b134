/// Where an object stands, whatever its values.
enum ObjectStage {
  case inserted, persistent, deleted, detached
}

/// Where an object stands between its context and the store.
public enum ObjectState: Sendable {
  /// In the context only, until the next save.
  case inserted
  /// A row of the store without unsaved changes.
  case persistent
  /// A row of the store with unsaved changes.
  case updated
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
  public var state: ObjectState {
    switch object.state {
    case .inserted: .inserted
    case .persistent: object.changedPlaces.isEmpty ? .persistent : .updated
    case .deleted: .deleted
    case .detached: .detached
    }
  }
  /// Whether it has changes that are not saved.
  public var hasChanges: Bool { object.state == .inserted || !object.changedAttributes.isEmpty }
  /// The columns that differ from the store.
  public var changedColumns: [String] { object.changedAttributes.map(\.column) }
  /// The columns that differ from the store, with the stored and the present value.
  public var changedValues: [HistoryEntry.Value] { object.changedValues }
  /// The values as the store has them; nil for an inserted object.
  public var committed: Model? { object.state == .inserted ? nil : object.committed ?? object.value }
  /// The object's context, while it exists.
  public var context: ManagedContext? { object.context }
}

@available(
  *, unavailable, message: "A managed object belongs to its context; pass its ManagedID or its snapshot."
)
extension ManagedDetails: Sendable {}
