/// The identity of a row of one model; unlike the object itself it may go anywhere.
public struct ManagedID<Model: PersistentModel>: Hashable, Sendable {
  /// The row's key, or, while the object is not saved, a temporary number that no other object of the container has.
  public let rawValue: Int64

  /// The identity with that key.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Whether the object has no row yet; the first save gives it another identity.
  public var isTemporary: Bool { rawValue.isTemporary }
}
