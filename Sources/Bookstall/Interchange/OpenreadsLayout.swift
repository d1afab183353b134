package import CSV

/// The 19 columns of an Openreads backup, whose importer knows them only all together and with CRLF.
package enum OpenreadsLayout: ServiceLayout {
  package typealias Format = Openreads
  package static let lineEnd = CSVLineEnd.crlf
  // Whatever its importer doesn't know becomes a book that was read.
  package static let needsStatus = true
  package static let strictColumns: Set<Column> = [.status, .deleted]
  package static let unsaid: Set<FlattenReport.Value> = [
    .contributor, .publisher, .originalYear, .readNote, .readCount, .seriesWithoutNumber,
  ]

  /// A column; the raw value is the header, and the order is the file's.
  package enum Column: String, CaseIterable, Sendable {
    case title
    case subtitle
    case author
    case description
    case status
    case favourite
    case deleted
    case rating
    case pages
    case publicationYear = "publication_year"
    case isbn
    case olid
    case tags
    case review = "my_review"
    case notes
    case bookFormat = "book_format"
    case readings
    case dateAdded = "date_added"
    case dateModified = "date_modified"
  }

  /// The cell of a book; nil where the book has no value for such a column.
  package static func cell(_ column: Column, of book: inout ServiceBook) -> String? {
    let values = book.record.book
    switch column {
    case .title: return book.titleWithSeries
    case .author: return book.authors
    case .status: return status(values.status)
    case .favourite: return book.keptCell(column.rawValue) == nil ? "false" : nil
    case .deleted: return "false"
    case .rating: return book.halfStars().map { String(describing: $0) } ?? ""
    case .pages: return values.pages.map(String.init) ?? ""
    case .publicationYear: return values.year.map(String.init) ?? ""
    case .isbn: return values.isbn13 ?? ""
    case .olid: return book.serviceID ?? ""
    case .tags: return tags(of: &book)
    case .review: return book.plainReview
    case .notes: return values.privateNotes ?? ""
    case .readings: return readings(of: &book)
    case .dateAdded: return moment(values.dateAdded, &book)
    default: return nil
    }
  }

  private static func status(_ status: ReadingStatus?) -> String {
    switch status {
    case nil: "unknown"
    case .toRead: "planned"
    case .reading, .paused: "in_progress"
    case .read: "finished"
    case .didNotFinish: "abandoned"
    }
  }

  private static let bars = "|||||"

  private static func tags(of book: inout ServiceBook) -> String {
    let tags = book.tagsWithGenre()
    // A bar at an end would join the separator.
    let writable = tags.filter { !$0.contains(bars) && $0.utf8.first != bars.utf8.first && $0.last != "|" }
    book.report.unwritableTags += tags.count - writable.count
    return writable.joined(separator: bars)
  }

  /// `start|finish|milliseconds` between semicolons, each part blank where nobody knows.
  private static func readings(of book: inout ServiceBook) -> String {
    let isGivenUp = book.record.book.status == .didNotFinish
    let last = book.record.reads.count - 1
    var entries: [String] = []
    for (index, read) in book.record.reads.enumerated() {
      var end = read.finished
      if read.stopped != nil, end == nil {
        if isGivenUp, index == last { end = read.stopped } else { book.report.droppedStoppedDates += 1 }
      }
      let (start, finish) = (moment(read.started, &book), moment(end, &book))
      if start + finish != "" { entries.append("\(start)|\(finish)|") }
    }
    return entries.joined(separator: ";")
  }

  /// The first moment of a day, on the reader's own clock.
  private static func moment(_ day: Day?, _ book: inout ServiceBook) -> String {
    let text = book.day(day)
    return text.isEmpty ? "" : text + "T00:00:00.000"
  }
}
