import Bookstall
import Testing

@testable import Presentation

@Suite("The statistics")
struct StatisticsViewTests {
  private static var sample: BookStatistics {
    var statistics = BookStatistics()
    statistics.books = 53
    statistics.unrated = 3
    statistics.ratings = [(5, 15), (4, 19), (3.25, 10), (2.5, 0), (2, 4), (1, 1), (0.25, 1)]
    statistics.genres = [
      .init(name: "Fantasy", books: 14, rated: 14, stars: 57.4),
      .init(name: "Mystery", books: 11, rated: 10, stars: 39), .init(name: "Thriller", books: 8),
      .init(name: "Science Fiction", books: 7, rated: 7, stars: 32),
      .init(name: "文学", books: 4, rated: 1, stars: 4),
      .init(name: "a\u{1B}[2J", books: 5, rated: 5, stars: 14), .init(name: "b", books: 4),
    ]
    statistics.months = [(Day("2025-12"), 9), (Day("2026-01"), 3), (Day("2026-11"), 8)].compactMap {
      month, books in
      month.map { (month: $0, books: books) }
    }
    statistics.years = [(2025, 9), (2026, 12)]
    return statistics
  }

  @Test func `two panels stand side by side`() {
    #expect(
      StatisticsView(Self.sample, TerminalOptions(columns: 80)).lines.texts == [
        "  53 books · 50 rated · mean 3.9 · 12 added in 2026", "",
        "  Ratings                              Genres                            n  mean",
        "  5 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇       15    Fantasy         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 14   4.1",
        "  4 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 19    Mystery         ▇▇▇▇▇▇▇▇▇▇▇▇▇    11   3.9",
        "  3 ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇              10    Thriller        ▇▇▇▇▇▇▇▇▇         8     —",
        "  2 ▇▇▇▇▇▇                        4    Science Fiction ▇▇▇▇▇▇▇▇          7   4.6",
        "  1 ▇▇▇                           2    文学            ▇▇▇▇▇             4   4.0",
        "  — ▇▇▇▇                          3    2 more          ▇▇▇▇▇▇▇▇▇▇        9   2.8", "",
        "  Added per month in 2026", "  J F M A M J J A S O N D",
        "  ▃ · · · · · · · · · █ ·     most: 8 in November",
      ])
  }

  @Test func `many small genres together don't make the bars of the large ones small`() {
    var statistics = Self.sample
    statistics.genres += (1...30).map { .init(name: "g\($0)", books: 2) }
    let lines = StatisticsView(statistics, TerminalOptions(columns: 80)).lines.texts
    #expect(lines[3].hasSuffix("    Fantasy         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 14   4.1"))
    #expect(lines[8].hasSuffix("    32 more         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇+ 69   2.8"))
  }

  /// More genres than are shown, and more books than one digit can say.
  private static var large: BookStatistics {
    var statistics = sample
    statistics.books = 1_234_567
    statistics.ratings = [(5, 1_000_000), (4, 7)]
    statistics.genres = (0..<40).map {
      .init(name: "Genre 文学 \($0)", books: 99_999 / ($0 + 1), rated: 3, stars: 12)
    }
    return statistics
  }

  @Test(arguments: Array(20...130) + [200])
  func `no line is wider than the terminal`(columns: Int) {
    var options = TerminalOptions.colours(columns)
    for (isASCII, isAccessible, isWide) in [
      (false, false, false), (true, false, false), (false, true, false), (false, false, true),
    ] {
      (options.isASCII, options.isAccessible, options.ambiguousIsWide) = (isASCII, isAccessible, isWide)
      for statistics in [Self.sample, Self.large, BookStatistics()] {
        for line in StatisticsView(statistics, options).lines {
          #expect(line.cells(by: CellWidth(ambiguousIsWide: isWide)) <= columns, "\(line.text)")
          #expect(!line.text.unicodeScalars.contains("\u{1B}"))
        }
      }
    }
  }

  @Test func `below 72 columns the panels stack`() throws {
    let wide = StatisticsView(Self.sample, TerminalOptions(columns: 72)).lines.texts
    let narrow = StatisticsView(Self.sample, TerminalOptions(columns: 71)).lines.texts
    #expect(wide.contains { $0.contains("Ratings") && $0.contains("Genres") })
    #expect(!narrow.contains { $0.contains("Ratings") && $0.contains("Genres") })
  }

  @Test func `ASCII bars are number signs, and zero is a point`() {
    let options = TerminalOptions(columns: 60, isASCII: true)
    var statistics = Self.sample
    statistics.genres.removeAll { $0.name?.utf8.allSatisfy { $0 < 0x80 } != true }
    let lines = StatisticsView(statistics, options).lines.texts
    for line in lines where !line.contains("[2J") { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)") }
    #expect(lines.contains { $0.hasPrefix("  4 ####") })
    #expect(lines.contains { $0.hasPrefix("  Feb . ") })
  }

  @Test(arguments: [(0, "·"), (1, "▇"), (11, "▇"), (12, "▇▇"), (64, "▇▇▇▇▇▇▇▇"), (99, "▇▇▇▇▇▇▇▇")])
  func `a bar leaves a gap to its neighbours, and something is never nothing`(value: Int, drawn: String) {
    #expect(Bar(TerminalOptions()).lying(value, of: 64, cells: 8) == drawn)
  }

  @Test(arguments: [(0, "·"), (1, "▁"), (50, "▄"), (100, "█")])
  func `a standing bar is in eighths of a line`(value: Int, drawn: String) {
    #expect(Bar(TerminalOptions()).standing(value, of: 100) == drawn)
  }

  @Test func `screen readers get words`() {
    let lines = StatisticsView(Self.sample, TerminalOptions(isAccessible: true)).lines.texts
    #expect(lines.contains("5 stars: 15 books"))
    #expect(lines.contains("not rated: 3 books"))
    #expect(lines.contains("added in November 2026: 8 books"))
    #expect(!lines.joined().contains { "█▇".contains($0) })
  }

  @Test func `where stars take two cells the row of books without any is still named`() {
    let options = TerminalOptions(columns: 80, ambiguousIsWide: true)
    let lines = StatisticsView(Self.sample, options).lines.texts
    #expect(lines.contains { $0.hasPrefix("  — ###") })
    #expect(lines.contains { $0.hasPrefix("  5  ###") })
  }

  @Test func `books without a genre are counted under no genre's name`() {
    var statistics = Self.sample
    statistics.genres = [.init(name: "Fantasy", books: 4), .init(name: nil, books: 2)]
    let lines = StatisticsView(statistics, TerminalOptions(columns: 80)).lines.texts
    #expect(lines.contains { $0.contains("Fantasy") && $0.contains(" 4 ") })
    #expect(lines.contains { $0.contains("No genre") && $0.contains(" 2 ") })
  }

  @Test func `another year's months can be asked for`() {
    let lines = StatisticsView(Self.sample, year: 2025, TerminalOptions(columns: 80)).lines.texts
    #expect(lines.contains("  Added per month in 2025"))
    #expect(lines.contains { $0.contains("most: 9 in December") })
  }
}
