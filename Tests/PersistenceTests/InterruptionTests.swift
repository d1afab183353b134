import FoundationEssentials
import Persistence
import Testing

@Suite struct InterruptionTests {
  /// A save with everything in it: edits, a move, insertions in a cycle, deletions by each rule.
  private func prepare(_ context: ManagedContext) throws {
    let shelves = try context.fetch(Shelf.self)
    let plants = try context.fetch(Plant.self)
    plants[0].leaves = 5
    plants[1].shelfID = shelves[1].id
    context.delete(shelves[0])
    let shelf = context.insert(Shelf("new"))
    let plant = context.insert(plant("palm", 4, on: shelf.id))
    shelf.mainPlantID = plant.id
    plants[0].shelfID = shelf.id
    context.insert(Label("hers", on: plant.id))
  }

  /// A plant whose UUID is the same in every run, so that two stores can be compared.
  private func plant(_ name: String, _ number: UInt8, on shelfID: Int64) -> Plant {
    var plant = Plant(name, shelfID: shelfID)
    plant.uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
    return plant
  }

  private func garden() throws -> PersistentContainer {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Shelf("low"), Shelf("high"), Shelf("inner", in: 1)])
    try container.insert(contentsOf: [
      plant("fern", 1, on: 1), plant("moss", 2, on: 1), plant("ivy", 3, on: 3),
    ])
    try container.insert(contentsOf: [Label("his", on: 1)])
    return container
  }

  @Test func `a save interrupted at any step leaves everything as it was and succeeds when tried again`()
    throws
  {
    let reference = try garden()
    let wanted = try {
      let context = reference.makeContext()
      try prepare(context)
      try context.save()
      return try reference.contents()
    }()
    let container = try garden()
    let before = try container.contents()
    let history = try container.rows(in: "history_change")
    let context = container.makeContext()
    try prepare(context)
    let pending = try context.fetch(Plant.self).map(\.snapshot)
    var interruptions = 0
    for step in 1... {
      var ticks = 0
      try container.withConnection {
        $0.onProgress(every: 7) {
          ticks += 1
          return ticks == step
        }
      }
      defer { try? container.withConnection { $0.onProgress(nil) } }
      do {
        try context.save()
        break
      } catch {
        interruptions += 1
        try container.withConnection { (connection) throws in
          connection.onProgress(nil)
          #expect(!connection.isInTransaction)
          #expect(connection.transactionDepth == 0)
        }
        guard case .sqlite(code: 9, message: _)? = error as? StoreError else {
          Issue.record("step \(step): \(error)")
          return
        }
        try #require(try container.contents() == before, "step \(step)")
        try #require(try container.rows(in: "history_change") == history, "step \(step)")
        try #require(context.hasChanges)
        try #require(try context.fetch(Plant.self).map(\.snapshot) == pending, "step \(step)")
      }
    }
    #expect(interruptions > 20)
    #expect(try container.contents() == wanted)
    #expect(try container.withConnection { try $0.value("PRAGMA integrity_check") } == .text("ok"))
    #expect(!context.hasChanges)
  }

  @Test func `an undo interrupted at any step leaves everything as it was`() throws {
    let container = try garden()
    let start = try container.contents()
    let context = container.makeContext()
    try prepare(context)
    try context.save(named: "mix")
    let before = try container.contents()
    for step in 1... {
      var ticks = 0
      try container.withConnection {
        $0.onProgress(every: 31) {
          ticks += 1
          return ticks == step
        }
      }
      do {
        try container.undoLastChange()
        try container.withConnection { $0.onProgress(nil) }
        break
      } catch {
        try container.withConnection { $0.onProgress(nil) }
        try #require(try container.contents() == before, "step \(step): \(error)")
        try #require(try container.lastChange()?.name == "mix")
      }
    }
    #expect(try container.contents() == start)
  }
}
