/// What became of one row of a file.
package enum RowOutcome: Sendable {
  case book(BookRecord, [ImportWarning])
  /// The row should be a book but can't be one.
  case refused(RowProblem, [ImportWarning])
  /// The row is none of our business, such as a film among the books.
  case skipped(RowProblem)
}

/// Why a row became no book.
package enum RowProblem: Error, Hashable, Sendable {
  case noTitle
  /// More filled cells than the header has names, most likely for want of quotes around a comma.
  case tooManyCells(found: Int, expected: Int)
  /// Fewer cells than a row has that was refused for its cells.
  case tooFewCells(found: Int, expected: Int)
  /// In a table of refused rows, cells that don't stand under their columns.
  case movedCells
  /// In such a table, cells and a row as it came that are no longer the same row.
  case mendedTwice
  /// A quote that is never closed has swallowed the cells behind it.
  case unclosedQuote(found: Int, expected: Int)
  /// Text behind a closing quote in a row of another length, or behind a cell of several lines.
  case misplacedQuote(found: Int, expected: Int)
  /// Nothing but delimiters.
  case blankRow
  /// The header once more, as where files were put one behind the other.
  case repeatedHeader
  /// A film, a game, a record: the source's own word for it, and its title.
  case notABook(kind: String, title: String?)
  /// A table of ids without titles, as old exports were; the ids of the row.
  case onlyIDs(String)
  /// A note or a review that names its book by ids alone.
  case noteWithoutBook(String)
  /// A row of a backup that is not written as it should be.
  case damaged
  /// The file ends here, within a row or before the mark of its end.
  case cutShort
  /// Something that is no book stands behind the end of a list of JSON.
  case behindList
  /// The header of another service's table, as where two exports were put one behind the other.
  case otherHeader(service: String)
  /// A row below such a header, which can't be read under the first one.
  case belowOtherHeader
  /// The source itself has the book in its bin.
  case deletedInSource(title: String?)
}

extension RowProblem {
  /// Whether the cells of the row can't be told from each other, so that none of them stands for a column.
  var isOfWholeRow: Bool {
    switch self {
    case .tooManyCells, .tooFewCells, .movedCells, .mendedTwice, .unclosedQuote, .misplacedQuote, .cutShort:
      true
    default: false
    }
  }
}

/// Something in a row that could not be taken as it stands, while the book itself came in.
package enum ImportWarning: Hashable, Sendable {
  case unreadableRating(column: String, text: String)
  case unreadableDate(column: String, text: String)
  case unreadableNumber(column: String, text: String)
  case unreadableText(column: String, text: String)
  /// A wrong check digit, a placeholder or something else; the text stays among the other columns.
  case unreadableISBN(column: String, text: String)
  /// A spreadsheet has rounded the number, such as `9.78E+12`.
  case roundedISBN(column: String, text: String)
  /// The leading zero was missing, and the check digit fits with it.
  case repairedISBN(column: String, text: String, isbn13: String)
  /// Ratings above five are no stars out of five, and too few of them to tell how far the column counts.
  case ratingScale(column: String, text: String)
  /// The ratings of a column of one's own count to ten or a hundred; one of them, and the stars that were taken for it.
  case scaledRatings(column: String, outOf: Int, text: String, rating: Rating)
  /// A date that could be meant in two ways, in a file that has both, or neither, and hyphens.
  case undecidedDate(column: String, text: String)
  /// A shelf or status that names no status we know; it became a tag.
  case unknownShelf(column: String, name: String)
  /// Cells missing at the end of the row count as blank.
  case shortRow(found: Int, expected: Int)
  /// Two columns of one name; the first filled one counts, the other is kept as `keptAs`.
  case duplicateColumn(name: String, keptAs: String)
  /// NUL characters were taken out of a cell.
  case removedNUL(column: String)
  /// Nothing in the file tells day from month; a date of it, and what was taken to come first.
  case ambiguousDates(text: String, isDayFirst: Bool)
  case finishedBeforeStarted(started: Day, finished: Day)
  case futureDate(Day)

  /// Whether a cell holds something else than its column should.
  var isOfUnreadableCell: Bool {
    switch self {
    case .unreadableRating, .unreadableDate, .unreadableNumber, .unreadableISBN, .unknownShelf: true
    default: false
    }
  }

  /// Equal for warnings that a report should tell once for the file; nil for those that each row tells.
  package var onceKey: String? {
    switch self {
    case .unknownShelf(_, let name): "shelf " + name.lowercased()
    case .duplicateColumn(_, let keptAs): "column " + keptAs
    case .ratingScale(let column, _): "scale " + column
    case .scaledRatings(let column, _, _, _): "halved " + column
    default: nil
    }
  }
}

/// Why the header of a file can't be read in a format.
package enum HeaderProblem: Error, Hashable, Sendable {
  /// The column without which there is no book, and the columns that are there.
  case missingColumn(name: String, found: [String])
}
