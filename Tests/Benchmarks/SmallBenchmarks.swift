import Bookstall
import FoundationEssentials
import Persistence
import TestSupport

/// What must not grow: the cost of opening, of a predicate, and of reading a very long table.
struct SmallBenchmarks {
  let folder: String

  /// Opening a store that is up to date.
  func runOpen() throws {
    let path = folder + "/open.db"
    var samples = SampleBooks()
    let container = try PersistentContainer(at: path, model: BookStore.model)
    try container.insert(contentsOf: (1...100).map { samples.book($0) })
    container.close()
    var found = 0
    let comparison = try compare(
      "open an up-to-date store and ask", with: "sqlite3_open and one query", limit: 3.0, runs: 501,
      product: {
        let container = try PersistentContainer(at: path, model: BookStore.model)
        found = try container.count(FetchRequest(Book.self))
        container.close()
      },
      raw: { found = Int(try RawDatabase.openAndAsk(path)) })
    precondition(found == 100, "a benchmark that asks something else measures nothing")
    print(comparison.row)
  }

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
