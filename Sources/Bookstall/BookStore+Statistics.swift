internal import Persistence

/// What a store's books come to in numbers.
package struct BookStatistics: Equatable, Sendable {
  /// A genre, its books and their stars.
  package struct GenreCount: Equatable, Sendable {
    /// The genre, or nil for the books without one: they count as none, whatever stands in for it on screens.
    package var name: String?
    /// Books of that genre.
    package var books: Int
    /// Those of them with a rating.
    package var rated = 0
    /// The sum of their stars.
    package var stars = 0.0

    /// The mean rating, or nil without a rated book.
    package var mean: Double? { rated > 0 ? stars / Double(rated) : nil }

    /// A genre and how many books it has.
    package init(name: String?, books: Int, rated: Int = 0, stars: Double = 0) {
      self.name = name
      self.books = books
      self.rated = rated
      self.stars = stars
    }
  }

  /// All books.
  package var books = 0
  /// Books by their stars, the most stars first.
  package var ratings: [(stars: Double, books: Int)] = []
  /// Books without a rating.
  package var unrated = 0
  /// The genres, those with the most books first.
  package var genres: [GenreCount] = []
  /// Books by the month in which they were added, the earliest first; days of no known month are left out.
  package var months: [(month: Day, books: Int)] = []
  /// Books by the year in which they were added, also where no month is known, the earliest first.
  package var years: [(year: Int, books: Int)] = []

  /// Nothing counted yet.
  package init() {}

  /// Books with a rating.
  package var rated: Int { books - unrated }

  /// The mean of all ratings, or nil without any.
  package var mean: Double? {
    rated > 0 ? ratings.reduce(0) { $0 + $1.stars * Double($1.books) } / Double(rated) : nil
  }

  /// Whether all numbers are the same.
  package static func == (left: BookStatistics, right: BookStatistics) -> Bool {
    left.books == right.books && left.unrated == right.unrated && left.genres == right.genres
      && left.ratings.elementsEqual(right.ratings, by: ==) && left.months.elementsEqual(right.months, by: ==)
      && left.years.elementsEqual(right.years, by: ==)
  }
}

extension BookStore {
  /// Counts the books by rating, genre and month, all of one moment and in constant memory.
  package func statistics() throws -> BookStatistics {
    try container.readTogether {
      var tally = BookTally()
      for group in try container.groups(of: Book.self, by: [\Book.genre, \Book.rating]) {
        guard let genre = group.values.first, let rating = group.values.last else { continue }
        tally.add(
          genre: String?(sqlValue: genre).flatMap(\.self), rating: Double(sqlValue: rating),
          count: group.count)
      }
      for group in try container.groups(of: Book.self, by: [\Book.dateAdded]) {
        guard case .text(let text)? = group.values.first, let day = Day(text) else { continue }
        tally.add(day, count: group.count)
      }
      return tally.statistics
    }
  }
}
