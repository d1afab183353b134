import Persistence
import Testing

@Suite struct BatchTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    context = container.makeContext()
    try container.insert(contentsOf: [Shelf("top"), Shelf("inner", in: 1), Shelf("low")])
    try container.insert(contentsOf: [
      Plant("fern", shelfID: 2), Plant("moss", shelfID: 3), Plant("ivy"), Plant("palm", code: "p"),
    ])
    try container.insert(contentsOf: [Label("his", on: 1), Label("hers", on: 2)])
  }

  @Test func `an update changes what is meant in few statements, says which rows, and is undone`() throws {
    let before = try container.contents()
    let count = try container.statementCount
    let ids = try container.update(
      Plant.self, where: .atMost(\.id, 3),
      set: [.set(\.latin, "Nova"), .add(2, to: \.leaves), .add(1, to: \.visits), .set(\.wish, .shade)],
      named: "water")
    #expect(try container.statementCount <= count + 4)
    #expect(ids.map(\.rawValue) == [1, 2, 3])
    let plants = try container.values(FetchRequest<Plant>())
    #expect(plants.map(\.latin) == ["Nova", "Nova", "Nova", nil])
    #expect(plants.map(\.leaves) == [2, 2, 2, 0])
    #expect(plants.map(\.visits) == [nil, nil, nil, nil])
    #expect(plants.map(\.wish) == [.shade, .shade, .shade, nil])
    #expect(try container.lastChange()?.name == "water")
    try container.undoLastChange()
    #expect(try container.contents() == before)
    try container.redoLastUndo()
    #expect(try container.values(FetchRequest<Plant>()) == plants)
  }

  @Test func `rows that have the values already are no change`() throws {
    #expect(try container.update(Plant.self, set: [.set(\.leaves, 0)]) == [])
    #expect(try container.lastChange()?.name == "insert")
    #expect(try container.update(Plant.self, set: []) == [])
    #expect(try container.update(Plant.self, where: .any([]), set: [.set(\.leaves, 5)]) == [])
  }

  @Test func `what the schema refuses is named and nothing is changed`() throws {
    let before = try container.contents()
    func failure(_ body: () throws -> Void) -> ConstraintFailure? {
      let error = #expect(throws: StoreError.self) { try body() }
      if case .constraint(let failure)? = error { return failure }
      Issue.record("\(error as Any)")
      return nil
    }
    #expect(failure { try container.update(Plant.self, set: [.set(\.weight, -1)]) }?.kind == .check)
    #expect(failure { try container.update(Plant.self, set: [.set(\.code, "p")]) }?.kind == .unique)
    #expect(failure { try container.update(Plant.self, set: [.set(\.shelfID, 99)]) }?.kind == .foreignKey)
    #expect(failure { try container.update(Plant.self, set: [.set(\.height, .nan)]) }?.entity == "plant")
    try container.update(Plant.self, set: [.set(\.serial, .max)])
    let full = try container.contents()
    #expect(failure { try container.update(Plant.self, set: [.add(1, to: \.serial)]) }?.entity == "plant")
    #expect(try container.contents() == full)
    try container.undoLastChange()
    #expect(try container.contents() == before)
    for assignments: [Assignment<Plant>] in [[.set(\.id, 9)], [.set(\.leaves, 1), .set(\.leaves, 2)]] {
      #expect(throws: StoreError.self) { try container.update(Plant.self, set: assignments) }
    }
  }

  @Test func `a deletion follows the delete rules and is undone with all that it took`() throws {
    let before = try container.contents()
    let ids = try container.delete(Shelf.self, where: .equal(\.title, "top"))
    #expect(ids == [ManagedID(1)])
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["low"])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil, 3, nil, nil])
    try container.delete(Plant.self, where: .atMost(\.id, 2))
    #expect(try container.rows(in: "label") == 0)
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `a row that the rule deny protects keeps everything`() throws {
    try container.insert(contentsOf: [Lamp(over: 3)])
    let before = try container.contents()
    let blocker = DeletionBlocker(entity: "lamp", id: 1, column: "shelf_id", target: "shelf", targetID: 3)
    #expect(throws: StoreError.deletionDenied([blocker])) { try container.delete(Shelf.self) }
    #expect(try container.contents() == before)
    try container.delete(Lamp.self)
    try container.delete(Shelf.self)
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test func `long chains, cycles and many parents are deleted whole and come back`() throws {
    try container.transaction(named: "many") {
      for number in 4..<300 { try container.insert(contentsOf: [Shelf("\(number)", in: Int64(number - 1))]) }
      try container.insert(contentsOf: (0..<500).map { Plant("plant \($0)", shelfID: Int64($0 % 290 + 5)) })
    }
    try container.update(Shelf.self, where: .ids([ManagedID(4)]), set: [.set(\.parentID, 299)])
    let before = try container.contents()
    #expect(try container.delete(Shelf.self, where: .ids([ManagedID(150)])).count == 1)
    #expect(try container.rows(in: "shelf") == 3)
    #expect(try container.count(FetchRequest<Plant>(where: .equal(\.shelfID, nil))) == 502)
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `objects of the same context are up to date at once, those of others at their next fetch`()
    throws
  {
    let other = container.makeContext()
    let mine = try context.fetch(Plant.self)
    let theirs = try other.fetch(Plant.self)
    theirs[2].name = "edited"
    try context.batchUpdate(Plant.self, where: .atMost(\.id, 3), set: [.set(\.leaves, 7)])
    try context.batchDelete(Plant.self, where: .equal(\.name, "palm"))
    #expect(mine.map(\.leaves) == [7, 7, 7, 0])
    #expect(mine[3].managed.state == .deleted)
    #expect(mine[3].name == "palm")
    #expect(theirs.map(\.leaves) == [0, 0, 0, 0])
    #expect(try other.fetch(Shelf.self).count == 3)
    #expect(theirs.map(\.leaves) == [7, 7, 0, 0])
    #expect(theirs[2].name == "edited")
    #expect(theirs[3].managed.state == .deleted)
    #expect(try other.existing(ManagedID<Plant>(4)) == nil)
    try other.save()
    #expect(try container.values(FetchRequest<Plant>()).map(\.leaves) == [7, 7, 7])
  }

  @Test func `a deleted object stays readable and a write to it makes the save fail`() throws {
    let palm = try #require(try context.existing(ManagedID<Plant>(4)))
    try context.batchDelete(Plant.self, where: .equal(\.name, "palm"))
    #expect(palm.snapshot.code == "p")
    palm.leaves = 3
    #expect(throws: StoreError.objectDeleted(entity: "plant", id: 4)) { try context.save() }
    context.rollback()
    #expect(palm.leaves == 0)
    try context.save()
  }

  @Test func `a key that is used again never brings a stale object back`() throws {
    let palm = try #require(try context.existing(ManagedID<Plant>(4)))
    try container.delete(Plant.self)
    var cactus = Plant("cactus")
    cactus.id = 4
    try container.insert(contentsOf: [cactus])
    let found = try #require(try context.existing(ManagedID<Plant>(4)))
    #expect(found !== palm)
    #expect(found.name == "cactus")
    #expect(palm.name == "palm")
    #expect(palm.managed.state == .deleted)
  }

  @Test func `an update counts as a change of the version, so that a stale save is a conflict`() throws {
    let theatre = try Theatre.inMemory()
    try theatre.insert(contentsOf: [Play("Clouds", code: "clou"), Play("Frogs", code: "frog")])
    let context = theatre.makeContext()
    context.mergePolicy = .standard
    let play = try #require(try context.fetch(Play.self).first)
    play.title = "Birds"
    try theatre.update(Play.self, where: .equal(\.code, "clou"), set: [.set(\.title, "Wasps")])
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try theatre.values(FetchRequest<Play>()).map(\.title) == ["Wasps", "Frogs"])
  }

  @Test func `a context that missed very many changes reads all again`() throws {
    let plants = try context.fetch(Plant.self)
    for number in 0..<80 { try container.update(Plant.self, set: [.set(\.leaves, number + 1)]) }
    try container.delete(Plant.self, where: .equal(\.name, "palm"))
    try context.mergeChanges()
    #expect(plants.map(\.leaves) == [80, 80, 80, 0])
    #expect(plants[3].managed.state == .deleted)
  }

  @Test func `a fetch after the context's own save reads nothing again`() throws {
    _ = try context.fetch(Plant.self)
    for number in 0..<20 { context.insert(Plant("new \(number)")) }
    try context.save()
    let count = try container.statementCount
    _ = try context.fetch(Plant.self)
    #expect(try container.statementCount == count + 1)
  }
}
