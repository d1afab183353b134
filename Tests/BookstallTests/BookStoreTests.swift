import Bookstall
import Foundation
import SQLite
import TestSupport
import Testing

struct BookStoreTests {
  private let store: BookStore

  init() throws {
    store = try SampleStore.inMemory()
  }

  @Test func `a record comes back with all that hangs on it`() throws {
    let record = try #require(try store.record(1))
    var expected = SampleStore.records[0]
    expected.book.id = 1
    expected.book.uuid = record.book.uuid
    #expect(record == expected)
  }

  @Test(
    arguments: [
      ("2", [2]), ("#2", [2]), ("1984", [5]), ("Hill House", [2]), ("hill house", [2]), ("earth", [1]),
      ("祥", [3]),
      ("i", [1, 2]), ("nowhere", []), ("", []), ("99", []), ("99999999999999999999", []),
    ] as [(String, [Int64])])
  func `a book is found by its number, its title or a part of it`(text: String, ids: [Int64]) throws {
    switch try store.find(text) {
    case .none: #expect(ids == [])
    case .one(let book): #expect([book.id] == ids)
    case .several(let books): #expect(books.map(\.id) == ids)
    }
  }

  @Test func `a number that a book has goes before a title`() throws {
    var record = try #require(try store.record(5))
    record.book.title = "2"
    try store.update(record, named: "edit")
    #expect(try store.find("2") == .one(try #require(try store.record(2)).book))
  }

