internal import Synchronization

/// Gives out keys for objects that are not saved yet: each once in a container, whatever the context and the model.
///
/// They count up from the smallest integer, far from any key that a program or another tool would give a row; a row that
/// really has one of them is refused where it would become an object.
final class TemporaryKeys: Sendable {
  private let last = Atomic<Int64>(.min)

  func next() -> Int64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

extension Int64 {
  /// Whether a key stands for an object without a row: so do the lower half of the negative integers.
  var isTemporary: Bool { self < Int64.min / 2 }
}

extension EntityDescription {
  /// Refuses a row that can't be told from an object that is not saved.
  func requireStored(_ key: Int64) throws {
    guard key.isTemporary else { return }
    throw StoreError.decoding(
      DecodingFailure(entity: table, column: Self.keyColumn, id: key, stored: .integer(key)))
  }
}
