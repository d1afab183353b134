internal import CSV

/// Writes the table that a service imports.
///
/// Cells that came from the same service go back as they came: those that Bookstall doesn't model always, the
/// others while the service's own reader takes them for what the book says now.
package struct ServiceDialect<Layout: ServiceLayout>: BookDialect {
  package private(set) var report = FlattenReport()

  private let nullStatus: GoodreadsDialect.NullStatus
  private let columns = Array(Layout.Column.allCases)
  private let keptNames: [String]
  /// Columns that the service has come to write since, which stand behind the others.
  private let addedColumns: [String]
  /// The names of all columns that are written, in lower case.
  private let writtenNames: Set<String>
  private let reader: Layout.Format?
  private var csv = CSVWriter(dialect: .comma, lineEnd: Layout.lineEnd, quoting: .minimal)

  /// A writer; `nullStatus` says what becomes of books whose reader has not said where they stand.
  ///
  /// `keptColumns` are the names of columns that books keep of the service.
  package init(nullStatus: GoodreadsDialect.NullStatus = .leaveOut, keptColumns: [String] = []) {
    self.nullStatus = nullStatus
    keptNames = columns.map { Layout.exportName(of: $0).lowercased() }
    var names = KeptColumnNames()
    names.take(OtherColumns(keptColumns.map { OtherColumns.Column(name: $0, text: "") }))
    addedColumns = names.besides(keptNames + columns.map(\.rawValue))
    writtenNames = Set(keptNames + addedColumns.map { $0.lowercased() })
    reader = try? Layout.Format(header: columns.map(\.rawValue))
  }

  /// Appends the names of the columns.
  package mutating func appendHeader(into bytes: inout [UInt8]) {
    for column in columns { csv.append(column.rawValue, into: &bytes) }
    for name in addedColumns { csv.append(name, into: &bytes) }
    csv.endRecord(into: &bytes)
  }

  /// Appends one book; false where it was left out.
  package mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) -> Bool {
    guard record.book.title?.isEmpty == false else { return leaveOut(record.book, .noTitle) }
    var record = record
    if record.book.status == nil, nullStatus == .toRead {
      record.book.status = .toRead
      report.assumedToRead += 1
    }
    if record.book.status == nil, Layout.needsStatus { return leaveOut(record.book, .noStatus) }
    var book = ServiceBook(record, service: Layout.Format.service, report: report)
    book.countLosses(Layout.unsaid)
    book.report.countUnwritten(of: record, service: Layout.Format.service, written: writtenNames)
    let cells = columns.map { Layout.cell($0, of: &book) }
    report = book.report
    report.written += 1
    if let reason = Layout.obstacle(of: book) {
      report.notTaken.append(.init(id: record.book.id, title: record.book.title, reason: reason))
    }
    for cell in withKeptCells(cells, of: book) { csv.append(cell, into: &bytes) }
    for name in addedColumns { csv.append(book.keptCell(name.lowercased()) ?? "", into: &bytes) }
    csv.endRecord(into: &bytes)
    return true
  }

  private mutating func leaveOut(_ book: Book, _ reason: FlattenReport.LeftOut.Reason) -> Bool {
    report.leftOut.append(FlattenReport.LeftOut(id: book.id, title: book.title, reason: reason))
    return false
  }

  // MARK: Kept cells

  private func withKeptCells(_ cells: [String?], of book: ServiceBook) -> [String] {
    var row = cells.map { $0 ?? "" }
    guard book.hasKeptCells else { return row }
    var doubtful: [(index: Int, text: String)] = []
    for (index, column) in columns.enumerated() {
      guard let text = book.keptCell(keptNames[index]), text != row[index] else { continue }
      if cells[index] == nil {
        row[index] = text
      } else if !Layout.strictColumns.contains(column) {
        doubtful.append((index, text))
      }
    }
    guard !doubtful.isEmpty, let plain = reading(row) else { return row }
    for (index, text) in doubtful {
      var tried = row
      tried[index] = text
      if let kept = reading(tried), book.record.agrees(with: kept, insteadOf: plain) { row = tried }
    }
    return row
  }

  /// What the service's reader makes of a row.
  private func reading(_ row: [String]) -> BookRecord? {
    guard var reader, case .book(let record, _) = reader.read(row) else { return nil }
    return record
  }
}

extension BookRecord {
  /// Whether a reading says nothing that neither the book says nor the plain reading, and loses nothing of it.
  ///
  /// Genres are left to the tags that these readers derive them from.
  fileprivate func agrees(with kept: BookRecord, insteadOf plain: BookRecord) -> Bool {
    func one<Value: Equatable>(_ path: KeyPath<Book, Value>) -> Bool {
      let value = kept.book[keyPath: path]
      return value == plain.book[keyPath: path] || value == book[keyPath: path]
    }
    func all<Value: Equatable>(_ path: KeyPath<BookRecord, [Value]>) -> Bool {
      let (values, known) = (kept[keyPath: path], plain[keyPath: path])
      return known.allSatisfy(values.contains)
        && values.allSatisfy { known.contains($0) || self[keyPath: path].contains($0) }
    }
    return one(\.title) && one(\.author) && one(\.rating) && one(\.review) && one(\.status)
      && one(\.dateAdded) && one(\.readCount) && one(\.isbn13) && one(\.publisher) && one(\.year)
      && one(\.originalYear) && one(\.pages) && one(\.privateNotes) && all(\.additionalAuthors)
      && all(\.contributors) && all(\.series) && all(\.reads) && all(\.tags)
  }
}