  @Test func `a change is made to the book as it is, and one that fails leaves it so`() throws {
    let read = try #require(try store.record(1))
    var other = read
    other.tags = ["theirs"]
    try store.update(other, named: "edit")
    let change = try store.change(1, named: "rate") { $0.book.rating = Rating(stars: 1) }
    #expect(change.old == other)
    #expect(change.new.tags == ["theirs"])
    #expect(try store.record(1) == change.new)
    #expect(throws: CancellationError.self) {
      try store.change(1, named: "rate") { record in
        record.book.rating = nil
        throw CancellationError()
      }
    }
    #expect(try store.record(1) == change.new)
    #expect(throws: (any Error).self) { try store.change(99, named: "rate") { _ in } }
  }

  /// A filter and the numbers of the books that it leaves.
  struct Filter: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ids: [Int64]
    let query: BookQuery

    init(_ description: String, _ ids: [Int64], _ change: (inout BookQuery) -> Void) {
      testDescription = description
      self.ids = ids
      var query = BookQuery()
      change(&query)
      self.query = query
    }
  }

  @Test(arguments: [
    Filter("nothing", [1, 2, 3, 4, 5]) { _ in },
    Filter("a genre in another case", [1]) { $0.genres = ["FANTASY"] },
    Filter("one of two genres", [1, 3]) { $0.genres = ["fantasy", "文学"] },
    Filter("a further author without the accent", [1]) { $0.authors = ["melanie"] },
    Filter("someone who is no author", []) { $0.authors = ["robbins"] },
    Filter("a range of stars", [1]) { $0.stars = 4...4.5 },
    Filter("rated books", [1, 5]) { $0.isRated = true },
    Filter("unrated books", [2, 3, 4]) { $0.isRated = false },
    Filter("a status", [3]) { $0.statuses = [.toRead] },
    Filter("a whole tag", [1]) { $0.tags = ["Dragons"] },
    Filter("a part of a tag", []) { $0.tags = ["dragon"] },
    Filter("words of review, tag and further author", [1]) { $0.words = ["EXACT", "ships", "exemple"] },
    Filter("one word too many", []) { $0.words = ["exact", "whale"] },
    Filter("by title, none last", [5, 1, 2, 3, 4]) { $0.sort = .title },
    Filter("by title backwards, none last", [3, 2, 1, 5, 4]) { ($0.sort, $0.isReversed) = (.title, true) },
    Filter("the best first", [5, 1, 4, 2, 3]) { query in
      (query.sort, query.isReversed, query.limit) = (.rating, true, 5)
    },
    Filter("two of them", [5, 4]) { ($0.isReversed, $0.limit) = (true, 2) },
  ])
  func `filters and orders do what they say`(_ filter: Filter) throws {
    var ids: [Int64] = []
    try store.forEachBook(filter.query) { ids.append($0.id) }
    if filter.testDescription == "the best first" {
      #expect(ids.prefix(2) == [5, 1])
      #expect(Set(ids) == Set(filter.ids))
    } else {
      #expect(ids == filter.ids)
    }
    var records: [Int64] = []
    try store.forEachRecord(filter.query) { records.append($0.book.id) }
    #expect(records == ids)
  }

  @Test func `an update without a difference is no change`() throws {
    let record = try #require(try store.record(1))
    #expect(try !store.update(record, named: "edit"))
    #expect(try store.undo()?.name == "add")
  }

  @Test func `undo brings a deleted book back whole`() throws {
    let before = try #require(try store.record(1))
    try store.remove([1])
    #expect(try store.record(1) == nil)
    let undone = try #require(try store.undo())
    #expect(undone.restored == 1)
    #expect(undone.book.before == nil)
    #expect(undone.book.after?.book.title == "A Wizard of Earthsea")
    #expect(try store.record(1) == before)
  }

  @Test func `undo tells the one property that changed`() throws {
    var record = try #require(try store.record(2))
    record.book.rating = Rating(stars: 3)
    try store.update(record, named: "rate")
    let undone = try #require(try store.undo())
    #expect(undone.name == "rate")
    #expect(undone.book.before?.book.rating?.stars == 3)
    #expect(undone.book.after?.book.rating == nil)
  }

  @Test func `undo of a change to parts names their book`() throws {
    var record = try #require(try store.record(1))
    record.tags = ["wizards"]
    try store.update(record, named: "edit")
    #expect(try store.record(1)?.tags == ["wizards"])
    let undone = try #require(try store.undo())
    #expect(undone.reverted == 1)
    #expect(undone.book.known?.book.id == 1)
    #expect(undone.book.before?.tags == ["wizards"])
    #expect(try store.record(1)?.tags == ["dragons", "sea; ships"])
  }

  @Test func `a number is never given twice`() throws {
    try store.remove([5])
    #expect(try store.add(SampleStore.records[1]).book.id == 6)
  }

  @Test func `an empty file and a missing one are read as empty stores and stay as they are`() throws {
    let folder = try TemporaryFolder()
    let empty = folder.file("empty.db")
    try #require(FileManager.default.createFile(atPath: empty, contents: nil))
    for path in [empty, folder.file("missing.db"), ":memory:"] {
      #expect(try BookStore(reading: path).count() == 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["empty.db"])
    #expect(FileManager.default.contents(atPath: empty) == Data())
  }

  @Test func `a store named ":memory:" touches no file`() throws {
    let store = try BookStore(at: ":memory:")
    _ = try store.add(SampleStore.records[0])
    #expect(try store.count() == 1)
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  @Test(arguments: [
    "2023-02-30", "2023-02-29", "2023-13-01", "2023-00", "2020-19-39", "0000", "now", "2459946", "2023-1-05",
  ])
  func `no program can store a day that is not on the calendar`(day: String) throws {
    let (folder, connection) = try storeOfAnotherProgram()
    defer { withExtendedLifetime(folder) {} }
    #expect(throws: SQLiteError.self) {
      try connection.run("UPDATE book SET date_added = \(day) WHERE id = 1")
    }
    #expect(throws: SQLiteError.self) {
      try connection.run("INSERT INTO book_read (book_id, position, finished) VALUES (1, 9, \(day))")
    }
  }

  @Test(arguments: ["2024-02-29", "0001", "9999-12-31", "1999-12"])
  func `any program can store a day, a month or a year`(day: String) throws {
    let (folder, connection) = try storeOfAnotherProgram()
    try connection.run("UPDATE book SET date_added = \(day) WHERE id = 1")
    #expect(try BookStore(reading: folder.file("books.db")).record(1)?.book.dateAdded?.text == day)
  }

  /// A store with one book, and a connection such as any SQLite tool makes.
  private func storeOfAnotherProgram() throws -> (TemporaryFolder, Connection) {
    let folder = try TemporaryFolder()
    _ = try BookStore(at: folder.file("books.db")).add(SampleStore.records[1])
    return (folder, try Connection(path: folder.file("books.db"), access: .readWrite))
  }

  @Test(
    arguments: [
      [("Poems", "Anon", nil), ("Poems", "Anon", nil)],
      [("Emma", "Jane Austen", nil), ("emma", "Jane Austen", nil), ("Émma", "Jane Austen", nil)],
      [("Emma", nil, "9780141439587"), ("Emma", nil, "9780141439587")],
      [("Emma", "Jane Austen", "9780141439587"), ("Emma", "Jane Austen", nil)],
    ] as [[(String, String?, String?)]])
  func `books that our own format keeps apart stay apart`(books: [(String, String?, String?)]) throws {
    let first = try BookStore()
    for (index, (title, author, isbn)) in books.enumerated() {
      var book = Book(uuid: BookStore.newUUID(), title: title)
      (book.author, book.isbn13, book.review) = (author, isbn, "review \(index)")
      _ = try first.add(BookRecord(book: book))
    }
    let folder = try TemporaryFolder()
    func export(_ store: BookStore, _ name: String) throws -> String {
      _ = try store.export(to: try makeExportSink(path: folder.file(name), replaces: false))
      return folder.file(name)
    }
    let file = try export(first, "first.csv")
    let second = try BookStore()
    let report = try second.importBooks(from: ByteSource(path: file))
    #expect(report.added == books.count)
    let copy = try export(second, "second.csv")
    #expect(FileManager.default.contents(atPath: copy) == FileManager.default.contents(atPath: file))
    // A second time, and into a store that has one of them already, each row finds its own book.
    #expect(try second.importBooks(from: ByteSource(path: file)).unchanged == books.count)
    try second.remove([2])
    #expect(try second.importBooks(from: ByteSource(path: file)).added == 1)
  }
}
