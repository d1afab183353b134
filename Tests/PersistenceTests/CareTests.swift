import Glibc
import Persistence
import Synchronization
import TestSupport
import Testing

@Suite struct CareTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a backup is a store with everything, for its owner alone, and leaves nothing beside it`() throws
  {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    var steps: [BackupProgress] = []
    try container.backup(to: folder.file("copy.db"), pagesPerStep: 10) { steps.append($0) }
    #expect(steps.count > 5)
    #expect(steps.last.map { $0.copied == $0.total } == true)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.copied < $1.copied })
    let copy = try Garden.open(folder.file("copy.db"))
    #expect(try copy.contents() == (try container.contents()))
    #expect(try copy.check() == [])
    #expect(try copy.lastChange()?.name == "insert")
    var status = stat()
    stat(folder.file("copy.db"), &status)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(folder.names() == ["copy.db", "garden.db"])
  }

  @Test func `changes during a backup are in it or not, and never in the way`() throws {
    let container = try Garden.open(folder.file("garden.db"))
    let other = try Garden.open(folder.file("garden.db")) { $0.busyTimeout = 5000 }
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    var count = 0
    try container.backup(to: folder.file("copy.db"), pagesPerStep: 10) { _ in
      count += 1
      if count % 2 == 0, count < 12 { try container.insert(contentsOf: [Plant("own")]) }
      if count % 3 == 0, count < 40 { try other.insert(contentsOf: [Plant("other")]) }
    }
    let copy = try Garden.open(folder.file("copy.db"))
    #expect(try copy.check() == [])
    #expect(try copy.count(FetchRequest<Plant>()) > 2000)
  }

  @Test func `a backup never takes an existing file's place, and one that fails leaves none`() throws {
    struct Stop: Error {}
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    folder.write([1, 2, 3], to: "taken")
    let taken = folder.file("taken")
    #expect(throws: StoreError.fileExists(path: taken)) { try container.backup(to: taken) }
    #expect(folder.read("taken") == [1, 2, 3])
    #expect(throws: Stop.self) {
      try container.backup(to: folder.file("copy"), pagesPerStep: 5) { _ in throw Stop() }
    }
    #expect(throws: StoreError.fileExists(path: folder.file("copy"))) {
      try container.backup(to: folder.file("copy"), pagesPerStep: 5) { progress in
        if progress.copied == progress.total { folder.write([9], to: "copy") }
      }
    }
    #expect(folder.read("copy") == [9])
    #expect(throws: StoreError.self) { try container.backup(to: folder.file("missing/copy")) }
    #expect(folder.names() == ["copy", "garden.db", "taken"])
    try container.insert(contentsOf: [Plant("after")])
  }

  @Test func `a backup in a cancelled task ends and leaves no file`() async throws {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    let path = folder.file("copy.db")
    let task = Task {
      try await container.performBackgroundTask { context in
        try context.container.backup(to: path, pagesPerStep: 5) { progress in
          if progress.copied > 20 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
    }
    await #expect(throws: StoreError.cancelled) { try await task.value }
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a killed backup leaves nothing under its name`() async throws {
    let path = folder.file("garden.db")
    let copy = folder.file("copy.db")
    try Garden.open(path).insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, copy = copy as String] in
      try Garden.open(path).backup(to: copy, pagesPerStep: 5) { progress in
        if progress.copied > 20 { kill(getpid(), SIGKILL) }
      }
    }
    #expect(access(copy, F_OK) != 0)
    #expect(folder.names().contains { $0.hasSuffix(".part") })
    let container = try Garden.open(path)
    try container.backup(to: copy)
    #expect(try container.check() == [])
    #expect(folder.names() == ["copy.db", "garden.db"], "the next backup removes what the killed one left")
  }

  @Test func `a backup removes no draft of another target, of one that still runs, and no other file`() throws
  {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<500).map { Plant("plant \($0)") })
    let others = [
      "copy.db.part", "copy.db.1-x.part", "copy.db.1-2-3.part", "other.db.1-2.part", "copy.db.1-2.party",
    ]
    for name in others + ["copy.db.1-2.part", "copy.db.1-2.part-journal"] { folder.write([1], to: name) }
    var inner = 0
    try container.backup(to: folder.file("copy.db"), pagesPerStep: 5) { _ in
      inner += 1
      guard inner == 1 else { return }
      // The draft of the outer backup is held; the inner one takes the name first.
      try container.backup(to: folder.file("copy.db.inner"))
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try container.backup(to: folder.file("copy.db"), pagesPerStep: 5) { _ in throw Stop() }
      }
    }
    #expect(folder.names() == (others + ["copy.db", "copy.db.inner", "garden.db"]).sorted())
    #expect(try Garden.open(folder.file("copy.db")).count(FetchRequest<Plant>()) == 500)
  }

  @Test func `a vacuum gives back the room of deleted rows and keeps the rest`() throws {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    try container.delete(Plant.self, where: .atLeast(\.id, 100))
    try container.pruneHistory(keeping: 0)
    let before = folder.read("garden.db").count
    let contents = try container.contents()
    try container.vacuum()
    #expect(folder.read("garden.db").count < before / 2)
    #expect(try container.contents() == contents)
  }

  @Test func `a query plan says whether an index is used`() throws {
    let container = try Garden.inMemory()
    let byCode = try container.explain(FetchRequest<Plant>(where: .equal(\.code, "c")))
    #expect(byCode.contains { $0.hasPrefix("SEARCH plant USING INDEX") })
    let byName = try container.explain(FetchRequest<Plant>(where: .equal(\.name, "fern")))
    #expect(byName.contains { $0.hasPrefix("SCAN plant") })
    #expect(throws: StoreError.self) {
      try container.explain(FetchRequest<Plant>(sortBy: [SortKey(\.leafCount)]))
    }
  }

  @Test(arguments: [false, true]) func `traced SQL has values only if asked`(includesValues: Bool) throws {
    let texts = Mutex<[String]>([])
    var options = StoreOptions()
    options.trace = { text in texts.withLock { $0.append(text) } }
    options.traceIncludesValues = includesValues
    let container = try PersistentContainer(inMemory: Garden.model(), options: options)
    try container.insert(contentsOf: [Plant("secret")])
    _ = try container.values(FetchRequest<Plant>(where: .equal(\.name, "private")))
    let all = texts.withLock { $0 }
    #expect(all.contains { $0.contains("INSERT INTO \"plant\"") })
    #expect(all.contains { $0.contains("secret") } == includesValues)
    #expect(all.contains { $0.contains("private") } == includesValues)
  }

  @Test func `a write-ahead store is kept by one connection where SQLite could damage it`() throws {
    let path = folder.file("garden.db")
    let container = try Garden.open(path) { $0.journal = .writeAheadLog }
    try container.insert(contentsOf: [Plant("fern")])
    #expect(folder.names().contains("garden.db-wal"))
    if hasFlaw {
      for journal in [StoreOptions.Journal.writeAheadLog, .delete] {
        #expect(
          throws: StoreError.unsafeJournal(path: path, sqliteVersion: PersistentContainer.sqliteVersion)
        ) {
          try Garden.open(path) { $0.journal = journal }
        }
      }
    }
    #expect(try container.checkpoint())
    container.close()
    #expect(folder.names() == ["garden.db"])
    let plain = try Garden.open(path)
    #expect(try plain.values(FetchRequest<Plant>()).map(\.name) == ["fern"])
    #expect(try plain.withConnection { try $0.value("PRAGMA journal_mode") } == .text("delete"))
    #expect(try plain.checkpoint())
  }

  private var hasFlaw: Bool {
    let numbers = PersistentContainer.sqliteVersion.split(separator: ".").compactMap { Int($0) }
    return numbers.lexicographicallyPrecedes([3, 44, 6])
  }

  @Test func `closing twice is fine and everything after it is a typed error`() async throws {
    let container = try Garden.open(folder.file("garden.db"))
    let context = container.makeContext()
    context.insert(Plant("fern"))
    container.close()
    container.close()
    let uses: [() throws -> Void] = [
      { try context.save() }, { _ = try context.fetch(Plant.self) },
      { _ = try container.values(FetchRequest<Plant>()) },
      { try container.vacuum() }, { _ = try container.check() }, { try container.undoLastChange() },
      { try container.update(Plant.self, set: [.set(\.leaves, 1)]) }, { try container.delete(Plant.self) },
      { _ = try container.aggregate(Plant.self, .count) }, { try container.pruneHistory(keeping: 1) },
      { try container.backup(to: folder.file("copy")) }, { try container.noticeOutsideChanges() },
      { try container.checkpoint() }, { _ = try container.explain(FetchRequest<Plant>()) },
      { try context.enumerate(FetchRequest<Plant>()) { _ in } },
    ]
    for use in uses { #expect(throws: StoreError.closed) { try use() } }
    await #expect(throws: StoreError.closed) {
      try await container.performBackgroundTask { _ = try $0.fetch(Plant.self) }
    }
    #expect(context.hasChanges)
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a closed container ends those who watch it with an error, and refuses a save of nothing`()
    async throws
  {
    let container = try Garden.open(folder.file("garden.db"))
    let empty = container.makeContext()
    try empty.save()
    var early = container.observe(FetchRequest<Plant>()).makeAsyncIterator()
    #expect(try await early.next() == [])
    var late = container.observe(FetchRequest<Plant>()).makeAsyncIterator()
    container.close()
    #expect(throws: StoreError.closed) { try empty.save() }
    // Who had a result already is at the end; who had none is told why.
    #expect(try await early.next() == nil)
    await #expect(throws: StoreError.closed) { try await late.next() }
    var after = container.observe(FetchRequest<Plant>()).makeAsyncIterator()
    await #expect(throws: StoreError.closed) { try await after.next() }
    var changes = container.changes.makeAsyncIterator()
    #expect(await changes.next() == nil)
    container.close()
  }

  @Test func `errors are sentences that name what is at fault`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern")])
    try container.execute("UPDATE plant SET light = 'moon'")
    func sentence(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return ""
    }
    #expect(
      sentence { _ = try container.values(FetchRequest<Plant>()) }
        == "Column light of row 1 of plant holds 'moon', which doesn't fit the property.")
    #expect(
      sentence { try container.update(Plant.self, set: [.set(\.weight, 0)]) }.hasPrefix(
        "Nothing was written: a row of plant breaks a rule of the schema: CHECK constraint failed"))
    let context = container.makeContext()
    context.insert(Plant("weed"))
    #expect(sentence { try context.save() } == "Nothing was written: a new row of plant: name is no weed.")
    let all: [StoreError] = [
      .busy, .diskFull, .closed, .cancelled, .nothingToUndo, .readOnly(path: "p"), .notADatabase(path: "p"),
      .undoConflict(
        try HistoryEntry.sample(in: container),
        [
          Conflict(
            entity: "plant", id: 1,
            properties: [.init(column: "name", original: .null, changed: .integer(1), stored: .blob([1]))])
        ]),
    ]
    for error in all {
      #expect(error.description.hasSuffix("."))
      #expect(error.description.first?.isUppercase == true)
    }
    #expect(all.last?.description.contains("name was NULL, should be 1 and is a blob of 1 bytes") == true)
  }
}

extension HistoryEntry {
  /// Any recorded change.
  fileprivate static func sample(in container: PersistentContainer) throws -> HistoryEntry {
    try #require(try container.lastChange())
  }
}

extension Plant {
  /// A property that is no column.
  fileprivate var leafCount: Int { leaves }
}
