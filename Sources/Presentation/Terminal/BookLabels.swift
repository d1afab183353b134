package import Bookstall

/// What screens call a book and its parts, with stand-ins for what is missing.
package struct BookLabels: Equatable, Sendable {
  private let book: Book
  private let medium: TextMedium

  /// Labels that are safe where they are shown; a blank text counts as missing.
  package init(_ book: Book, on medium: TextMedium = .terminal) {
    self.book = book
    self.medium = medium
  }

  /// `Unknown Book` without one.
  package var title: String { medium.line(book.title) ?? "Unknown Book" }
  /// `Unknown author` without one.
  package var author: String { medium.line(book.author) ?? "Unknown author" }
  /// `Fantasy` without one.
  package var genre: String { storedGenre ?? Scene.fallbackGenre }
  /// The genre that the book really has.
  var storedGenre: String? { medium.line(book.genre) }
  /// `No review` without one; the only label of more than one line.
  package var review: String { medium.paragraphs(book.review) ?? "No review" }

  /// The genre among other books, where one without a genre is not taken for one of the genre whose picture it has.
  var listedGenre: String { BookLabels.listed(genre: storedGenre) }

  /// What lists call a genre, or the lack of one; a genre that is really called so stands in quotes.
  package static func listed(genre: String?) -> String {
    guard let genre else { return Genre.none }
    return Genre.standsForNone(genre) ? "'\(genre)'" : genre
  }

  /// The genre in capitals, as Unicode has them.
  package var tag: String { genre.uppercased() }
}
