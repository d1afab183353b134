import FoundationEssentials
import Persistence

// A small world of its own: shelves in shelves, plants on shelves, labels on plants and lamps on shelves.

struct Shelf: PersistentModel {
  var id: Int64 = 0
  var title: String
  /// The shelf that this one stands in, which takes it along when it goes.
  var parentID: Int64?
  /// The plant that the shelf is known for; plants point back, which makes a cycle.
  var mainPlantID: Int64?

  init(_ title: String, in parentID: Int64? = nil, mainPlantID: Int64? = nil) {
    self.title = title
    self.parentID = parentID
    self.mainPlantID = mainPlantID
  }

  static let schema = EntitySchema<Shelf>(
    "shelf", key: \.id,
    [
      Attribute("title", \.title),
      .reference("parent_id", \.parentID, to: Shelf.self, onDelete: .cascade),
      .reference("main_plant_id", \.mainPlantID, to: Plant.self, onDelete: .nullify),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    title = try row.text()
    parentID = try row.integerIfPresent()
    mainPlantID = try row.integerIfPresent()
  }
}

enum Light: String, PersistentValue, Codable, CaseIterable {
  case sun
  case shade
}

struct Plant: PersistentModel {
  var id: Int64 = 0
  var name: String
  var latin: String?
  var height: Double?
  var weight = 1.5
  var leaves = 0
  var visits: Int?
  var serial: Int64 = 0
  var isAlive = true
  var wasMoved: Bool?
  var uuid = UUID.version7()
  var photo: [UInt8] = []
  var scan: [UInt8]?
  var light = Light.sun
  var wish: Light?
  /// A code that no two plants share.
  var code: String?
  var shelfID: Int64?

  init(_ name: String, shelfID: Int64? = nil, code: String? = nil) {
    self.name = name
    self.shelfID = shelfID
    self.code = code
  }

  static let schema = EntitySchema<Plant>(
    "plant", key: \.id,
    [
      Attribute("name", \.name), Attribute("latin", \.latin), Attribute("height", \.height),
      Attribute("weight", \.weight), Attribute("leaves", \.leaves), Attribute("visits", \.visits),
      Attribute("serial", \.serial), Attribute("is_alive", \.isAlive), Attribute("was_moved", \.wasMoved),
      Attribute("uuid", \.uuid), Attribute("photo", \.photo), Attribute("scan", \.scan),
      Attribute("light", \.light), Attribute("wish", \.wish), Attribute("code", \.code),
      .reference("shelf_id", \.shelfID, to: Shelf.self, onDelete: .nullify),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
    latin = try row.textIfPresent()
    height = try row.realIfPresent()
    weight = try row.real()
    leaves = Int(try row.integer())
    visits = try row.value()
    serial = try row.integer()
    isAlive = try row.value()
    wasMoved = try row.value()
    uuid = try row.uuid()
    photo = try row.blob()
    scan = try row.value()
    light = try row.value()
    wish = try row.value()
    code = try row.value()
    shelfID = try row.integerIfPresent()
  }

  func validate() -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    if name == "weed" { failures.append(ValidationFailure(column: "name", rule: "is no weed")) }
    if leaves < 0 { failures.append(ValidationFailure(column: "leaves", rule: "is not negative")) }
    return failures
  }
}

struct Label: PersistentModel {
  var id: Int64 = 0
  var plantID: Int64
  var words: String

  init(_ words: String, on plantID: Int64) {
    self.words = words
    self.plantID = plantID
  }

  static let schema = EntitySchema<Label>(
    "label", key: \.id,
    [
      .reference("plant_id", \.plantID, to: Plant.self, onDelete: .cascade),
      Attribute("words", \.words),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    plantID = try row.integer()
    words = try row.text()
  }

  func encode(into row: inout RowWriter) throws {
    try row.write(reference: plantID)
    try row.write(words)
  }

  func validate() -> [ValidationFailure] {
    words == "?" ? [ValidationFailure(column: "words", rule: "says something")] : []
  }
}

struct Lamp: PersistentModel {
  var id: Int64 = 0
  var shelfID: Int64
  /// The lamp that this one hangs on, which can't go before it.
  var holderID: Int64?

