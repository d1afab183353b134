/// Counts books one by one, or many that are alike at once, and holds what they come to.
package struct BookTally: Sendable {
  private var books = 0
  private var unrated = 0
  private var byStars: [Double: Int] = [:]
  private var byGenre: [String?: BookStatistics.GenreCount] = [:]
  private var byMonth: [Day: Int] = [:]
  private var byYear: [Int: Int] = [:]

  /// Nothing counted yet.
  package init() {}

  /// Counts one book.
  package mutating func add(_ book: Book) {
    add(genre: book.genre, rating: book.rating?.stars, count: 1)
    if let day = book.dateAdded { add(day, count: 1) }
  }

  /// Counts so many books of a genre with the same rating.
  mutating func add(genre: String?, rating: Double?, count: Int) {
    let name = genre.flatMap(TextNormalisation.line)
    books += count
    byGenre[name, default: BookStatistics.GenreCount(name: name, books: 0)].books += count
    // What other programs wrote counts as it is shown: nothing above zero is no rating.
    let stars = rating.map { Rating(stored: $0).clamped } ?? 0
    guard stars > 0 else {
      unrated += count
      return
    }
    byStars[stars, default: 0] += count
    byGenre[name]?.rated += count
    byGenre[name]?.stars += stars * Double(count)
  }

  /// Counts so many books that were added on a day.
  mutating func add(_ day: Day, count: Int) {
    byYear[day.year, default: 0] += count
    if let number = day.month, let month = Day(year: day.year, month: number) {
      byMonth[month, default: 0] += count
    }
  }

  /// What was counted so far.
  package var statistics: BookStatistics {
    var statistics = BookStatistics()
    statistics.books = books
    statistics.unrated = unrated
    statistics.ratings = byStars.sorted { $0.key > $1.key }.map { (stars: $0.key, books: $0.value) }
    statistics.genres = byGenre.values.sorted { ($1.books, $0.name ?? "") < ($0.books, $1.name ?? "") }
    statistics.months = byMonth.sorted { $0.key < $1.key }.map { (month: $0.key, books: $0.value) }
    statistics.years = byYear.sorted { $0.key < $1.key }.map { (year: $0.key, books: $0.value) }
    return statistics
  }
}
