/// One service's table of books: a header and rows of cells in, books and warnings out.
///
/// A service is one file that conforms to this. Show it every row first (`observe`), then read them in order.
package protocol ServiceFormat: Sendable {
  /// The service in lower case, as `ServiceRecord.service` keeps it.
  static var service: String { get }

  /// Whether its genres are guesses from tags, which must never replace the store's.
  static var derivesGenre: Bool { get }

  /// Whether a tab-separated file of this service quotes cells; otherwise a quote is a plain character.
  static var quotesTabbedCells: Bool { get }

  /// Names of columns, in any case, of which each header of this service has one or more; most have no other service.
  static var marks: [String] { get }

  /// Whether a file with that header comes from this service.
  static func recognises(header: [String]) -> Bool

  /// Finds the columns by name, wherever they stand.
  init(header: [String]) throws(HeaderProblem)

  /// What the format calls a field, for columns that the reader maps to it.
  static func name(of field: ImportField) -> String

  /// What the columns of a field are called, for telling which ones a book makes up for.
  static func names(of field: ImportField) -> [String]

  /// Finds the columns by name except those that the reader maps to fields.
  init(header: [String], map: ColumnMap) throws(HeaderProblem)

  /// Learns that semicolons part the cells, as where the comma is the decimal mark and the day comes first.
  mutating func expectDayFirst()

  /// Columns of a table of one's own in which nothing was recognised.
  var unusedColumns: [String] { get }
  /// How the file's dates are read; nil where they leave no doubt.
  var dateOrder: DateReading.Decision? { get }
  /// Learns how a file's dates are meant that this one comes from.
  mutating func expect(_ order: DateReading.Decision)
  /// Learns from a row what only the file as a whole can tell, such as the order of day and month.
  mutating func observe(_ fields: [String])

  /// What `observe` has learnt, as a text: rows of one text are read alike.
  var rowContext: String { get }

  /// Reads one row.
  mutating func read(_ fields: [String]) -> RowOutcome
}

extension ServiceFormat {
  /// Most services have tags and no genre.
  package static var derivesGenre: Bool { true }

  /// Most rows speak for themselves.
  package var rowContext: String { "" }

  /// Nearly all do.
  package static var quotesTabbedCells: Bool { true }

  /// Takes any two of the names by which the service is known.
  package static func recognises(header: [String]) -> Bool { HeaderMap(header).count(of: marks) >= 2 }

  /// Our own names are those of the fields.
  package static func name(of field: ImportField) -> String { field.rawValue }

  /// Most formats have one name for each.
  package static func names(of field: ImportField) -> [String] { [name(of: field)] }

  /// Gives the mapped columns the format's own names, and takes those from the columns that had them.
  package init(header: [String], map: ColumnMap) throws(HeaderProblem) {
    let found = HeaderMap(header)
    var header = header
    var isMapped: Set<Int> = []
    for name in map.keys.sorted() {
      guard let field = map[name], let column = found[name] else {
        throw .missingColumn(name: name, found: found.names)
      }
      for index in found[Self.name(of: field)]?.indices ?? [] where !isMapped.contains(index) {
        header[index] += " (not used)"
      }
      for index in column.indices { header[index] = Self.name(of: field) }
      isMapped.formUnion(column.indices)
    }
    try self.init(header: header)
  }

  /// A format whose dates leave no doubt needs no hint.
  package mutating func expectDayFirst() {}

  /// A service's own columns are no surprise.
  package var unusedColumns: [String] { [] }

  /// Such a format says nothing of them either.
  package var dateOrder: DateReading.Decision? { nil }

  /// As little does it ask.
  package mutating func expect(_ order: DateReading.Decision) {}

  /// Most files need no first look.
  package mutating func observe(_ fields: [String]) {}
}
