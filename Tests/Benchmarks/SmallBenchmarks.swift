import Bookstall
import FoundationEssentials
import Persistence
import TestSupport

/// What must not grow: the cost of a predicate, and the memory that reading a very long table takes.
struct SmallBenchmarks {
  let folder: String

  /// A predicate made, translated and run on an empty table; less than that is its translation.
  func runPredicate() throws {
    let container = try PersistentContainer(inMemory: BookStore.model)
    let year = 1950
    let genre = "Horror"
    let rounds = 2_000
    func time(_ request: () -> FetchRequest<Book>) throws -> Double {
      var times: [Double] = []
      for _ in 0..<11 {
        times.append(try seconds { for _ in 0..<rounds { _ = try container.count(request()) } })
      }
      return median(times) / Double(rounds) * 1e6
    }
    let with = try time {
      FetchRequest(predicate: #Predicate<Book> { $0.genre == genre && ($0.year ?? 0) > year })
    }
    let without = try time { FetchRequest(Book.self) }
    let limit = 10.0
    print(
      "predicate of two clauses: made, translated and bound \(decimal(with - without)) µs"
        + " (limit \(decimal(limit)))  \(with - without < limit ? "ok" : "OVER")")
  }

  /// The tags of many books, all at once and book by book: two statements, however many books there are.
  func runPrefetch() throws {
    let container = try PersistentContainer(inMemory: BookStore.model)
    let count = 2_000
    let setup = container.makeContext()
    var sample = SampleBooks()
    for number in 0..<count {
      let book = setup.insert(sample.book(number))
      for name in ["a", "b", "c"] {
        try book[Book.tags].append(setup.insert(BookTag(bookID: book.id, position: 0, name: name)))
      }
    }
    try setup.save()
    func read(_ prefetch: [any Relationship<Book>]) throws -> (time: Double, statements: Int) {
      var request = FetchRequest(Book.self)
      request.prefetch = prefetch
      let before = try container.statementCount
      let time = try seconds {
        var tags = 0
        let context = container.makeContext()
        for book in try context.fetch(request) { tags += try book[Book.tags].count }
        precondition(tags == count * 3, "a benchmark that reads something else measures nothing")
      }
      return (time, try container.statementCount - before)
    }
    var ratios: [Double] = []
    var statements = 0
    for _ in 0..<7 {
      let together = try read([Book.tags])
      statements = max(statements, together.statements)
      ratios.append(together.time / (try read([])).time)
    }
    print(
      "tags of \(count) books prefetched: \(statements) statements (limit 2), time against one by one"
        + " \(decimal(median(ratios)))  \(statements <= 2 ? "ok" : "OVER")")
  }

  /// A table of a million rows and one of a tenth of that, made and read by processes of their own: what a process
  /// held counts for those that it starts.
  func runStream() throws {
    let peaks = try [100_000, 1_000_000].map { rows in
      let path = folder + "/stream\(rows).db"
      try ChildProcess.run("/proc/self/exe", ["fill", path, "\(rows)"]).expectSuccess()
      let child = try ChildProcess.run("/proc/self/exe", ["read", path])
      try child.expectSuccess()
      precondition(child.output == "\(rows)\n", "a benchmark that reads something else measures nothing")
      return child.peakMemory
    }
    let growth = max(0, peaks[1] - peaks[0]) >> 10
    let limit = 1024
    print(
      "1,000,000 rows by a cursor: peak \(peaks[1] >> 20) MiB, \(growth) KiB more than for 100,000"
        + " (limit \(limit))  \(growth <= limit ? "ok" : "OVER")")
  }

  /// Reads a whole store and says how many rows it has.
  static func read(_ path: String) throws {
    let container = try PersistentContainer(at: path, model: BookStore.model)
    var rows = 0
    try container.forEach(FetchRequest(Book.self)) { _ in rows += 1 }
    print(rows)
  }

  /// Makes a store of so many rows.
  static func fill(_ path: String, _ rows: Int) throws {
    let container = try PersistentContainer(at: path, model: BookStore.model)
    var samples = SampleBooks()
    try container.insert(contentsOf: (1...rows).lazy.map { samples.book($0) })
    container.close()
  }
}
