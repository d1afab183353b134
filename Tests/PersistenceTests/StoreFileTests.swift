import Glibc
import Persistence
import SQLite
import TestSupport
import Testing

@Suite struct StoreFileTests {
  let folder: TemporaryFolder
  private var path: String { folder.file("garden.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// A closed store with a few rows.
  private func makeStore() throws {
    let container = try Garden.open(path)
    let shelf = try container.insert(contentsOf: [Shelf("top")])[0]
    try container.insert(
      contentsOf: (0..<60).map { Plant("plant \($0)", shelfID: shelf.rawValue, code: "\($0)") })
    container.close()
  }

  @Test func `a new file is its owner's alone`() throws {
    _ = try Garden.open(path)
    #expect(mode(path) == 0o600)
  }

  @Test func `a missing file is not made where it must exist or is only read`() throws {
    #expect(throws: StoreError.cannotOpen(path: path)) { try Garden.open(path) { $0.fileMustExist = true } }
    #expect(throws: StoreError.cannotOpen(path: path)) { try Garden.open(path) { $0.isReadOnly = true } }
    #expect(folder.names() == [])
  }

  @Test func `a missing folder, a folder and an empty name can't be opened`() {
    for path in [folder.file("none/garden.db"), folder.path, ""] {
      #expect(throws: StoreError.cannotOpen(path: path)) { try Garden.open(path) }
    }
    #expect(folder.names() == [])
  }

  @Test(arguments: ["no database at all", String(repeating: "SQLite format 4\0", count: 400), "x"])
  func `a file that is no database is refused and left alone`(_ text: String) {
    folder.write(Array(text.utf8), to: "garden.db")
    #expect(throws: StoreError.notADatabase(path: path)) { try Garden.open(path) }
    #expect(folder.read("garden.db") == Array(text.utf8))
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a model without an application ID opens no file and alters none`() throws {
    try Connection(path: path, access: .create).execute(script: "CREATE TABLE precious (a)")
    let before = folder.read("garden.db")
    let model = StoreModel(
      applicationID: 0, entities: [],
      migrations: [Migration(number: 1, name: "a", script: "CREATE TABLE mine (b)")])
    #expect(throws: StoreError.self) { try PersistentContainer(at: path, model: model) }
    #expect(throws: StoreError.self) { try PersistentContainer(inMemory: model) }
    #expect(folder.read("garden.db") == before)
  }

  @Test func `an empty file becomes a store`() throws {
    folder.write([], to: "garden.db")
    #expect(try Garden.open(path).count(FetchRequest<Plant>()) == 0)
  }

  @Test(arguments: [
    ("CREATE TABLE other (x)", 0), ("PRAGMA application_id = 77", 77),
    ("PRAGMA user_version = 1; CREATE TABLE t (x)", 0),
  ])
  func `a database of another program is refused and left alone`(_ script: String, _ id: Int64) throws {
    try Connection(path: path, access: .create).execute(script: script)
    let before = folder.read("garden.db")
    #expect(throws: StoreError.foreignStore(path: path, applicationID: id)) { try Garden.open(path) }
    #expect(folder.read("garden.db") == before)
  }

  @Test func `a lock of another program is waited for and then told`() throws {
    let container = try Garden.open(path) { $0.busyTimeout = 60 }
    let other = try Connection(path: path, access: .readWrite)
    let context = container.makeContext()
    context.insert(Plant("fern"))
    let clock = ContinuousClock()
    var waited = Duration.zero
    try other.transaction {
      waited = clock.measure {
        #expect(throws: StoreError.busy) { try context.save() }
      }
      // Reads need no more than the old state.
      _ = try? container.count(FetchRequest<Plant>())
    }
    #expect(waited >= .milliseconds(50))
    #expect(waited < .seconds(10))
    #expect(context.hasChanges)
    try context.save()
    #expect(try container.count(FetchRequest<Plant>()) == 1)
  }

  @Test func `programs that change one row in turn lose no change`() async throws {
    try makeStore()
    let path = path
    let model = Garden.model()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let container = try PersistentContainer(at: path, model: model)
          var saved = 0
          while saved < 15 {
            let context = container.makeContext()
            guard let plant = try context.existing(ManagedID<Plant>(1)) else { return }
            plant.leaves += 1
            do {
              try context.save()
              saved += 1
            } catch StoreError.conflict {
              // Another one was faster; the next round reads its value.
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try Garden.open(path).value(ManagedID<Plant>(1))?.leaves == 60)
  }

  @Test func `a full disk is told, nothing is written, and a save succeeds when there is room`() throws {
    try makeStore()
    let container = try Garden.open(path)
    let before = try container.contents()
    let pages = try container.withConnection { connection in
      let pages = try connection.integer("PRAGMA page_count")
      _ = try connection.value(SQL(verbatim: "PRAGMA max_page_count = \(pages + 2)"))
      return pages
    }
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.photo = [UInt8](repeating: 1, count: 3000) }
    #expect(throws: StoreError.diskFull) { try context.save() }
    #expect(try container.contents() == before)
    #expect(context.hasChanges)
    _ = try container.withConnection { try $0.value(SQL(verbatim: "PRAGMA max_page_count = \(pages * 100)")) }
    try context.save()
    #expect(try container.values(FetchRequest<Plant>()).allSatisfy { $0.photo.count == 3000 })
  }

  @Test func `a file cut short anywhere gives typed errors only`() throws {
    try makeStore()
    let whole = folder.read("garden.db")
    for length in stride(from: 1, to: whole.count, by: max(1, whole.count / 60)) {
      folder.write(Array(whole.prefix(length)), to: "cut.db")
      use(folder.file("cut.db"), "cut to \(length)")
    }
  }

  @Test(arguments: 0..<UInt64(40))
  func `a file with flipped bits gives typed errors only`(_ seed: UInt64) throws {
    try makeStore()
    var random = SeededGenerator(seed: seed)
    var bytes = folder.read("garden.db")
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      // The first page holds the header and the schema, so it gets its share.
      let position = Int.random(in: 0..<(Bool.random(using: &random) ? 4096 : bytes.count), using: &random)
      bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    folder.write(bytes, to: "flipped.db")
    use(folder.file("flipped.db"), "seed \(seed)")
  }

  /// Opens, reads, changes and undoes, and takes nothing but a `StoreError` for an answer.
  private func use(_ path: String, _ what: String) {
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch is StoreError {} catch { Issue.record("\(what): \(error)") }
    }
    attempt {
      let container = try Garden.open(path)
      attempt { _ = try container.values(FetchRequest<Plant>(sortBy: [SortKey(\.name, .folded)])) }
      attempt { _ = try container.frequencies(of: \Plant.code) }
      attempt {
        let context = container.makeContext()
        for plant in try context.fetch(Plant.self) { plant.leaves = 9 }
        context.insert(Plant("new"))
        try context.save()
      }
      attempt {
        let context = container.makeContext()
        if let shelf = try context.fetch(Shelf.self).first { context.delete(shelf) }
        try context.save()
      }
      attempt { try container.undoLastChange() }
    }
    #expect(access(path, F_OK) == 0, "\(what): the file is gone")
  }
}
