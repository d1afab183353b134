import Bookstall

extension Session {
  /// Another book of the same title and author, whatever their case and accents.
  func twin(of book: Book) throws -> Book? {
    guard let title = book.title else { return nil }
    var query = BookQuery()
    query.words = title.split(separator: " ").map(String.init)
    // More that have all the words of one title are not worth a remark's time.
    query.limit = 100
    var found: Book?
    try existingStore().forEachBook(query) { other in
      if found == nil, other.id != book.id, Self.name(of: other) == Self.name(of: book) { found = other }
    }
    return found
  }

  private static func name(of book: Book) -> [String] {
    [book.title, book.author].map { SearchWords.folded($0 ?? "") }
  }
}
