import Glibc
import Persistence
import TestSupport
import Testing

/// Files that the user may not write.
///
/// Root may write everything, so these tests become another user in a process of their own.
@Suite(.enabled(if: geteuid() == 0, "only root can become another user"))
struct ForeignUserTests {
  /// Makes a folder with a store in it that belongs to root.
  private func makeStore() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Garden.open(folder.file("garden.db")).insert(contentsOf: [Plant("fern")])
    return folder
  }

  @Test func `a file that may only be read opens, reads and refuses to write`() async throws {
    let folder = try makeStore()
    chmod(folder.path, 0o755)
    chmod(folder.file("garden.db"), 0o644)
    let path = folder.file("garden.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      setuid(65_534)
      let container = try Garden.open(path)
      let context = container.makeContext()
      let plant = try #require(try context.fetch(Plant.self).first)
      plant.leaves = 3
      #expect(throws: StoreError.readOnly(path: path)) { try context.save() }
      #expect(context.hasChanges)
      #expect(throws: StoreError.readOnly(path: path)) { try container.undoLastChange() }
    }
    #expect(try Garden.open(path).values(FetchRequest<Plant>()).map(\.leaves) == [0])
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a writable file in a folder that is not can't be changed and is told`() async throws {
    let folder = try makeStore()
    chmod(folder.path, 0o755)
    chmod(folder.file("garden.db"), 0o666)
    let path = folder.file("garden.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      setuid(65_534)
      let container = try Garden.open(path)
      let error = #expect(throws: StoreError.self) { try container.insert(contentsOf: [Plant("moss")]) }
      #expect(error == .cannotOpen(path: path) || error == .readOnly(path: path))
      #expect(try container.count(FetchRequest<Plant>()) == 1)
    }
  }

  @Test func `a file that may not be read can't be opened`() async throws {
    let folder = try makeStore()
    chmod(folder.path, 0o755)
    let path = folder.file("garden.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      setuid(65_534)
      #expect(throws: StoreError.cannotOpen(path: path)) { try Garden.open(path) }
    }
  }

  @Test func `a new file in a folder that may not be written is refused as such`() async throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o755)
    let path = folder.file("garden.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      setuid(65_534)
      #expect(throws: StoreError.readOnly(path: path)) { try Garden.open(path) }
    }
    #expect(folder.names() == [])
  }
}

/// What happens to a store that several processes use, or one that ends badly.
@Suite struct ProcessTests {
  @Test func `a process that may write no more gets a typed error and the store stays whole`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try Garden.open(path).insert(contentsOf: [Plant("fern")])
    await #expect(processExitsWith: .success) { [path = path as String] in
      let container = try Garden.open(path)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 150_000, rlim_max: 150_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let context = container.makeContext()
      for number in 0..<1000 { context.insert(Plant("plant \(number)")) }
      #expect(throws: StoreError.self) { try context.save() }
      #expect(context.hasChanges)
      #expect(try container.count(FetchRequest<Plant>()) == 1)
    }
    let container = try Garden.open(path)
    #expect(try container.withConnection { try $0.value("PRAGMA integrity_check") } == .text("ok"))
    #expect(try container.count(FetchRequest<Plant>()) == 1)
  }

  @Test func `processes that start together make the store once and lose no row`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let container = try Garden.open(path) { $0.busyTimeout = 30_000 }
            for number in 0..<5 {
              let context = container.makeContext()
              let shelf = context.insert(Shelf("\(getpid()) \(number)"))
              context.insert(Plant("fern", shelfID: shelf.id))
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let container = try Garden.open(path)
    #expect(try container.rows(in: "schema_migration") == 1)
    #expect(try container.count(FetchRequest<Plant>()) == 20)
    #expect(try container.rows(in: "history_set") == 20)
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a killed process leaves whole changes only`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try Garden.open(path).close()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let container = try Garden.open(path)
      try container.insert(contentsOf: [Plant("kept")])
      try container.transaction(named: "lost") {
        // More than the cache holds, so that unfinished pages are in the file when the process goes.
        for number in 0..<300 {
          var plant = Plant("lost \(number)")
          plant.photo = [UInt8](repeating: 7, count: 50_000)
          try container.insert(contentsOf: [plant])
        }
        kill(getpid(), SIGKILL)
      }
    }
    #expect(folder.names() == ["garden.db", "garden.db-journal"])
    let container = try Garden.open(path)
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == ["kept"])
    #expect(try container.withConnection { try $0.value("PRAGMA integrity_check") } == .text("ok"))
    #expect(try container.lastChange()?.name == "insert")
  }

  @Test func `two processes that edit one row lose no update and wait for each other in turn`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try Garden.open(path).insert(contentsOf: [Plant("shared")])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            let container = try Garden.open(path) { $0.busyTimeout = 60_000 }
            let context = container.makeContext()
            var saved = 0
            while saved < 100 {
              let plant = try #require(try context.fetch(Plant.self).first)
              plant.leaves += 1
              do {
                try context.save()
                saved += 1
              } catch StoreError.conflict {
                // The other was first: read again and try again.
                context.rollback()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Garden.open(path).values(FetchRequest<Plant>()).map(\.leaves) == [200])
  }

  @Test func `a writer waits for the lock no longer than it was told and then gets a typed error`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    let holder = try Garden.open(path)
    let container = try Garden.open(path) { $0.busyTimeout = 200 }
    let context = container.makeContext()
    context.insert(Plant("fern"))
    try holder.withConnection { try $0.execute(script: "BEGIN IMMEDIATE") }
    let clock = ContinuousClock()
    let time = clock.measure {
      #expect(throws: StoreError.busy) { try context.save() }
    }
    #expect(time >= .milliseconds(200))
    #expect(time < .seconds(10))
    try holder.withConnection { try $0.execute(script: "ROLLBACK") }
    try context.save()
    #expect(try container.count(FetchRequest<Plant>()) == 1)
  }
}
