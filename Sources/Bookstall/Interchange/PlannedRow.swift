/// What an import does with one row, told while it runs.
package struct PlannedRow {
  /// What becomes of the row.
  package enum Outcome {
    case added
    /// A book that is here changes; `conflicts` are what stays as it is.
    case merged([FieldChange], conflicts: [FieldConflict])
    /// Nothing new; `conflicts` are where the book says otherwise.
    case unchanged(conflicts: [FieldConflict])
    case skipped(RowProblem)
    case refused(RowProblem)
  }

  /// The physical line on which the row starts.
  package let line: Int
  /// The row's place among the records, the header being 1.
  package let record: Int
  /// The row's title, where it has one.
  package let title: String?
  /// The line of the earlier row that is the same book; nil for a book of the store, and for a new one.
  package let earlierLine: Int?
  /// What becomes of it.
  package let outcome: Outcome

  /// Where the row and the book differ and the book's value stays.
  package var conflicts: [FieldConflict] {
    switch outcome {
    case .merged(_, let conflicts), .unchanged(let conflicts): conflicts
    case .added, .skipped, .refused: []
    }
  }
}
