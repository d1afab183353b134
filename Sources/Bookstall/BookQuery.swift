internal import Persistence

/// Which books are meant, in which order: the filters of `list` and `export`.
///
/// All filters given must hold; of several values for one filter, one suffices. Texts are compared without regard to
/// case and accents.
package struct BookQuery: Equatable, Sendable {
  /// What books are sorted by.
  package enum Sort: String, CaseIterable, Sendable {
    /// By number, which is the order in which books came in.
    case id
    case title
    case author
    case genre
    case rating
    /// By the day a book was added, then by number.
    case added
  }

  /// Whole genres.
  package var genres: [String] = []
  /// Whether books without a genre are meant too.
  package var includesNoGenre = false
  /// Parts of the names of any of the book's authors.
  package var authors: [String] = []
  /// Stars, both ends included; books without a rating are out.
  ///
  /// What another program wrote out of range counts as it is shown: as 5 above, and as no rating at 0 and below.
  package var stars: ClosedRange<Double>?
  /// True for rated books only, false for unrated ones only.
  package var isRated: Bool?
  /// Any of these; books without a status are out once one is named.
  package var statuses: [ReadingStatus] = []
  /// Whole tags.
  package var tags: [String] = []
  /// Words that must all stand somewhere in title, author, genre, review, series, tags or private notes, as in a
  /// search.
  package var words: [String] = []
  /// Numbers of books; nil for any, and those that no book has are passed over.
  package var ids: [Int64]?
  /// What the books are ordered by; equal ones follow by title or number.
  package var sort: Sort = .id
  /// Whether the order runs backwards; what is missing stays last.
  package var isReversed = false
  /// The largest number of books; nil for all.
  package var limit: Int?

  /// All books in the order of their numbers.
  package init() {}
}

extension BookQuery {
  var request: FetchRequest<Book> {
    FetchRequest(where: condition, sortBy: sortKeys, limit: limit)
  }

  var condition: Where<Book> {
    var all: [Where<Book>] = []
    if !genres.isEmpty || includesNoGenre {
      let named = genres.map { Where<Book>.equal(\.genre, $0, matching: .folded) }
      all.append(.any(named + (includesNoGenre ? [.equal(\.genre, nil)] : [])))
    }
    if !authors.isEmpty { all.append(.any(authors.map(BookQuery.author(containing:)))) }
    if let stars {
      all.append(BookQuery.isRated)
      all.append(.atLeast(\.rating, Rating(stored: stars.lowerBound)))
      if stars.upperBound < Rating.range.upperBound {
        all.append(.atMost(\.rating, Rating(stored: stars.upperBound)))
      }
    }
    if let isRated {
      all.append(
        isRated ? BookQuery.isRated : .any([.equal(\.rating, nil), .atMost(\.rating, BookQuery.noStars)]))
    }
    if !statuses.isEmpty { all.append(.any(statuses.map { .equal(\.status, $0) })) }
    if !tags.isEmpty {
      let matching = Where<BookTag>.any(tags.map { .equal(\.name, $0, matching: .folded) })
      all.append(.any(of: Book.tags, where: matching))
    }
    if let ids { all.append(.ids(ids.map { ManagedID($0) })) }
    return .all(all)
  }

  private static let noStars = Rating(stored: 0)
  private static var isRated: Where<Book> { .moreThan(\.rating, noStars) }

  private static func author(containing name: String) -> Where<Book> {
    .any([
      .contains(\.author, name),
      .any(of: Book.contributors, where: .all([.equal(\.role, nil), .contains(\.name, name)])),
    ])
  }

  private var sortKeys: [SortKey<Book>] {
    switch sort {
    case .id: [SortKey(\.id, reversed: isReversed)]
    case .title:
      [
        SortKey(\.title, .folded, reversed: isReversed, nullLast: true),
        SortKey(\.author, .folded, nullLast: true),
      ]
    case .author:
      [
        SortKey(\.author, .folded, reversed: isReversed, nullLast: true),
        SortKey(\.title, .folded, nullLast: true),
      ]
    case .genre:
      [
        SortKey(\.genre, .folded, reversed: isReversed, nullLast: true),
        SortKey(\.title, .folded, nullLast: true),
      ]
    case .rating:
      [SortKey(\.rating, reversed: isReversed, nullLast: true), SortKey(\.title, .folded, nullLast: true)]
    case .added:
      [SortKey(\.dateAdded, reversed: isReversed, nullLast: true), SortKey(\.id, reversed: isReversed)]
    }
  }
}
