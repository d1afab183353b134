import FoundationEssentials
import Glibc
import Persistence
import SQLite
import TestSupport
import Testing

/// What data, files and other tools can make SQLite refuse, and how it is told.
@Suite struct RefusalTests {
  let folder: TemporaryFolder
  let container: PersistentContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try Garden.inMemory()
  }

  @Test func `a table that has given out its largest key says so and not that the disk is full`() throws {
    let context = container.makeContext()
    var last = Plant("last")
    last.id = .max
    context.insert(last)
    try context.save()
    let object = context.insert(Plant("one more"))
    for _ in 0..<2 {
      #expect(throws: StoreError.keysExhausted(entity: "plant")) { try context.save() }
    }
    #expect(throws: StoreError.keysExhausted(entity: "plant")) {
      try container.insert(contentsOf: [Plant("one more")])
    }
    #expect(try container.count(FetchRequest<Plant>()) == 1)
    // The context is as before, other tables still have keys, and so has a row that brings its own.
    context.delete(object)
    context.insert(Shelf("top"))
    var own = Plant("own")
    own.id = 7
    context.insert(own)
    try context.save()
    #expect(try container.ids(FetchRequest<Plant>()).map(\.rawValue) == [7, .max])
  }

  @Test func `the largest key and a row without one are told so in one save too`() throws {
    let context = container.makeContext()
    var last = Plant("last")
    last.id = .max
    context.insert(last)
    context.insert(Plant("one more"))
    #expect(throws: StoreError.keysExhausted(entity: "plant")) { try context.save() }
    #expect(try container.count(FetchRequest<Plant>()) == 0)
    try container.execute("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'history_set'")
    #expect(throws: Never.self) { try container.insert(contentsOf: [Plant("first")]) }
    try container.execute("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'history_set'")
    #expect(throws: StoreError.keysExhausted(entity: "history_set")) {
      try container.insert(contentsOf: [Plant("second")])
    }
  }

  @Test func `a model that reads more than its schema lists is refused by name`() throws {
    try container.insert(contentsOf: [Plant("fern")])
    try container.insert(contentsOf: [Label("mine", on: 1)])
    let error = StoreError.unlistedColumn(entity: "label", listed: 1)
    let request = FetchRequest<GreedyLabel>()
    #expect(throws: error) { try container.values(request) }
    #expect(throws: error) { try container.forEach(request) { _ in } }
    #expect(throws: error) { try container.withCursor(request) { _ = try $0.next() } }
    func read(_ row: inout RowReader) throws { _ = try GreedyLabel(row: &row) }
    #expect(throws: error) { try container.withCursor(request) { try $0.forEachRow(upTo: 2, read) } }
    #expect(throws: error) { try container.forEachRow(request, read) }
    #expect(throws: error) { try container.makeContext().fetch(request) }
    var batches = container.batches(request)
    #expect(throws: error) { try batches.next() }
    // What stands behind the columns of the schema is the version, and no property.
    let theatre = try Theatre.inMemory()
    try theatre.insert(contentsOf: [Play("Antigone")])
    #expect(throws: StoreError.unlistedColumn(entity: "play", listed: 1)) {
      try theatre.makeContext().fetch(GreedyPlay.self)
    }
  }

  @Test(
    arguments: [
      ("ALTER TABLE plant DROP COLUMN latin", "plant", "latin"),
      ("ALTER TABLE plant RENAME COLUMN latin TO botanical", "plant", "latin"),
      ("PRAGMA foreign_keys = OFF; DROP TABLE plant", "plant", nil),
      ("ALTER TABLE plant RENAME TO flower", "plant", nil),
      ("DROP TABLE history_change", "history_change", nil),
      ("DROP TABLE history_change; DROP TABLE history_set", "history_change", nil),
      ("ALTER TABLE history_set RENAME COLUMN name TO title", "history_set", "name"),
    ] as [(String, String, String?)])
  func `a table or a column that another tool took away is named`(
    _ change: String, _ entity: String, _ column: String?
  ) throws {
    try container.insert(contentsOf: [Plant("fern")])
    let context = container.makeContext()
    let plant = try #require(try context.fetch(Plant.self).first)
    try container.execute(change)
    let columns = try container.columns(of: entity)
    let error = StoreError.schemaMismatch(
      entity: entity, column: column, property: column == "latin" ? "\\Plant.latin" : nil,
      present: column == nil ? [] : columns)
    plant.latin = "Filicinae"
    #expect(throws: error) { try context.save() }
    #expect(plant.managed.changedColumns == ["latin"])
    if entity == "plant" {
      #expect(throws: error) { try container.values(FetchRequest<Plant>()) }
      #expect(throws: error) { try container.makeContext().fetch(Plant.self) }
    } else {
      #expect(throws: error) { try container.insert(contentsOf: [Plant("moss")]) }
      #expect(try container.count(FetchRequest<Plant>()) == 1)
    }
  }

  @Test func `a store whose ledger is gone is refused by name and left alone`() throws {
    let path = folder.file("garden.db")
    try Garden.open(path).close()
    try Connection(path: path, access: .readWrite).execute(script: "DROP TABLE schema_migration")
    let before = folder.read("garden.db")
    #expect(throws: StoreError.schemaMismatch(entity: "schema_migration", column: nil)) {
      try Garden.open(path)
    }
    #expect(folder.read("garden.db") == before)
  }

  @Test func `a schema with a function of another tool is told as such`() throws {
    try container.insert(contentsOf: [Plant("fern")])
    try container.execute("CREATE TRIGGER greet AFTER INSERT ON label BEGIN SELECT greeting(NEW.words); END")
    #expect(throws: StoreError.incompatibleSchema(detail: "no such function: greeting")) {
      try container.insert(contentsOf: [Label("mine", on: 1)])
    }
    #expect(try container.count(FetchRequest<Label>()) == 0)
  }

  @Test func `a sum without room in 64 bits names what was added up`() throws {
    var plants = [Plant("a"), Plant("b"), Plant("c")]
    plants[0].serial = .max
    plants[1].serial = 1
    plants[2].serial = -1
    try container.insert(contentsOf: plants)
    let error = StoreError.overflow(entity: "plant", expression: "sum(\"serial\")")
    #expect(throws: error) { try container.aggregate(Plant.self, .sum(\.serial), .count) }
    #expect(throws: error) { try container.aggregate(Plant.self, .sum(\.serial), groupBy: \.light) }
    let sum: Int64? = try container.aggregate(Plant.self, .sum(\.serial), where: .not(.equal(\.name, "b")))
    #expect(sum == Int64.max - 1)
  }

  @Test func `bytes longer than SQLite can keep are told with their place and change nothing`() throws {
    // Never written to, so that they take no memory; SQLite looks at their number first.
    let bytes = [UInt8](unsafeUninitializedCapacity: 1_000_000_001) { $1 = 1_000_000_001 }
    try container.insert(contentsOf: [Plant("fern")])
    let context = container.makeContext()
    let plant = try #require(try context.fetch(Plant.self).first)
    plant.scan = bytes
    #expect(throws: StoreError.valueTooLarge(entity: "plant", column: "scan", id: 1)) { try context.save() }
    context.rollback()
    var new = Plant("moss")
    new.scan = bytes
    let object = context.insert(new)
    #expect(
      throws: StoreError.valueTooLarge(entity: "plant", column: "scan", id: object.managed.id.rawValue)
    ) { try context.save() }
    #expect(throws: StoreError.valueTooLarge(entity: nil, column: nil, id: nil)) {
      try container.count(FetchRequest<Plant>(where: .equal(\.scan, bytes)))
    }
    object.scan = nil
    try context.save()
    #expect(try container.count(FetchRequest<Plant>()) == 2)
  }

  @Test func `what is no file can't be opened, and nothing waits for it`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(symlink("/dev/null", folder.file("link")) == 0)
    for path in ["/dev/null", "/dev/zero", folder.path, pipe, folder.file("link")] {
      for isReadOnly in [false, true] {
        #expect(throws: StoreError.cannotOpen(path: path)) {
          try Garden.open(path) { $0.isReadOnly = isReadOnly }
        }
      }
    }
    #expect(folder.names() == ["link", "pipe"])
  }

  @Test func `the empty path and that of a store in memory are refused with advice`() throws {
    #expect("\(StoreError.cannotOpen(path: ""))" == "The store's path is empty.")
    #expect("\(StoreError.cannotOpen(path: ":memory:"))".hasSuffix("is made by init(inMemory:)."))
    for path in ["", ":memory:"] {
      #expect(throws: StoreError.cannotOpen(path: path)) { try Garden.open(path) }
      #expect(access("./" + path, F_OK) == (path.isEmpty ? 0 : -1))
    }
  }

  @Test func `a prefix of any length is looked for`() throws {
    let long = String(repeating: "a*", count: 60_000)
    try container.insert(contentsOf: [Plant(long + "b"), Plant("a")])
    #expect(
      try container.count(FetchRequest(predicate: #Predicate<Plant> { $0.name.starts(with: long) })) == 1)
  }

  @Test func `a vacuum, a checkpoint and a backup inside a read or a change are refused as such`() throws {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: [Plant("fern")])
    let uses: [() throws -> Void] = [
      { try container.vacuum() }, { try container.checkpoint() },
      { try container.backup(to: folder.file("copy")) },
    ]
    for use in uses {
      for around in [
        { try container.readTogether(use) }, { try container.transaction(named: "all", use) },
        { try container.forEach(FetchRequest<Plant>()) { _ in try use() } },
      ] {
        let error = #expect(throws: StoreError.self) { try around() }
        guard case .notAllowedHere? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
      try use()
    }
    #expect(folder.names() == ["copy", "garden.db"])
  }

  @Test func `a save inside a read is refused in every sort of read and the context keeps its changes`()
    throws
  {
    try container.insert(contentsOf: [Plant("a"), Plant("b")])
    let context = container.makeContext()
    context.insert(Plant("c"))
    let request = FetchRequest<Plant>()
    let reads: [(() throws -> Void) throws -> Void] = [
      { body in try container.forEach(request) { _ in try body() } },
      { body in
        try container.withCursor(request) { (cursor) throws in
          _ = try cursor.next()
          try body()
        }
      },
      { body in try container.readTogether(body) },
    ]
    for read in reads {
      #expect(throws: StoreError.notAllowedHere("a change inside a read")) {
        try read { try context.save() }
      }
      #expect(context.hasChanges)
    }
    try context.enumerate(request, batch: 1) { _ in try context.save() }
    #expect(try container.count(request) == 3)
  }

  @Test func `a closure that closes its container ends with that error, whatever it reads`() throws {
    let request = FetchRequest<Plant>()
    let uses: [(PersistentContainer) throws -> Void] = [
      { container in try container.forEach(request) { _ in container.close() } },
      { container in
        try container.withCursor(request) { (cursor) throws in
          _ = try cursor.next()
          container.close()
          while try cursor.next() != nil {}
        }
      },
      { container in try container.readTogether { container.close() } },
      { container in
        try container.transaction(named: "half") {
          try container.insert(contentsOf: [Plant("c")])
          container.close()
        }
      },
      { container in
        try container.makeContext().enumerate(request, batch: 1) { _ in container.close() }
      },
      { container in
        try container.backup(to: folder.file("copy"), pagesPerStep: 1) { _ in container.close() }
      },
    ]
    for (number, use) in uses.enumerated() {
      let path = folder.file("garden\(number).db")
      let container = try Garden.open(path)
      try container.insert(contentsOf: (0..<200).map { Plant("plant \($0)") })
      #expect(throws: StoreError.closed, "\(number)") { try use(container) }
      let again = try Garden.open(path)
      #expect(try again.count(request) == 200)
      again.close()
    }
    #expect(folder.names() == uses.indices.map { "garden\($0).db" })
  }

  @Test func `a read inside a change that a full disk took back tells of the full disk`() throws {
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: (0..<50).map { Plant("plant \($0)") })
    try container.withConnection { (connection) throws in
      let pages = try connection.integer("PRAGMA page_count")
      _ = try connection.value(SQL(verbatim: "PRAGMA max_page_count = \(pages)"))
    }
    var large = Plant("large")
    large.photo = [UInt8](repeating: 1, count: 100_000)
    #expect(throws: StoreError.diskFull) {
      try container.transaction(named: "all") {
        try container.forEach(FetchRequest<Plant>()) { _ in
          _ = try? container.insert(contentsOf: [large])
        }
      }
    }
    #expect(try container.count(FetchRequest<Plant>()) == 50)
  }
}

/// A label that reads its words though its schema doesn't list them.
private struct GreedyLabel: PersistentModel {
  var id: Int64 = 0
  var plantID: Int64 = 0
  var words: String?

  static let schema = EntitySchema<GreedyLabel>(
    "label", key: \.id, [Attribute("plant_id", \.plantID)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    plantID = try row.integer()
    words = try row.textIfPresent()
  }
}

/// A play that reads a number too many, which is the version.
private struct GreedyPlay: PersistentModel {
  var id: Int64 = 0
  var title = ""

  static let schema = EntitySchema<GreedyPlay>(
    "play", key: \.id, version: "version", [Attribute("title", \.title)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    title = try row.text()
    _ = try row.integer()
  }
}

extension PersistentContainer {
  /// The names of a table's columns.
  fileprivate func columns(of table: String) throws -> [String] {
    try withConnection { connection in
      var names: [String] = []
      try connection.forEachRow("SELECT name FROM pragma_table_xinfo(\(table))") {
        names.append($0.text(0) ?? "")
      }
      return names
    }
  }
}
