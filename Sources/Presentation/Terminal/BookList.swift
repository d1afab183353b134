package import Bookstall

/// The list of books, made row by row: a table, on narrow terminals cards of two lines.
///
/// Column widths depend on the terminal alone, so that the first row can be shown before the last is known.
package struct BookList: Sendable {
  private let options: TerminalOptions
  private let layout: TextLayout
  private let form: Form
  private let dim: Style
  /// The rows of glyphs for 0 to 20 quarters of a star, made once for all books.
  private let glyphs: [StyledText]
  private let unrated: StyledText

  /// The columns' widths in cells; where there is no room for a column it has none.
  private enum Form {
    case table(title: Int, author: Int, genre: Int?)
    case cards(columns: Int)
    case spoken
  }

  private static let gap = "  "
  private static let gapCells = 2
  private static let idColumn = 5
  private static let cardIDColumn = 3

  /// A list for one kind of terminal; an unknown width is laid out as 100 columns, and nothing is cut.
  package init(_ options: TerminalOptions) {
    self.options = options
    layout = options.layout
    dim = options.style(.dim)
    glyphs = (0...4 * Stars.most).map { Stars(quarters: $0).glyphs(options) }
    unrated = StyledText(options.dash, dim)
    let columns = max(options.columns ?? 100, TerminalOptions.leastColumns)
    let fixed = BookList.idColumn + Stars.cells(options)
    if options.isAccessible {
      form = .spoken
    } else if columns >= 80 {
      let room = columns - fixed - 4 * BookList.gapCells
      let spare = max(0, room - 62)
      let author = min(19 + spare * 3 / 10, 36)
      let genre = min(14 + spare / 5, 24)
      form = .table(title: min(room - author - genre, 72), author: author, genre: genre)
    } else if columns >= 50 {
      let room = columns - fixed - 3 * BookList.gapCells
      form = .table(title: room - room * 2 / 5, author: room * 2 / 5, genre: nil)
    } else {
      form = .cards(columns: columns)
    }
  }

  /// The line above the first row; none where the form has none.
  package var header: [StyledText] {
    guard case .table(let title, let author, let genre) = form else { return [] }
    var names = [layout.padded("ID", to: BookList.idColumn, alignment: .trailing)]
    names += [layout.padded("TITLE", to: title), layout.padded("AUTHOR", to: author)]
    if let genre { names.append(layout.padded("GENRE", to: genre)) }
    names.append("STARS")
    return [StyledText(names.joined(separator: BookList.gap), dim)]
  }

  /// The lines of one book.
  package func row(_ book: Book) -> [StyledText] {
    let labels = BookLabels(book)
    switch form {
    case .table(let title, let author, let genre):
      return [tableRow(book, labels, title: title, author: author, genre: genre)]
    case .cards(let columns):
      return cardRow(book, labels, columns: columns)
    case .spoken:
      let stars = Stars(book.rating).spokenWords
      let text = "\(book.id): \(labels.title), by \(labels.author), \(labels.listedGenre), \(stars)"
      let columns = options.columns.map { max($0, TerminalOptions.leastColumns) }
      return layout.wrapped(text, to: columns ?? Int.max).map { StyledText($0) }
    }
  }

  /// One line for other programs: id, title, author, genre, rating and status between tabs.
  ///
  /// Texts are whole, and what is missing is an empty field.
  package static func plainRow(_ book: Book) -> String {
    let fields = [
      String(book.id), SafeText.line(book.title ?? ""), SafeText.line(book.author ?? ""),
      SafeText.line(book.genre ?? ""), Stars(book.rating).number, book.status?.rawValue ?? "",
    ]
    return fields.joined(separator: "\t")
  }

  private func tableRow(
    _ book: Book, _ labels: BookLabels, title: Int, author: Int, genre: Int?
  ) -> StyledText {
    let id = layout.padded(String(book.id), to: BookList.idColumn, alignment: .trailing)
    // A longer number takes its room from the title, and the columns after it stay in line.
    let titleCells = max(1, title - (id.utf8.count - BookList.idColumn))
    var line = StyledText(id + BookList.gap, dim)
    line.append(cell(labels.title, titleCells) + BookList.gap)
    line.append(cell(labels.author, author) + BookList.gap, dim)
    if let genre { line.append(cell(labels.listedGenre, genre) + BookList.gap, dim) }
    line.append(stars(of: book))
    return line
  }

  private func cardRow(_ book: Book, _ labels: BookLabels, columns: Int) -> [StyledText] {
    let id = layout.padded(String(book.id), to: BookList.cardIDColumn, alignment: .trailing)
    let stars = stars(of: book)
    let room = columns - id.utf8.count - 2 * BookList.gapCells - Stars.cells(options)
    var first = StyledText(layout.truncated(id, to: columns - BookList.gapCells) + BookList.gap, dim)
    // A number that long leaves the line to itself.
    if room > 0 {
      first.append(layout.fitted(labels.title, to: room) + BookList.gap)
      first.append(stars)
    }
    let indent = String(repeating: " ", count: BookList.cardIDColumn + BookList.gapCells)
    let second = layout.truncated(
      labels.author + options.separator + labels.listedGenre, to: columns - indent.utf8.count)
    return [first.trimmed(), StyledText(indent + second, dim)]
  }

  private func cell(_ text: String, _ cells: Int) -> String {
    options.columns == nil ? layout.padded(text, to: cells) : layout.fitted(text, to: cells)
  }

  private func stars(of book: Book) -> StyledText {
    let stars = Stars(book.rating)
    return stars.isRated && glyphs.indices.contains(stars.quarters) ? glyphs[stars.quarters] : unrated
  }
}
