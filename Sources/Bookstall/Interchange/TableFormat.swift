/// A service whose table is read field by field in the common way, with its own rules on top.
///
/// A service says how it names the fields, how it parts lists, and what else its rows need.
protocol TableFormat: ServiceFormat {
  /// The names of the columns, those that count first at the front.
  static var names: [ImportField: [String]] { get }
  static var people: PeopleStyle { get }
  static var lists: ListStyle { get }
  /// Whether reviews are Markdown, which stays; else they are text with or without HTML in it.
  static var reviewsAreMarkdown: Bool { get }
  /// Names of shelves that say nothing of the book, in lower case.
  static var noTags: Set<String> { get }
  /// Whether a table without a title is read all the same, to tell of each row.
  static var mayLackTitles: Bool { get }
  /// Whether its ratings are stars out of five.
  static var scaleIsKnown: Bool { get }

  var table: BookTable { get set }

  /// Makes the format of a header whose columns have been found.
  init(table: BookTable)

  /// Sorts out rows that are no books; throws the reason.
  func check(_ cells: inout RowCells, title: String?) throws(RowProblem)

  /// Reads what only this service has; the common fields are in the record.
  func complete(_ record: inout BookRecord, from cells: inout RowCells)

  /// The service's own id of the book.
  func serviceID(from cells: inout RowCells) -> String?
}

extension TableFormat {
  static var people: PeopleStyle { .commas }
  static var lists: ListStyle { .commas }
  static var reviewsAreMarkdown: Bool { false }
  static var noTags: Set<String> { ["owned", "your library"] }
  static var mayLackTitles: Bool { false }
  static var scaleIsKnown: Bool { true }

  func check(_ cells: inout RowCells, title: String?) throws(RowProblem) {}
  func complete(_ record: inout BookRecord, from cells: inout RowCells) {}
  func serviceID(from cells: inout RowCells) -> String? { cells.line(columns[.id]) }

  package static func names(of field: ImportField) -> [String] { names[field] ?? [] }

  /// Where the fields stand.
  var columns: FieldColumns { table.columns }

  /// Finds the columns by their names; fails without one for the title.
  package init(header: [String]) throws(HeaderProblem) {
    try self.init(header: header, map: [:])
  }

  /// Finds the columns by their names, or where the reader says they are.
  package init(header: [String], map: ColumnMap) throws(HeaderProblem) {
    let table = try BookTable(header: header, names: Self.names, map: map, inDoubt: .monthFirst)
    guard Self.mayLackTitles || table.columns[.title] != nil else {
      throw .missingColumn(name: Self.names[.title]?.first ?? "title", found: table.header.names)
    }
    self.init(table: table)
  }

  /// Takes the day for the first part of a date where the file doesn't tell.
  package mutating func expectDayFirst() {
    table.dates.orderInDoubt = .dayFirst
  }

  package var dateOrder: DateReading.Decision? { table.dates.decision }

  /// Takes the order of dates that a table of refused rows tells.
  package mutating func expect(_ order: DateReading.Decision) {
    table.dates.take(order)
  }

  /// Learns what only the file as a whole tells.
  package mutating func observe(_ fields: [String]) {
    table.observe(fields, scaleIsKnown: Self.scaleIsKnown)
  }

  /// How the file's dates, numbers and line ends are meant.
  package var rowContext: String { table.context }

  /// Reads one row; the first one also tells what is odd about the header.
  package mutating func read(_ fields: [String]) -> RowOutcome {
    let headerWarnings = table.takeWarnings(for: fields)
    do throws(RowProblem) {
      var cells = try RowCells(fields, header: table.header)
      cells.warnings += headerWarnings
      let title = cells.line(columns[.title])
      try check(&cells, title: title)
      guard let title else { return .refused(.noTitle, cells.warnings) }
      let record = record(titled: title, from: &cells)
      try cells.checkThatNothingIsShifted()
      return .book(record, cells.warnings)
    } catch {
      switch error {
      case .blankRow, .repeatedHeader, .notABook, .deletedInSource: return .skipped(error)
      default: return .refused(error, headerWarnings)
      }
    }
  }

  private func record(titled name: String, from cells: inout RowCells) -> BookRecord {
    let (bareTitle, series) = TitleSeries.split(name)
    cells.keep(columns[.title], unlessEqualTo: TitleSeries.joined(title: bareTitle, series: series))
    var record = BookRecord(book: Book(readTitle: bareTitle))
    record.series = series
    readPeople(into: &record, from: &cells)
    readSeries(into: &record, from: &cells)
    readEdition(into: &record, from: &cells)
    readOpinion(into: &record, from: &cells)
    readTags(into: &record, from: &cells)
    readGenre(into: &record, from: &cells)
    readStatus(into: &record, from: &cells)
    readReads(into: &record, from: &cells)
    complete(&record, from: &cells)
    readCount(into: &record, from: &cells)
    if record.book.genre == nil {
      record.book.genre = GenreTable.genre(forTags: record.tags) ?? Genre.uncategorized
    }
    let id = serviceID(from: &cells)
    let other = cells.others()
    if id != nil || !other.isEmpty {
      record.services.insert(ServiceRecord(service: Self.service, serviceID: id, other: other), at: 0)
    }
    return record
  }
}
