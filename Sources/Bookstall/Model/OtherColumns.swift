/// Columns of a source that Bookstall does not model: names and texts in the source's order.
package struct OtherColumns: Sendable {
  /// One column as it came.
  package struct Column: Hashable, Sendable {
    /// The header.
    package var name: String
    /// The cell.
    package var text: String

    /// A header and the cell below it.
    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// An export passes most of these on unread, so the stored text is read only when somebody asks for a column.
  enum Storage: Sendable {
    case columns([Column])
    /// The text that `json` would write for the columns.
    case json(String)
  }

  var storage: Storage

  /// Keeps the columns in the order given.
  package init(_ columns: [Column]) {
    storage = .columns(columns)
  }

  /// The columns, read from the stored text if need be.
  package var columns: [Column] {
    get {
      switch storage {
      case .columns(let columns): columns
      case .json(let text): OtherColumns.columns(ofJSON: text)
      }
    }
    set { storage = .columns(newValue) }
  }

  /// Whether there is no column.
  package var isEmpty: Bool {
    switch storage {
    case .columns(let columns): columns.isEmpty
    // No columns are stored as NULL or `{}`.
    case .json(let text): text.utf8.count <= 2
    }
  }

  /// The first column with that name.
  package subscript(name: String) -> String? {
    columns.first { $0.name == name }?.text
  }
}

extension OtherColumns: Hashable {
  /// Compares the columns, however they are kept.
  package static func == (left: OtherColumns, right: OtherColumns) -> Bool {
    if case .json(let left) = left.storage, case .json(let right) = right.storage, left == right {
      return true
    }
    return left.columns == right.columns
  }

  /// Hashes the columns.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(columns)
  }
}
