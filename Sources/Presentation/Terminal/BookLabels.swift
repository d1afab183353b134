package import Bookstall

/// What screens call a book and its parts, with stand-ins for what is missing; safe for a terminal.
package struct BookLabels: Equatable, Sendable {
  private let book: Book

  /// A blank text counts as missing.
  package init(_ book: Book) {
    self.book = book
  }

  /// `Unknown Book` without one.
  package var title: String { BookLabels.line(book.title) ?? "Unknown Book" }
  /// `Unknown author` without one.
  package var author: String { BookLabels.line(book.author) ?? "Unknown author" }
  /// `Fantasy` without one.
  package var genre: String { BookLabels.line(book.genre) ?? Scene.fallbackGenre }
  /// `No review` without one; the only label of more than one line.
  package var review: String { BookLabels.paragraphs(book.review) ?? "No review" }

  /// The genre in capitals, as Unicode has them.
  package var tag: String { genre.uppercased() }

  /// A text on one line, white space squeezed; nil where nothing is left.
  static func line(_ text: String?) -> String? {
    guard let text else { return nil }
    let line = TextLayout.squeezed(SafeText.line(text))
    return line.isEmpty ? nil : line
  }

  /// A text without the blank lines around it; nil where nothing is left.
  static func paragraphs(_ text: String?) -> String? {
    guard let text else { return nil }
    let lines = SafeText.paragraphs(text).split(separator: "\n", omittingEmptySubsequences: false)
    let isFilled = { (line: Substring) in !line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: isFilled), let last = lines.lastIndex(where: isFilled) else {
      return nil
    }
    return lines[first...last].joined(separator: "\n")
  }
}
