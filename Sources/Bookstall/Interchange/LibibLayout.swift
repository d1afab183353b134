package import CSV

/// The columns that Libib's importer wants; two dates have other names than in its export.
package enum LibibLayout: ServiceLayout {
  package typealias Format = Libib
  package static let lineEnd = CSVLineEnd.lf
  package static let strictColumns: Set<Column> = [.itemType, .status, .description]
  package static let unsaid: Set<FlattenReport.Value> = [
    .contributor, .originalYear, .earlierRead, .readNote, .readCount, .furtherSeries, .seriesNumber,
  ]

  /// As many characters of a description are taken.
  static let descriptionLimit = 5000

  /// A column; the raw value is the header, and the order is the file's.
  package enum Column: String, CaseIterable, Sendable {
    case itemType = "item_type"
    case title
    case creators
    case firstName = "first_name"
    case lastName = "last_name"
    case collection
    case isbn13 = "ean_isbn13"
    case isbn10 = "upc_isbn10"
    case description
    case publisher
    case publishDate = "publish_date"
    case group
    case tags
    case notes
    case price
    case length
    case numberOfDiscs = "number_of_discs"
    case numberOfPlayers = "number_of_players"
    case ageGroup = "age_group"
    case ensemble
    case aspectRatio = "aspect_ratio"
    case esrb
    case rating
    case review
    case reviewDate = "review_date"
    case status
    case began = "began_date"
    case completed = "completed_date"
    case added
    case copies
  }

  /// The importer passes over rows without a number.
  package static func obstacle(of book: ServiceBook) -> FlattenReport.LeftOut.Reason? {
    book.record.book.isbn13 == nil && book.keptCell(Column.isbn10.rawValue) == nil ? .noISBN : nil
  }

  /// The name of a column in Libib's own export.
  package static func exportName(of column: Column) -> String {
    switch column {
    case .began: "began"
    case .completed: "completed"
    default: column.rawValue
    }
  }

  /// The cell of a book; nil where the book has no value for such a column.
  package static func cell(_ column: Column, of book: inout ServiceBook) -> String? {
    let values = book.record.book
    switch column {
    case .itemType: return "book"
    case .title: return values.title
    case .creators: return book.authors
    case .firstName: return names(of: book)?.first ?? ""
    case .lastName: return names(of: book)?.last ?? ""
    case .isbn13: return values.isbn13 ?? ""
    case .isbn10: return book.isbn10 ?? ""
    case .description: return description(of: &book)
    case .publisher: return values.publisher ?? ""
    case .publishDate: return values.year.map(String.init) ?? ""
    case .group: return book.record.series.first?.name ?? ""
    case .tags:
      let tags = book.tagsWithGenre()
      return book.commaList(tags)
    case .notes: return values.privateNotes ?? ""
    case .length: return values.pages.map(String.init) ?? ""
    case .rating: return rating(of: &book)
    case .review: return book.plainReview
    case .status: return status(values.status)
    case .began: return book.day(book.mainRead?.started)
    case .completed: return book.endOfMainRead()
    case .added: return book.day(values.dateAdded)
    default: return nil
    }
  }

  private static func status(_ status: ReadingStatus?) -> String {
    switch status {
    case nil: ""
    case .toRead: "Not begun"
    case .reading, .paused: "In progress"
    case .read: "Completed"
    case .didNotFinish: "Abandoned"
    }
  }

  /// The first author's names as they came, or parted before the last word.
  private static func names(of book: ServiceBook) -> (first: String, last: String)? {
    guard let author = book.record.book.author else { return nil }
    let first = book.keptCell(Column.firstName.rawValue) ?? ""
    let last = book.keptCell(Column.lastName.rawValue) ?? ""
    if first + " " + last == author { return (first, last) }
    let words = GoodreadsDialect.words(of: author)
    return (words.dropLast().joined(separator: " "), words.last ?? "")
  }

  private static func rating(of book: inout ServiceBook) -> String {
    guard let stars = book.halfStars() else { return "" }
    var bytes: [UInt8] = []
    JSONWriter.append(stars, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func description(of book: inout ServiceBook) -> String? {
    guard let text = book.keptCell(Column.description.rawValue), text.utf8.count > descriptionLimit,
      text.unicodeScalars.count > descriptionLimit
    else { return nil }
    book.report.cutDescriptions += 1
    return String(text.unicodeScalars.prefix(descriptionLimit))
  }
}
