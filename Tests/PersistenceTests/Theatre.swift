import Persistence

// A world with versions and with values that no two rows may share: plays, their scenes in order, and actors.

struct Play: PersistentModel {
  var id: Int64 = 0
  var title: String
  var year: Int?
  /// Four letters that no two plays share.
  var code: String?

  init(_ title: String, year: Int? = nil, code: String? = nil) {
    self.title = title
    self.year = year
    self.code = code
  }

  static let schema = EntitySchema<Play>(
    "play", key: \.id, version: "version",
    [Attribute("title", \.title), Attribute("year", \.year), Attribute("code", \.code)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    title = try row.text()
    year = try row.value()
    code = try row.textIfPresent()
  }
}

struct Scene: PersistentModel {
  var id: Int64 = 0
  var playID: Int64
  /// The place in the play, which no two of its scenes share.
  var position: Int
  var words: String

  init(_ words: String, of playID: Int64, at position: Int) {
    self.words = words
    self.playID = playID
    self.position = position
  }

  static let schema = EntitySchema<Scene>(
    "scene", key: \.id, version: "version",
    [
      .reference("play_id", \.playID, to: Play.self, onDelete: .cascade),
      Attribute("position", \.position), Attribute("words", \.words),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    playID = try row.integer()
    position = try row.value()
    words = try row.text()
  }
}

struct Actor: PersistentModel {
  var id: Int64 = 0
  var name: String
  var age: Int?
  /// One of three rooms, each for one actor.
  var room: Int?
  /// The play that the actor is in.
  var playID: Int64?
  /// The actor who stands in for this one.
  var standInID: Int64?

  init(_ name: String, room: Int? = nil, in playID: Int64? = nil) {
    self.name = name
    self.room = room
    self.playID = playID
  }

  static let schema = EntitySchema<Actor>(
    "actor", key: \.id,
    [
      Attribute("name", \.name), Attribute("age", \.age), Attribute("room", \.room),
      .reference("play_id", \.playID, to: Play.self, onDelete: .nullify),
      .reference("stand_in_id", \.standInID, to: Actor.self, onDelete: .nullify),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
    age = try row.value()
    room = try row.value()
    playID = try row.integerIfPresent()
    standInID = try row.integerIfPresent()
  }
}

enum Theatre {
  static let script = """
    CREATE TABLE play (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      title TEXT NOT NULL UNIQUE,
      year INTEGER,
      code TEXT UNIQUE COLLATE NOCASE CHECK (code GLOB '[a-zA-Z][a-zA-Z][a-zA-Z][a-zA-Z]'),
      version INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE TABLE scene (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      play_id INTEGER NOT NULL REFERENCES play (id) ON DELETE CASCADE,
      position INTEGER NOT NULL CHECK (position >= 0),
      words TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      UNIQUE (play_id, position)
    ) STRICT;
    CREATE TABLE actor (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      age INTEGER,
      room INTEGER UNIQUE CHECK (room BETWEEN 1 AND 3),
      play_id INTEGER REFERENCES play (id),
      stand_in_id INTEGER REFERENCES actor (id)
    ) STRICT;
    """

  static func model(_ script: String = script) -> StoreModel {
    StoreModel(
      applicationID: 0x706c_6179, entities: [Play.self, Scene.self, Actor.self],
      migrations: [Migration(number: 1, name: "theatre", script: script)])
  }

  static func inMemory() throws -> PersistentContainer {
    try PersistentContainer(inMemory: model())
  }

  static let tables = ["play", "scene", "actor"]
}
