import Bookstall

/// Which books are meant, for `list` and `export`.
struct FilterOptions: ParsableArguments {
  @Option(.line("genre"), help: "Books of that genre; repeat for several.") var genre: [String]
  @Option(.line("name"), help: "Books by that author, by a part of the name.") var author: [String]
  @Option(.ratingFilter, help: "Stars or a range of them: 4, 4.., ..3, 3..4.5; none for unrated.")
  var rating: RatingFilter?
  @Option(.choice(), help: "Books with that status; repeat for several.") var status: [ReadingStatus]
  @Option(.line("tag"), help: "Books with that tag; repeat for several.") var tag: [String]
  @Option(.line("words"), help: "Books that have these words in any text.") var text: [String]

  /// The books that pass all filters given, in the order of their numbers.
  var query: BookQuery {
    var query = BookQuery()
    query.genres = genre
    query.authors = author
    query.statuses = status
    query.tags = tag
    query.words = text.flatMap { $0.split(separator: " ").map(String.init) }
    switch rating {
    case .unrated: query.isRated = false
    case .range(let from, let through):
      let lowest = from?.stars ?? 0
      query.stars = lowest...max(lowest, through?.stars ?? .greatestFiniteMagnitude)
    case nil: break
    }
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
