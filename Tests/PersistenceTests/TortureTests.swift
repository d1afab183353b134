import Glibc
import Persistence
import SQLite
import StoreWorker
import TestSupport
import Testing

/// Processes that are killed at random moments, and what they leave.
///
/// The variable `BOOKSTALL_KILLS` asks for that many kills of each sort, and `BOOKSTALL_SEED` repeats the delays of an
/// earlier run; a failure names its seed and round.
@Suite struct TortureTests {
  private static let seed =
    TestVariable.number("BOOKSTALL_SEED").map(UInt64.init) ?? .random(in: 0..<1_000_000)
  /// Tests of two stores at a time, for two cores.
  private static let cases = 0..<4

  /// The rounds of one case.
  private static func rounds(_ usual: Int) -> Range<Int> {
    0..<(TestVariable.number("BOOKSTALL_KILLS").map { ($0 + cases.count - 1) / cases.count } ?? usual)
  }

  private let folder: TemporaryFolder
  private let worker: String

  init() throws {
    folder = try TemporaryFolder()
    worker = try BuiltCommand.beside(named: "StoreWorker")
  }

  /// Copies a store with its journal, as it lies there.
  private func copy(_ name: String, to copy: String) {
    for ending in ["", "-journal"] {
      unlink(folder.file(copy + ending))
      guard access(folder.file(name + ending), F_OK) == 0 else { continue }
      folder.write(folder.read(name + ending), to: copy + ending)
    }
  }

  @Test(arguments: cases)
  func `a process killed while it commits leaves every commit that it told of and no half one`(
    _ place: Int
  ) throws {
    // Odd seeds make large transactions that reach the file early, even ones small transactions.
    let seed = TortureTests.seed &* 4 &+ UInt64(place)
    var random = SeededGenerator(seed: seed)
    let path = folder.file("bank.db")
    try Bank.found(at: path)
    var pace = try paceOfCommits(seed)
    var told = try Bank.lastNumber(in: Bank.open(path))
    var commits = 0
    var interruptions = 0
    for round in TortureTests.rounds(60) {
      let what: Comment = "BOOKSTALL_SEED=\(TortureTests.seed), case \(place), round \(round)"
      let process = try DoomedProcess(worker, ["transfer", path, "\(seed &+ UInt64(round) &* 2)"])
      // Now and then in the middle of opening, where it may be taking back what the last one left.
      let isEarly = Int.random(in: 0..<4, using: &random) == 0
      try process.wait(for: isEarly ? "opening" : "ready")
      process.kill(afterMicroseconds: .random(in: 0..<(isEarly ? pace : 5 * pace), using: &random))
      if access(path + "-journal", F_OK) == 0 { interruptions += 1 }
      let numbers = process.lines.compactMap { Int64($0) }
      commits += numbers.count
      // The machine may have more to do by now than when the pace was taken.
      if !isEarly, numbers.isEmpty { pace = min(pace * 3 / 2, 1_000_000) }
      told = max(told, numbers.last ?? 0)
      // Every other time a copy is looked at, and the next process finds the journal as it was left.
      let isInPlace = Bool.random(using: &random)
      if !isInPlace { copy("bank.db", to: "copy.db") }
      let container = try Bank.open(isInPlace ? path : folder.file("copy.db"))
      try #require(try Bank.problems(in: container) == [], what)
      let last = try Bank.lastNumber(in: container)
      try #require(last == told || last == told + 1, what)
      // A commit that nobody was told of is as good as any.
      told = last
      container.close()
    }
    guard TortureTests.rounds(60).count >= 60 else { return }
    #expect(commits > 10, "the processes hardly got to work")
    #expect(interruptions > 5, "the kills hardly fell into commits")
  }

