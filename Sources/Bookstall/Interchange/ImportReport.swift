package import CSV

/// What became of every row of a file.
///
/// `rows` is the sum of `added`, `merged`, `unchanged`, `skipped` and `refused`.
package struct ImportReport: Sendable {
  /// Something to say about one row.
  package struct Note<Content: Sendable>: Sendable {
    /// The physical line on which the row starts, from 1.
    package let line: Int
    /// The row's place among the records, the header being 1.
    package let record: Int
    /// The row's title, where it has one.
    package let title: String?
    /// What there is to say.
    package let content: Content
  }

  /// A row that is the same book as another one.
  package struct Sameness: Sendable {
    /// The line of the earlier row of the same file, or nil for a book that the store had before.
    package let earlierLine: Int?
    /// What the row brought to the book.
    package let changes: [FieldChange]
    /// Where the two disagreed.
    package let conflicts: [FieldConflict]
  }

  /// A difficulty that cost no book.
  package enum Warning: Hashable, Sendable {
    case row(ImportWarning)
    case csv(CSVProblem)
    /// The row has the ISBN of a book with a plainly different title; both stay.
    case isbnClash(isbn13: String, title: String?)
  }

  /// The service that the file comes from, such as `goodreads`.
  package var service: String
  /// The columns in the header.
  package var columns: [String] = []
  /// Rows below the header.
  package var rows = 0
  /// Rows that became new books.
  package var added = 0
  /// Rows that brought something to a book that was there.
  package var merged = 0
  /// Rows that said nothing new of a book that was there.
  package var unchanged = 0
  /// Rows without a book in them, and why.
  package var skipped: [Note<RowProblem>] = []
  /// Rows that could not be taken, and why.
  package var refused: [Note<RowProblem>] = []
  /// The refused rows themselves, to be mended and imported again.
  package var refusedRows = RefusedRows(columns: [])
  /// Difficulties that cost no book, up to a limit.
  package var warnings: [Note<Warning>] = []
  /// Warnings beyond those that are kept.
  package var furtherWarnings = 0
  /// Rows that met a book of the store or an earlier row, and what differed.
  package var sameBooks: [Note<Sameness>] = []
  /// How the bytes were read; nil while the file is being read.
  package var decoding: TextDecodingReport?
  /// The file within an archive that was read; nil where the source was no archive.
  package var archiveEntry: String?
  /// Further files of the archive that could be imported by themselves.
  package var otherEntries: [String] = []
  /// The line of the header; more than 1 when lines stood before it.
  package var headerLine = 1
  /// Whether nothing was saved, since the caller wanted the report alone.
  package var isDryRun = false

  /// A report of no rows yet.
  package init(service: String) {
    self.service = service
  }

  private static let warningLimit = 1000

  mutating func warn(_ warning: Warning, line: Int, record: Int, title: String?) {
    guard warnings.count < ImportReport.warningLimit else {
      furtherWarnings += 1
      return
    }
    warnings.append(Note(line: line, record: record, title: title, content: warning))
  }
}
