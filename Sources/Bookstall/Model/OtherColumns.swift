/// Columns of a source that Bookstall does not model: names and texts in the source's order.
package struct OtherColumns: Hashable, Sendable {
  /// One column as it came.
  package struct Column: Hashable, Sendable {
    /// The header.
    package var name: String
    /// The cell, unchanged.
    package var text: String

    /// A header and the cell below it.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The columns in the source's order; a name may come twice.
  package var columns: [Column]

  /// Keeps the columns in the order given.
  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Whether there is no column.
  package var isEmpty: Bool { columns.isEmpty }

  /// The first column with that name.
  package subscript(name: String) -> String? {
    columns.first { $0.name == name }?.text
  }
}
