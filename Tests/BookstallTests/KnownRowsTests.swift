import Persistence
import SQLite
import Testing

@testable import Bookstall

/// An import passes over rows that books hold already, and over no others.
struct KnownRowsTests {
  private static let file = """
    Book Id,Title,Author,My Rating,Date Read,Bookshelves,Exclusive Shelf,My Review
    1,Emma,Jane Austen,4,2024/02/10,classics,read,Good.
    2,Evelina,Frances Burney,0,,,to-read,
    3,Camilla,Frances Burney,9,,,to-read,

    """

  private func imported(_ store: BookStore, policy: ImportPolicy = .fill) throws -> ImportReport {
    let file = try TemporaryTextFile(KnownRowsTests.file)
    var options = ImportOptions()
    options.policy = policy
    return try store.importBooks(from: try ByteSource(path: file.path), options)
  }

  private func knownRows(_ store: BookStore) throws -> Int {
    try store.container.count(FetchRequest(BookSource.self))
  }

  @Test func `rows that came in whole are known, rows with a warning are not`() throws {
    let store = try BookStore()
    // The cell, and the scale that it hints at.
    #expect(try imported(store).warnings.count == 2)
    #expect(try knownRows(store) == 2)
    let again = try imported(store)
    #expect(again.unchanged == 3 && again.added + again.merged == 0)
    #expect(again.warnings.count == 2)
    #expect(try knownRows(store) == 2)
  }

  @Test(arguments: [
    "UPDATE book SET rating = NULL WHERE title = 'Emma'",
    "UPDATE book SET review = NULL WHERE title = 'Emma'",
    "UPDATE book_read SET finished = NULL",
    "DELETE FROM book_tag", "DELETE FROM book_read", "DELETE FROM book_service WHERE book_id = 1",
  ])
  func `what anybody took from a book comes back`(change: String) throws {
    let store = try BookStore()
    _ = try imported(store)
    try store.container.withConnection { try $0.run(SQL(verbatim: change)) }
    #expect(try imported(store).merged == 1)
    #expect(try imported(store).unchanged == 3)
  }

  @Test func `a book that was removed comes back`() throws {
    let store = try BookStore()
    _ = try imported(store)
    try store.remove([1])
    let report = try imported(store)
    #expect(report.added == 1 && report.unchanged == 2)
  }

  @Test func `a reader's own value stands and is told as a conflict`() throws {
    let store = try BookStore()
    _ = try imported(store)
    var record = try #require(try store.record(1))
    record.book.rating = Rating(stars: 2)
    try store.update(record, named: "rate")
    let report = try imported(store)
    #expect(report.unchanged == 3 && report.conflicts.kept.map(\.content.count) == [1])
    #expect(try imported(store, policy: .overwrite).merged == 1)
    #expect(try store.record(1)?.book.rating == Rating(stars: 4))
  }

  @Test func `a second import leaves nothing to undo`() throws {
    let store = try BookStore()
    _ = try imported(store)
    _ = try imported(store)
    #expect(try store.undo() != nil)
    #expect(try store.count() == 0)
    #expect(try knownRows(store) == 0)
    #expect(try store.undo() == nil)
  }

  @Test func `a row is known by the number of its book, however large that is`() throws {
    let store = try BookStore()
    let numbers: [Int64] = [7, 1 << 32, (1 << 32) - 1, 1 << 52]
    let rows = numbers.map {
      "\($0),00000000-0000-7000-8000-\(String($0 + (1 << 40), radix: 16).suffix(11))0,T\($0)"
    }
    let file = try TemporaryTextFile("id,uuid,title\n" + rows.joined(separator: "\n") + "\n")
    let report = try store.importBooks(from: try ByteSource(path: file.path))
    #expect(report.added == 4 && report.warnings.count == 0)
    let known = try KnownRows(store.container)
    let digests = try store.container.values(FetchRequest(BookSource.self))
    #expect(digests.count == 4)
    for row in digests { #expect(known[UInt64(bitPattern: row.digest)] == row.bookID) }
    #expect(Set(digests.map(\.bookID)) == Set(numbers))
  }

  @Test func `a digest tells rows apart by every byte and by how they are read`() {
    let base = Array("1,Emma,Jane Austen,4,2024/02/10".utf8)
    func digest(_ bytes: [UInt8], _ context: [String] = ["goodreads"]) -> UInt64 {
      bytes.withUnsafeBufferPointer { RowDigest(context: context).digest(of: RowDigest.hash($0)) }
    }
    var seen: Set<UInt64> = [digest(base), digest(base + [0]), digest(base, ["storygraph"])]
    for index in base.indices {
      var other = base
      other[index] ^= 1
      seen.insert(digest(other))
    }
    #expect(seen.count == base.count + 3)
    #expect(digest(base) == digest(base))
  }

  @Test func `an index finds every book under its key, in the order in which they came`() {
    var index = CompactIndex()
    let books = (1...5000).map { Int64($0) } + (1...5000).map { -Int64($0) } + [1 << 40, -(1 << 40)]
    for book in books { index.insert(UInt64(bitPattern: book &* 7_919), book) }
    for book in books {
      var found: [Int64] = []
      index.collect(UInt64(bitPattern: book &* 7_919), into: &found)
      #expect(found.contains(book))
    }
    for book: Int64 in 1...10 { index.insert(42, 6000 + book) }
    var found: [Int64] = []
    index.collect(42, into: &found)
    #expect(Array(found.suffix(10)) == Array(6001...6010))
  }

  @Test func `runs of keys give back each key`() {
    var runs = KeyRuns()
    let keys: [Int64] = [5, 6, 7, 20, 21, 3, 8, 9]
    for key in keys { runs.append(key) }
    #expect(keys.indices.map { runs[$0] } == keys)
  }
}
