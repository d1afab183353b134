import Bookstall
import FoundationEssentials
import Presentation

/// The sample book of the tests, with single parts changed.
enum SampleBooks {
  static func book(_ change: (inout Book) -> Void = { _ in }) -> Book {
    var book = Book(uuid: UUID(), title: "Test book")
    book.id = 42
    book.author = "Test author"
    book.genre = "Fantasy"
    book.rating = Rating(stars: 4)
    book.review = "This was a great book; I really enjoyed it."
    change(&book)
    return book
  }

  static func record(_ change: (inout BookRecord) -> Void = { _ in }) -> BookRecord {
    var record = BookRecord(book: book())
    change(&record)
    return record
  }

  /// A book with everything a record can hold.
  static var full: BookRecord {
    record { record in
      record.additionalAuthors = ["Second Author"]
      record.contributors = [Contributor(name: "A Person", role: "Translator")]
      record.series = [SeriesPlace(name: "Cycle", number: "4"), SeriesPlace(name: "Other", number: nil)]
      record.reads = [
        Read(started: Day("2020-01-02"), finished: Day("2020-02-03"), rating: Rating(stars: 3.5)),
        Read(started: Day("2024-05")), Read(stopped: Day("2025"), review: "Too\nlong."),
      ]
      record.tags = ["winter", "hugo"]
      record.book.status = .didNotFinish
      record.book.publisher = "Ace"
      record.book.year = 2000
      record.book.originalYear = -380
      record.book.pages = 304
      record.book.isbn13 = "9780441478125"
    }
  }
}

extension BookDetail {
  /// The lines without their looks.
  var plainLines: [String] { lines.map(\.text) }
}
