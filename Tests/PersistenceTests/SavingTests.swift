import Persistence
import Testing

@Suite struct SavingTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    try container.insert(contentsOf: ["fern", "moss", "ivy"].map { Plant($0, code: $0) })
    context = container.makeContext()
  }

  private func plants() throws -> [Managed<Plant>] { try context.fetch(Plant.self) }

  @Test func `a save writes the changed columns of the changed objects only`() throws {
    let plants = try plants()
    plants[0].name = "tree fern"
    plants[0].leaves = 5
    plants[2].height = 1.25
    #expect(plants[0].managed.changedColumns == ["name", "leaves"])
    let statements = try container.statements { try context.save() }
    // The row must still be as it was read.
    let still = Plant.schema.attributes.map { #" AND "\#($0.column)" IS ?"# }.joined()
    #expect(
      statements == [
        #"UPDATE "plant" SET "name" = ?, "leaves" = ? WHERE "id" = ?"# + still,
        #"UPDATE "plant" SET "height" = ? WHERE "id" = ?"# + still,
      ])
    #expect(!context.hasChanges)
    #expect(plants[0].managed.committed?.name == "tree fern")
  }

  @Test func `a value set and set back writes nothing`() throws {
    let plants = try plants()
    plants[0].name = "other"
    plants[0].name = "fern"
    plants[1].leaves += 0
    #expect(!context.hasChanges)
    #expect(try container.statements { try context.save() } == [])
    #expect(try container.lastChange()?.name == "insert")
  }

  @Test func `a save without changes runs no statement and makes no history`() throws {
    _ = try plants()
    #expect(try container.statements { try context.save() } == [])
    #expect(try container.rows(in: "history_set") == 1)
  }

  @Test func `what a save does to the rows between two saves of one object adds up`() throws {
    let plant = try plants()[0]
    for leaves in 1...3 {
      plant.leaves = leaves
      try context.save()
    }
    #expect(try container.value(plant.managed.id)?.leaves == 3)
  }

  @Test func `objects that refer to each other are inserted in one save`() throws {
    let shelf = context.insert(Shelf("top"))
    let plant = context.insert(Plant("palm", shelfID: shelf.id))
    shelf.mainPlantID = plant.id
    let inner = context.insert(Shelf("inner", in: shelf.id))
    let label = context.insert(Label("mine", on: plant.id))
    try context.save()
    #expect(shelf.mainPlantID == plant.id)
    #expect(plant.shelfID == shelf.id)
    #expect(inner.parentID == shelf.id)
    #expect(label.plantID == plant.id)
    #expect(plant.id > 0 && shelf.id > 0)
    #expect(try container.values(FetchRequest<Shelf>()).map(\.mainPlantID) == [plant.id, nil])
    #expect(try container.values(FetchRequest<Label>()).map(\.plantID) == [plant.id])
    #expect(!context.hasChanges)
  }

  @Test func `objects of one model are inserted before those they refer to`() throws {
    let first = context.insert(Shelf("a"))
    let second = context.insert(Shelf("b"))
    first.parentID = second.id
    second.parentID = first.id
    let itself = context.insert(Shelf("c"))
    itself.parentID = itself.id
    try context.save()
    #expect(first.parentID == second.id)
    #expect(second.parentID == first.id)
    #expect(try container.values(FetchRequest<Shelf>()).map(\.parentID) == [2, 1, 3])
  }

  @Test func `a stored object can refer to a new one`() throws {
    let plant = try plants()[0]
    let shelf = context.insert(Shelf("top"))
    plant.shelfID = shelf.id
    plant.leaves = 3
    try context.save()
    #expect(plant.shelfID == shelf.id)
    #expect(try container.value(plant.managed.id)?.shelfID == shelf.id)
    let change = try #require(try container.lastChange())
    let values = try container.changes(in: change).flatMap(\.values)
    let moves = values.filter { $0.column == "shelf_id" }
    #expect(moves.map(\.before) == [.null])
    #expect(moves.map(\.after) == [.integer(shelf.id)])
    #expect(!values.contains { $0.after < .integer(0) && $0.after != .null })
    try container.undoLastChange()
    #expect(try container.value(plant.managed.id)?.shelfID == nil)
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test func `a reference to an object that is never saved names the row`() throws {
    let plant = try plants()[0]
    plant.shelfID = container.makeContext().insert(Shelf("elsewhere")).id
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == .foreignKey)
    #expect(failure.entity == "plant")
    #expect(failure.id == plant.id)
  }

  @Test func `a reference to a row that is not there names the row`() throws {
    let plant = try plants()[1]
    plant.shelfID = 77
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == .foreignKey)
    #expect(failure.entity == "plant")
    #expect(failure.id == 2)
    #expect(plant.managed.changedColumns == ["shelf_id"])
  }

  @Test func `all objects that break rules are reported together and none is written`() throws {
    let plants = try plants()
    plants[0].name = "weed"
    plants[0].leaves = -1
    plants[1].height = 5
    let label = context.insert(Label("?", on: 1))
    let before = try container.contents()
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error
        == .validation([
          ObjectFailure(
            entity: "plant", id: 1,
            failures: [
              ValidationFailure(column: "name", rule: "is no weed"),
              ValidationFailure(column: "leaves", rule: "is not negative"),
            ]),
          ObjectFailure(
            entity: "label", id: label.id,
            failures: [ValidationFailure(column: "words", rule: "says something")]),
        ]))
    #expect(try container.contents() == before)
    #expect(context.hasChanges)
    plants[0].name = "fern"
    plants[0].leaves = 0
    label.words = "!"
    try context.save()
    #expect(try container.rows(in: "label") == 1)
  }

  @Test func `a deleted object is not checked`() throws {
    let plant = try plants()[0]
    plant.name = "weed"
    context.delete(plant)
    try context.save()
    #expect(try container.rows(in: "plant") == 2)
  }

  @Test func `a failed save leaves store and context as they were and can be tried again`() throws {
    let plants = try plants()
    plants[0].leaves = 8
    context.delete(plants[1])
    let new = context.insert(Plant("palm", code: "ivy"))
    let temporary = new.managed.id
    let before = try container.contents()
    let history = try container.rows(in: "history_set")
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try context.save(named: "mix") }
      guard case .constraint(let failure)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.kind == .unique)
      #expect(failure.message.contains("plant.code"))
      #expect(try container.contents() == before)
      #expect(try container.rows(in: "history_set") == history)
      #expect(new.managed.id == temporary)
      #expect(plants[0].managed.changedColumns == ["leaves"])
      #expect(plants[1].managed.state == .deleted)
    }
    new.code = "palm"
    try context.save(named: "mix")
    #expect(try container.lastChange()?.name == "mix")
    #expect(try context.fetch(Plant.self).map(\.name) == ["fern", "ivy", "palm"])
  }

  @Test(arguments: [(-1.0, ConstraintFailure.Kind.check), (.nan, .other)])
  func `a value that the schema or SQLite refuses is a constraint of its row`(
    _ weight: Double, _ kind: ConstraintFailure.Kind
  ) throws {
    let plant = try plants()[0]
    plant.weight = weight
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == kind)
    #expect(failure.entity == "plant")
    #expect(failure.id == 1)
  }

  @Test func `several saves in one transaction hold together or not at all`() throws {
    struct Stop: Error {}
    let before = try container.contents()
    #expect(throws: Stop.self) {
      try container.transaction(named: "all") {
        let context = container.makeContext()
        context.insert(Plant("one"))
        try context.save()
        try container.insert(contentsOf: [Plant("two")])
        throw Stop()
      }
    }
    #expect(try container.contents() == before)
    #expect(try container.lastChange()?.name == "insert")
    try container.transaction(named: "all") {
      for name in ["one", "two"] { try container.insert(contentsOf: [Plant(name)]) }
    }
    #expect(try container.lastChange()?.name == "all")
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `a change inside a read is refused, since it would hold only if the read ended well`() throws {
    let before = try container.contents()
    #expect(throws: StoreError.notAllowedHere("a change inside a read")) {
      try container.forEach(FetchRequest<Plant>()) { plant in
        try container.insert(contentsOf: [Plant("copy of \(plant.name)")])
      }
    }
    #expect(try container.contents() == before)
    try container.insert(contentsOf: [Plant("later")])
    #expect(try container.lastChange()?.name == "insert")
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `the time of a save depends on the changed objects, not on the registered ones`() throws {
    try container.insert(contentsOf: (0..<2000).map { Plant("plant \($0)") })
    let plants = try plants()
    plants[5].leaves = 1
    #expect(try container.statements { try context.save() }.count == 1)
    #expect(plants.count == 2003)
  }
}
