package import Bookstall

/// The detail view of one book.
///
/// A bar with the title, the genre's picture and tag, author, review, stars, and then whatever else the record
/// holds.
package struct BookDetail: Sendable {
  private let record: BookRecord
  private let labels: BookLabels
  private let options: TerminalOptions
  private let layout: TextLayout
  private let frame: Frame

  /// A view of the record for one kind of terminal.
  package init(_ record: BookRecord, _ options: TerminalOptions) {
    self.record = record
    self.options = options
    labels = BookLabels(record.book)
    layout = options.layout
    frame = Frame(columns: options.columns)
  }

  /// Where the parts stand, in cells.
  private struct Frame {
    /// The view keeps to 80 columns on the left, where prompts and tables stand too.
    let columns: Int
    let margin: Int
    let picture: Int
    let text: Int

    init(columns: Int?) {
      self.columns = min(max(columns ?? 80, TerminalOptions.leastColumns), 80)
      margin = self.columns < 40 ? 1 : 2
      picture = min(60, self.columns - 4)
      text = min(72, self.columns - 4)
    }

    func indent(of cells: Int) -> Int { (columns - cells) / 2 }
  }

  /// The view from top to bottom; the last line is not blank.
  package var lines: [StyledText] {
    if options.isAccessible { return spokenLines }
    var lines = [bar, StyledText()]
    lines += picture
    lines += [StyledText(), author, StyledText()]
    lines += review
    lines += [StyledText(), stars]
    let facts = factLines
    if !facts.isEmpty { lines += [StyledText()] + facts }
    return lines
  }

  /// The view ready to be written.
  package var text: String { options.rendered(lines) }

  private var number: String { record.book.id == 0 ? "" : "#\(record.book.id)" }

  // MARK: Parts

  /// The title, centred if there is room, between the way back and the book's number.
  private var bar: StyledText {
    let gap = frame.margin
    var left = String(repeating: " ", count: frame.margin) + (options.isASCII ? "< list" : "‹ list")
    let right = layout.width.cells(in: number) + 12 <= frame.columns ? number : ""
    let end = frame.columns - frame.margin - layout.width.cells(in: right)
    if end - gap - layout.width.cells(in: left) - gap < 6 { left = "" }
    let start = max(layout.width.cells(in: left) + gap, frame.margin)
    let room = max(1, end - gap - start)
    let title = options.columns == nil ? labels.title : layout.truncated(labels.title, to: room)
    let cells = layout.width.cells(in: title)
    let centred = min(max(frame.indent(of: cells), start), max(start, start + room - cells))
    var bar = StyledText(left, options.style(.dim))
    bar.append(spaces(centred - layout.width.cells(in: left)))
    bar.append(title, Style(isBold: true))
    bar.append(spaces(max(end - centred - cells, right.isEmpty ? 0 : gap)))
    bar.append(right, options.style(.dim))
    return bar.trimmed()
  }

  private var isTitleCut: Bool { !bar.text.contains(labels.title) }

  private var picture: [StyledText] {
    let tier = options.shownArt
    guard tier != .none else {
      return [centred(StyledText(layout.truncated("[ \(labels.tag) ]", to: frame.text)))]
    }
    let drawn = Picture(
      scene: Scene(genre: record.book.genre), theme: options.theme, depth: options.colour,
      columns: frame.picture,
      rows: frame.picture / 6)
    let tag = layout.truncated(labels.tag, to: frame.picture - 8)
    let indent = frame.indent(of: frame.picture)
    return drawn.lines(tier: tier, tag: tag, width: layout.width).map { line in
      if line.runs.isEmpty { return line }
      var row = StyledText(spaces(indent))
      row.append(line)
      return row
    }
  }

  private var author: StyledText {
    let shown = options.columns == nil ? labels.author : layout.truncated(labels.author, to: frame.text)
    return centred(StyledText(shown, options.style(.dim)))
  }

  private var review: [StyledText] {
    layout.wrapped(labels.review, to: frame.text).map { indented($0) }
  }

  private var stars: StyledText {
    let stars = Stars(record.book.rating)
    let words = stars.words + storedRating
    guard stars.isRated else { return centred(StyledText(words, options.style(.dim))) }
    let isWide = frame.columns >= 60
    var line = stars.glyphs(options, spaced: isWide)
    line.append((isWide ? "   " : "  ") + words)
    return centred(line.cells(by: layout.width) <= frame.columns ? line : StyledText(words))
  }

  /// What the store says where that is no rating, since another program wrote it.
  private var storedRating: String {
    guard let rating = record.book.rating, rating.text != Stars(rating).number else { return "" }
    return ", stored as \(rating.text)"
  }

  private var facts: [BookFacts.Fact] {
    let facts = BookFacts(record, separator: options.separator).facts
    return isTitleCut ? [BookFacts.Fact(label: "Title", lines: [labels.title])] + facts : facts
  }

  private var factLines: [StyledText] {
    let facts = facts
    let widest = (facts.map(\.label.utf8.count).max() ?? 0) + 2
    // On the narrowest terminals labels stand above their text.
    let column = frame.text < 32 ? 2 : widest
    return facts.flatMap { fact in
      let label = frame.text < 32 ? fact.label + ": " : layout.padded(fact.label, to: column)
      let lines = fact.lines.flatMap {
        layout.wrapped($0, to: frame.text - column, between: options.separator)
      }
      return factLines(label: label, lines, column: column)
    }
  }

  private func factLines(label: String, _ lines: [String], column: Int) -> [StyledText] {
    let indent = spaces(frame.indent(of: frame.text))
    var result: [StyledText] = []
    if label.utf8.count > column { result.append(StyledText(indent + label, options.style(.dim)).trimmed()) }
    for text in lines {
      var line = StyledText(indent)
      line.append(result.isEmpty ? label : spaces(column), options.style(.dim))
      line.append(text)
      result.append(line.trimmed())
    }
    return result
  }

  /// One fact per line in words, in the order of the drawn view.
  private var spokenLines: [StyledText] {
    var spoken = [number.isEmpty ? "Book" : "Book \(record.book.id)"]
    spoken += ["Title: \(labels.title)", "Genre: \(labels.genre)", "Author: \(labels.author)"]
    spoken += ["Review: \(labels.review)", "Rating: \(Stars(record.book.rating).spokenWords)\(storedRating)"]
    spoken += BookFacts(record, separator: ", ").facts.map { fact in
      "\(fact.label): \(fact.lines.joined(separator: "\n"))"
    }
    let columns = options.columns.map { max($0, TerminalOptions.leastColumns) }
    return spoken.flatMap { text in
      layout.wrapped(text, to: columns ?? Int.max).map { StyledText($0) }
    }
  }

  // MARK: Placing

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  private func indented(_ text: String) -> StyledText {
    text.isEmpty ? StyledText() : StyledText(spaces(frame.indent(of: frame.text)) + text)
  }

  private func centred(_ line: StyledText) -> StyledText {
    var result = StyledText(spaces(frame.indent(of: line.cells(by: layout.width))))
    result.append(line)
    return result
  }
}
