package import Bookstall

/// What a search found, made hit by hit: the book's row, and below it the places where the words stand.
package struct SearchHits {
  private let options: TerminalOptions
  private let layout: TextLayout
  private let marked: MarkedText
  private let form: Form

  private enum Form {
    case table(title: Int, author: Int)
    case cards(columns: Int)
    case spoken
  }

  private static let idCells = 5
  private static let indent = "       "
  private static let cardIndent = "     "

  /// A view of hits for one kind of terminal.
  package init(_ words: SearchWords, _ options: TerminalOptions) {
    self.options = options
    layout = options.layout
    marked = MarkedText(words, options)
    let columns = max(options.columns ?? 80, TerminalOptions.leastColumns)
    if options.isAccessible {
      form = .spoken
    } else if columns >= 50 {
      let room = min(columns, 120) - SearchHits.idCells - Stars.cells(options) - 6
      form = .table(title: room - room * 2 / 5, author: room * 2 / 5)
    } else {
      form = .cards(columns: columns)
    }
  }

  /// The lines of one book.
  package func lines(_ record: BookRecord) -> [StyledText] {
    let labels = BookLabels(record.book)
    switch form {
    case .table(let title, let author):
      var row = StyledText(
        layout.padded(String(record.book.id), to: SearchHits.idCells, alignment: .trailing) + "  ",
        options.style(.dim))
      row.append(field(labels.title, to: title))
      row.append("  ")
      row.append(field(labels.author, to: author))
      row.append("  ")
      row.append(stars(record.book))
      return [row.trimmed()] + places(record, indent: SearchHits.indent, columns: options.columns)
    case .cards(let columns):
      return cards(record.book, labels, columns: columns)
        + places(record, indent: SearchHits.cardIndent, columns: columns)
    case .spoken:
      return spoken(record, labels)
    }
  }

  /// The same two lines that the list has on such a terminal.
  private func cards(_ book: Book, _ labels: BookLabels, columns: Int) -> [StyledText] {
    let id = layout.padded(String(book.id), to: 3, alignment: .trailing)
    var first = StyledText(layout.truncated(id, to: columns - 2) + "  ", options.style(.dim))
    let room = columns - id.utf8.count - 4 - Stars.cells(options)
    // A number that long leaves the line to itself.
    if room > 0 {
      first.append(field(labels.title, to: room))
      first.append("  ")
      first.append(stars(book))
    }
    var second = StyledText(SearchHits.cardIndent)
    second.append(marked.line(labels.author, to: columns - SearchHits.cardIndent.utf8.count))
    return [first.trimmed(), second]
  }

  private func field(_ text: String, to cells: Int) -> StyledText {
    var line = marked.line(text, to: options.columns == nil ? nil : cells)
    line.append(String(repeating: " ", count: max(0, cells - line.cells(by: layout.width))))
    return line
  }

  private func stars(_ book: Book) -> StyledText {
    let stars = Stars(book.rating)
    return stars.isRated ? stars.glyphs(options) : StyledText(options.dash, options.style(.dim))
  }

  /// The fields beside title and author in which words stand, with their labels.
  private func fields(_ record: BookRecord) -> [(label: String, text: String)] {
    var fields = [("", record.book.review ?? ""), ("notes: ", record.book.privateNotes ?? "")]
    let people = record.additionalAuthors + record.contributors.map(\.name)
    fields.append(("series: ", record.series.map(\.name).joined(separator: ", ")))
    fields.append(("tags: ", record.tags.joined(separator: ", ")))
    fields.append(("with: ", people.joined(separator: ", ")))
    fields.append(("genre: ", record.book.genre ?? ""))
    return fields
  }

  private func places(_ record: BookRecord, indent: String, columns: Int?) -> [StyledText] {
    fields(record).compactMap { label, text in
      let room = columns.map { max(1, min($0, 120) - indent.utf8.count - label.utf8.count) }
      guard !text.isEmpty, let excerpt = marked.excerpt(of: text, to: room) else { return nil }
      var line = StyledText(indent + label, options.style(.dim))
      line.append(excerpt)
      return line
    }
  }

  private func spoken(_ record: BookRecord, _ labels: BookLabels) -> [StyledText] {
    let book = record.book
    var lines = ["\(book.id): \(labels.title), by \(labels.author), \(Stars(book.rating).spokenWords)"]
    lines += fields(record).compactMap { label, text in
      marked.excerpt(of: text, to: 200).map { (label.isEmpty ? "review: " : label) + $0.text }
    }
    let columns = options.columns.map { max($0, TerminalOptions.leastColumns) } ?? Int.max
    return lines.flatMap { layout.wrapped($0, to: columns) }.map { StyledText($0) }
  }
}
