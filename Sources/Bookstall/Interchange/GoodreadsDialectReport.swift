/// What books lost on their way into a service's format: counts, for the tool to put into words.
package struct FlattenReport: Equatable, Sendable {
  /// Books written.
  package var written = 0
  /// Ratings between the whole stars, rounded half up and never to "not rated".
  package var roundedRatings = 0
  /// Finished reads before the last one, which only `Read Count` still tells.
  package var foldedRereads = 0
  /// Reads whose start has no column.
  package var droppedStartDates = 0
  /// Dates of adding or finishing that know no day, and so are blank.
  package var droppedPartialDates = 0
  /// Reads whose day of giving up has no column.
  package var droppedStoppedDates = 0
  /// Ratings and reviews of single reads.
  package var droppedReadNotes = 0
  /// People who became authors like any other.
  package var lostRoles = 0
  /// Series in which the book has no number, so that the title cannot tell them.
  package var droppedSeries = 0
  /// Tags that became shelf names: lower case, hyphens, no commas.
  package var renamedTags = 0
  /// Tags that are called like one of the four exclusive shelves, or that nothing is left of.
  package var droppedTags = 0
  /// Genres that stand among the shelves now.
  package var genresAsTags = 0
  /// Paused books, which are `currently-reading` with the tag `on-hold`.
  package var pausedBooks = 0
  /// Books without a status that were written as `to-read` because the caller wanted it.
  package var assumedToRead = 0
  /// Control characters that would have broken a line or a terminal.
  package var neutralisedCharacters = 0
  /// Books without any ISBN, which some services only list or leave out.
  package var withoutISBN = 0
  /// Values for which the format has no column.
  package var withoutColumn: [Value: Int] = [:]
  /// Columns that came with books and are not written, by name, with the number of books that have each.
  package var unwrittenColumns: [String: Int] = [:]
  /// Tags that hold what parts them from each other in the format.
  package var unwritableTags = 0
  /// Authors whose names had a comma, which would have parted them in two.
  package var respelledNames = 0
  /// Books on a shelf that the importer passes over.
  package var ignoredShelves = 0
  /// Descriptions that were longer than the importer takes, and so cut.
  package var cutDescriptions = 0
  /// Books that were written although the importer won't take them.
  package var notTaken: [LeftOut] = []
  /// Books that were not written, in their order.
  package var leftOut: [LeftOut] = []

  /// Something a book may have that a format may have no column for.
  package enum Value: CaseIterable, Sendable {
    case contributor
    /// A reading other than the one whose dates are written.
    case earlierRead
    /// A rating or a review of a single reading.
    case readNote
    /// More readings than the dates tell.
    case readCount
    case genre
    case tag
    case publisher
    case year
    case originalYear
    case privateNote
    /// A series after the first.
    case furtherSeries
    case seriesNumber
    /// A series that the title can't tell.
    case seriesWithoutNumber
  }

  /// A book that the dialect cannot say.
  package struct LeftOut: Equatable, Sendable {
    /// What kept it out.
    package enum Reason: Sendable {
      case noTitle
      /// Importers would read a blank shelf as `read`.
      case noStatus
      /// Its shelf is `did-not-finish`, and the caller wanted the three strict shelves only.
      case noStrictShelf
      case noISBN
      case noAuthor
    }

    /// The number of the book in the store.
    package var id: Int64
    /// Its title, where it has one.
    package var title: String?
    /// What kept it out.
    package var reason: Reason

    /// A book and what kept it out.
    package init(id: Int64, title: String?, reason: Reason) {
      self.id = id
      self.title = title
      self.reason = reason
    }
  }

  /// A report of nothing yet.
  package init() {}
}
