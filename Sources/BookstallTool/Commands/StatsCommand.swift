import Bookstall
import Presentation

/// `bookstall stats`: ratings, genres and months as bars, as lines or as JSON.
struct StatsCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stats", abstract: "Show ratings, genres and months as bars.",
      examples: ["bookstall stats", "bookstall stats --year 2024", "bookstall stats --json | jq .mean"],
      discussion: ["Bars round quarter stars to whole ones; --json and --plain have every quarter."])
  }

  @Option(.integer("year", in: 1...9999), help: "The months of that year (else the last with books).")
  var year: Int?
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let statistics = try session.existingStore().statistics()
    if global.json {
      try session.printJSON(Self.json(statistics))
    } else if global.plain {
      for row in Self.plainRows(statistics) { try session.print(row) }
    } else if statistics.books == 0 {
      session.note("There are no books yet. Add one with: bookstall add")
    } else {
      try session.print(StatisticsView(statistics, year: year, session.output).lines)
    }
    return .success
  }

  /// The kind of the row, what is counted, the number of books, and for genres the mean rating.
  private static func plainRows(_ statistics: BookStatistics) -> [String] {
    var rows = ["books\t\t\(statistics.books)\t\(mean(statistics.mean) ?? "")"]
    rows += statistics.ratings.map { "rating\t\(Rating(stored: $0.stars).text)\t\($0.books)\t" }
    rows.append("rating\t\t\(statistics.unrated)\t")
    rows += statistics.genres.map {
      "genre\t\(SafeText.line($0.name ?? ""))\t\($0.books)\t\(mean($0.mean) ?? "")"
    }
    return rows + statistics.months.map { "month\t\($0.month.text)\t\($0.books)\t" }
  }

  private static func json(_ statistics: BookStatistics) -> JSON {
    SnackJSON.object([
      ("books", count(statistics.books)), ("rated", count(statistics.rated)),
      ("mean", mean(statistics.mean).map(JSON.number) ?? .null),
      (
        "ratings",
        .array(
          statistics.ratings.map {
            SnackJSON.object([("stars", .number(Rating(stored: $0.stars).text)), ("books", count($0.books))])
          })
      ),
      ("unrated", count(statistics.unrated)),
      (
        "genres",
        .array(statistics.genres.map(json))
      ),
      (
        "months",
        .array(
          statistics.months.map {
            SnackJSON.object([("month", .string($0.month.text)), ("books", count($0.books))])
          })
      ),
      (
        "years",
        .array(
          statistics.years.map { SnackJSON.object([("year", count($0.year)), ("books", count($0.books))]) })
      ),
    ])
  }

  /// Books without a genre have null for its name.
  private static func json(_ genre: BookStatistics.GenreCount) -> JSON {
    SnackJSON.object([
      ("name", genre.name.map(JSON.string) ?? .null), ("books", count(genre.books)),
      ("rated", count(genre.rated)), ("mean", mean(genre.mean).map(JSON.number) ?? .null),
    ])
  }

  private static func count(_ number: Int) -> JSON { .number(String(number)) }

  /// A mean with two digits behind the point.
  private static func mean(_ mean: Double?) -> String? {
    mean.map { mean in
      let hundredths = Int((mean * 100).rounded())
      return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
  }
}
