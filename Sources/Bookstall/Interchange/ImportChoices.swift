/// What the reader chose where a book here and a row of a file differ.
package struct ImportChoices: Sendable {
  /// Where a row and a field of it are in question: the row's place among the records, and the two values.
  package struct Question: Hashable, Sendable {
    /// The row's place among the records, the header being 1.
    package let record: Int
    /// The field with the value here and the value of the row.
    package let conflict: FieldConflict

    /// One field of one row.
    package init(record: Int, conflict: FieldConflict) {
      self.record = record
      self.conflict = conflict
    }
  }

  /// Whether the row's value is taken, for each question that was answered.
  private var answers: [Question: Bool] = [:]
  /// Whether the row's value is taken in all other cases; nil while that is open.
  package var others: Bool?

  /// Nothing is chosen yet.
  package init() {}

  /// The answer to a question; nil while it is open.
  package subscript(question: Question) -> Bool? {
    get { answers[question] ?? others }
    set { answers[question] = newValue }
  }

  /// The conflicts of a row in which its value is taken.
  func taken(ofRecord record: Int) -> (FieldConflict) -> Bool {
    { conflict in self[Question(record: record, conflict: conflict)] ?? false }
  }
}
