/// Goodreads' library export in all its layouts: 31, 24 and 23 columns, gaps, third parties' columns.
///
/// Columns are found by name and only `Title` must be there. Goodreads exports no start dates and only the
/// last read; `read_dates` and `genres` come from files that a third party has enriched.
package struct Goodreads: ServiceFormat {
  /// The name under which books remember where they came from.
  package static let service = "goodreads"

  private var header: HeaderMap
  private let columns: Columns
  /// Spreadsheets of the service's home country write the month first.
  private var dates = DateReading(inDoubt: .monthFirst)
  /// Whether a comma is the file's decimal mark, so that a point in a number parts its thousands.
  private var hasDecimalCommas = false
  private var hasWarnedOfHeader = false
  private var genres = GenreMemory()

  /// LibraryThing also has a `Book Id`, but none of the other names.
  package static let marks = [
    "Book Id", "Author l-f", "My Rating", "Bookshelves", "Exclusive Shelf", "My Review",
  ]

  package static func name(of field: ImportField) -> String {
    switch field {
    case .title: "Title"
    case .author: "Author"
    case .additionalAuthors: "Additional Authors"
    case .isbn13: "ISBN13"
    case .isbn: "ISBN"
    case .rating: "My Rating"
    case .review: "My Review"
    case .status: "Exclusive Shelf"
    case .finished: "Date Read"
    case .dateAdded: "Date Added"
    case .pages: "Number of Pages"
    case .year: "Year Published"
    case .originalYear: "Original Publication Year"
    case .publisher: "Publisher"
    case .tags: "Bookshelves"
    case .readCount: "Read Count"
    case .privateNotes: "Private Notes"
    case .id: "Book Id"
    case .contributors, .series, .seriesNumber, .started, .stopped, .genre: field.rawValue
    }
  }

  /// Finds the columns by name; fails without `Title`.
  package init(header: [String]) throws(HeaderProblem) {
    let map = HeaderMap(header)
    guard let title = map["Title"] else {
      throw .missingColumn(name: "Title", found: map.names)
    }
    self.header = map
    columns = Columns(map, title: title)
  }

  /// Takes the day for the first part of a date where the file doesn't tell.
  package mutating func expectDayFirst() {
    dates.orderInDoubt = .dayFirst
  }

  private static let ownColumns = Set(
    GoodreadsColumn.allCases.map { $0.rawValue.lowercased() } + ["read_dates", "genres", "n_ratings"])

  /// Columns that are neither Goodreads' own nor those of the third party.
  package var unusedColumns: [String] {
    header.names.filter { name in
      header[name] != nil && !Goodreads.ownColumns.contains(name.lowercased()) && !RefusedRows.isOurs(name)
    }
  }

  package var dateOrder: DateReading.Decision? { dates.decision }

  /// Takes the order of dates that a table of refused rows tells.
  package mutating func expect(_ order: DateReading.Decision) {
    dates.take(order)
  }

  /// Learns the order of day and month, and whether every row is longer than the header.
  package mutating func observe(_ fields: [String]) {
    header.observe(fields)
    for column in [columns.dateRead, columns.dateAdded] {
      for index in column?.indices ?? [] where index < fields.count { dates.observe(fields[index]) }
    }
    // A spreadsheet that writes decimal commas parts thousands with points and puts the day first.
    for index in columns.rating?.indices ?? [] where index < fields.count && !hasDecimalCommas {
      hasDecimalCommas = NumberReading.hasDecimalComma(fields[index])
      if hasDecimalCommas { expectDayFirst() }
    }
  }

  package var rowContext: String { "\(dates.context) \(header.endsInDelimiters) \(hasDecimalCommas)" }

  /// Reads one row; the first one also tells what is odd about the header.
  package mutating func read(_ fields: [String]) -> RowOutcome {
    var headerWarnings = hasWarnedOfHeader ? [] : header.duplicateWarnings
    if let doubt = dates.takeDoubt(in: fields) { headerWarnings.append(doubt) }
    hasWarnedOfHeader = true
    do throws(RowProblem) {
      var cells = try RowCells(fields, header: header)
      cells.warnings += headerWarnings
      guard let name = cells.line(columns.title) else { return .refused(.noTitle, cells.warnings) }
      let record = record(titled: name, from: &cells)
      try cells.checkThatNothingIsShifted()
      return .book(record, cells.warnings)
    } catch .blankRow {
      return .skipped(.blankRow)
    } catch {
      return .refused(error, headerWarnings)
    }
  }

  private mutating func record(titled name: String, from cells: inout RowCells) -> BookRecord {
    let (bareTitle, series) = TitleSeries.split(name)
    cells.keep(columns.title, unlessEqualTo: TitleSeries.joined(title: bareTitle, series: series))
    var record = BookRecord(book: Book(readTitle: bareTitle))
    record.series = series
    record.book.author = cells.line(columns.author)
    record.additionalAuthors = additionalAuthors(besides: record.book.author, from: &cells)
    record.book.isbn13 = cells.isbn13(columns.isbn13, columns.isbn10)
    // The thirteen digits don't tell whether, and how, the ten were written.
    cells.keep(columns.isbn10)
    record.book.publisher = cells.line(columns.publisher)
    record.book.pages = cells.pages(columns.pages, hasDecimalCommas: hasDecimalCommas)
    record.book.rating = cells.rating(columns.rating)
    record.book.review = cells.plainText(columns.review)
    record.book.privateNotes = cells.plainText(columns.privateNotes)
    record.book.dateAdded = cells.day(columns.dateAdded, dates)
    readShelves(into: &record, from: &cells)
    readReads(into: &record, from: &cells)
    record.book.genre =
      genres.genre(forTags: record.tags) ?? genreOfReaders(from: cells) ?? Genre.uncategorized
    record.book.originalYear = cells.year(columns.originalYear)
    record.book.year = cells.year(columns.year)
    // A blank year takes the original one, and only the kept blank cell tells so on the way back.
    let lacksYear = record.book.year == nil && record.book.originalYear != nil
    record.book.year = record.book.year ?? record.book.originalYear
    let id = cells.line(columns.bookID)
    let other = cells.others(withBlank: lacksYear ? columns.year : nil)
    if id != nil || !other.isEmpty {
      record.services = [ServiceRecord(service: Goodreads.service, serviceID: id, other: other)]
    }
    return record
  }

  private func additionalAuthors(besides primary: String?, from cells: inout RowCells) -> [String] {
    var authors: [String] = []
    for name in PersonNames.separated(cells.list(columns.additionalAuthors)) {
      if name != primary, !authors.contains(name) { authors.append(name) }
    }
    cells.keep(columns.additionalAuthors, unlessEqualTo: authors.joined(separator: ", "))
    return authors
  }
}

