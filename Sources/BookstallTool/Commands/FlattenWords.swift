import Bookstall
import Presentation

/// What books lost in a service's format, in words.
struct FlattenWords {
  let report: FlattenReport
  let format: ExportFormat

  /// A line for each kind of thing that the format could not hold.
  var lines: [String] {
    let lines = (lossyValues + withoutColumn).filter { $0.count > 0 }
      .map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)." }
    return lines + unwrittenColumns + leftOut + notTaken
  }

  /// The columns that came with the books and have no place here, those of most books first.
  private var unwrittenColumns: [String] {
    let columns = report.unwrittenColumns.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if columns.isEmpty { return [] }
    let shown = columns.prefix(12).map { "\(SafeText.excerpt($0.key, cells: 30)) (\($0.value))" }
    let more = columns.count > shown.count ? " and \(columns.count - shown.count) more" : ""
    return ["Not written, since there is no column for it: \(shown.joined(separator: ", "))\(more)."]
  }

  private typealias Counted = (count: Int, one: String, many: String)

  private var lossyValues: [Counted] {
    let steps = format == .goodreads ? "whole" : "half"
    return [
      (
        report.roundedRatings, "rating was rounded to \(steps) stars",
        "ratings were rounded to \(steps) stars"
      ),
      (report.foldedRereads, "reread is only counted", "rereads are only counted"),
      (report.droppedStartDates, "start date has no column", "start dates have no column"),
      (
        report.droppedPartialDates, "date without a day was left blank", "dates without a day were left blank"
      ),
      (report.droppedStoppedDates, "date of giving up has no column", "dates of giving up have no column"),
      (
        report.droppedReadNotes, "rating or review of a single reading has no column",
        "ratings and reviews of single readings have no column"
      ),
      (report.lostRoles, "person became an author like any other", "people became authors like any other"),
      (report.droppedSeries, "series without a number was left out", "series without a number were left out"),
      (report.respelledNames, "author's name lost its comma", "authors' names lost their commas"),
      renamedTags,
      (report.droppedTags, "tag can't be a shelf", "tags can't be shelves"),
      (
        report.unwritableTags, "tag holds what parts tags there; it was left out",
        "tags hold what parts tags there; they were left out"
      ),
      genresAsTags,
      pausedBooks,
      (
        report.assumedToRead, "book without a status is written as to-read",
        "books without a status are written as to-read"
      ),
      (
        report.ignoredShelves, "book given up is on stopped-reading, which BookWyrm's import passes over",
        "books given up are on stopped-reading, which BookWyrm's import passes over"
      ),
      (
        report.neutralisedCharacters, "control character was taken out", "control characters were taken out"
      ),
      (
        report.cutDescriptions, "description was cut to 5000 characters",
        "descriptions were cut to 5000 characters"
      ),
      (format == .libib ? 0 : report.withoutISBN, "book has no ISBN", "books have no ISBN"),
    ]
  }

  private var renamedTags: Counted {
    if format == .goodreads {
      return (report.renamedTags, "tag was respelled as a shelf", "tags were respelled as shelves")
    }
    return (report.renamedTags, "tag lost its comma", "tags lost their commas")
  }

  private var genresAsTags: Counted {
    if format == .goodreads {
      return (report.genresAsTags, "genre became a shelf", "genres became shelves")
    }
    return (report.genresAsTags, "genre stands among the tags", "genres stand among the tags")
  }

  private var pausedBooks: Counted {
    if format == .goodreads {
      return (
        report.pausedBooks, "paused book is currently-reading with the shelf on-hold",
        "paused books are currently-reading with the shelf on-hold"
      )
    }
    return (
      report.pausedBooks, "paused book is among those being read", "paused books are among those being read"
    )
  }

  private var withoutColumn: [Counted] {
    FlattenReport.Value.allCases.map { value in
      let (one, many) = FlattenWords.names(of: value)
      return (report.withoutColumn[value] ?? 0, "\(one) has no column", "\(many) have no column")
    }
  }

  private static func names(of value: FlattenReport.Value) -> (one: String, many: String) {
    switch value {
    case .contributor: ("person with another role than author", "people with other roles than author")
    case .earlierRead: ("further reading", "further readings")
    case .readNote: ("rating or review of a single reading", "ratings and reviews of single readings")
    case .readCount: ("count of readings without dates", "counts of readings without dates")
    case .genre: ("genre", "genres")
    case .tag: ("tag", "tags")
    case .publisher: ("publisher", "publishers")
    case .year: ("year of publication", "years of publication")
    case .originalYear: ("year of first publication", "years of first publication")
    case .privateNote: ("private note", "private notes")
    case .furtherSeries: ("further series", "further series")
    case .seriesNumber: ("number in a series", "numbers in series")
    case .seriesWithoutNumber: ("series without a number", "series without a number")
    }
  }

  // MARK: Whole books

  private var leftOut: [String] {
    books(
      report.leftOut, "Left out",
      [
        (.noTitle, "without a title"), (.noStatus, "without a status (set one with: bookstall edit)"),
        (.noStrictShelf, "not finished"),
      ])
  }

  private var notTaken: [String] {
    books(
      report.notTaken, "Written, but the import will pass over",
      [(.noISBN, "without an ISBN"), (.noAuthor, "without an author")])
  }

  private func books(
    _ books: [FlattenReport.LeftOut], _ verdict: String, _ reasons: [(FlattenReport.LeftOut.Reason, String)]
  ) -> [String] {
    reasons.compactMap { reason, words in
      let ids = books.filter { $0.reason == reason }.map { "#\($0.id)" }
      guard let first = ids.first else { return nil }
      let named = ids.count == 1 ? first : ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? "…" : "")
      return "\(verdict): \(ids.count) \(ids.count == 1 ? "book" : "books") \(words): \(named)."
    }
  }
}
