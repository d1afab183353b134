/// A column of Bookstall's own CSV; the raw value is its header, and the order is that of a full export.
///
/// What people look for first stands first; what only machines read stands last. The names are those of the
/// keys in JSON.
package enum OwnCSVField: String, CaseIterable, Hashable, Sendable {
  case title
  case author
  case additionalAuthors
  case series
  case genre
  case rating
  case status
  case review
  case reads
  case readCount
  case dateAdded
  case tags
  case isbn13
  case publisher
  case year
  case originalYear
  case pages
  case contributors
  case privateNotes
  case id
  case uuid
  case services

  /// The columns by which a file is known to be Bookstall's own.
  static let recognisable: Set<OwnCSVField> = [.id, .uuid, .title]

  /// Columns that no other service names so.
  static let foundNowhereElse: Set<OwnCSVField> = [
    .additionalAuthors, .dateAdded, .readCount, .originalYear, .privateNotes,
  ]

  /// The columns with these names, in the order named; case doesn't matter, and a double counts once.
  ///
  /// Throws an `UnknownField` for the first name that is none.
  package static func named(_ names: [String]) throws(UnknownField) -> [OwnCSVField] {
    var fields: [OwnCSVField] = []
    for name in names {
      guard let field = OwnCSVField(header: name) else { throw UnknownField(name: name) }
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }
}

/// A name that is no column of Bookstall's own CSV.
package struct UnknownField: Error, Equatable, Sendable {
  /// The name as it was given.
  package var name: String
  /// What could have been meant, in the order of a full export.
  package var known: [String] { OwnCSVField.allCases.map(\.rawValue) }

  /// The name as given.
  package init(name: String) {
    self.name = name
  }
}
