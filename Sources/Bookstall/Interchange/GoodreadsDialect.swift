import CSV

/// Writes the CSV that Goodreads writes, which is what nearly every other service imports.
///
/// Each habit is one that some importer rests on: 24 columns in this order, UTF-8 without a byte-order mark,
/// LF, one line for each book, ISBNs as `="…"`, whole ratings with 0 for none, whole dates or blanks, a `Read
/// Count` that is never blank, four exclusive shelves, and a `Book Id` that is Goodreads' own or nothing.
/// What that costs is told by `report`. Cells that came from Goodreads go back as they came, as long as they
/// still mean what the book says.
package struct GoodreadsDialect: Sendable {
  /// What to do with a book whose reader has not said where they stand with it.
  package enum NullStatus: String, CaseIterable, Sendable {
    case leaveOut = "leave-out"
    case toRead = "to-read"
  }

  /// What was lost so far.
  package internal(set) var report = FlattenReport()

  private let nullStatus: NullStatus
  private let strictShelves: Bool
  private let hasOldColumns: Bool
  /// Columns that others have added to Goodreads' own, which stand behind them.
  private let addedColumns: [String]
  /// The names of all columns that are written, in lower case.
  private let writtenNames: Set<String>
  private var csv = CSVWriter(dialect: .comma, lineEnd: .lf, quoting: .minimal)
  /// The cell at hand, kept so that its memory serves the whole export.
  private var cell: [UInt8] = []

  /// A writer; `strictShelves` leaves out what is on no shelf of every account (Open Library refuses the
  /// others).
  ///
  /// `keptColumns` are the names of columns that books keep of Goodreads: the seven of old exports stand among the
  /// others then, and those that Goodreads never had behind them.
  package init(
    nullStatus: NullStatus = .leaveOut, strictShelves: Bool = false, keptColumns: [String] = []
  ) {
    let kept = Set(keptColumns.map { $0.lowercased() })
    hasOldColumns = GoodreadsColumn.old.contains { kept.contains($0.rawValue.lowercased()) }
    let own = Set(GoodreadsColumn.allCases.map { $0.rawValue.lowercased() })
    addedColumns = keptColumns.filter { !own.contains($0.lowercased()) }
    writtenNames = own.union(kept)
    self.nullStatus = nullStatus
    self.strictShelves = strictShelves
  }

  /// Appends the names of the columns.
  package mutating func appendHeader(into bytes: inout [UInt8]) {
    for column in GoodreadsColumn.allCases where hasOldColumns || !GoodreadsColumn.old.contains(column) {
      csv.append(column.rawValue, into: &bytes)
    }
    for name in addedColumns { csv.append(name, into: &bytes) }
    csv.endRecord(into: &bytes)
  }

  /// Appends one book; false where it was left out.
  @discardableResult
  package mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) -> Bool {
    let book = record.book
    guard let title = book.title, !title.isEmpty else { return leaveOut(book, .noTitle) }
    guard let shelf = shelf(of: book) else { return leaveOut(book, .noStatus) }
    if strictShelves, shelf == .didNotFinish { return leaveOut(book, .noStrictShelf) }
    report.written += 1
    countLosses(of: record)
    report.countUnwritten(of: record, service: Goodreads.service, written: writtenNames)
    let kept = GoodreadsKeptCells(record)
    appendIdentity(of: record, titled: title, kept, into: &bytes)
    appendEdition(of: book, kept, into: &bytes)
    appendReading(of: record, shelf, kept, into: &bytes)
    for name in addedColumns { append(line: kept.added(name) ?? "", into: &bytes) }
    csv.endRecord(into: &bytes)
    return true
  }

  private mutating func leaveOut(_ book: Book, _ reason: FlattenReport.LeftOut.Reason) -> Bool {
    report.leftOut.append(FlattenReport.LeftOut(id: book.id, title: book.title, reason: reason))
    return false
  }

  private mutating func shelf(of book: Book) -> GoodreadsShelf? {
    if let status = book.status {
      if status == .paused { report.pausedBooks += 1 }
      return GoodreadsShelf(status)
    }
    guard nullStatus == .toRead else { return nil }
    report.assumedToRead += 1
    return .toRead
  }

  /// `Book Id` to `ISBN13`.
  private mutating func appendIdentity(
    of record: BookRecord, titled title: String, _ kept: GoodreadsKeptCells, into bytes: inout [UInt8]
  ) {
    let book = record.book
    let authors = GoodreadsDialect.otherPeople(of: record)
    append(line: kept.bookID ?? "", into: &bytes)
    append(
      line: kept.title(title, record.series) ?? TitleSeries.joined(title: title, series: record.series),
      into: &bytes)
    append(line: book.author ?? "", into: &bytes)
    append(
      line: kept.authorLastFirst(of: book.author) ?? GoodreadsDialect.lastFirst(book.author ?? ""),
      into: &bytes)
    append(line: kept.people(authors, besides: book.author) ?? authors.joined(separator: ", "), into: &bytes)
    append(isbn: book.isbn13.flatMap { GoodreadsDialect.isbn10(of: $0) ?? kept.isbn10 } ?? "", into: &bytes)
    append(isbn: book.isbn13 ?? "", into: &bytes)
    if book.isbn13 == nil { report.withoutISBN += 1 }
  }

  /// `My Rating` to `Original Publication Year`.
  private mutating func appendEdition(of book: Book, _ kept: GoodreadsKeptCells, into bytes: inout [UInt8]) {
    append(number: wholeStars(book.rating), into: &bytes)
    append(line: kept[.averageRating] ?? "", into: &bytes)
    append(line: book.publisher ?? "", into: &bytes)
    append(line: kept[.binding] ?? "", into: &bytes)
    append(number: book.pages, into: &bytes)
    append(number: kept.hadNoYear(of: book) ? nil : book.year, into: &bytes)
    append(number: book.originalYear, into: &bytes)
  }

  /// `Date Read` to `Owned Copies`.
  private mutating func appendReading(
    of record: BookRecord, _ shelf: GoodreadsShelf, _ kept: GoodreadsKeptCells, into bytes: inout [UInt8]
  ) {
    let book = record.book
    let dateRead = wholeDay(record.reads.last { $0.finished != nil }?.finished)
    append(day: dateRead, into: &bytes)
    append(day: wholeDay(book.dateAdded), into: &bytes)
    let shelves = shelves(of: record, on: shelf, kept)
    append(line: shelves.joined(separator: ", "), into: &bytes)
    append(line: kept.positions(of: shelves), into: &bytes)
    append(line: shelf.rawValue, into: &bytes)
    append(text: book.review, asKept: kept.html(.myReview, meaning: book.review), into: &bytes)
    append(line: kept[.spoiler] ?? "", into: &bytes)
    append(
      text: book.privateNotes, asKept: kept.html(.privateNotes, meaning: book.privateNotes), into: &bytes)
    append(number: GoodreadsDialect.readCount(of: record, hasDateRead: dateRead != nil), into: &bytes)
    if hasOldColumns {
      for column in [GoodreadsColumn.recommendedFor, .recommendedBy] {
        append(line: kept[column] ?? "", into: &bytes)
      }
    }
    append(line: kept[.ownedCopies] ?? "0", into: &bytes)
    guard hasOldColumns else { return }
    for column in [
      GoodreadsColumn.originalPurchaseDate, .originalPurchaseLocation, .condition, .conditionDescription,
      .bcid,
    ] { append(line: kept[column] ?? "", into: &bytes) }
  }

  // MARK: Cells

  private mutating func append(line text: String, into bytes: inout [UInt8]) {
    cell.removeAll(keepingCapacity: true)
    report.neutralisedCharacters += GoodreadsText.append(line: text, into: &cell)
    csv.append(utf8: cell, into: &bytes)
  }

  private mutating func append(text: String?, asKept html: String?, into bytes: inout [UInt8]) {
    cell.removeAll(keepingCapacity: true)
    report.neutralisedCharacters +=
      html.map { GoodreadsText.append(html: $0, into: &cell) }
      ?? GoodreadsText.append(text: text ?? "", into: &cell)
    csv.append(utf8: cell, into: &bytes)
  }

  private mutating func append(isbn digits: String, into bytes: inout [UInt8]) {
    csv.append("=\"\(digits)\"", into: &bytes)
  }

  private mutating func append(number: Int?, into bytes: inout [UInt8]) {
    csv.append(number.map(String.init) ?? "", into: &bytes)
  }

  private mutating func append(day: Day?, into bytes: inout [UInt8]) {
    cell.removeAll(keepingCapacity: true)
    if let day { BookJSON.append(day, separator: UInt8(ascii: "/"), into: &cell) }
    csv.append(utf8: cell, into: &bytes)
  }
}
