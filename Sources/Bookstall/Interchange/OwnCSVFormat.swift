/// Reads Bookstall's own CSV back, by the names of its columns, in any order and with columns missing.
///
/// Texts are taken exactly as they stand, so that an import of an export changes nothing. A cell that cannot
/// be read costs that cell alone, and its text is kept with the columns that Bookstall doesn't know.
package struct OwnCSVFormat: ServiceFormat {
  /// Bookstall itself, as the source of columns that were added to its file by hand.
  package static let service = "bookstall"
  package static let derivesGenre = false

  private let width: Int
  private let columns: [(field: OwnCSVField, index: Int)]
  private let otherColumns: [(name: String, index: Int)]
  private let markedColumn: Int?
  private var headerWarnings: [ImportWarning]

  package static let marks = OwnCSVField.allCases.map(\.rawValue) + [OwnCSV.markedHeader]

  /// Takes a full export with columns of others beside ours, and a part of one whose columns are all ours.
  ///
  /// Others also have an `id`, a `uuid` and a `title`, and even a `rating` and `tags`; so a part needs one column that
  /// no other service has, or a number or identity of the book, in our own spelling.
  package static func recognises(header: [String]) -> Bool {
    let names = HeaderMap(header).names.filter { $0 != OwnCSV.markedHeader && !RefusedRows.isOurs($0) }
    let fields = Set(names.compactMap(OwnCSVField.init(header:)))
    if header.contains(OwnCSV.markedHeader), names.allSatisfy({ OwnCSVField(header: $0) != nil }) {
      return true
    }
    if OwnCSVField.recognisable.isSubset(of: fields) {
      return !fields.isDisjoint(with: OwnCSVField.foundNowhereElse)
        || names.allSatisfy { OwnCSVField(header: $0) != nil }
    }
    return names.count > 1 && names.allSatisfy { OwnCSVField(rawValue: $0) != nil }
      && !fields.isDisjoint(with: OwnCSVField.foundNowhereElse.union([.id, .uuid, .reads, .services]))
  }

  package init(header: [String]) throws(HeaderProblem) {
    let map = HeaderMap(header)
    var columns: [(field: OwnCSVField, index: Int)] = []
    var otherColumns: [(name: String, index: Int)] = []
    for (index, name) in map.names.enumerated() {
      if let field = OwnCSVField(header: name) {
        columns.append((field, index))
      } else if name != OwnCSV.markedHeader {
        otherColumns.append((name, index))
      }
    }
    guard columns.contains(where: { $0.field == .title || $0.field == .uuid }) else {
      throw .missingColumn(name: OwnCSVField.title.rawValue, found: map.names)
    }
    width = map.names.count
    self.columns = columns
    self.otherColumns = otherColumns
    markedColumn = map.names.firstIndex(of: OwnCSV.markedHeader)
    headerWarnings = map.duplicateWarnings
  }

  package var unusedColumns: [String] { otherColumns.map(\.name).filter { !RefusedRows.isOurs($0) } }

  /// Reads one row; a book without a title counts where it has an identity that the store may know.
  package mutating func read(_ cells: [String]) -> RowOutcome {
    guard cells.contains(where: { !$0.isEmpty }) else { return .skipped(.blankRow) }
    var warnings = headerWarnings
    headerWarnings = []
    guard cells.dropFirst(width).allSatisfy(\.isEmpty) else {
      return .refused(.tooManyCells(found: cells.count, expected: width), warnings)
    }
    if cells.count < width { warnings.append(.shortRow(found: cells.count, expected: width)) }
    var record = BookRecord(book: Book(uuid: Book.unassignedUUID, title: nil))
    var kept: [OtherColumns.Column] = []
    for (field, index) in columns where index < cells.count && !cells[index].isEmpty {
      let cell = text(of: field, in: cells[index], of: cells)
      if !record.set(field, from: cell) {
        warnings.append(field.warning(of: cell))
        kept.append(OtherColumns.Column(name: field.rawValue, text: cell))
      }
    }
    guard record.book.title != nil || record.book.hasIdentity else { return .refused(.noTitle, warnings) }
    let dates =
      record.reads.isEmpty || kept.contains { $0.name == OwnCSVField.reads.rawValue } ? days(in: cells) : [:]
    record.takeLastRead(started: dates["dateStarted"], finished: dates["dateFinished"])
    for (name, index) in otherColumns where index < cells.count && !cells[index].isEmpty {
      if dates[name] != nil { continue }
      kept.append(OtherColumns.Column(name: name, text: cells[index]))
    }
    record.keep(kept)
    return .book(record, warnings)
  }

  /// The days of the last reading, which JSON tells beside the readings and a table may have got from there.
  private func days(in cells: [String]) -> [String: Day] {
    var days: [String: Day] = [:]
    for (name, index) in otherColumns
    where index < cells.count && ["dateStarted", "dateFinished"].contains(name) {
      days[name] = Day(cells[index])
    }
    return days
  }

  /// The cell without the mark that a spreadsheet-safe export put in front of it.
  private func text(of field: OwnCSVField, in cell: String, of cells: [String]) -> String {
    guard let markedColumn, field.isText, cell.utf8.first == UInt8(ascii: "'"), markedColumn < cells.count,
      cells[markedColumn] == OwnCSV.markedCell
    else { return cell }
    // Not the first Character: a combining mark behind the apostrophe would belong to it.
    return String(decoding: cell.utf8.dropFirst(), as: UTF8.self)
  }
}

extension BookRecord {
  /// Keeps columns of a file of ours that are no values of a book, each name once.
  mutating func keep(_ columns: [OtherColumns.Column]) {
    guard !columns.isEmpty else { return }
    let service = OwnCSVFormat.service
    let place = services.firstIndex { $0.service == service } ?? services.endIndex
    if place == services.endIndex { services.append(ServiceRecord(service: service, serviceID: nil)) }
    for column in columns {
      if let known = services[place].other.columns.firstIndex(where: { $0.name == column.name }) {
        services[place].other.columns[known] = column
      } else {
        services[place].other.columns.append(column)
      }
    }
  }
}
