package import CSV

/// The columns that BookWyrm exports and imports; "BookWyrm" is chosen by hand in its form.
package enum BookWyrmLayout: ServiceLayout {
  package typealias Format = BookWyrm
  package static let lineEnd = CSVLineEnd.crlf
  package static let unsaid: Set<FlattenReport.Value> = [
    .contributor, .genre, .tag, .publisher, .year, .originalYear, .privateNote, .earlierRead, .readNote,
    .readCount, .seriesWithoutNumber,
  ]

  /// A column; the raw value is the header, and the order is the file's.
  package enum Column: String, CaseIterable, Sendable {
    case title
    case authors = "author_text"
    case remoteID = "remote_id"
    case openLibraryKey = "openlibrary_key"
    case finnaKey = "finna_key"
    case librisKey = "libris_key"
    case inventaireID = "inventaire_id"
    case libraryThingKey = "librarything_key"
    case goodreadsKey = "goodreads_key"
    case bnfID = "bnf_id"
    case viaf
    case wikidata
    case asin
    case aasin
    case isfdb
    case isbn10 = "isbn_10"
    case isbn13 = "isbn_13"
    case oclcNumber = "oclc_number"
    case pages
    case startDate = "start_date"
    case finishDate = "finish_date"
    case stoppedDate = "stopped_date"
    case rating
    case reviewName = "review_name"
    case reviewWarning = "review_cw"
    case review = "review_content"
    case reviewPublished = "review_published"
    case shelf
    case shelfName = "shelf_name"
    case shelfDate = "shelf_date"
  }

  /// The cell of a book; nil where the book has no value for such a column.
  package static func cell(_ column: Column, of book: inout ServiceBook) -> String? {
    let values = book.record.book
    switch column {
    case .title: return book.titleWithSeries
    case .authors: return book.authors
    case .remoteID: return book.serviceID ?? ""
    case .isbn10: return book.isbn10 ?? ""
    case .isbn13: return values.isbn13 ?? ""
    case .pages: return values.pages.map(String.init) ?? ""
    case .startDate: return book.day(book.mainRead?.started)
    case .finishDate: return book.day(book.mainRead?.finished)
    case .stoppedDate: return book.day(book.mainRead?.stopped)
    case .rating: return rating(of: &book)
    case .review: return values.review ?? ""
    case .shelf:
      if values.status == .didNotFinish { book.report.ignoredShelves += 1 }
      return shelf(values.status)?.identifier ?? ""
    case .shelfName:
      if book.keptCell(column.rawValue) != nil { return nil }
      return ownShelf(of: book) ?? shelf(values.status)?.name ?? ""
    case .shelfDate: return book.day(values.dateAdded)
    default: return nil
    }
  }

  private static func shelf(_ status: ReadingStatus?) -> (identifier: String, name: String)? {
    switch status {
    case nil: nil
    case .toRead: ("to-read", "To Read")
    case .reading, .paused: ("reading", "Currently Reading")
    case .read: ("read", "Read")
    case .didNotFinish: ("stopped-reading", "Stopped Reading")
    }
  }

  /// The tag that a shelf of the reader's own, such as `cooking-9`, has become.
  private static func ownShelf(of book: ServiceBook) -> String? {
    guard let identifier = book.keptCell(Column.shelf.rawValue),
      let hyphen = identifier.utf8.lastIndex(of: UInt8(ascii: "-"))
    else { return nil }
    return book.record.tags.first { GoodreadsDialect.shelfName($0) == identifier[..<hyphen] }
  }

  /// Two decimals, which are only ever `.00` or `.50`.
  private static func rating(of book: inout ServiceBook) -> String {
    book.halfStars().map { String(describing: $0) + "0" } ?? ""
  }
}
