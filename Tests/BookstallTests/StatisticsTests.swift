import Persistence
import Testing

@testable import Bookstall

@Suite("The store in numbers")
struct StatisticsTests {
  private let store: BookStore

  init() throws {
    store = try BookStore()
  }

  private func add(_ genre: String?, _ stars: Double?, _ added: String?) throws {
    var book = Book(uuid: BookStore.newUUID(), title: "x")
    book.genre = genre
    book.rating = stars.map(Rating.init(stored:))
    book.dateAdded = added.flatMap { Day($0) }
    _ = try store.add(BookRecord(book: book))
  }

  @Test func `an empty store counts nothing`() throws {
    #expect(try store.statistics() == BookStatistics())
    #expect(try store.statistics().mean == nil)
  }

  @Test func `books are counted by rating, genre and month`() throws {
    try add("Horror", 4.25, "2024-01-02")
    try add("Horror", nil, "2024-01")
    try add(nil, 5, "2024")
    try add("Fantasy", 5, nil)
    try add("文学", 0.25, "2025-12-31")
    let statistics = try store.statistics()
    #expect(statistics.books == 5)
    #expect(statistics.unrated == 1)
    #expect(statistics.ratings.map(\.stars) == [5, 4.25, 0.25])
    #expect(statistics.ratings.map(\.books) == [2, 1, 1])
    #expect(statistics.mean == 14.5 / 4)
    #expect(statistics.genres.map(\.name) == ["Horror", nil, "Fantasy", "文学"])
    #expect(statistics.genres.map(\.books) == [2, 1, 1, 1])
    #expect(statistics.genres.map(\.mean) == [4.25, 5, 5, 0.25])
    #expect(statistics.months.map(\.month.text) == ["2024-01", "2025-12"])
    #expect(statistics.months.map(\.books) == [2, 1])
    #expect(statistics.years.map(\.year) == [2024, 2025])
    #expect(statistics.years.map(\.books) == [3, 1])
  }

  @Test func `a rating that another program wrote counts as the screens show it`() throws {
    var tally = BookTally()
    for stars in [0.0, -1, 7, 4] {
      var book = Book(uuid: BookStore.newUUID(), title: "x")
      book.rating = Rating(stored: stars)
      tally.add(book)
    }
    let statistics = tally.statistics
    #expect(statistics.unrated == 2 && statistics.rated == 2)
    #expect(statistics.ratings.map(\.stars) == [5, 4])
    #expect(statistics.ratings.map(\.books) == [1, 1])
    #expect(statistics.mean == 4.5)
  }

  @Test func `a blank genre counts as none`() throws {
    try store.container.insert(
      contentsOf: ["", " "].map { genre in
        var book = Book(uuid: BookStore.newUUID(), title: "x")
        book.genre = genre
        return book
      })
    #expect(try store.statistics().genres == [.init(name: nil, books: 2)])
  }
}
