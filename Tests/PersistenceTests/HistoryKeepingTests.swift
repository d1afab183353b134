import FoundationEssentials
import Persistence
import TestSupport
import Testing

/// How the history is kept: compactly, through migrations, within bounds, and past a conflict.
@Suite struct HistoryKeepingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A plant with a value of each storage class, hard ones included.
  private func oddPlant() -> Plant {
    var plant = Plant("e\u{301}\0 fern", code: "")
    plant.height = -0.0
    plant.weight = Double.leastNonzeroMagnitude
    plant.serial = .min
    plant.leaves = Int(Int32.max)
    plant.photo = [0, 255, 128]
    plant.scan = []
    return plant
  }

  @Test func `deleted rows take one row of history together and come back bit for bit`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Shelf("top")])
    try container.insert(contentsOf: [oddPlant()] + (0..<40).map { Plant("plant \($0)", shelfID: 1) })
    try container.execute("UPDATE plant SET latin = CAST(x'fe80' AS TEXT) WHERE id = 5")
    let before = try container.contents()
    let bits = "SELECT group_concat(hex(name) || hex(latin) || quote(weight), ',') FROM plant"
    let stored = try container.withConnection { try $0.value(.init(stringLiteral: bits)) }
    try container.delete(Plant.self, named: "clear")
    #expect(try container.rows(in: "plant") == 0)
    #expect(try container.rows(in: "history_change") == 3)
    try container.undoLastChange()
    #expect(try container.contents() == before)
    #expect(try container.withConnection { try $0.value(.init(stringLiteral: bits)) } == stored)
  }

  @Test func `rows deleted before a migration come back with the new column's default`() throws {
    let path = folder.file("garden.db")
    do {
      let container = try Garden.open(path)
      try container.insert(contentsOf: [oddPlant(), Plant("moss")])
      let context = container.makeContext()
      for plant in try context.fetch(Plant.self) { context.delete(plant) }
      try context.save(named: "clear")
    }
    let steps = [
      Migration(number: 1, name: "plant", script: Garden.script),
      Migration(
        number: 2, name: "pot", script: "ALTER TABLE plant ADD COLUMN pot TEXT NOT NULL DEFAULT 'clay'"),
    ]
    let container = try PersistentContainer(at: path, model: Garden.model(steps))
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == [oddPlant().name, "moss"])
    let pots = try container.withConnection { try $0.value("SELECT group_concat(pot) FROM plant") }
    #expect(pots == .text("clay,clay"))
  }

  @Test(arguments: [
    "ALTER TABLE history_change ADD COLUMN packing TEXT",
    "ALTER TABLE history_set ADD COLUMN device TEXT",
    "UPDATE history_change SET rows = CAST(x'02' || substr(rows, 2) AS BLOB) WHERE rows IS NOT NULL",
  ])
  func `a history in a form of a newer program is refused at opening, and may be read`(_ change: String)
    throws
  {
    let path = folder.file("garden.db")
    do {
      let container = try Garden.open(path)
      try container.insert(contentsOf: [Plant("fern")])
      try container.update(Plant.self, set: [.set(\.leaves, 3)])
      try container.insert(contentsOf: [Plant("moss")])
      try container.execute(change)
    }
    let before = folder.read("garden.db")
    #expect(throws: StoreError.newerHistory(path: path)) { try Garden.open(path) }
    #expect(folder.read("garden.db") == before)
    let reader = try Garden.open(path) { $0.isReadOnly = true }
    #expect(try reader.values(FetchRequest<Plant>()).map(\.leaves) == [3, 0])
    #expect("\(StoreError.newerHistory(path: path))".contains("newer program"))
  }

  @Test func `a history in the first form is brought into blocks and can be undone step by step`() throws {
    let path = folder.file("garden.db")
    var states: [[String]] = []
    do {
      let container = try Garden.open(path)
      states.append(try container.contents())
      let context = container.makeContext()
      let fern = context.insert(oddPlant())
      context.insert(Plant("moss"))
      context.insert(Label("mine", on: fern.id))
      try context.save(named: "insert")
      states.append(try container.contents())
      fern.update {
        $0.name = "tree fern"
        $0.height = 0.1
      }
      try context.save(named: "edit")
      states.append(try container.contents())
      for plant in try context.fetch(Plant.self) { context.delete(plant) }
      try context.save(named: "delete")
      try container.takeHistoryToFirstForm()
    }
    let container = try Garden.open(path)
    #expect(
      try container.withConnection {
        try $0.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'history_value'")
      } == 0)
    for (name, state) in zip(["delete", "edit", "insert"], states.reversed()) {
      #expect(try container.undoLastChange().name == name)
      #expect(try container.contents() == state)
    }
  }

  @Test func `the history's new form waits for the migrations and goes back with one that fails`() throws {
    let path = folder.file("garden.db")
    do {
      let container = try Garden.open(path)
      try container.insert(contentsOf: [oddPlant()])
      try container.delete(Plant.self)
      try container.takeHistoryToFirstForm()
    }
    let first = Migration(number: 1, name: "plant", script: Garden.script)
    let bad = Migration(number: 2, name: "bad", script: "CREATE TABLE pot (id); SELECT nothing")
    #expect(throws: StoreError.self) { try PersistentContainer(at: path, model: Garden.model([first, bad])) }
    let good = Migration(number: 2, name: "good", script: "CREATE TABLE pot (id INTEGER PRIMARY KEY) STRICT")
    let container = try PersistentContainer(at: path, model: Garden.model([first, good]))
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == [oddPlant().name])
  }

  @Test func `a change below one that conflicts can be taken back`() throws {
    let container = try Garden.inMemory()
    let ids = try container.insert(contentsOf: [Plant("fern"), Plant("moss")])
    let context = container.makeContext()
    let fern = try #require(try context.existing(ids[0]))
    let moss = try #require(try context.existing(ids[1]))
    moss.leaves = 2
    try context.save(named: "moss")
    fern.leaves = 1
    try context.save(named: "fern")
    try container.execute("UPDATE plant SET leaves = 9 WHERE id = 1")
    let entries = try container.recentChanges(limit: 9)
    #expect(entries.map(\.name) == ["fern", "moss", "insert"])
    let error = #expect(throws: StoreError.self) { try container.undoLastChange() }
    guard case .undoConflict(let entry, let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(entry == entries[0])
    #expect(conflicts.map(\.id) == [1])
    try container.undo(try #require(try container.change(number: entries[1].id)))
    #expect(try container.values(FetchRequest<Plant>()).map(\.leaves) == [9, 0])
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["fern", "insert"])
    #expect(throws: StoreError.nothingToUndo) { try container.undo(entries[1]) }
    try container.redoLastUndo()
    #expect(try container.values(FetchRequest<Plant>()).map(\.leaves) == [9, 2])
  }

  @Test func `an undo names every row in dispute`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: (0..<3).map { Plant("plant \($0)") })
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.leaves = 3 }
    try context.save()
    try container.execute("UPDATE plant SET leaves = 9 WHERE id <> 2")
    let error = #expect(throws: StoreError.self) { try container.undoLastChange() }
    guard case .undoConflict(_, let conflicts)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(conflicts.map(\.id).sorted() == [1, 3])
  }

  @Test func `a row that breaks a rule made since is a typed error and the undo leaves nothing behind`()
    throws
  {
    let path = folder.file("garden.db")
    do {
      let container = try Garden.open(path)
      var heavy = Plant("heavy")
      heavy.weight = 50
      try container.insert(contentsOf: [Plant("light"), heavy])
      try container.delete(Plant.self)
    }
    let strict = Migration(
      number: 2, name: "light",
      script: """
        CREATE TRIGGER plant_weight BEFORE INSERT ON plant WHEN new.weight > 20
        BEGIN SELECT raise(ABORT, 'too heavy'); END
        """)
    let container = try PersistentContainer(
      at: path, model: Garden.model([Migration(number: 1, name: "plant", script: Garden.script), strict]))
    let error = #expect(throws: StoreError.self) { try container.undoLastChange() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.entity == "plant")
    #expect(failure.id == 2)
    #expect(failure.message == "too heavy")
    #expect(try container.rows(in: "plant") == 0)
    #expect(try container.lastChange()?.name == "delete")
  }

  @Test(arguments: ["x''", "x'01'", "x'02'", "x'0101'", "x'010161ffffffffffffffffffff7f'"])
  func `damaged history is a typed error, whatever its bytes`(bytes: String) throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern")])
    try container.delete(Plant.self)
    try container.execute("UPDATE history_change SET rows = \(bytes) WHERE kind = 'delete'")
    let entry = try #require(try container.lastChange())
    do { _ = try container.changes(in: entry) } catch {
      guard case .corrupt? = error as? StoreError else {
        Issue.record("\(error)")
        return
      }
    }
    do { try container.undoLastChange() } catch {
      guard case .corrupt? = error as? StoreError else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `an undo, a redo and an undo of many rows keep the history small`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: (0..<3000).map { Plant("plant \($0)") }, named: "import")
    let rows = try container.contents()
    for _ in 0..<3 {
      try container.undoLastChange()
      #expect(try container.rows(in: "plant") == 0)
      try container.redoLastUndo()
      #expect(try container.contents() == rows)
    }
    #expect(try container.historySize().bytes == 0)
    #expect(try container.rows(in: "history_change") < 12)
  }
}

