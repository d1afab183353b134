internal import SQLite

/// Columns of a table whose values no two rows may share.
struct UniqueKey {
  /// The columns; those that the index computes are not among them.
  var columns: [String] = []
  /// Whether the index computes a value, so that only SQLite knows which rows it holds apart.
  var isComputed = false
  fileprivate var collations: [String] = []

  /// The values of a row under this key, or nil where a NULL sets the row apart from all others,
  /// and where the values can't be told.
  func tuple(_ values: [SQLValue], _ number: Int) -> UniqueTuple? {
    if isComputed { return nil }
    if values.contains(.null) { return nil }
    return UniqueTuple(number: number, values: zip(values, collations).map { $0.folded(by: $1) })
  }
}

/// What one row has in the columns of one key.
struct UniqueTuple: Hashable {
  let number: Int
  let values: [SQLValue]
}

extension Store {
  /// The unique keys of a table beside its primary one, as the schema in the file has them.
  func uniqueKeys(of entity: EntityDescription) throws -> [UniqueKey] {
    var keys: [String: UniqueKey] = [:]
    try connection.forEachRow(
      """
      SELECT list.name, column.name, column.coll
      FROM pragma_index_list(\(entity.table)) AS list, pragma_index_xinfo(list.name) AS column
      WHERE list."unique" AND column.key
      ORDER BY list.seq, column.seqno
      """
    ) { row in
      guard let index = row.text(0) else { return }
      guard let column = row.text(1) else {
        keys[index, default: UniqueKey()].isComputed = true
        return
      }
      keys[index, default: UniqueKey()].columns.append(column)
      keys[index, default: UniqueKey()].collations.append(row.text(2) ?? "BINARY")
    }
    return keys.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension SQLValue {
  /// A value as SQLite's own collations see it.
  fileprivate func folded(by collation: String) -> SQLValue {
    guard case .text(let text) = self else { return self }
    switch collation {
    case "NOCASE":
      let lowered = text.unicodeScalars.map { scalar in
        scalar >= "A" && scalar <= "Z"
          ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value | 0x20)) : scalar
      }
      var folded = String.UnicodeScalarView()
      folded.append(contentsOf: lowered)
      return .text(String(folded))
    case "RTRIM":
      var trimmed = text.unicodeScalars
      while trimmed.last == " " { trimmed.removeLast() }
      return .text(String(trimmed))
    default: return self
    }
  }
}
