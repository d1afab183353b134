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
