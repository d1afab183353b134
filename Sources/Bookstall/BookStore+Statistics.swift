internal import Persistence

/// What a store's books come to in numbers.
package struct BookStatistics: Equatable, Sendable {
  /// A genre, its books and their stars.
  package struct GenreCount: Equatable, Sendable {
    /// The genre as readers see it.
    package var name: String
    /// Books of that genre.
    package var books: Int
    /// Those of them with a rating.
    package var rated = 0
    /// The sum of their stars.
    package var stars = 0.0

    /// The mean rating, or nil without a rated book.
    package var mean: Double? { rated > 0 ? stars / Double(rated) : nil }

    /// A genre and how many books it has.
    package init(name: String, books: Int, rated: Int = 0, stars: Double = 0) {
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

  /// Compares all figures.
  package static func == (left: BookStatistics, right: BookStatistics) -> Bool {
    left.books == right.books && left.unrated == right.unrated && left.genres == right.genres
      && left.ratings.elementsEqual(right.ratings, by: ==) && left.months.elementsEqual(right.months, by: ==)
      && left.years.elementsEqual(right.years, by: ==)
  }
}

extension BookStore {
  /// Counts the books by rating, genre and month, all of one moment and in constant memory.
  ///
  /// A book without a genre counts as `fallbackGenre`, under which readers see it.
  package func statistics(fallbackGenre: String) throws -> BookStatistics {
    try container.readTogether {
      var statistics = BookStatistics()
      statistics.count(
        try container.groups(of: Book.self, by: [\Book.genre, \Book.rating]), fallbackGenre: fallbackGenre)
      statistics.countDays(try container.groups(of: Book.self, by: [\Book.dateAdded]))
      return statistics
    }
  }
}

extension BookStatistics {
  fileprivate mutating func count(_ groups: [ValueGroup], fallbackGenre: String) {
    var byStars: [Double: Int] = [:]
    var byGenre: [String: GenreCount] = [:]
    for group in groups {
      guard let stored = group.values.first, let rating = group.values.last else { continue }
      let name = String?(sqlValue: stored).flatMap { $0.flatMap(TextNormalisation.line) } ?? fallbackGenre
      books += group.count
      byGenre[name, default: GenreCount(name: name, books: 0)].books += group.count
      guard let number = Double(sqlValue: rating) else {
        unrated += group.count
        continue
      }
      // What other programs wrote counts as it is shown.
      let stars = Rating(stored: number).clamped
      byStars[stars, default: 0] += group.count
      byGenre[name]?.rated += group.count
      byGenre[name]?.stars += stars * Double(group.count)
    }
    ratings = byStars.sorted { $0.key > $1.key }.map { (stars: $0.key, books: $0.value) }
    genres = byGenre.values.sorted { ($1.books, $0.name) < ($0.books, $1.name) }
  }

  fileprivate mutating func countDays(_ groups: [ValueGroup]) {
    var byMonth: [Day: Int] = [:]
    var byYear: [Int: Int] = [:]
    for group in groups {
      guard case .text(let text)? = group.values.first, let day = Day(text) else { continue }
      byYear[day.year, default: 0] += group.count
      if let number = day.month, let month = Day(year: day.year, month: number) {
        byMonth[month, default: 0] += group.count
      }
    }
    months = byMonth.sorted { $0.key < $1.key }.map { (month: $0.key, books: $0.value) }
    years = byYear.sorted { $0.key < $1.key }.map { (year: $0.key, books: $0.value) }
  }
}
