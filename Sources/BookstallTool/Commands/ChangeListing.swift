import Bookstall
import Persistence
import Presentation

/// The list of changes that can be taken back, as `undo --list` prints it.
struct ChangeListing {
  private let session: Session
  /// So many changes are listed.
  private static let most = 20
  /// Values are cut to so many cells: the list names changes, it doesn't show them.
  private static let valueCells = 24
  /// So many books of one change are named.
  private static let namedBooks = 3

  init(_ session: Session) {
    self.session = session
  }

  /// Prints the changes, the last first.
  func run() throws -> ExitStatus {
    let changes = try session.existingStore().recentChanges(limit: Self.most)
    if session.global.json {
      try session.printJSON(.array(changes.map(json)))
      return .success
    }
    for change in changes {
      if session.global.plain {
        let what = [SafeText.line(change.name), words(of: change).text.trimmed]
        try session.print(
          ([String(change.number), SafeText.line(change.date)] + what).joined(separator: "\t"))
      } else {
        try session.print(lines(of: change))
      }
    }
    if changes.isEmpty, !session.global.plain { session.note("There is no change to take back.") }
    if !changes.isEmpty, !session.global.plain { session.hint("bookstall undo", "bookstall undo STEP") }
    return .success
  }

  /// Number and minute, in UTC as it is recorded, and the change, beside them or below.
  private func lines(of change: RecordedChange) -> [StyledText] {
    let (output, layout) = (session.output, session.output.layout)
    let date = SafeText.line(String(change.date.prefix(16))).split(separator: "T").joined(separator: " ")
    let number = layout.padded(String(change.number), to: 4, alignment: .trailing)
    let what = Self.joined(StyledText(session.excerpt(change.name)), subject(of: change), by: "")
    let values = values(of: change)
    guard let columns = output.columns else {
      var line = StyledText("\(number)  \(date) UTC  ", output.style(.dim))
      line.append(Self.joined(what, values))
      return [line]
    }
    let isNarrow = columns < 60
    let head = isNarrow ? "\(number)  \(date)" : "\(number)  \(date) UTC  "
    let indent = isNarrow ? 6 : layout.width.cells(in: head)
    let room = max(1, columns - indent)
    let whole = Self.joined(what, values)
    // Old and new stand in rows of their own rather than in two by halves.
    let rows =
      layout.width.cells(in: whole.text) <= room || values.text.isEmpty
      ? whole.wrapped(to: room, by: layout.width)
      : what.wrapped(to: room, by: layout.width)
        + values.wrapped(to: max(1, room - 2), by: layout.width).map { row in
          var line = StyledText("  ")
          line.append(row)
          return line
        }
    let start = StyledText(layout.truncated(head, to: columns), output.style(.dim))
    let body = rows.enumerated().map { place, row in
      var line = place == 0 && !isNarrow ? start : StyledText(String(repeating: " ", count: indent))
      line.append(row)
      return line
    }
    return isNarrow ? [start] + body : body
  }

  /// What a change was about and what it changed, behind its name.
  private func words(of change: RecordedChange) -> StyledText {
    Self.joined(subject(of: change), values(of: change))
  }

  private static func joined(_ left: StyledText, _ right: StyledText, by gap: String = "   ") -> StyledText {
    var line = left
    if !right.text.isEmpty {
      line.append(gap)
      line.append(right)
    }
    return line
  }

  /// The books or the snack bar that a change was about.
  private func subject(of change: RecordedChange) -> StyledText {
    var line = StyledText()
    if let bar = change.snackBar {
      line.append(" \(session.name(of: bar))")
    } else if change.books.count == 1, let book = change.books.first {
      line.append(" \(session.name(of: book))")
    } else {
      let kinds = [(change.added, "added"), (change.deleted, "deleted"), (change.altered, "changed")]
        .filter { $0.0 > 0 }
      let counts = kinds.map { "\($0.0) \($0.0 == 1 ? "book" : "books") \($0.1)" }
      line.append("   " + counts.joined(separator: ", "))
      if !change.books.isEmpty, change.books.count <= Self.namedBooks {
        line.append(": " + session.names(of: change.books))
      }
    }
    return line
  }

  /// The values that a change changed, from what to what.
  private func values(of change: RecordedChange) -> StyledText {
    var line = StyledText()
    let fields = change.properties.map { property in
      property.column == "rating" && change.properties.count == 1 && change.lists.isEmpty
        ? rating(property, outlined: change.snackBar == nil) : StyledText(text(of: property))
    }
    for (place, field) in (fields + change.lists.map { StyledText($0.rawValue) }).enumerated() {
      if place > 0 { line.append("; ") }
      line.append(field)
    }
    return line
  }

  private func rating(_ property: ChangedProperty, outlined: Bool) -> StyledText {
    var text = session.stars(Self.rating(property.old), outlined: outlined)
    text.append(session.arrow)
    text.append(session.stars(Self.rating(property.new), outlined: outlined))
    return text
  }

  /// `genre: Fantasy → Horror`, in short.
  private func text(of property: ChangedProperty) -> String {
    if property.column == "is_bookmarked" {
      let words = [property.old, property.new].map { Session.bookmarkWords($0 == .integer(1)) }
      return words.joined(separator: session.arrow)
    }
    let words = session.words(
      from: Self.text(property.old), to: Self.text(property.new), cells: Self.valueCells)
    return "\(Self.field(property.column)): \(words)"
  }

  /// `date_added` as people say it.
  private static func field(_ column: String) -> String { String(column.map { $0 == "_" ? " " : $0 }) }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): Stars(Rating(stored: number)).number
    case .text(let text): text
    }
  }

  private static func rating(_ value: SQLValue) -> Rating? {
    switch value {
    case .real(let stars): Rating(stored: stars)
    case .integer(let stars): Rating(stored: Double(stars))
    default: nil
    }
  }

  private func json(_ change: RecordedChange) -> JSON {
    let books = change.books.map { book in
      SnackJSON.object([
        ("id", Session.number(book.id)), ("title", book.title.map(JSON.string) ?? .null),
      ])
    }
    let fields = change.properties.map { property in
      SnackJSON.object([
        ("field", .string(Self.field(property.column))),
        ("old", Self.text(property.old).map(JSON.string) ?? .null),
        ("new", Self.text(property.new).map(JSON.string) ?? .null),
      ])
    }
    let lists = change.lists.map { SnackJSON.object([("field", .string($0.rawValue))]) }
    return SnackJSON.object([
      ("number", Session.number(change.number)), ("name", .string(change.name)),
      ("date", .string(change.date)), ("added", .number(String(change.added))),
      ("deleted", .number(String(change.deleted))), ("changed", .number(String(change.altered))),
      ("books", .array(books)), ("snackBar", Session.number(change.snackBar?.id)),
      ("fields", .array(fields + lists)),
    ])
  }
}

extension Session {
  /// `#40 A Wizard of Earthsea`, with no more than the number where nobody knows the title.
  func name(of book: RecordedChange.NamedBook) -> String {
    let title = book.title.map { " " + excerpt($0) } ?? ""
    return "#\(book.id)\(title)"
  }

  /// The names of several books on one line.
  func names(of books: [RecordedChange.NamedBook]) -> String {
    books.map(name(of:)).joined(separator: ", ")
  }
}

extension String {
  /// Without spaces at its start.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
