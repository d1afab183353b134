package import CSV

/// The 37 columns that Hardcover's importer wants, all of them and spelled so.
package enum HardcoverLayout: ServiceLayout {
  package typealias Format = Hardcover
  package static let lineEnd = CSVLineEnd.lf
  package static let strictColumns: Set<Column> = [.title, .status]
  package static let unsaid: Set<FlattenReport.Value> = [
    .originalYear, .earlierRead, .readNote, .readCount,
  ]

  /// A column; the raw value is the header, and the order is the file's.
  package enum Column: String, CaseIterable, Sendable {
    case title = "Title"
    case author = "Author"
    case series = "Series"
    case status = "Status"
    case privacy = "Privacy"
    case bookID = "Hardcover Book ID"
    case editionID = "Hardcover Edition ID"
    case isbn10 = "ISBN 10"
    case isbn13 = "ISBN 13"
    case asin = "ASIN"
    case media = "Media"
    case countryCode = "Country Code"
    case languageCode = "Language Code"
    case binding = "Binding"
    case pages = "Pages"
    case duration = "Duration in Seconds"
    case publishDate = "Publish Date"
    case publisher = "Publisher"
    case genres = "Genres"
    case moods = "Moods"
    case tags = "Tags"
    case contentWarnings = "Content Warnings"
    case lists = "Lists"
    case dateAdded = "Date Added"
    case dateStarted = "Date Started"
    case dateFinished = "Date Finished"
    case rating = "Rating"
    case review = "Review"
    case reviewContainsSpoilers = "Review Contains Spoilers"
    case sponsoredReview = "Sponsored Review"
    case reviewDate = "Review Date"
    case reviewURL = "Review URL"
    case reviewMediaURL = "Review Media URL"
    case privateNotes = "Private Notes"
    case owned = "Owned"
    case compilation = "Compilation"
    case reviewSlate = "Review Slate"
  }

  /// Without an author the importer refuses the row.
  package static func obstacle(of book: ServiceBook) -> FlattenReport.LeftOut.Reason? {
    book.authors.isEmpty ? .noAuthor : nil
  }

  /// The cell of a book; nil where the book has no value for such a column.
  package static func cell(_ column: Column, of book: inout ServiceBook) -> String? {
    let values = book.record.book
    switch column {
    case .title: return values.title
    case .author: return people(of: book)
    case .series: return series(of: &book)
    case .status: return status(values.status)
    case .bookID: return book.serviceID ?? ""
    case .isbn10: return book.isbn10 ?? ""
    case .isbn13: return values.isbn13 ?? ""
    case .pages: return values.pages.map(String.init) ?? ""
    case .publishDate: return values.year.map(String.init) ?? ""
    case .publisher: return values.publisher ?? ""
    case .genres: return genres(of: &book)
    case .tags: return list(otherTags(of: book))
    case .dateAdded: return book.day(values.dateAdded)
    case .dateStarted: return book.day(book.mainRead?.started)
    case .dateFinished: return book.endOfMainRead()
    case .rating: return book.halfStars().map { String(describing: $0) } ?? ""
    case .review: return book.plainReview
    case .privateNotes: return values.privateNotes ?? ""
    case .lists: return list(lists(of: book))
    default: return nil
    }
  }

  private static func status(_ status: ReadingStatus?) -> String {
    switch status {
    case nil: "None"
    case .toRead: "Want to Read"
    case .reading, .paused: "Currently Reading"
    case .read: "Read"
    case .didNotFinish: "Did Not Finish"
    }
  }

  /// Authors first, then everybody else with the role in parentheses.
  private static func people(of book: ServiceBook) -> String {
    let others = book.record.contributors.map { "\(GoodreadsDialect.commaFree($0.name)) (\($0.role))" }
    return ([book.authors] + others).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `Name (#2), Other (#1)`; a mere name only where no series has a number, since it would join the next.
  private static func series(of book: inout ServiceBook) -> String {
    let numbered = book.record.series.compactMap { place in place.number.map { "\(place.name) (#\($0))" } }
    if numbered.isEmpty { return book.record.series.map(\.name).joined(separator: "; ") }
    book.report.droppedSeries += book.record.series.count - numbered.count
    return numbered.joined(separator: ", ")
  }

  // MARK: Tags

  /// The genre as the book's own tag names it, or by itself; genres as they came stay if all are tags still.
  private static func genres(of book: inout ServiceBook) -> String? {
    if keptTags(.genres, of: book) != nil { return nil }
    let tags = book.tagsWithGenre()
    return list(tags.first { $0 == genreTag(of: book.record, among: tags) }.map { [$0] } ?? [])
  }

  /// The lists as they came, those left out whose tags are gone; nil where no tag is left of any.
  ///
  /// `Owned` is a list there and no tag here, and a number behind a name is the book's place on the list.
  private static func lists(of book: ServiceBook) -> [String] {
    guard let cell = book.keptCell(Column.lists.rawValue.lowercased()) else { return [] }
    return ListStyle.arrayOrCommas.items(of: cell).filter {
      tags(ofLists: [$0]).allSatisfy(book.record.tags.contains)
    }
  }

  private static func tags(ofLists lists: [String]) -> [String] {
    TagList(leavingOut: Hardcover.noTags, lists).tags
  }

  /// The tags that stand in no other column.
  private static func otherTags(of book: ServiceBook) -> [String] {
    let keptGenres = keptTags(.genres, of: book) ?? []
    var elsewhere = Set(keptGenres + tags(ofLists: lists(of: book)))
    if keptGenres.isEmpty, let genre = genreTag(of: book.record, among: book.record.tags) {
      elsewhere.insert(genre)
    }
    return book.record.tags.filter { !elsewhere.contains($0) }
  }

  private static func genreTag(of record: BookRecord, among tags: [String]) -> String? {
    guard let genre = record.book.genre, genre != Genre.uncategorized else { return nil }
    return tags.first { $0.lowercased() == genre.lowercased() || GenreTable.genre(forTags: [$0]) == genre }
  }

  private static func keptTags(_ column: Column, of book: ServiceBook) -> [String]? {
    guard let cell = book.keptCell(column.rawValue.lowercased()) else { return nil }
    let items = ListStyle.arrayOrCommas.items(of: cell)
    return !items.isEmpty && items.allSatisfy(book.record.tags.contains) ? items : nil
  }

  /// Names between commas, or as an array where a name has a comma of its own.
  private static func list(_ names: [String]) -> String {
    let isPlain = names.allSatisfy { !$0.utf8.contains(UInt8(ascii: ",")) } && names.first?.first != "["
    if isPlain { return names.joined(separator: ", ") }
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    JSONWriter.append(names, into: &bytes) { JSONWriter.append($0, into: &$1) }
    return String(decoding: bytes + [UInt8(ascii: "]")], as: UTF8.self)
  }
}
