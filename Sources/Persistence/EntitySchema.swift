internal import SQLite

/// The table of a model, its columns and their key paths.
public struct EntitySchema<Model: PersistentModel>: Sendable {
  /// The columns beside the key, in the order in which `init(row:)` reads them.
  public let attributes: [Attribute<Model>]
  let description: EntityDescription
  private let properties: StoredProperties<Model>

  /// Describes a table whose primary key is the integer column `id`.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - key: The model's own property `id`, written `\.id`.
  ///   - version: An integer column, none of the attributes, that counts the row's changes; nil for a table without one.
  ///   - attributes: Its columns beside `id`.
  public init(
    _ table: String, key: any WritableKeyPath<Model, Int64> & Sendable, version: String? = nil,
    _ attributes: [Attribute<Model>]
  ) {
    self.attributes = attributes
    properties = StoredProperties(key: SendableKeyPath(key), attributes: attributes, table: table)
    description = EntityDescription(
      table: table, columns: attributes.map(\.column), versionColumn: version,
      references: attributes.enumerated().compactMap { index, attribute in
        attribute.target.map {
          .init(column: attribute.column, index: index, targetTable: $0, rule: attribute.rule)
        }
      }, makeTable: { EntityTable<Model>() },
      propertyName: { column in
        let attribute = attributes.first { $0.column == column }
        return attribute.map { SendableKeyPath($0.keyPath).name }
      })
  }

  /// The table's name.
  public var table: String { description.table }

  /// The column that a key path stands for, or nil for one that is not stored.
  func column(of keyPath: AnyKeyPath) -> String? {
    properties[keyPath]?.column
  }

  /// What a key path stands for, or nil for one that is not stored.
  func property(of keyPath: AnyKeyPath) -> StoredProperty? {
    properties[keyPath]
  }

  /// Whether a key path is that of the primary key.
  func isKey(_ keyPath: AnyKeyPath) -> Bool {
    properties.isKey(keyPath)
  }

  /// The attribute of a key path.
  func attribute(of keyPath: AnyKeyPath) -> Attribute<Model>? {
    properties[keyPath]?.index.map { attributes[$0] }
  }
}

/// Key paths without captures are immutable, but their type doesn't say so.
struct SendableKeyPath: Hashable, @unchecked Sendable {
  // Unchecked for this reason: only stored-property key paths made by literals get here.
  let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }

  /// The path as a programmer writes it, as far as it can be told: a computed property has no name at run time.
  var name: String {
    "\(keyPath)".replacing(/<computed 0x[0-9a-f]+ \((.*?)\)>/) { "(computed \($0.1))" }
  }
}

/// What the module needs to know of a table without its model's type.
final class EntityDescription: Sendable {
  static let keyColumn = "id"

  /// A column that holds the key of another table's row.
  struct Reference: Sendable {
    let column: String
    let index: Int
    /// Names the table referred to, late: a schema that refers to itself is not there yet while it is made.
    let targetTable: @Sendable () -> String
    let rule: DeleteRule

    var target: String { targetTable() }
  }

  let table: String
  let columns: [String]
  let references: [Reference]
  /// The column that counts the row's changes, if there is one.
  let versionColumn: String?
  /// The property that a column stands for, as a programmer writes it; nil for the key and the version.
  let propertyName: @Sendable (String) -> String?
  /// Makes the table that a context keeps the entity's objects in.
  let makeTable: @Sendable () -> any ObjectTable
  /// `SELECT "id", … FROM "table"`, without conditions.
  let selection: String
  /// `SELECT count(*) FROM "table"`, without conditions.
  let counting: String
  /// `SELECT "id" FROM "table"`, without conditions.
  let keySelection: String
  /// The same with the version at the end, for live objects.
  let managedSelection: String
  let insertion: String
  let insertionWithKey: String
  /// `INSERT … VALUES` up to the first row's values.
  private let insertionHead: String
  /// The values of one row, in parentheses.
  private let insertionRow: String
  let deletion: String

  /// The name of a column by its place among those beside the key, or nil where there is none.
  func column(at place: Int32) -> String? {
    columns.indices.contains(Int(place)) ? columns[Int(place)] : nil
  }

  init(
    table: String, columns: [String], versionColumn: String?, references: [Reference],
    makeTable: @escaping @Sendable () -> any ObjectTable,
    propertyName: @escaping @Sendable (String) -> String?
  ) {
    self.table = table
    self.columns = columns
    self.versionColumn = versionColumn
    self.references = references
    self.makeTable = makeTable
    self.propertyName = propertyName
    let name = SQL.quoted(identifier: table)
    let quoted = columns.map(SQL.quoted(identifier:))
    let version = versionColumn.map { SQL.quoted(identifier: $0) }
    func selection(of columns: [String]) -> String {
      "SELECT \(([SQL.quoted(identifier: Self.keyColumn)] + columns).joined(separator: ", ")) FROM \(name)"
    }
    self.selection = selection(of: quoted)
    managedSelection = selection(of: quoted + [version].compactMap { $0 })
    counting = "SELECT count(*) FROM \(name)"
    keySelection = selection(of: [])
    func parts(of columns: [String]) -> (head: String, row: String) {
      // The version of a new row is 1, whatever the schema's default.
      let marks = columns.map { _ in "?" } + (version == nil ? [] : ["1"])
      let columns = columns + [version].compactMap { $0 }
      return (
        "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES ",
        "(\(marks.joined(separator: ", ")))"
      )
    }
    (insertionHead, insertionRow) = parts(of: quoted)
    insertion =
      quoted.isEmpty && version == nil
      ? "INSERT INTO \(name) DEFAULT VALUES" : insertionHead + insertionRow
    // The key comes last, so that the other columns keep their places.
    let withKey = parts(of: quoted + [SQL.quoted(identifier: Self.keyColumn)])
    insertionWithKey = withKey.head + withKey.row
    deletion = "DELETE FROM \(name) WHERE \"id\" = ?"
  }

  /// The insertion of several rows by one statement.
  func insertion(ofRows count: Int) -> String {
    // Piece by piece, since `joined` takes as long as the insertion of ten rows.
    var text = insertionHead
    text.reserveCapacity(insertionHead.utf8.count + count * (insertionRow.utf8.count + 1))
    for row in 0..<count {
      if row > 0 { text += "," }
      text += insertionRow
    }
    return text
  }
}
