/// The names of genres that Bookstall itself knows; any other text is a genre too.
package enum Genre {
  /// The seven genres with a scene of their own.
  package static let names = ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"]

  /// What stands for a book whose source names no genre.
  package static let uncategorized = "Uncategorized"

  /// What screens call the genre of books that have none, and filters take for it; no book that Bookstall itself writes
  /// has a genre of that name.
  package static let none = "No genre"

  /// Whether a name says that there is no genre.
  package static func standsForNone(_ name: String) -> Bool {
    TextNormalisation.line(name)?.lowercased() == none.lowercased()
  }
}
