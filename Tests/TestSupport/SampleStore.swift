package import Bookstall

/// One small world of books that suites share; each call opens a store of its own in memory.
package enum SampleStore {
  /// A store with five books: one rated and reviewed with all that can hang on a book, one unrated, one in Chinese, one
  /// that another program left nearly empty, and one whose title is a number.
  package static func inMemory() throws -> BookStore {
    let store = try BookStore()
    for record in records { _ = try store.add(record) }
    return store
  }

  /// The books, in the order of their numbers from 1.
  package static var records: [BookRecord] {
    var earthsea = record("A Wizard of Earthsea", "Ursula K. Le Guin", "Fantasy", 4.25)
    earthsea.book.review = "Short, cold,\nand exact."
    earthsea.book.status = .read
    earthsea.book.dateAdded = Day(year: 2024, month: 2, day: 29)
    earthsea.additionalAuthors = ["Mélanie Exemple"]
    earthsea.contributors = [Contributor(name: "Ruth Robbins", role: "Illustrator")]
    earthsea.series = [SeriesPlace(name: "Earthsea", number: "1")]
    earthsea.reads = [
      Read(finished: Day(year: 1999)), Read(started: Day(year: 2024), finished: Day(year: 2024)),
    ]
    earthsea.tags = ["dragons", "sea; ships"]
    earthsea.services = [
      ServiceRecord(
        service: "goodreads", serviceID: "13642",
        other: OtherColumns([.init(name: "Binding", text: "Paperback")]))
    ]
    var camel = record("骆驼祥子", "老舍", "文学", nil)
    camel.book.status = .toRead
    return [
      earthsea, record("Hill House", "Shirley Jackson", "Horror", nil), camel,
      BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil)),
      record("1984", "George Orwell", "Uncategorized", 5),
    ]
  }

  private static func record(_ title: String, _ author: String, _ genre: String, _ stars: Double?)
    -> BookRecord
  {
    var book = Book(uuid: BookStore.newUUID(), title: title)
    book.author = author
    book.genre = genre
    book.rating = stars.flatMap { Rating(stars: $0) }
    return BookRecord(book: book)
  }
}
