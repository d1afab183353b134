package import CSV

/// What became of every row of a file.
///
/// `rows` is the sum of `added`, `merged`, `unchanged`, `skipped` and `refused`.
package struct ImportReport {
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

    /// The same place with something else to say of it.
    package func with<Other: Sendable>(_ content: Other) -> Note<Other> {
      Note<Other>(line: line, record: record, title: title, content: content)
    }
  }

  /// A new book that looks like another one, and yet nothing says that they are the same.
  package struct Likeness: Sendable {
    /// The number of the new book.
    package let book: Int64
    /// The number of the other book.
    package let other: Int64
    /// The other one's title.
    package let otherTitle: String
    /// The line of the other one, where it is new too.
    package let otherLine: Int?
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
  package var skipped = ImportNotes<RowProblem>()
  /// Rows that could not be taken, and why.
  package var refused = ImportNotes<RowProblem>()
  /// The refused rows themselves, to be mended and imported again.
  package let refusedRows: RefusedRows
  /// Difficulties that cost no book.
  package var warnings = ImportNotes<Warning>()
  /// Rows that are the book of an earlier row, with its line.
  package var repeats = ImportNotes<Int>()
  /// Rows that say otherwise than their book, where the book's values stand.
  package var conflicts = ImportNotes<[FieldConflict]>()
  /// New books that may be doubles of another one; both stay.
  package var likenesses = ImportNotes<Likeness>()
  /// How the bytes were read; nil while the file is being read.
  package var decoding: TextDecodingReport?
  /// The file within an archive that was read; nil where the source was no archive.
  package var archiveEntry: String?
  /// Further files of the archive that could be imported by themselves.
  package var otherEntries: [String] = []
  /// Columns of a table of one's own that say nothing to Bookstall, and are kept.
  package var unusedColumns: [String] = []
  /// The line of the header; more than 1 when lines stood before it.
  package var headerLine = 1
  /// Whether nothing was saved, since the caller wanted the report alone.
  package var isDryRun = false

  /// A report of no rows yet.
  init(service: String, refusedRows: RefusedRows) {
    self.service = service
    self.refusedRows = refusedRows
  }

  /// As many notes of one kind are kept.
  package static let noteLimit = 1000
}
