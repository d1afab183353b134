// The code of the tutorial in Persistence's documentation, which shows these lines and no others.
import FoundationEssentials
import Persistence

struct Trail: PersistentModel {
  var id: Int64 = 0
  var name: String
  var length: Double?

  init(_ name: String, length: Double? = nil) {
    self.name = name
    self.length = length
  }

  static let schema = EntitySchema<Trail>(
    "trail", key: \.id, version: "version",
    [Attribute("name", \.name), Attribute("length", \.length)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
    length = try row.realIfPresent()
  }

  func validate() -> [ValidationFailure] {
    name.isEmpty ? [ValidationFailure(column: "name", rule: "is not empty")] : []
  }
}

struct Hike: PersistentModel {
  var id: Int64 = 0
  var trailID: Int64
  var day: Date
  var note = ""

  init(day: Date, trailID: Int64 = 0) {
    self.day = day
    self.trailID = trailID
  }

  static let schema = EntitySchema<Hike>(
    "hike", key: \.id, version: "version",
    [
      .reference("trail_id", \.trailID, to: Trail.self, onDelete: .cascade),
      Attribute("day", \.day), Attribute("note", \.note),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    trailID = try row.integer()
    day = try row.value()
    note = try row.text()
  }
}

extension Trail {
  static let hikes = ToMany<Trail, Hike>(\.trailID)
}

extension Hike {
  static let trail = Trail.hikes.inverse
}

let hiking = StoreModel(
  applicationID: 0x4849_4B45, entities: [Trail.self, Hike.self],
  migrations: [
    Migration(
      number: 1, name: "create_trail",
      script: """
        CREATE TABLE trail (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL UNIQUE,
          length REAL,
          version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE TABLE hike (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          trail_id INTEGER NOT NULL REFERENCES trail (id),
          day TEXT NOT NULL,
          note TEXT NOT NULL,
          version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX hike_trail ON hike (trail_id);
        """)
  ])

func open(_ path: String) throws -> PersistentContainer {
  let container = try PersistentContainer(at: path, model: hiking)
  return container
}

func addTrails(to container: PersistentContainer) throws {
  let context = container.makeContext()
  let ridge = context.insert(Trail("Ridge Way", length: 14.5))
  context.insert(Trail("Échappée", length: 6))
  let hike = context.insert(Hike(day: Date(timeIntervalSince1970: 1_714_500_000)))
  try ridge[Trail.hikes].insert(hike)
  try context.save(named: "first trails")
}

func findTrails(in container: PersistentContainer) throws -> [String] {
  let context = container.makeContext()
  let long = 10.0
  let request = FetchRequest(
    predicate: #Predicate<Trail> { ($0.length ?? 0.0) >= long },
    sortBy: [SortKey(\.name, .folded)])
  var names: [String] = []
  for trail in try context.fetch(request) {
    trail.length = 15
    names.append(trail.name)
  }
  try context.save(named: "measure again")
  return names
}

func search(_ container: PersistentContainer, for words: String) throws -> [Trail] {
  try container.values(
    FetchRequest(where: .all([.contains(\.name, words), .none(of: Trail.hikes)])))
}

func readNotes(in container: PersistentContainer) throws -> [String] {
  let context = container.makeContext()
  var request = FetchRequest<Trail>(sortBy: [SortKey(\.name)])
  request.prefetch = [Trail.hikes]
  var lines: [String] = []
  for trail in try context.fetch(request) {
    for hike in try trail[Trail.hikes].elements {
      hike.note = "sunny"
      lines.append("\(trail.name): \(hike.note)")
    }
  }
  try context.save(named: "notes")
  return lines
}

func changeMind(in container: PersistentContainer) throws {
  let context = container.makeContext()
  context.undoStack = UndoStack()
  try context.withUndoGroup("rename") {
    for trail in try context.fetch(Trail.self) { trail.name += " (old)" }
  }
  context.undo()  // "rename", and the trails have their names back
  try context.save()  // nothing to write
}

func renameFromTwoPlaces(in container: PersistentContainer) throws -> [Conflict] {
  let mine = container.makeContext()
  let yours = container.makeContext()
  guard let here = try mine.fetch(Trail.self).first, let there = try yours.existing(here.managed.id)
  else { return [] }
  there.name = "Crest Way"
  try yours.save(named: "rename")
  here.name = "Spine Way"
  do {
    try mine.save(named: "rename")
  } catch StoreError.conflict(let conflicts) {
    mine.mergePolicy = .mergeByProperty(.object)
    try mine.save(named: "rename")
    return conflicts
  }
  return []
}

func deleteInBackground(_ container: PersistentContainer) async throws -> Int {
  try await container.performBackgroundTask { context in
    for trail in try context.fetch(Trail.self) { context.delete(trail) }
    try context.save(named: "clear")
    return try context.count(FetchRequest<Hike>())
  }
}

func takeBack(_ container: PersistentContainer) throws -> String {
  let change = try container.undoLastChange()
  return change.name
}
