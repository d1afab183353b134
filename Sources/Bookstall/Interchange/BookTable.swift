/// What a table of books tells as a whole: where its fields stand, how its dates and numbers are written.
struct BookTable: Sendable {
  private(set) var header: HeaderMap
  let columns: FieldColumns
  var dates: DateReading
  /// Whether the comma is the file's decimal mark, so that a point in a number parts its thousands.
  private(set) var hasDecimalCommas = false
  private var hasWarnedOfHeader = false

  /// Finds the fields by the service's names for them, unless `map` says otherwise.
  init(
    header: [String], names: [ImportField: [String]], map: ColumnMap, inDoubt order: DateReading.Order
  ) throws(HeaderProblem) {
    let header = HeaderMap(header)
    self.header = header
    columns = try FieldColumns(header, names: names, map: map)
    dates = DateReading(inDoubt: order)
  }

  private static let dateFields: [ImportField] = [.started, .finished, .stopped, .dateAdded, .year]

  /// Learns from a row what only the file as a whole can tell; `more` is a date column that is no field.
  mutating func observe(_ fields: [String], dates more: HeaderMap.Column? = nil) {
    header.observe(fields)
    for column in BookTable.dateFields.map({ columns[$0] }) + [more] {
      for index in column?.indices ?? [] where index < fields.count { dates.observe(fields[index]) }
    }
    if !hasDecimalCommas {
      for index in columns[.rating]?.indices ?? [] where index < fields.count {
        hasDecimalCommas = NumberReading.hasDecimalComma(fields[index])
        if hasDecimalCommas { dates.orderInDoubt = .dayFirst }
      }
    }
  }

  /// The columns that are no field's.
  var unusedNames: [String] {
    header.names.filter { name in
      guard let column = header[name], !RefusedRows.isOurs(name) else { return false }
      return !columns.uses(column)
    }
  }

  /// What was learnt from the rows.
  var context: String { "\(dates.context) \(hasDecimalCommas) \(header.endsInDelimiters)" }

  /// What is odd about the header, for the first row to tell.
  mutating func takeHeaderWarnings() -> [ImportWarning] {
    defer { hasWarnedOfHeader = true }
    return hasWarnedOfHeader ? [] : header.duplicateWarnings + [dates.doubt].compactMap(\.self)
  }
}
