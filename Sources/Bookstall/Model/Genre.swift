/// The names of genres that Bookstall itself knows; any other text is a genre too.
package enum Genre {
  /// The seven genres with a scene of their own.
  package static let names = ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"]

  /// What stands for a book whose source names no genre.
  package static let uncategorized = "Uncategorized"
}