extension Goodreads {
  /// Where each column that a book has room for stands, looked up once for the file.
  private struct Columns: Sendable {
    let title: HeaderMap.Column
    let author: HeaderMap.Column?
    let additionalAuthors: HeaderMap.Column?
    let isbn13: HeaderMap.Column?
    let isbn10: HeaderMap.Column?
    let publisher: HeaderMap.Column?
    let pages: HeaderMap.Column?
    let rating: HeaderMap.Column?
    let review: HeaderMap.Column?
    let privateNotes: HeaderMap.Column?
    let dateAdded: HeaderMap.Column?
    let dateRead: HeaderMap.Column?
    let originalYear: HeaderMap.Column?
    let year: HeaderMap.Column?
    let bookID: HeaderMap.Column?
    let shelves: HeaderMap.Column?
    let exclusiveShelf: HeaderMap.Column?
    let readDates: HeaderMap.Column?
    let readCount: HeaderMap.Column?
    let genres: HeaderMap.Column?

    init(_ header: HeaderMap, title: HeaderMap.Column) {
      self.title = title
      author = header["Author"]
      additionalAuthors = header["Additional Authors"]
      isbn13 = header["ISBN13"]
      isbn10 = header["ISBN"]
      publisher = header["Publisher"]
      pages = header["Number of Pages"]
      rating = header["My Rating"]
      review = header["My Review"]
      privateNotes = header["Private Notes"]
      dateAdded = header["Date Added"]
      dateRead = header["Date Read"]
      originalYear = header["Original Publication Year"]
      year = header["Year Published"]
      bookID = header["Book Id"]
      shelves = header["Bookshelves"]
      exclusiveShelf = header["Exclusive Shelf"]
      readDates = header["read_dates"]
      readCount = header["Read Count"]
      genres = header["genres"]
    }
  }
}

extension Goodreads {
  /// The shelves that every account has and the one that most people add; a book stands on one of them only.
  private static let statusShelves = ["to-read", "currently-reading", "read", "did-not-finish"]

  /// What Goodreads calls a status, as far as it has a word for it.
  private static func shelf(for status: ReadingStatus) -> String {
    switch status {
    case .toRead: "to-read"
    case .reading, .paused: "currently-reading"
    case .read: "read"
    case .didNotFinish: "did-not-finish"
    }
  }

