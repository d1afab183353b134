/// A part of a book that a column of another table may hold.
///
/// The raw values are the names by which people map their own columns.
package enum ImportField: String, CaseIterable, Hashable, Sendable {
  case title
  case author
  /// Authors after the first, where they have a column of their own.
  case additionalAuthors
  /// People with a role behind their name, such as `Ann Vey (Translator)`.
  case contributors
  case series
  case seriesNumber
  case isbn13
  /// An ISBN of either length.
  case isbn
  case rating
  case review
  case status
  case started
  case finished
  /// The day on which the book was put away unfinished.
  case stopped
  case dateAdded
  case pages
  case year
  case originalYear
  case publisher
  case tags
  /// A genre by its own name, known or not.
  case genre
  case readCount
  case privateNotes
  /// The source's own id of the book.
  case id
}

/// Columns that the reader maps to fields, by the names in the file's header.
package typealias ColumnMap = [String: ImportField]

/// Where the fields of a book stand in one file, looked up once.
struct FieldColumns: Sendable {
  private var columns: [ImportField: [HeaderMap.Column]] = [:]

  /// Takes the mapped columns, and for every other field those of the service's names that the file has.
  ///
  /// A mapped column means what the reader says and nothing else.
  init(_ header: HeaderMap, names: [ImportField: [String]], map: ColumnMap) throws(HeaderProblem) {
    var mapped: Set<Int> = []
    var targets: Set<ImportField> = []
    for name in map.keys.sorted() {
      guard let field = map[name], let column = header[name] else {
        throw .missingColumn(name: name, found: header.names)
      }
      columns[field, default: []].append(column)
      targets.insert(field)
      mapped.formUnion(column.indices)
    }
    for (field, names) in names where !targets.contains(field) {
      let found = names.compactMap { header[$0] }.filter { mapped.isDisjoint(with: $0.indices) }
      if !found.isEmpty { columns[field] = found }
    }
  }

  /// The column that counts for a field with one value.
  subscript(field: ImportField) -> HeaderMap.Column? { columns[field]?.first }

  /// Whether a column counts for any field.
  func uses(_ column: HeaderMap.Column) -> Bool {
    columns.contains { field, found in
      let counting = field == .tags ? found[...] : found.prefix(1)
      return counting.contains { $0.indices == column.indices }
    }
  }

  /// Every column of a field whose values are a list, in the order of the service's names.
  func all(_ field: ImportField) -> [HeaderMap.Column] { columns[field] ?? [] }
}
