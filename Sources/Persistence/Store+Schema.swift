internal import SQLite

/// What the file's schema says of the table of an entity, beyond what the program declares.
struct TableFacts {
  /// The columns that can hold nothing but texts and NULL, so that a reader need not look, as bits.
  ///
  /// One bit for each column of the entity's selection, the key being the first; columns behind the sixty-fourth have
  /// none.
  var texts: UInt64 = 0
  /// The declared types of the columns that SQLite itself holds to their types, by name in lower case; none in a table
  /// that is not STRICT.
  var strictTypes: [String: String] = [:]

  /// Whether a column can hold nothing but numbers and NULL.
  func holdsNumbers(_ column: String) -> Bool {
    ["INT", "INTEGER", "REAL"].contains(strictTypes[column.lowercased()])
  }

  /// Whether all values of a column are of one storage class.
  func holdsOneClass(_ column: String) -> Bool { strictTypes[column.lowercased()] != nil }
}

extension Store {
  /// What the schema says of an entity's table, asked once.
  ///
  /// Only pragmas ask, which count as no statement of the caller's. A table that is not there has no facts: whatever is
  /// done with it is refused anyway.
  func facts(of entity: EntityDescription) throws -> TableFacts {
    let identifier = ObjectIdentifier(entity)
    if let known = schemaFacts.tables[identifier] { return known }
    var facts = TableFacts()
    let name = SQL.quoted(identifier: entity.table)
    var isStrict = false
    try connection.forEachRow(SQL(verbatim: "PRAGMA main.table_list(\(name))")) { row in
      if row.integer(5) == 1 { isStrict = true }
    }
    if isStrict {
      try connection.forEachRow(SQL(verbatim: "PRAGMA main.table_xinfo(\(name))")) { row in
        let type = row.text(2)?.uppercased() ?? ""
        if type != "ANY" { facts.strictTypes[row.text(1)?.lowercased() ?? ""] = type }
      }
      for (place, column) in entity.columns.prefix(63).enumerated()
      where facts.strictTypes[column.lowercased()] == "TEXT" { facts.texts |= 1 << (place + 1) }
    }
    schemaFacts.tables[identifier] = facts
    return facts
  }

  /// Whether triggers may change rows of an entity's table: one has the table's name in what it does.
  func isRewrittenByTriggers(_ entity: EntityDescription) throws -> Bool {
    let words = try schemaFacts.triggerWords ?? wordsOfTriggers()
    schemaFacts.triggerWords = words
    return !words.isEmpty && words.isSuperset(of: Self.words(of: entity.table))
  }

  /// All words that stand in what triggers do.
  private func wordsOfTriggers() throws -> Set<String> {
    var words: Set<String> = []
    try connection.forEachRow("SELECT sql FROM sqlite_schema WHERE type = 'trigger'") { row in
      // What stands before the body is when it runs.
      guard let sql = row.text(0), let start = sql.firstRange(of: /(?i)\bbegin\b/) else { return }
      words.formUnion(Self.words(of: String(sql[start.upperBound...])))
    }
    return words
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  /// Makes sure, at the start of a change, that no other program has brought the file to a schema that this one doesn't
  /// know.
  ///
  /// SQLite counts the changes of a schema; as long as the count is the same there is nothing to look at.
  ///
  /// - Throws: `StoreError.newerStore` and what else an opening of the file would throw.
  func checkSchema() throws {
    let version = try connection.integer("PRAGMA schema_version")
    if version == schemaFacts.version { return }
    try migrator.checkOpenFile()
    schemaFacts = SchemaFacts(version: version)
  }

  /// Forgets what was asked of the schema, which may have changed.
  func forgetSchema() {
    schemaFacts.tables.removeAll()
    schemaFacts.triggerWords = nil
  }
}

/// What a store knows of its file's schema.
struct SchemaFacts {
  /// SQLite's count of the schema's changes when it was looked at last.
  let version: Int64
  var tables: [ObjectIdentifier: TableFacts] = [:]
  /// The words that stand in what triggers do; nil where nobody asked yet.
  var triggerWords: Set<String>?
}
