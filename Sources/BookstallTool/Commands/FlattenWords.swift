import Bookstall

/// What books lost in the Goodreads format, in words.
struct FlattenWords {
  let report: FlattenReport

  /// A line for each kind of thing that the format could not hold.
  var lines: [String] {
    let counted: [(count: Int, one: String, many: String)] = [
      (report.roundedRatings, "rating was rounded to whole stars", "ratings were rounded to whole stars"),
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
      (report.renamedTags, "tag was respelled as a shelf", "tags were respelled as shelves"),
      (report.droppedTags, "tag can't be a shelf", "tags can't be shelves"),
      (report.genresAsTags, "genre became a shelf", "genres became shelves"),
      (
        report.pausedBooks, "paused book is currently-reading with the shelf on-hold",
        "paused books are currently-reading with the shelf on-hold"
      ),
      (
        report.neutralisedCharacters, "control character was taken out", "control characters were taken out"
      ),
      (report.withoutISBN, "book has no ISBN", "books have no ISBN"),
    ]
    let lines = counted.filter { $0.count > 0 }.map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)." }
    return lines + leftOut
  }

  private var leftOut: [String] {
    let reasons: [(FlattenReport.LeftOut.Reason, String)] = [
      (.noTitle, "without a title"), (.noStatus, "without a status (set one with: bookstall edit)"),
      (.noStrictShelf, "not finished"),
    ]
    return reasons.compactMap { reason, words in
      let ids = report.leftOut.filter { $0.reason == reason }.map { "#\($0.id)" }
      guard let first = ids.first else { return nil }
      let named = ids.count == 1 ? first : ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? "…" : "")
      return "Left out: \(ids.count) \(ids.count == 1 ? "book" : "books") \(words): \(named)."
    }
  }
}
