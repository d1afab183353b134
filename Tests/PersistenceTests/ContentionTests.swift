import Persistence
import SQLite
import StoreWorker
import TestSupport
import Testing

/// Processes that use one file at the same time.
@Suite struct ContentionTests {
  private let folder: TemporaryFolder
  private let worker: String
  private var path: String { folder.file("bank.db") }

  init() throws {
    folder = try TemporaryFolder()
    worker = try BuiltCommand.beside(named: "StoreWorker")
  }

  @Test func `two processes that change the same rows lose no change and wait within bounds`() throws {
    try Bank.found(at: path)
    let count = 150
    var increments = 0
    var conflicts = 0
    // On a busy machine one may be done before the other begins; what is asked is what happens when they meet.
    while conflicts == 0, increments < 10 * count {
      let processes = try (0..<2).map { _ in try DoomedProcess(worker, ["increment", path, "\(count)"]) }
      for process in processes { try process.wait(for: "ready") }
      for process in processes {
        // Any error but the conflict that the worker tries again after would end it with another status.
        try #require(process.waitForEnd() == 0)
        let words = process.lines.flatMap { $0.split(separator: " ") }
        conflicts += try #require(words.firstIndex(of: "conflicts").flatMap { Int(words[$0 + 1]) })
        #expect(try #require(words.firstIndex(of: "wait").flatMap { Int(words[$0 + 1]) }) < 30)
        increments += count
      }
    }
    #expect(conflicts > 0, "the processes never met")
    let container = try Bank.open(path)
    let balances = try container.values(FetchRequest<Account>()).map(\.balance)
    #expect(balances == Array(repeating: Int64(increments), count: Bank.accounts))
    // The failed attempts left neither notes nor history.
    #expect(try container.count(FetchRequest<Memo>()) == increments + 3)
    #expect(try container.rows(in: "history_set") == Int64(increments) + 4)
    #expect(try container.check() == [])
  }

  @Test func `a writer that finds the lock taken too long gets a typed error and can try again`() throws {
    try Bank.found(at: path)
    let container = try Bank.open(path, busyTimeout: 100)
    let other = try Bank.open(path)
    let context = container.makeContext()
    for account in try context.fetch(Account.self) { account.balance = 7 }
    let clock = ContinuousClock()
    try other.transaction(named: "long") {
      try other.insert(contentsOf: [Account("slow")])
      let wait = clock.measure { #expect(throws: StoreError.busy) { try context.save() } }
      #expect(wait >= .milliseconds(90) && wait < .seconds(20))
    }
    try context.save()
    #expect(try container.count(FetchRequest<Account>(where: .equal(\.balance, 7))) == Bank.accounts)
  }

  @Test(arguments: 0..<6)
  func `two processes that open a new file at once make and migrate it once`(_ round: Int) throws {
    let processes = try (0..<2).map { _ in try DoomedProcess(worker, ["migrate", path]) }
    for process in processes {
      #expect(process.waitForEnd() == 0)
      #expect(process.lines == ["ready", "done"])
    }
    let container = try Bank.open(path, [Bank.first, Bank.second])
    #expect(try container.rows(in: "schema_migration") == 2)
    #expect(try container.rows(in: "renovated") == Int64(Bank.steps))
    #expect(try container.check() == [])
    #expect(folder.names() == ["bank.db"])
  }

  @Test func `two processes that bring an old file up at once keep its rows`() throws {
    try Bank.found(at: path)
    try Bank.makeTransfers(30, in: path)
    let processes = try (0..<2).map { _ in try DoomedProcess(worker, ["migrate", path]) }
    for process in processes { #expect(process.waitForEnd() == 0) }
    let container = try Bank.open(path, [Bank.first, Bank.second])
    #expect(try Bank.problems(in: container) == [])
    #expect(try Bank.lastNumber(in: container) == 30)
    // Each account's name got one letter for each step, not two.
    let name = try #require(try container.value(ManagedID<Account>(1))?.name)
    #expect(name.utf8.count == "account 0".utf8.count + Bank.steps)
  }
}
