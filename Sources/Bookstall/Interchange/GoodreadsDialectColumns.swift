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