extension PersistentContainer {
  /// Rewrites the history as the first version of the module kept it: a row for each column.
  fileprivate func takeHistoryToFirstForm() throws {
    let entries = try recentChanges(limit: 100).reversed()
    let changes = try entries.map { try self.changes(in: $0) }
    try execute(
      """
      DROP TABLE history_change;
      CREATE TABLE history_change (
        id INTEGER PRIMARY KEY,
        set_id INTEGER NOT NULL REFERENCES history_set (id) ON DELETE CASCADE,
        entity TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
        first_id INTEGER NOT NULL,
        last_id INTEGER NOT NULL CHECK (last_id >= first_id)
      ) STRICT;
      CREATE INDEX history_change_set ON history_change (set_id);
      CREATE TABLE history_value (
        change_id INTEGER NOT NULL REFERENCES history_change (id) ON DELETE CASCADE,
        "column" TEXT NOT NULL,
        "before" ANY,
        "after" ANY,
        PRIMARY KEY (change_id, "column")
      ) STRICT, WITHOUT ROWID;
      """)
    try withConnection { connection in
      for (entry, changes) in zip(entries, changes) {
        for change in changes {
          try connection.run(
            """
            INSERT INTO history_change (set_id, entity, kind, first_id, last_id) VALUES
            (\(entry.id), \(change.entity), \(change.kind.rawValue), \(change.ids.lowerBound), \(change.ids.upperBound))
            """)
          let number = connection.lastInsertedID
          for value in change.values where change.kind == .update || value.before != .null {
            try connection.run(
              "INSERT INTO history_value VALUES (\(number), \(value.column), \(value.before), \(value.after))"
            )
          }
        }
      }
    }
  }
}
