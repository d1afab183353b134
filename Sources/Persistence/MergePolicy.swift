/// What a save does about rows that others changed since they were read.
public enum MergePolicy: Sendable {
  /// Any change by others, also of other properties, is a conflict.
  case error
  /// Changes of different properties both hold; of the same property, as said.
  case mergeByProperty(SamePropertyPolicy)
  /// The object's values replace the whole row; a deleted row comes back.
  case overwrite
  /// The closure decides about each conflict: a property that both changed, a row deleted by others, or a row to be
  /// deleted that others changed. Changes of different properties both hold.
  case custom(@Sendable (Conflict) -> ConflictResolution)

  /// Changes of different properties both hold; of the same property, they are a conflict.
  public static var standard: MergePolicy { .mergeByProperty(.error) }
}

/// Who wins where a save and others changed the same property, or one of them deleted the row.
public enum SamePropertyPolicy: Sendable {
  /// Nobody: the save throws `StoreError.conflict`.
  case error
  /// The others: their value stays, a deleted row stays deleted, and a changed one is not deleted.
  case store
  /// The save: its value is written, a deleted row comes back, and a changed one is deleted.
  case object
}

/// How one conflict ends.
public enum ConflictResolution: Sendable {
  /// The save throws, with this conflict among those it names.
  case fail
  /// What others did stays.
  case keepStore
  /// What the object says is written.
  case keepObject
  /// Each column in dispute is settled by itself; those not named fail.
  case properties([String: PropertyResolution])
}

/// How the dispute over one property ends.
public enum PropertyResolution: Sendable {
  /// The stored value stays.
  case keepStore
  /// The object's value is written.
  case keepObject
  /// Another value is written, which must fit the property.
  case value(SQLValue)
}

extension MergePolicy {
  /// What becomes of a row that others deleted and a save would change, or the other way round.
  func resolution(of conflict: Conflict) -> ConflictResolution {
    switch self {
    case .error, .mergeByProperty(.error): .fail
    case .mergeByProperty(.store): .keepStore
    case .mergeByProperty(.object), .overwrite: .keepObject
    case .custom(let resolve): resolve(conflict)
    }
  }
}
