import Bookstall
import Presentation

/// Fields of a book as text on one line, for comparison and for other programs.
enum FieldText {
  /// The field's value, or nil where the book says nothing.
  static func text(of field: BookField, in record: BookRecord) -> String? {
    let book = record.book
    return switch field {
    case .title: book.title
    case .author: book.author
    case .additionalAuthors: list(record.additionalAuthors)
    case .contributors: list(record.contributors.map { "\($0.name) (\($0.role))" })
    case .series:
      list(record.series.map { place in place.number.map { "\(place.name) #\($0)" } ?? place.name })
    case .genre: book.genre
    case .rating: book.rating?.text
    case .review: book.review
    case .status: book.status?.rawValue
    case .dateAdded: book.dateAdded?.text
    case .reads: list(record.reads.map(text(of:)))
    case .readCount: book.readCount.map(String.init)
    case .isbn13: book.isbn13
    case .publisher: book.publisher
    case .year: book.year.map(String.init)
    case .originalYear: book.originalYear.map(String.init)
    case .pages: book.pages.map(String.init)
    case .tags: list(record.tags)
    case .privateNotes: book.privateNotes
    case .services: list(record.services.map { "\($0.service) \($0.serviceID ?? "")" })
    }
  }

  /// The field's name for programs, as JSON has it: `dateAdded`.
  static func key(of field: BookField) -> String {
    let words = field.rawValue.split(separator: " ")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A field before and after a change.
  typealias Difference = (field: BookField, old: String?, new: String?)

  /// The fields in which two records differ.
  static func differences(_ old: BookRecord, _ new: BookRecord) -> [Difference] {
    BookField.allCases.compactMap { field in
      let (before, after) = (text(of: field, in: old), text(of: field, in: new))
      return before == after ? nil : (field, before, after)
    }
  }

  private static func text(of read: Read) -> String {
    let end = read.finished?.text ?? read.stopped.map { "stopped \($0.text)" } ?? ""
    return "\(read.started?.text ?? "")..\(end)"
  }

  private static func list(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

extension Session {
  /// `Fantasy → Horror`, each cut to so many cells where it is longer, but not before they part.
  func words(from old: String?, to new: String?, cells: Int = 60) -> String {
    let (before, after) = ChangedText.excerpts(old ?? "", new ?? "", cells: cells, output.layout)
    return "\(old == nil ? "(none)" : before)\(arrow)\(new == nil ? "(none)" : after)"
  }

  /// Text of books or files on one line, cut to so many cells.
  func excerpt(_ text: String, cells: Int = 60) -> String {
    SafeText.excerpt(text, cells: cells, output.layout)
  }

  /// Prints one line for each field: what it was and what it is; long ones go on below, further in.
  func print(differences: [FieldText.Difference]) throws {
    for (field, old, new) in differences {
      let line = StyledText("\(field.rawValue): \(words(from: old, to: new))")
      let indent = StyledText("  ")
      let rows = output.columns.map { line.wrapped(to: max(1, $0 - 2), by: output.layout.width) } ?? [line]
      try print(
        rows.map { row in
          var shown = indent
          shown.append(row)
          return shown
        })
    }
  }
}
