package import FoundationEssentials

extension Book {
  /// The identity of a book that no store has taken yet: all zeros.
  package static let unassignedUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// A book read from another service, which gets its identity only when a store takes it.
  package init(readTitle title: String) {
    self.init(uuid: Book.unassignedUUID, title: title)
  }

  /// Whether a store or our own lossless format gave the book its identity.
  package var hasIdentity: Bool { uuid != Book.unassignedUUID }
}
