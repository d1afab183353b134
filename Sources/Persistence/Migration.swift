/// One numbered step of a store's schema.
///
/// A step that has shipped never changes: its checksum stands in the store, and an edited one is refused.
public struct Migration: Sendable {
  /// The place in the order, from 1 without gaps.
  public let number: Int
  /// What it does, in the words of its file name.
  public let name: String
  /// The SQL script; it must not begin or end transactions.
  public let script: String

  /// A numbered script.
  public init(number: Int, name: String, script: String) {
    self.number = number
    self.name = name
    self.script = script
  }

  /// The FNV-1a hash of the script's bytes, as 16 hexadecimal digits.
  public var checksum: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in script.utf8 {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// What a program knows of its stores: whose they are, their models and their schema's steps.
public struct StoreModel: Sendable {
  /// The number in the file's header that tells this program's stores from others.
  public let applicationID: Int32
  /// The steps, in order.
  public let migrations: [Migration]
  let entities: [EntityDescription]

  /// Describes a program's stores.
  ///
  /// - Parameters:
  ///   - applicationID: Any number but 0 that no other program uses; 0 makes the opening fail with
  ///     `StoreError.notAllowedHere`.
  ///   - entities: Every model that the store keeps; delete rules need to know them all.
  ///   - migrations: The steps in order, numbered from 1.
  public init(applicationID: Int32, entities: [any PersistentModel.Type], migrations: [Migration]) {
    self.applicationID = applicationID
    self.migrations = migrations
    self.entities = entities.map { $0.entityDescription }
  }

  var version: Int64 { Int64(migrations.count) }
}

extension PersistentModel {
  static var entityDescription: EntityDescription { schema.description }
}
