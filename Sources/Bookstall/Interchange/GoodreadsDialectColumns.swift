/// The columns that Goodreads writes; the raw value is the header, and the order is the file's.
enum GoodreadsColumn: String, CaseIterable {
  case bookID = "Book Id"
  case title = "Title"
  case author = "Author"
  case authorLastFirst = "Author l-f"
  case additionalAuthors = "Additional Authors"
  case isbn = "ISBN"
  case isbn13 = "ISBN13"
  case myRating = "My Rating"
  case averageRating = "Average Rating"
  case publisher = "Publisher"
  case binding = "Binding"
  case numberOfPages = "Number of Pages"
  case yearPublished = "Year Published"
  case originalPublicationYear = "Original Publication Year"
  case dateRead = "Date Read"
  case dateAdded = "Date Added"
  case bookshelves = "Bookshelves"
  case bookshelvesWithPositions = "Bookshelves with positions"
  case exclusiveShelf = "Exclusive Shelf"
  case myReview = "My Review"
  case spoiler = "Spoiler"
  case privateNotes = "Private Notes"
  case readCount = "Read Count"
  case recommendedFor = "Recommended For"
  case recommendedBy = "Recommended By"
  case ownedCopies = "Owned Copies"
  case originalPurchaseDate = "Original Purchase Date"
  case originalPurchaseLocation = "Original Purchase Location"
  case condition = "Condition"
  case conditionDescription = "Condition Description"
  case bcid = "BCID"

  /// The columns that Goodreads wrote before 2022 and no longer does.
  static let old: Set<GoodreadsColumn> = [
    .recommendedFor, .recommendedBy, .originalPurchaseDate, .originalPurchaseLocation, .condition,
    .conditionDescription, .bcid,
  ]

  /// Whether cells that were kept from a file have any of the old columns.
  static func hasOld(_ kept: OtherColumns) -> Bool {
    guard var json = kept.json else { return false }
    return json.withUTF8 { text in
      // Every name begins with a quote, and there are few of those.
      var rest = text[...]
      while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
        rest = rest[quote...]
        if oldMarks.contains(where: { rest.starts(with: $0) }) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }

  private static let oldMarks = old.map { Array("\"\($0.rawValue)\":".utf8) }
}

/// The exclusive shelves that importers know; every other name is skipped by some and becomes `read` in
/// others.
enum GoodreadsShelf: String, CaseIterable {
  case toRead = "to-read"
  case currentlyReading = "currently-reading"
  case read
  case didNotFinish = "did-not-finish"

  /// The shelf of a status; a paused book has none and stands with those being read.
  init(_ status: ReadingStatus) {
    switch status {
    case .toRead: self = .toRead
    case .reading, .paused: self = .currentlyReading
    case .read: self = .read
    case .didNotFinish: self = .didNotFinish
    }
  }
}
