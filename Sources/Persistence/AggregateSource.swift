internal import SQLite

/// The property that an aggregate is made of, and what its stored values must be.
struct AggregateOperand<Model: PersistentModel>: Sendable {
  let operand: Operand<Model>
  private let isOfNumbers: Bool
  /// Whether a stored value is one of the property's type; nil where any will do, as for counting.
  private let fits: (@Sendable (SQLValue) -> Bool)?

  init(
    _ operand: Operand<Model>, isOfNumbers: Bool = false, fits: (@Sendable (SQLValue) -> Bool)? = nil
  ) {
    self.operand = operand
    self.isOfNumbers = isOfNumbers
    self.fits = fits
  }

  /// Refuses values of another storage class than the property's, which SQL would add up as 0 or pass over.
  ///
  /// Where the schema lets none in there is nothing to look at; elsewhere one row of each class is.
  func check(in store: Store, _ source: SQL) throws {
    guard let fits, !operand.isKey else { return }
    let entity = Model.schema.description
    let column = try operand.name()
    let facts = try store.facts(of: entity)
    if isOfNumbers ? facts.holdsNumbers(column) : facts.holdsOneClass(column) { return }
    let name = SQL.quoted(identifier: column)
    let sql: SQL = """
      SELECT min("id"), \(verbatim: name) FROM \(source) GROUP BY typeof(\(verbatim: name)) \
      HAVING typeof(\(verbatim: name)) <> 'null'
      """
    try store.connection.forEachRow(sql) { row in
      let stored = row.value(at: 1)
      if fits(stored) { return }
      throw StoreError.decoding(
        DecodingFailure(entity: entity.table, column: column, id: row.integer(0), stored: stored))
    }
  }
}

/// The rows that aggregates are made of.
struct AggregateSource<Model: PersistentModel> {
  /// What stands behind FROM, conditions included.
  let sql: SQL
  let operands: [AggregateOperand<Model>]

  /// The rows of the store, and beside them models that are not stored so.
  init(
    _ condition: Where<Model>, and models: [Model] = [], for operands: [AggregateOperand<Model>?]
  ) throws {
    self.operands = operands.compactMap { $0 }
    let table = SQL.quoted(identifier: Model.schema.table)
    guard !models.isEmpty else {
      sql = SQL(verbatim: table) + (try condition.clause())
      return
    }
    var columns = [Operand<Model>(\Model.id)]
    var names = [EntityDescription.keyColumn]
    for operand in self.operands {
      let name = try operand.operand.name()
      if names.contains(name) { continue }
      names.append(name)
      columns.append(operand.operand)
    }
    let list = names.map(SQL.quoted(identifier:)).joined(separator: ", ")
    let marks = "(" + names.map { _ in "?" }.joined(separator: ", ") + ")"
    let rows = SQL(
      verbatim: models.map { _ in marks }.joined(separator: ", "),
      bindings: models.flatMap { model in columns.map { $0.value(of: model).composed } })
    sql = """
      (SELECT \(verbatim: list) FROM \(verbatim: table)\(try condition.clause()) UNION ALL VALUES \(rows)) \
      AS \(verbatim: table)
      """
  }

  func check(in store: Store) throws {
    for operand in operands { try operand.check(in: store, sql) }
  }
}
