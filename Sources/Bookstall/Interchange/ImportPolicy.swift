/// Who wins where a book in the store and a row of a file differ.
package enum ImportPolicy: String, CaseIterable, Hashable, Sendable {
  /// The row fills what the book lacks and changes nothing else.
  case fill
  /// The row wins wherever it says something.
  case overwrite
  /// The book stays as it is.
  case keep
  /// As `fill`, and where both say something and not the same, the reader chooses.
  case ask
}

/// A part of a book that a merge can change.
package enum BookField: String, CaseIterable, Hashable, Sendable {
  case title
  case author
  case additionalAuthors = "additional authors"
  case contributors
  case series
  case genre
  case rating
  case review
  case status
  case dateAdded = "date added"
  case reads
  case readCount = "read count"
  case isbn13
  case publisher
  case year
  case originalYear = "original year"
  case pages
  case tags
  case privateNotes = "private notes"
  case services
}

/// What a merge did to one field.
package struct FieldChange: Hashable, Sendable {
  /// What changed.
  package let field: BookField
  /// Nil where the book said nothing before.
  package let old: String?
  /// The new value; of lists, the entries that came in or changed.
  package let new: String
}

/// Where book and row both say something, and not the same.
package struct FieldConflict: Hashable, Sendable {
  /// What the two disagree about.
  package let field: BookField
  /// What the book says from now on.
  package let kept: String
  /// What was given up for it.
  package let other: String
}