  init(over shelfID: Int64, on holderID: Int64? = nil) {
    self.shelfID = shelfID
    self.holderID = holderID
  }

  static let schema = EntitySchema<Lamp>(
    "lamp", key: \.id,
    [
      .reference("shelf_id", \.shelfID, to: Shelf.self, onDelete: .deny),
      .reference("holder_id", \.holderID, to: Lamp.self, onDelete: .deny),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    shelfID = try row.integer()
    holderID = try row.integerIfPresent()
  }
}

enum Garden {
  static let script = """
    CREATE TABLE shelf (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      title TEXT NOT NULL UNIQUE,
      parent_id INTEGER REFERENCES shelf (id),
      main_plant_id INTEGER REFERENCES plant (id)
    ) STRICT;
    CREATE TABLE plant (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      latin TEXT,
      height REAL,
      weight REAL NOT NULL CHECK (weight > 0),
      leaves INTEGER NOT NULL,
      visits INTEGER,
      serial INTEGER NOT NULL,
      is_alive INTEGER NOT NULL CHECK (is_alive IN (0, 1)),
      was_moved INTEGER CHECK (was_moved IN (0, 1)),
      uuid TEXT NOT NULL UNIQUE,
      photo BLOB NOT NULL,
      scan BLOB,
      light TEXT NOT NULL,
      wish TEXT,
      code TEXT UNIQUE,
      shelf_id INTEGER REFERENCES shelf (id)
    ) STRICT;
    CREATE TABLE label (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      plant_id INTEGER NOT NULL REFERENCES plant (id) ON DELETE CASCADE,
      words TEXT NOT NULL
    ) STRICT;
    CREATE TABLE lamp (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      shelf_id INTEGER NOT NULL REFERENCES shelf (id) ON DELETE RESTRICT,
      holder_id INTEGER REFERENCES lamp (id)
    ) STRICT;
    """

  static let applicationID: Int32 = 0x6761_7264

  static func model(_ migrations: [Migration] = [Migration(number: 1, name: "plant", script: script)])
    -> StoreModel
  {
    StoreModel(
      applicationID: applicationID, entities: [Shelf.self, Plant.self, Label.self, Lamp.self],
      migrations: migrations)
  }

  static func inMemory() throws -> PersistentContainer {
    try PersistentContainer(inMemory: model())
  }

  /// Opens a store in a folder; a short time-out keeps tests of locks quick.
  static func open(_ path: String, _ change: (inout StoreOptions) -> Void = { _ in }) throws
    -> PersistentContainer
  {
    var options = StoreOptions()
    options.busyTimeout = 20
    change(&options)
    return try PersistentContainer(at: path, model: model(), options: options)
  }
}

extension PersistentContainer {
  /// Runs SQL as another program would, past all contexts.
  func execute(_ script: String) throws {
    try withConnection { try $0.execute(script: script) }
  }

  /// The statements that the closure runs, without the bookkeeping of transactions and history.
  func statements(_ body: () throws -> Void) throws -> [String] {
    // The closure runs on this thread alone, while the container is held.
    nonisolated(unsafe) var texts: [String] = []
    try withConnection { $0.onStatement { texts.append($0) } }
    defer { try? withConnection { $0.onStatement(nil) } }
    try body()
    return texts.filter { text in
      !["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "PRAGMA"].contains { text.hasPrefix($0) }
        && !text.contains("history_") && !text.contains("sqlite_schema")
    }
  }

  /// All rows of all tables as text, to compare states.
  func contents(of tables: [String] = ["shelf", "plant", "label", "lamp"]) throws -> [String] {
    try withConnection { connection in
      var rows: [String] = []
      for table in tables {
        try connection.withStatement("SELECT * FROM \(table) ORDER BY id") { (statement) throws in
          while try statement.step() {
            let values = (0..<statement.columnCount).map { "\(statement.row.value(at: Int32($0)))" }
            rows.append(table + " " + values.joined(separator: " "))
          }
        }
      }
      return rows
    }
  }

  /// The number of rows of a table.
  func rows(in table: String) throws -> Int64 {
    try withConnection { try $0.integer("SELECT count(*) FROM \(identifier: table)") }
  }
}

/// A generator whose numbers depend on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
