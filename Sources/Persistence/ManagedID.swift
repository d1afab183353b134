/// The identity of a row of one model; unlike the object itself it may go anywhere.
public struct ManagedID<Model: PersistentModel>: Hashable, Sendable {
  /// The row's key; negative while the object is not saved.
  public let rawValue: Int64

  /// The identity with that key.
  public init(_ rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// Whether the object has no row yet; the first save gives it another identity.
  public var isTemporary: Bool { rawValue < 0 }
}
