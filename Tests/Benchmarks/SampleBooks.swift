import Bookstall
import Persistence

/// Books with texts of the lengths that real reading lists have, the same in every run.
struct SampleBooks {
  private var state: UInt64 = 0x5DEE_CE66

  private static let words = [
    "winter", "harbour", "lantern", "river", "garden", "silent", "glass", "mountain", "letters", "north",
    "orchard",
    "salt", "paper", "moon", "stranger", "field", "clock", "amber", "road", "house",
  ]

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }

  private mutating func phrase(_ count: Int) -> String {
    (0..<count).map { _ in SampleBooks.words[next(SampleBooks.words.count)] }.joined(separator: " ")
  }

  mutating func book(_ number: Int) -> Book {
    var book = Book(uuid: BookStore.newUUID(), title: phrase(2 + next(4)) + " \(number)")
    book.author = phrase(2)
    book.genre = ["Fantasy", "Horror", "Mystery", "Poetry", "Uncategorized"][next(5)]
    book.rating = next(4) == 0 ? nil : Rating(stars: Double(1 + next(20)) / 4)
    book.review = next(3) == 0 ? nil : phrase(30)
    book.status = next(5) == 0 ? .toRead : .read
    book.dateAdded = Day(year: 2000 + next(26), month: 1 + next(12), day: 1 + next(28))
    book.readCount = next(3)
    book.isbn13 = "9780000" + String(100_000 + number % 900_000)
    book.publisher = phrase(2)
    book.year = 1900 + next(126)
    book.originalYear = 1850 + next(150)
    book.pages = 80 + next(900)
    return book
  }

  mutating func record(_ number: Int) -> BookRecord {
    var record = BookRecord(book: book(number))
    if record.book.status == .read { record.reads = [Read(finished: record.book.dateAdded)] }
    record.tags = (0..<next(4)).map { _ in phrase(1) }
    record.services = [
      ServiceRecord(
        service: "goodreads", serviceID: String(number),
        other: OtherColumns([
          .init(name: "Binding", text: "Paperback"), .init(name: "Average Rating", text: "3.91"),
        ]))
    ]
    return record
  }
}
