internal import Persistence

/// What a number, a title or a part of one stands for.
package enum BookMatch: Equatable, Sendable {
  case none
  case one(Book)
  /// Several books, in the order of their numbers.
  case several([Book])
}

extension BookStore {
  /// The book that a reader means by a number, an exact title or a part of one.
  ///
  /// A number that no book has may still be a title, such as `1984`; of titles, exact ones go before those that differ
  /// in case or accents, and these before parts.
  package func find(_ text: String) throws -> BookMatch {
    if let id = BookStore.number(text), let book = try container.value(ManagedID<Book>(id)) {
      return .one(book)
    }
    let steps: [Where<Book>] = [
      .equal(\.title, text),
      .equal(\.title, text, matching: .folded),
      .contains(\.title, text),
    ]
    guard !text.isEmpty else { return .none }
    for step in steps {
      let books = try container.values(FetchRequest(where: step))
      if let first = books.first { return books.count == 1 ? .one(first) : .several(books) }
    }
    return .none
  }

  /// `42` or `#42` as a number.
  private static func number(_ text: String) -> Int64? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int64(digits)
  }
}
