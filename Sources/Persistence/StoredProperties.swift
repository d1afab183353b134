internal import SQLite
internal import Synchronization

/// What a key path of a model stands for in its table.
struct StoredProperty: Sendable {
  let column: String
  /// The column as SQL has it, with its table where the elements of a sequence have the name too.
  let expression: String
  let isOptional: Bool
  /// The place among the schema's attributes; nil for the key.
  let index: Int?

  init(_ column: String, isOptional: Bool, table: String, index: Int? = nil) {
    self.index = index
    self.column = column
    self.isOptional = isOptional
    let name = SQL.quoted(identifier: column)
    expression =
      StoredProperty.elementColumns.contains(column.lowercased())
      ? "\(SQL.quoted(identifier: table)).\(name)" : name
  }

  /// The columns of SQLite's table of a sequence's elements.
  private static let elementColumns: Set = [
    "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
  ]
}

/// Finds what the key paths of a model stand for.
final class StoredProperties<Model: PersistentModel>: Sendable {
  private let key: SendableKeyPath
  private let keyProperty: StoredProperty
  private let properties: [SendableKeyPath: StoredProperty]
  /// Those found before.
  ///
  /// A key path that is written in a program is one object for ever, and to look at its address takes a tenth of what it
  /// takes to look into it.
  private let found = Mutex<[ObjectIdentifier: (keyPath: SendableKeyPath, property: StoredProperty)]>([:])
  /// Programs can also make key paths, without end.
  private let capacity = 256

  init(key: SendableKeyPath, attributes: [Attribute<Model>], table: String) {
    self.key = key
    keyProperty = StoredProperty(EntityDescription.keyColumn, isOptional: false, table: table)
    var properties: [SendableKeyPath: StoredProperty] = [:]
    for (index, attribute) in attributes.enumerated() {
      properties[SendableKeyPath(attribute.keyPath)] =
        StoredProperty(attribute.column, isOptional: attribute.isOptional, table: table, index: index)
    }
    self.properties = properties
  }

  /// The property of a key path, or nil for one that is not stored.
  subscript(keyPath: AnyKeyPath) -> StoredProperty? {
    let identity = ObjectIdentifier(keyPath)
    if let known = found.withLock({ $0[identity]?.property }) { return known }
    let keyPath = SendableKeyPath(keyPath)
    guard let property = properties[keyPath] ?? (isKey(keyPath.keyPath) ? keyProperty : nil) else {
      return nil
    }
    found.withLock { found in
      // Kept with the key path itself, so that no other one gets its address.
      if found.count < capacity { found[identity] = (keyPath, property) }
    }
    return property
  }

  /// Whether a key path is that of the primary key.
  ///
  /// The protocol's `id` and the struct's own make different key paths, and callers may come with either.
  func isKey(_ keyPath: AnyKeyPath) -> Bool {
    keyPath == key.keyPath || keyPath == \Model.id
  }
}
