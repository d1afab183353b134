import Persistence
import TestSupport
import Testing

@Suite struct HistoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open() throws -> PersistentContainer { try Garden.open(folder.file("garden.db")) }

  @Test func `an insertion, an edit and a deletion are undone one by one, each after a reopening`() throws {
    var states: [[String]] = []
    do {
      let container = try open()
      states.append(try container.contents())
      let context = container.makeContext()
      let shelf = context.insert(Shelf("top"))
      let plant = context.insert(Plant("fern", shelfID: shelf.id))
      context.insert(Label("mine", on: plant.id))
      try context.save(named: "insert")
      states.append(try container.contents())
      plant.update {
        $0.name = "tree fern"
        $0.height = 2.5
        $0.photo = [1, 2]
        $0.latin = "e\u{301}\0"
      }
      try context.save(named: "edit")
      states.append(try container.contents())
      context.delete(plant)
      context.delete(shelf)
      try context.save(named: "delete")
    }
    for (name, state) in zip(["delete", "edit", "insert"], states.reversed()) {
      let container = try open()
      #expect(try container.lastChange()?.name == name)
      let undone = try container.undoLastChange()
      #expect(undone.name == name)
      #expect(try container.contents() == state)
    }
    let container = try open()
    #expect(try container.lastChange() == nil)
    #expect(throws: StoreError.nothingToUndo) { try container.undoLastChange() }
  }

  @Test func `a thousand insertions take few rows of history`() throws {
    let container = try open()
    let context = container.makeContext()
    for number in 0..<1000 {
      let plant = context.insert(Plant("plant \(number)"))
      context.insert(Label("label \(number)", on: plant.id))
    }
    try context.save(named: "import")
    #expect(try container.rows(in: "history_set") == 1)
    #expect(try container.rows(in: "history_change") == 2)
    let change = try #require(try container.lastChange())
    let changes = try container.changes(in: change)
    #expect(changes.map(\.entity) == ["plant", "label"])
    #expect(changes.map(\.kind) == [.insert, .insert])
    #expect(changes.map(\.ids) == [1...1000, 1...1000])
    try container.undoLastChange()
    #expect(try container.rows(in: "plant") + container.rows(in: "label") == 0)
  }

  @Test func `insertions in turn into two tables stay compact and are undone`() throws {
    let container = try open()
    try container.transaction(named: "import") {
      for number in 0..<50 {
        let shelf = try container.insert(contentsOf: [Shelf("shelf \(number)")])[0]
        let lamp = try container.insert(contentsOf: [Lamp(over: shelf.rawValue)])[0]
        try container.insert(contentsOf: [Lamp(over: shelf.rawValue, on: lamp.rawValue)])
      }
    }
    #expect(try container.rows(in: "history_change") == 2)
    try container.undoLastChange()
    #expect(try container.rows(in: "shelf") + container.rows(in: "lamp") == 0)
  }

  @Test func `an update keeps only the changed columns`() throws {
    let container = try open()
    try container.insert(contentsOf: [Plant("fern")])
    let context = container.makeContext()
    let plant = try #require(try context.existing(ManagedID<Plant>(1)))
    plant.leaves = 3
    plant.height = 1.5
    try context.save(named: "measure")
    let entry = try #require(try container.lastChange())
    let change = try #require(try container.changes(in: entry).first)
    #expect(change.kind == .update)
    #expect(change.values.map(\.column) == ["height", "leaves"])
    #expect(change.values.map(\.before) == [.null, .integer(0)])
    #expect(change.values.map(\.after) == [.real(1.5), .integer(3)])
    #expect(entry.date.count == 24)
    #expect(entry.date.hasSuffix("Z"))
  }

  @Test func `an undo of a row that somebody else changed is a conflict and changes nothing`() throws {
    let container = try open()
    try container.insert(contentsOf: [Plant("fern"), Plant("moss")])
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.leaves = 3 }
    try context.save(named: "count")
    try container.execute("UPDATE plant SET leaves = 9 WHERE name = 'fern'")
    let before = try container.contents()
    let entry = try #require(try container.lastChange())
    let conflict = Conflict(
      entity: "plant", id: 1,
      properties: [
        .init(column: "leaves", original: .integer(3), changed: .integer(0), stored: .integer(9))
      ])
    #expect(throws: StoreError.undoConflict(entry, [conflict])) { try container.undoLastChange() }
    #expect(try container.contents() == before)
    #expect(try container.lastChange()?.name == "count")
    try container.execute("DELETE FROM plant WHERE name = 'fern'")
    #expect(throws: StoreError.undoConflict(entry, [Conflict(entity: "plant", id: 1, properties: [])])) {
      try container.undoLastChange()
    }
  }

  @Test func `a column that nobody undoes may have changed meanwhile`() throws {
    let container = try open()
    try container.insert(contentsOf: [Plant("fern")])
    let context = container.makeContext()
    try #require(try context.fetch(Plant.self).first).leaves = 3
    try context.save()
    try container.execute("UPDATE plant SET name = 'tree fern'")
    try container.undoLastChange()
    let plant = try #require(try container.values(FetchRequest<Plant>()).first)
    #expect(plant.leaves == 0)
    #expect(plant.name == "tree fern")
  }

  @Test func `an insertion is undone also where some rows are gone or others refer to them`() throws {
    let container = try open()
    try container.insert(contentsOf: [Plant("fern"), Plant("moss")])
    try container.execute(
      "DELETE FROM plant WHERE id = 1; INSERT INTO label (plant_id, words) VALUES (2, 'late')")
    try container.undoLastChange()
    #expect(try container.contents() == [])
  }

  @Test func `a failed save leaves no trace in the history`() throws {
    let container = try open()
    try container.insert(contentsOf: [Plant("fern", code: "f")])
    let context = container.makeContext()
    context.insert(Plant("moss"))
    context.insert(Plant("copy", code: "f"))
    #expect(throws: StoreError.self) { try context.save(named: "fails") }
    #expect(try container.rows(in: "history_set") == 1)
    #expect(try container.rows(in: "history_change") == 1)
  }

  @Test func `a part of a transaction that fails and is caught is not in the history`() throws {
    struct Stop: Error {}
    let container = try open()
    try container.transaction(named: "import") {
      try container.insert(contentsOf: [Plant("one")])
      try? container.transaction(named: "part") {
        try container.insert(contentsOf: [Plant("two")])
        throw Stop()
      }
      try container.insert(contentsOf: [Plant("three")])
    }
    let entry = try #require(try container.lastChange())
    let plants = try container.values(FetchRequest<Plant>())
    #expect(plants.map(\.name) == ["one", "three"])
    #expect(try container.changes(in: entry).flatMap { Array($0.ids) } == plants.map(\.id))
    try container.undoLastChange()
    #expect(try container.rows(in: "plant") == 0)
  }

  @Test func `a store that records no history has nothing to undo and can record some later`() throws {
    let path = folder.file("plain.db")
    let plain = try Garden.open(path) { $0.recordsHistory = false }
    try plain.insert(contentsOf: [Plant("fern")])
    #expect(throws: StoreError.nothingToUndo) { try plain.undoLastChange() }
    plain.close()
    let recording = try Garden.open(path)
    try recording.insert(contentsOf: [Plant("moss")])
    try recording.undoLastChange()
    #expect(try recording.values(FetchRequest<Plant>()).map(\.name) == ["fern"])
  }

  @Test func `keys of any size and order are recorded and undone`() throws {
    let container = try open()
    let keys: [Int64] = [5, 6, .max, 7, 3, 4, 1, .max - 1]
    try container.insert(
      contentsOf: keys.map { key in
        var plant = Plant("plant")
        plant.id = key
        return plant
      })
    let entry = try #require(try container.lastChange())
    #expect(
      try container.changes(in: entry).map(\.ids) == [
        5...6, .max ... .max, 7...7, 3...4, 1...1, (.max - 1)...(.max - 1),
      ])
    try container.undoLastChange()
    #expect(try container.rows(in: "plant") == 0)
  }
}
