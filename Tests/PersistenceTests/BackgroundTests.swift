import Glibc
import Persistence
import Synchronization
import TestSupport
import Testing

@Suite struct BackgroundTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A condition that takes SQLite for ever, or at least hours.
  private static let endless: String = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000) SELECT count(*) FROM n
    """

  @Test func `a background task has a context of its own and hands out plain values`() async throws {
    let container = try Garden.inMemory()
    let names = try await container.performBackgroundTask { context in
      context.insert(Plant("fern"))
      context.insert(Plant("moss"))
      try context.save(named: "background")
      return try context.fetch(Plant.self).map(\.name)
    }
    #expect(names == ["fern", "moss"])
    #expect(try container.lastChange()?.name == "background")
  }

  @Test func `what a background task doesn't save is dropped, and its error comes back`() async throws {
    struct Stop: Error {}
    let container = try Garden.inMemory()
    await #expect(throws: Stop.self) {
      try await container.performBackgroundTask { context in
        context.insert(Plant("fern"))
        throw Stop()
      }
    }
    #expect(try container.count(FetchRequest<Plant>()) == 0)
  }

  @Test func `background tasks run on a thread of the container's, also after an await`() async throws {
    let container = try Garden.inMemory()
    let threads = try await container.performBackgroundTask { _ in
      let first = threadFolder()
      await Task.yield()
      return [first, threadFolder()]
    }
    let again = try await container.performBackgroundTask { _ in [threadFolder()] }
    #expect(Set(threads + again).count == 1)
    let pool = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { threadFolder() } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(!pool.contains(threads[0]))
  }

  @Test func `other tasks go on while as many background tasks wait as the pool has threads`() async throws {
    let containers = try (0..<16).map { _ in try Garden.inMemory() }
    let gate = Semaphore()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for container in containers {
        group.addTask { try await container.performBackgroundTask { _ in gate.wait() } }
      }
      // This runs on the pool; were the waiting tasks there, it would never get its turn.
      group.addTask { for _ in containers { gate.signal() } }
      try await group.waitForAll()
    }
  }

  @Test func `the thread ends with its container`() async throws {
    var container: PersistentContainer? = try Garden.inMemory()
    let thread = try await container?.performBackgroundTask { _ in threadFolder() }
    container = nil
    let path = try #require(thread)
    while access(path, F_OK) == 0 { await Task.yield() }
  }

  @Test func `a cancelled task ends a statement that runs, and the store goes on`() async throws {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: [Plant("fern")])
    let started = Semaphore()
    let task = Task {
      try await container.performBackgroundTask { context in
        context.insert(Plant("committed"))
        try context.save(named: "first")
        try context.container.transaction(named: "second") {
          context.insert(Plant("lost"))
          try context.save()
          started.signal()
          _ = try context.container.withConnection { try $0.value(.init(verbatim: Self.endless)) }
        }
      }
    }
    var changes = container.changes.makeAsyncIterator()
    await withCheckedContinuation { continuation in
      Thread.start {
        started.wait()
        continuation.resume()
      }
    }
    task.cancel()
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == ["fern", "committed"])
    #expect(try container.lastChange()?.name == "first")
    #expect(try container.check() == [])
    try container.insert(contentsOf: [Plant("moss")], named: "after")
    var names: [String] = []
    while names.last != "after", let set = await changes.next() { names.append(set.name) }
    #expect(names.suffix(1) == ["after"])
    #expect(!names.contains("second"))
  }

  @Test func `nothing begins in a task that is cancelled, and those who watch keep what they were told`()
    async throws
  {
    let container = try Garden.inMemory()
    var changes = container.changes.makeAsyncIterator()
    let task = Task {
      try await container.performBackgroundTask { context in
        context.insert(Plant("fern"))
        try context.save(named: "told")
        withUnsafeCurrentTask { $0?.cancel() }
        context.insert(Plant("moss"))
        #expect(throws: StoreError.cancelled) { try context.save() }
        #expect(throws: StoreError.cancelled) { try context.fetch(Plant.self) }
        #expect(context.hasChanges)
      }
    }
    try await task.value
    #expect(await changes.next()?.name == "told")
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == ["fern"])
  }

  @Test func `a save cancelled at any moment is there as a whole or not at all, and told as it is`()
    async throws
  {
    let container = try Garden.open(folder.file("garden.db"))
    for round in 0..<25 {
      let task = Task {
        try await container.performBackgroundTask { context in
          for number in 0..<400 { context.insert(Plant("\(round) \(number)")) }
          try context.save()
        }
      }
      // A different moment in each round, without a clock.
      for _ in 0..<(round * 40) { await Task.yield() }
      task.cancel()
      let isSaved: Bool
      do {
        try await task.value
        isSaved = true
      } catch {
        #expect(error as? StoreError == .cancelled)
        isSaved = false
      }
      let count = try container.count(
        FetchRequest<Plant>(where: .contains(\.name, "\(round) ", matching: .exact)))
      try #require(try container.withConnection { !$0.isInTransaction })
      if !isSaved { #expect(count % 400 == 0) }
    }
    #expect(try container.count(FetchRequest<Plant>()) % 400 == 0)
    #expect(try container.check() == [])
  }

  @Test func `a cancelled task doesn't wait for another program's lock`() async throws {
    let path = folder.file("garden.db")
    let holder = try Garden.open(path)
    let container = try Garden.open(path) { $0.busyTimeout = 600_000 }
    try holder.withConnection { try $0.execute(script: "BEGIN IMMEDIATE") }
    let task = Task {
      try await container.performBackgroundTask { context in
        context.insert(Plant("fern"))
        try context.save()
      }
    }
    await Task.yield()
    task.cancel()
    await #expect(throws: StoreError.cancelled) { try await task.value }
    try holder.withConnection { try $0.execute(script: "ROLLBACK") }
    try container.insert(contentsOf: [Plant("moss")])
  }
}

/// The folder in which the system keeps what it knows of the calling thread, while it lasts.
private func threadFolder() -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  let count = readlink("/proc/thread-self", &buffer, buffer.count)
  return "/proc/"
    + String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// A counting semaphore of the system's, for tests.
final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() {
    sem_post(semaphore)
  }

  func wait() {
    while sem_wait(semaphore) != 0 {}
  }
}

/// A thread outside the pool.
enum Thread {
  private final class Box {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      {
        guard let pointer = $0 else { return nil }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
  }
}