  @Test(arguments: cases)
  func `a process killed in a migration leaves the old version or the new one, and the next run completes it`(
    _ place: Int
  ) throws {
    let seed = TortureTests.seed &* 4 &+ UInt64(place)
    var random = SeededGenerator(seed: seed)
    try makeBank("old.db", transfers: 40)
    copy("old.db", to: "new.db")
    let duration = try time(["migrate", folder.file("new.db")])
    let old = try schema(of: "old.db")
    let new = try schema(of: "new.db")
    let versions = [1: old, 2: new] as [Int64: [SQLValue]]
    #expect(old != new)
    for round in TortureTests.rounds(52) {
      let what: Comment = "BOOKSTALL_SEED=\(TortureTests.seed), case \(place), round \(round)"
      copy("old.db", to: "bank.db")
      let path = folder.file("bank.db")
      let process = try DoomedProcess(worker, ["migrate", path])
      try process.wait(for: "ready")
      process.kill(afterMicroseconds: .random(in: 0..<duration, using: &random))
      let version = try Connection(path: path, access: .readWrite).integer("PRAGMA user_version")
      try #require(try schema(of: "bank.db") == versions[version], what)
      if process.lines.contains("done") { #expect(version == 2, what) }
      let container = try Bank.open(path, [Bank.first, Bank.second])
      try #require(try Bank.problems(in: container) == [], what)
      #expect(try container.rows(in: "renovated") == Int64(Bank.steps), what)
      #expect(try container.rows(in: "schema_migration") == 2, what)
      container.close()
      try #require(try schema(of: "bank.db") == new, what)
    }
  }

  @Test(arguments: cases)
  func `a process killed in a backup leaves its store whole and no copy that is half one`(
    _ place: Int
  ) throws {
    let seed = TortureTests.seed &* 4 &+ UInt64(place)
    var random = SeededGenerator(seed: seed)
    try makeBank("bank.db", transfers: 400)
    let path = folder.file("bank.db")
    let whole = folder.read("bank.db")
    let target = folder.file("copy.db")
    let duration = try time(["backup", path, target])
    for round in TortureTests.rounds(13) {
      let what: Comment = "BOOKSTALL_SEED=\(TortureTests.seed), case \(place), round \(round)"
      for name in folder.names() where name != "bank.db" { unlink(folder.file(name)) }
      let process = try DoomedProcess(worker, ["backup", path, target])
      try process.wait(for: "ready")
      process.kill(afterMicroseconds: .random(in: 0..<duration, using: &random))
      #expect(folder.read("bank.db") == whole, what)
      let isDone = process.lines.contains("done")
      for name in folder.names() where name.hasSuffix(".db") {
        let connection = try Connection(path: folder.file(name), access: .readWrite)
        // Whoever opens what was left finds nothing or all of it.
        let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
        connection.close()
        if isEmpty, name != "bank.db", !isDone { continue }
        let container = try Bank.open(folder.file(name))
        try #require(try Bank.problems(in: container) == [], what)
        #expect(try Bank.lastNumber(in: container) == 400, what)
      }
    }
  }

  @Test(arguments: cases)
  func `a process killed while it undoes a large insertion leaves all of it or none`(_ place: Int) throws {
    let seed = TortureTests.seed &* 4 &+ UInt64(place)
    var random = SeededGenerator(seed: seed)
    let count: Int64 = 2_000
    try makeBank("old.db", transfers: 5)
    let container = try Bank.open(folder.file("old.db"))
    try container.insert(contentsOf: (0..<count).map { Account("guest \($0)") }, named: "guests")
    container.close()
    copy("old.db", to: "bank.db")
    let duration = try time(["undo", folder.file("bank.db")])
    for round in TortureTests.rounds(13) {
      let what: Comment = "BOOKSTALL_SEED=\(TortureTests.seed), case \(place), round \(round)"
      copy("old.db", to: "bank.db")
      let process = try DoomedProcess(worker, ["undo", folder.file("bank.db")])
      try process.wait(for: "ready")
      process.kill(afterMicroseconds: .random(in: 0..<duration * 3 / 2, using: &random))
      let container = try Bank.open(folder.file("bank.db"))
      let guests = try container.rows(in: "account") - Int64(Bank.accounts)
      let isThere = try container.lastChange()?.name == "guests"
      try #require(guests == (isThere ? count : 0), what)
      if process.lines.contains("done") { #expect(!isThere, what) }
      if isThere { try container.undoLastChange() }
      try #require(try Bank.problems(in: container) == [], what)
      container.close()
    }
  }

  /// Makes a bank with so many transfers.
  private func makeBank(_ name: String, transfers: Int) throws {
    try Bank.found(at: folder.file(name))
    try Bank.makeTransfers(transfers, in: folder.file(name))
  }

  /// How long a commit takes on this machine, with whatever else runs on it, in microseconds.
  private func paceOfCommits(_ seed: UInt64) throws -> Int {
    let process = try DoomedProcess(worker, ["transfer", folder.file("bank.db"), "\(seed)"])
    try process.wait(for: "ready")
    let duration = try ContinuousClock().measure { try process.wait(for: "5") }
    process.kill(afterMicroseconds: 0)
    return max(1000, Int(duration / .microseconds(5)))
  }

  /// How long a process takes from its first line to its end, in microseconds.
  private func time(_ arguments: [String]) throws -> Int {
    let process = try DoomedProcess(worker, arguments)
    try process.wait(for: "ready")
    let duration = ContinuousClock().measure { _ = process.waitForEnd() }
    try #require(process.lines == ["ready", "done"])
    return max(1000, Int(duration / .microseconds(1)))
  }

  private func schema(of name: String) throws -> [SQLValue] {
    let connection = try Connection(path: folder.file(name), access: .readOnly)
    var rows: [SQLValue] = []
    try connection.forEachRow("SELECT sql FROM sqlite_schema ORDER BY name") { rows.append($0.value(at: 0)) }
    try connection.forEachRow("SELECT name FROM account ORDER BY id") { rows.append($0.value(at: 0)) }
    return rows
  }
}
