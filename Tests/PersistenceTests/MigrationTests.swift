import Glibc
import Persistence
import SQLite
import TestSupport
import Testing

@Suite struct MigrationTests {
  let folder: TemporaryFolder
  private var path: String { folder.file("garden.db") }
  private let first = Migration(number: 1, name: "garden", script: Garden.script)
  private let second = Migration(
    number: 2, name: "soil",
    script: """
      -- Each statement can fail on its own.
      CREATE TABLE soil (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      INSERT INTO soil (name) SELECT DISTINCT latin FROM plant WHERE latin IS NOT NULL;
      ALTER TABLE plant ADD COLUMN soil_id INTEGER REFERENCES soil (id);
      UPDATE plant SET soil_id = (SELECT id FROM soil WHERE soil.name = plant.latin);
      CREATE TRIGGER soil_kept BEFORE DELETE ON soil BEGIN SELECT raise(ABORT, 'kept'); END;
      """)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ migrations: [Migration], _ change: (inout StoreOptions) -> Void = { _ in }) throws
    -> PersistentContainer
  {
    var options = StoreOptions()
    options.busyTimeout = 10_000
    change(&options)
    return try PersistentContainer(at: path, model: Garden.model(migrations), options: options)
  }

  @Test(arguments: [[2], [1, 1], [1, 3], [0, 1]])
  func `migrations out of order are refused before any of them runs`(numbers: [Int]) throws {
    let migrations = numbers.map {
      Migration(number: $0, name: "step", script: "CREATE TABLE step\($0) (id)")
    }
    let error = #expect(throws: StoreError.self) { try open(migrations) }
    guard case .migrationFailed(_, "step", let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "migrations are numbered from 1 without gaps")
    #expect(try version() == 0)
  }

  @Test func `a path that C would cut short is refused`() throws {
    let path = self.path + "\0tail"
    #expect(throws: StoreError.cannotOpen(path: path)) {
      try PersistentContainer(at: path, model: Garden.model([first]))
    }
    #expect(folder.names() == [])
  }

  private func version() throws -> Int64 {
    try Connection(path: path, access: .readOnly).integer("PRAGMA user_version")
  }

  private func schema() throws -> [SQLValue] {
    var rows: [SQLValue] = []
    let connection = try Connection(path: path, access: .readOnly)
    try connection.forEachRow("SELECT sql FROM sqlite_schema ORDER BY name") { rows.append($0.value(at: 0)) }
    try connection.forEachRow("SELECT number || name || checksum FROM schema_migration") {
      rows.append($0.value(at: 0))
    }
    return rows
  }

  @Test func `a new store has its number, its version and its ledger`() throws {
    let container = try open([first, second])
    try container.withConnection { (connection) throws in
      #expect(try connection.integer("PRAGMA application_id") == Int64(Garden.applicationID))
      #expect(try connection.integer("PRAGMA user_version") == 2)
      #expect(try connection.integer("PRAGMA foreign_keys") == 1)
      #expect(
        try connection.value("SELECT group_concat(checksum) FROM schema_migration")
          == .text("\(first.checksum),\(second.checksum)"))
    }
  }

  @Test func `an old store is brought up step by step and keeps its rows`() throws {
    do {
      let container = try open([first])
      var plant = Plant("fern")
      plant.latin = "Polypodium"
      try container.insert(contentsOf: [plant])
    }
    let container = try open([first, second])
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == ["fern"])
    #expect(try container.withConnection { try $0.value("SELECT name FROM soil") } == .text("Polypodium"))
    #expect(try container.lastChange()?.name == "insert")
  }

  @Test func `a migration that fails at any statement leaves the old version and works when put right`()
    throws
  {
    try open([first]).insert(contentsOf: [Plant("fern")])
    let before = try schema()
    let statements = second.script.split(separator: "\n").dropFirst().map(String.init)
    for failing in statements.indices {
      var broken = statements
      broken.insert("INSERT INTO missing VALUES (1);", at: failing)
      let migration = Migration(number: 2, name: "soil", script: broken.joined(separator: "\n"))
      #expect(
        throws: StoreError.migrationFailed(number: 2, name: "soil", reason: "no such table: missing")
      ) { try open([first, migration]) }
      #expect(try schema() == before)
      #expect(try version() == 1)
    }
    #expect(try open([first, second]).count(FetchRequest<Plant>()) == 1)
    #expect(try version() == 2)
  }

  @Test func `a migration interrupted by a full disk leaves the old version`() throws {
    do { _ = try open([first]) }
    let before = try schema()
    let large = Migration(
      number: 2, name: "large",
      script:
        "PRAGMA max_page_count = 40; CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(1000000))")
    #expect(throws: StoreError.diskFull) { try open([first, large]) }
    #expect(try schema() == before)
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "END TRANSACTION", "BEGIN", "SAVEPOINT x", "RELEASE x"])
  func `a script that begins or ends a transaction is refused before it does harm`(_ statement: String) throws
  {
    do { _ = try open([first]) }
    let before = try schema()
    let migration = Migration(
      number: 2, name: "sly", script: "CREATE TABLE sly (x); \(statement); CREATE TABLE more (x)")
    #expect(
      throws: StoreError.migrationFailed(
        number: 2, name: "sly", reason: "the script begins or ends a transaction")
    ) { try open([first, migration]) }
    #expect(try schema() == before)
    #expect(try open([first, second]).count(FetchRequest<Plant>()) == 0)
  }

  @Test func `a first migration that ends its transaction leaves an empty file that still works`() throws {
    let sly = Migration(number: 1, name: "sly", script: "CREATE TABLE sly (x); COMMIT; CREATE TABLE more (x)")
    #expect(throws: StoreError.self) { try open([sly]) }
    #expect(try open([first]).count(FetchRequest<Plant>()) == 0)
  }

  @Test func `rows that a migration leaves without their parent are refused and foreign keys hold again`()
    throws
  {
    try open([first]).insert(contentsOf: [Shelf("top")])
    let before = try schema()
    let migration = Migration(
      number: 2, name: "orphans",
      script: "INSERT INTO label (plant_id, words) VALUES (99, 'x'); DELETE FROM shelf")
    #expect(
      throws: StoreError.migrationFailed(
        number: 2, name: "orphans", reason: "1 rows refer to rows that don't exist")
    ) { try open([first, migration]) }
    #expect(try schema() == before)
    #expect(try open([first]).count(FetchRequest<Shelf>()) == 1)
  }

  @Test func `a table can be rebuilt without taking its children along`() throws {
    do {
      let container = try open([first])
      try container.insert(contentsOf: [Plant("fern")])
      try container.insert(contentsOf: [Label("mine", on: 1)])
    }
    let rebuild = Migration(
      number: 2, name: "rebuild",
      script: """
        CREATE TABLE plant_new AS SELECT * FROM plant;
        DROP TABLE plant;
        \(Garden.script.split(separator: ";").map(String.init).first { $0.contains("TABLE plant") } ?? "");
        INSERT INTO plant SELECT * FROM plant_new;
        DROP TABLE plant_new;
        """)
    let container = try open([first, rebuild])
    #expect(try container.values(FetchRequest<Label>()).map(\.words) == ["mine"])
    #expect(try container.withConnection { try $0.integer("PRAGMA foreign_keys") } == 1)
  }

  @Test func `an edited migration is refused by number and name`() throws {
    do { _ = try open([first, second]) }
    let edited = Migration(number: 2, name: "soil", script: second.script + " ")
    #expect(throws: StoreError.editedMigration(number: 2, name: "soil")) { try open([first, edited]) }
    #expect(try open([first, second]).count(FetchRequest<Plant>()) == 0)
  }

  @Test func `a newer store is refused with both versions`() throws {
    do { _ = try open([first, second]) }
    let before = try schema()
    #expect(throws: StoreError.newerStore(path: path, version: 2, known: 1)) { try open([first]) }
    #expect(try schema() == before)
  }

  @Test func `an old store is not changed by one who only reads`() throws {
    do { _ = try open([first]) }
    #expect(throws: StoreError.readOnly(path: path)) { try open([first, second]) { $0.isReadOnly = true } }
    #expect(try version() == 1)
    #expect(try open([first]) { $0.isReadOnly = true }.count(FetchRequest<Plant>()) == 0)
  }

  @Test func `programs that start together migrate once`() async throws {
    let path = path
    let model = Garden.model([first, second])
    var options = StoreOptions()
    options.busyTimeout = 30_000
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask { [options] in
          let container = try PersistentContainer(at: path, model: model, options: options)
          try container.insert(contentsOf: [Plant("plant \(number)")])
          return 1
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(counts == 8)
    let container = try open([first, second])
    #expect(try container.count(FetchRequest<Plant>()) == 8)
    #expect(try container.withConnection { try $0.integer("SELECT count(*) FROM schema_migration") } == 2)
  }

  @Test func `a checksum is the published FNV-1a`() {
    #expect(Migration(number: 1, name: "", script: "").checksum == "cbf29ce484222325")
    #expect(Migration(number: 1, name: "", script: "a").checksum == "af63dc4c8601ec8c")
    #expect(Migration(number: 1, name: "", script: "foobar").checksum == "85944171f73967e8")
  }
}
