import Bookstall
import Presentation

/// Which books are meant, for `list`, `export` and `page`.
struct FilterOptions: ParsableArguments {
  @Option(.line("genre"), help: "Books of that genre, or 'No genre'; repeat for several.") var genre: [String]
  @Option(.line("name"), help: "Books by that author, by a part of the name.") var author: [String]
  @Option(.ratingFilter, help: "Stars or a range of them: 4, 4.., ..3, 3..4.5; none for unrated.")
  var rating: RatingFilter?
  @Option(.choice(), help: "Books with that status; repeat for several.") var status: [ReadingStatus]
  @Option(.line("tag"), help: "Books with that tag; repeat for several.") var tag: [String]
  @Option(.line("words"), help: "Books with these words in any text; also a \"phrase\".") var text: [String]

  /// The books that pass all filters given, in the order of their numbers.
  var query: BookQuery {
    var query = BookQuery()
    query.genres = genre
    query.includesNoGenre = genre.contains(where: Genre.standsForNone)
    query.authors = author
    query.statuses = status
    query.tags = tag
    query.words = text
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

extension FilterOptions {
  /// Refuses names that the store doesn't know, with the nearest it knows: a list of nothing would not tell.
  func checkNames(in store: BookStore) throws {
    for (kind, wanted) in [(BookStore.NameKind.genre, genre), (.tag, tag)] where !wanted.isEmpty {
      let known = try store.names(kind).map(\.name) + (kind == .genre ? Genre.names + [Genre.none] : [])
      for name in wanted where !Self.has(known, name) {
        throw Failure(
          "No book has the \(kind == .genre ? "genre" : "tag") '\(SafeText.excerpt(name))'."
            + Self.guess(name, among: known), .notFound)
      }
    }
    for name in author {
      var query = BookQuery()
      query.authors = [name]
      guard try store.count(query) == 0 else { continue }
      let known = try store.names(.author).map(\.name)
      let parts = known.flatMap { $0.split(separator: " ").map(String.init) }.filter { $0.count > 2 }
      throw Failure(
        "No book has an author named '\(SafeText.excerpt(name))'." + Self.guess(name, among: known + parts),
        .notFound)
    }
  }

  private static func has(_ names: [String], _ name: String) -> Bool {
    let folded = SearchWords.folded(name)
    return names.contains { SearchWords.folded($0) == folded }
  }

  private static func guess(_ name: String, among known: [String]) -> String {
    let folded = known.map(SearchWords.folded)
    guard let near = Suggestion.nearest(to: SearchWords.folded(name), among: folded),
      let place = folded.firstIndex(of: near)
    else { return "" }
    return " Did you mean '\(SafeText.excerpt(known[place]))'?"
  }
}
