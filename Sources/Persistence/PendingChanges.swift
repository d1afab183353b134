/// What a save of a context would write, object by object: the net of all changes since the last save.
///
/// Printed, it is a plan of the save with one line for each object.
public struct PendingChanges: Equatable, Sendable, CustomStringConvertible {
  /// What a save would do to one object.
  public struct Change: Equatable, Sendable, CustomStringConvertible {
    /// What would happen to the row.
    public enum Kind: String, Sendable {
      /// The object becomes a row.
      case insert
      /// Values of the row change.
      case update
      /// The row goes.
      case delete
    }

    /// The table.
    public let entity: String
    /// The row's key; a temporary one for an object that has none yet.
    public let id: Int64
    /// What would happen to the row.
    public let kind: Kind
    /// The columns with their values in the store and in the context: the changed ones of an update, all of an
    /// insertion with nothing before, none of a deletion.
    public let values: [HistoryEntry.Value]

    /// One line such as `update plant 3: name "fern" → "moss"`.
    public var description: String {
      let list = values.map { value in
        kind == .insert
          ? "\(value.column) \(value.after.printed)"
          : "\(value.column) \(value.before.printed) → \(value.after.printed)"
      }
      let name = "\(kind.rawValue) \(entity) \(id.isTemporary ? "(new)" : String(id))"
      return list.isEmpty ? name : name + ": " + list.joined(separator: ", ")
    }
  }

  /// The changes, entity by entity: deletions, then updates, then insertions.
  public let changes: [Change]

  /// Whether a save would write nothing.
  public var isEmpty: Bool { changes.isEmpty }

  /// One line for each object.
  public var description: String { changes.map(\.description).joined(separator: "\n") }

  /// The changes of one model.
  public func of<Model: PersistentModel>(_ model: Model.Type) -> [Change] {
    changes.filter { $0.entity == model.schema.table }
  }
}

extension ManagedContext {
  /// What a save would write; delete rules reach further rows only then.
  public var pendingChanges: PendingChanges {
    PendingChanges(changes: saveOrder().flatMap { $0.pendingChanges() })
  }
}

extension EntityTable {
  func pendingChanges() -> [PendingChanges.Change] {
    let name = entity.table
    let deletions = deleted.map { PendingChanges.Change(entity: name, id: $0.key, kind: .delete, values: []) }
    let updates = changed.compactMap { object -> PendingChanges.Change? in
      let values = object.state == .persistent ? object.changedValues : []
      return values.isEmpty ? nil : .init(entity: name, id: object.key, kind: .update, values: values)
    }
    let insertions = inserted.filter { $0.state == .inserted }.map { object in
      PendingChanges.Change(
        entity: name, id: object.key, kind: .insert,
        values: Model.schema.attributes.map {
          HistoryEntry.Value(column: $0.column, before: .null, after: $0.value(object.value))
        })
    }
    return deletions + updates + insertions
  }
}

extension SQLValue {
  fileprivate var printed: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.debugDescription
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
