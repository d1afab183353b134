package import Bookstall

/// The numbers of a store as both screens show them: ratings, genres, and the months of one year.
package struct StatisticsFigures: Sendable {
  private let statistics: BookStatistics
  /// The year whose months are shown, or nil without one.
  let year: Int?
  private let medium: TextMedium

  /// Genres shown by name; the others are one row.
  private var mostGenres: Int { medium == .page ? 12 : 5 }

  /// `year` is the one whose months are shown, nil for the last with books.
  package init(_ statistics: BookStatistics, year: Int? = nil, on medium: TextMedium = .terminal) {
    self.statistics = statistics
    self.year = year ?? statistics.years.last?.year
    self.medium = medium
  }

  /// One row of a panel before its bar is drawn.
  struct Row: Equatable {
    /// Nil for books without a rating.
    var label: String?
    var count: Int
    /// The mean rating, with one digit behind the point.
    var mean: String?
    /// Whether the row stands for several genres, and must not make the bars of single ones look small.
    var isRest = false
  }

  /// How many books there are, are rated and were added in the year, and the mean.
  var facts: [String] {
    var facts = [
      "\(statistics.books) \(statistics.books == 1 ? "book" : "books")", "\(statistics.rated) rated",
    ]
    if let mean = statistics.mean { facts.append("mean \(StatisticsFigures.tenths(mean))") }
    if let year { facts.append("\(addedBooks(in: year)) added in \(year)") }
    return facts
  }

  private func addedBooks(in year: Int) -> Int {
    statistics.years.first { $0.year == year }?.books ?? 0
  }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Books by whole stars, to which quarters are rounded, and those without a rating.
  var ratings: [Row] {
    var counts = [Int](repeating: 0, count: Stars.most + 1)
    for (stars, books) in statistics.ratings {
      counts[min(max(Int(stars.rounded()), 1), Stars.most)] += books
    }
    let rows = (1...Stars.most).reversed().map { Row(label: String($0), count: counts[$0], mean: nil) }
    return rows + [Row(label: nil, count: statistics.unrated, mean: nil)]
  }

  /// The genres with the most books, and all others in one row.
  var genres: [Row] {
    let isLong = statistics.genres.count > mostGenres + 1
    let named = isLong ? statistics.genres.prefix(mostGenres) : statistics.genres[...]
    var rows = named.map { genre in
      Row(
        label: label(ofGenre: genre.name), count: genre.books, mean: genre.mean.map(StatisticsFigures.tenths))
    }
    let others = statistics.genres.dropFirst(named.count)
    if !others.isEmpty {
      let rated = others.reduce(0) { $0 + $1.rated }
      let stars = others.reduce(0) { $0 + $1.stars }
      rows.append(
        Row(
          label: "\(others.count) more", count: others.reduce(0) { $0 + $1.books },
          mean: rated > 0 ? StatisticsFigures.tenths(stars / Double(rated)) : nil, isRest: true))
    }
    return rows
  }

  private func label(ofGenre name: String?) -> String {
    let label = BookLabels.listed(genre: name)
    return medium == .page ? label : TextLayout.squeezed(SafeText.excerpt(label))
  }

  /// The names of the twelve months.
  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// Books added in each of the twelve months of the year.
  var months: [Int] {
    var counts = [Int](repeating: 0, count: 12)
    for (month, books) in statistics.months where month.year == year {
      if let number = month.month { counts[number - 1] += books }
    }
    return counts
  }

  /// The month with the most books, in words; nil without any.
  var fullestMonth: String? {
    let counts = months
    guard let most = counts.max(), most > 0, let place = counts.firstIndex(of: most) else { return nil }
    return "most: \(most) in \(StatisticsFigures.monthNames[place])"
  }
}
