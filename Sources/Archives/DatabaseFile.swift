internal import SQLite

/// Reads a table out of the bytes of an SQLite database that another program made.
package enum DatabaseFile {
  /// Whether bytes begin like a database.
  package static func recognises(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: Array("SQLite format 3".utf8) + [0])
  }

  /// The texts of some columns of a plain table, row by row, nil for NULL.
  ///
  /// Views and virtual tables are not looked into, since they would run what their maker wrote. Throws
  /// `ArchiveError.damaged` where there is no such table or no database.
  package static func rows(of table: String, columns: [String], in bytes: [UInt8]) throws(ArchiveError)
    -> [[String?]]
  {
    do {
      let connection = try Connection(image: bytes)
      let tables = try connection.integer(
        """
        SELECT count(*) FROM sqlite_schema
        WHERE type = 'table' AND name = \(table) AND sql NOT LIKE 'CREATE VIRTUAL%'
        """)
      guard tables == 1 else { throw ArchiveError.damaged }
      var rows: [[String?]] = []
      let names = (columns.map(quoted)).joined(separator: ", ")
      try connection.forEachRow(SQL(verbatim: "SELECT \(names) FROM \(quoted(table))")) { row in
        rows.append(columns.indices.map { row.text(Int32($0)) })
      }
      return rows
    } catch {
      throw .damaged
    }
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
