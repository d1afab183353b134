/// What a table of books tells as a whole: where its fields stand, how its dates and numbers are written.
struct BookTable: Sendable {
  private(set) var header: HeaderMap
  let columns: FieldColumns
  var dates: DateReading
  /// Whether the comma is the file's decimal mark, so that a point in a number parts its thousands.
  private(set) var hasDecimalCommas = false
  private var hasWarnedOfHeader = false
  private var ratings = RatingScale()
  /// How far its ratings count, where their column says so.
  let statedScale: StatedScale?
  /// The best rating, as far as the ratings themselves tell: 5, 10 or 100.
  var bestRating: Int { ratings.whole }

  /// Finds the fields by the service's names for them, unless `map` says otherwise.
  init(
    header: [String], names: [ImportField: [String]], map: ColumnMap, inDoubt order: DateReading.Order
  ) throws(HeaderProblem) {
    let header = HeaderMap(header)
    self.header = header
    let ratingNames = names[.rating, default: []].map { $0.lowercased() }
    let stated = header.names.filter { StatedScale($0, names: ratingNames) != nil }
    var names = names
    names[.rating]?.append(contentsOf: stated)
    columns = try FieldColumns(header, names: names, map: map)
    statedScale = columns[.rating].flatMap { StatedScale($0.name, names: ratingNames + [""]) }
    dates = DateReading(inDoubt: order)
  }

  private static let dateFields: [ImportField] = [.started, .finished, .stopped, .dateAdded, .year]

  /// Learns from a row what only the file as a whole can tell; `more` is a date column that is no field.
  ///
  /// Services count to five; of a table of one's own only the ratings themselves tell.
  mutating func observe(_ fields: [String], scaleIsKnown: Bool = true, dates more: HeaderMap.Column? = nil) {
    header.observe(fields)
    for column in BookTable.dateFields.map({ columns[$0] }) + [more] {
      for index in column?.indices ?? [] where index < fields.count { dates.observe(fields[index]) }
    }
    if !scaleIsKnown, statedScale == nil {
      for index in columns[.rating]?.indices ?? [] where index < fields.count {
        ratings.observe(fields[index])
      }
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
  var context: String { "\(dates.context) \(hasDecimalCommas) \(header.endsInDelimiters) \(bestRating)" }

  /// What is odd about the header, for the first row to tell, and about the dates, for the first row that has such a one.
  mutating func takeWarnings(for fields: [String]) -> [ImportWarning] {
    defer { hasWarnedOfHeader = true }
    let doubt = dates.takeDoubt(in: fields)
    return (hasWarnedOfHeader ? [] : header.duplicateWarnings) + (doubt.map { [$0] } ?? [])
  }
}