  private func readShelves(into record: inout BookRecord, from cells: inout RowCells) {
    let shelves = cells.list(columns.shelves)
    let exclusive = cells.line(columns.exclusiveShelf)
    var tags: [String] = []
    func add(_ tag: String) {
      if !tags.contains(where: { $0.lowercased() == tag.lowercased() }) { tags.append(tag) }
    }
    let status = exclusive.map(StatusWords.status) ?? statusShelf(among: shelves).flatMap(StatusWords.status)
    for shelf in shelves where !isNoTag(shelf, exclusive: exclusive, status: status) { add(shelf) }
    if let exclusive, status == nil {
      add(exclusive)
      cells.warnings.append(.unknownShelf(column: "Exclusive Shelf", name: exclusive))
    }
    record.book.status = status
    if status == .reading, let hold = tags.firstIndex(where: { $0.lowercased() == "on-hold" }) {
      // Goodreads has no shelf for a paused book, so our own export writes this pair.
      tags.remove(at: hold)
      record.book.status = .paused
    }
    record.tags = tags
    if let exclusive, status.map(Goodreads.shelf) != exclusive.lowercased() {
      cells.keep(columns.exclusiveShelf)
    }
    keepShelves(shelves, of: record, from: &cells)
  }

  /// The status shelf of a file that has no column for it.
  private func statusShelf(among shelves: [String]) -> String? {
    shelves.first { Goodreads.statusShelves.contains($0.lowercased()) }
  }

  private func isNoTag(_ shelf: String, exclusive: String?, status: ReadingStatus?) -> Bool {
    let name = shelf.lowercased()
    if Goodreads.statusShelves.contains(name) || name == "owned" || name == "your library" { return true }
    return status != nil && name == exclusive?.lowercased()
  }

  /// Keeps the list of shelves where status and tags don't make the same list in the same order.
  private func keepShelves(_ shelves: [String], of record: BookRecord, from cells: inout RowCells) {
    var expected = record.tags
    if let status = record.book.status, status != .read {
      expected.insert(Goodreads.shelf(for: status), at: 0)
    }
    let isPaused = record.book.status == .paused
    let found = isPaused ? shelves.filter { $0.lowercased() != "on-hold" } : shelves
    if found != expected { cells.keep(columns.shelves) }
  }

  private func readReads(into record: inout BookRecord, from cells: inout RowCells) {
    let status = record.book.status
    var reads = Read.chronological(enrichedReads(from: &cells, status: status))
    if status == .didNotFinish, let last = reads.indices.last {
      reads[last].stopped = reads[last].finished
      reads[last].finished = nil
    }
    if let day = cells.day(columns.dateRead, dates), !reads.contains(where: { $0.ended == day }) {
      reads.append(status == .didNotFinish ? Read(stopped: day) : Read(finished: day))
    }
    record.reads = reads
    if columns.readCount != nil {
      record.book.readCount = cells.count(columns.readCount)
    } else if let status {
      let finished = reads.count { $0.finished != nil }
      record.book.readCount = status == .read ? max(finished, 1) : finished
    }
  }

  /// The reads of `read_dates`: `start,end;start,end`, where either side may be blank.
  private func enrichedReads(from cells: inout RowCells, status: ReadingStatus?) -> [Read] {
    guard let column = columns.readDates, let cell = cells.take(column) else { return [] }
    var reads: [Read] = []
    for pair in cell.split(separator: ";") {
      var days: [Day?] = []
      for side in pair.split(separator: ",", omittingEmptySubsequences: false) {
        switch dates.day(String(side)) {
        case .value(let day): days.append(day)
        case .blank: days.append(nil)
        case .unreadable:
          days.append(nil)
          cells.warnings.append(.unreadableDate(column: column.name, text: String(side)))
          cells.keep(column)
        }
      }
      // A lone date is the end of the reading, unless the book is still being read.
      if days.count == 1 { days.insert(nil, at: status == .reading ? 1 : 0) }
      guard days.count == 2 else {
        cells.warnings.append(.unreadableDate(column: column.name, text: String(pair)))
        cells.keep(column)
        continue
      }
      if days[0] != nil || days[1] != nil { reads.append(Read(started: days[0], finished: days[1])) }
    }
    return reads
  }

  /// The genre that most readers gave the book, from `name|votes;name|votes`.
  private func genreOfReaders(from cells: RowCells) -> String? {
    var cells = cells
    guard let cell = cells.take(columns.genres) else { return nil }
    return GenreTable.genre(forTags: Goodreads.genreNames(inVotes: cell))
  }

  /// The names of `name|votes;name|votes`.
  static func genreNames(inVotes cell: String) -> [String] {
    cell.split(separator: ";").map { String($0.prefix { $0 != "|" }) }.compactMap(TextNormalisation.line)
  }
}
