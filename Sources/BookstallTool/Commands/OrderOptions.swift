import Bookstall

/// In which order books come, and how many of them.
struct OrderOptions: ParsableArguments {
  @Option(
    .sortOrder, takesAnyValue: true, help: "title, author, genre, rating, added or id; -rating turns it.")
  var sort: SortOrder?
  @Flag(help: "Turn the order round.") var reverse
  @Option(.integer("n", in: 0...Int.max), short: "n", help: "At most so many; 0 for all.") var limit: Int?

  /// The query in that order, the newest first unless something else was asked for.
  ///
  /// - Parameters:
  ///   - query: What is looked for.
  ///   - usualLimit: The largest number of books where none is given; 0 for all.
  /// - Returns: The query with its order and its limit.
  func apply(to query: BookQuery, usualLimit: Int = 0) -> BookQuery {
    var query = query
    let order = sort ?? SortOrder(key: .id, isReversed: true)
    query.sort = order.key
    query.isReversed = order.isReversed != reverse
    let most = limit ?? usualLimit
    query.limit = most > 0 ? most : nil
    return query
  }
}

/// A key to sort by and the direction.
struct SortOrder: Equatable {
  let key: BookQuery.Sort
  let isReversed: Bool
}

extension ValueParser where Value == SortOrder {
  /// The name of a key; a dash before it turns the order round.
  static var sortOrder: Self {
    let key = ValueParser<BookQuery.Sort>.choice()
    return ValueParser("key") { (text) throws(InvalidValue) in
      let isReversed = text.hasPrefix("-")
      return SortOrder(
        key: try key.parse(isReversed ? String(text.dropFirst()) : text), isReversed: isReversed)
    }
  }
}
