import Testing

@testable import Persistence

@Suite struct RelationshipTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    context = container.makeContext()
  }

  @Test func `both sides agree, whichever was set`() throws {
    let top = context.insert(Shelf("top"))
    let low = context.insert(Shelf("low"))
    let fern = context.insert(Plant("fern"))
    let moss = context.insert(Plant("moss"))
    try fern[Plant.shelf].set(top)
    try top[Shelf.plants].insert(moss)
    #expect(try top[Shelf.plants].elements.map(\.name) == ["fern", "moss"])
    #expect(try fern[Plant.shelf].object === top)
    #expect(try moss[Plant.shelf].object === top)
    try low[Shelf.plants].insert(fern)
    #expect(try top[Shelf.plants].elements.map(\.name) == ["moss"])
    #expect(try low[Shelf.plants].elements.map(\.name) == ["fern"])
    #expect(try fern[Plant.shelf].object === low)
    top[Shelf.plants].remove(moss)
    #expect(moss[Plant.shelf].id == nil)
    #expect(try moss[Plant.shelf].object == nil)
    #expect(try top[Shelf.plants].isEmpty)
    top[Shelf.plants].remove(fern)
    #expect(low[Shelf.plants].contains(fern))
    try context.save()
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [low.id, nil])
    #expect(try low[Shelf.plants].elements.map(\.name) == ["fern"])
    #expect(try fern[Plant.shelf].object === low)
  }

  @Test func `a relationship follows the attribute, however it is changed`() throws {
    let shelves = ["a", "b"].map { context.insert(Shelf($0)) }
    let fern = context.insert(Plant("fern", shelfID: shelves[0].id))
    try context.save()
    func places() throws -> [Int] { try shelves.map { try $0[Shelf.plants].count } }
    #expect(try places() == [1, 0])
    fern.shelfID = shelves[1].id
    #expect(try places() == [0, 1])
    fern.update { $0.shelfID = nil }
    #expect(try places() == [0, 0])
    context.rollback()
    #expect(try places() == [1, 0])
    context.undoStack = UndoStack()
    try shelves[1][Shelf.plants].insert(fern)
    #expect(try places() == [0, 1])
    context.undo()
    #expect(try places() == [1, 0])
    context.redo()
    #expect(try places() == [0, 1])
    context.delete(fern)
    #expect(try places() == [0, 0])
    context.undo()
    #expect(try places() == [0, 1])
    context.rollback()
    try container.execute("UPDATE plant SET shelf_id = \(shelves[1].id)")
    _ = try context.fetch(Plant.self)
    #expect(try places() == [0, 1])
    context.delete(shelves[1])
    try context.save()
    #expect(fern.shelfID == nil)
    #expect(try shelves[0][Shelf.plants].isEmpty)
  }

  @Test func `stored members are a fault until they are asked for, and then take one statement`() throws {
    try container.insert(contentsOf: [Shelf("top")])
    try container.insert(contentsOf: ["a", "b", "c"].map { Plant($0, shelfID: 1) })
    let shelf = try #require(try context.existing(ManagedID<Shelf>(1)))
    #expect(try shelf[Shelf.plants].isFault)
    let statements = try container.statements { () throws in
      #expect(try shelf[Shelf.plants].count == 3)
      #expect(try shelf[Shelf.plants].elements.map(\.name) == ["a", "b", "c"])
      #expect(try !shelf[Shelf.plants].isFault)
    }
    #expect(statements.count == 1)
    let other = container.makeContext()
    let plant = try #require(try other.fetch(Plant.self).first)
    #expect(plant[Plant.shelf].isFault)
    #expect(plant[Plant.shelf].id == shelf.managed.id)
    let toOne = try container.statements { () throws in
      #expect(try plant[Plant.shelf].object?.title == "top")
      #expect(!plant[Plant.shelf].isFault)
      #expect(try plant[Plant.shelf].object?.title == "top")
    }
    #expect(toOne.count == 1)
  }

  @Test func `a new object has no fault, and keeps its members through the save`() throws {
    let shelf = context.insert(Shelf("top"))
    #expect(try !shelf[Shelf.plants].isFault)
    try shelf[Shelf.plants].insert(context.insert(Plant("fern")))
    let statements = try container.statements { () throws in
      #expect(try shelf[Shelf.plants].count == 1)
    }
    #expect(statements.isEmpty)
    try context.save()
    let afterwards = try container.statements { () throws in
      #expect(try shelf[Shelf.plants].elements.map(\.name) == ["fern"])
    }
    #expect(afterwards.isEmpty)
  }

  @Test func `stored members and unsaved changes are shown together`() throws {
    try container.insert(contentsOf: [Shelf("a"), Shelf("b")])
    try container.insert(
      contentsOf: [("stays", 1), ("leaves", 1), ("dies", 1), ("comes", 2)].map {
        Plant($0, shelfID: $1)
      })
    let plants = try context.fetch(Plant.self)
    plants[1].shelfID = 2
    plants[3].shelfID = 1
    context.delete(plants[2])
    context.insert(Plant("new", shelfID: 1))
    let shelf = try #require(try context.existing(ManagedID<Shelf>(1)))
    #expect(try shelf[Shelf.plants].isFault)
    #expect(try shelf[Shelf.plants].elements.map(\.name) == ["stays", "comes", "new"])
    #expect(plants[1].managed.hasChanges)
    context.rollback()
    #expect(try shelf[Shelf.plants].elements.map(\.name) == ["stays", "leaves", "dies"])
  }

  @Test func `a reading again takes over what other programs did`() throws {
    try container.insert(contentsOf: [Shelf("a"), Shelf("b")])
    try container.insert(contentsOf: ["stays", "moves", "dies", "edited"].map { Plant($0, shelfID: 1) })
    let shelves = try context.fetch(Shelf.self)
    let plants = try shelves[0][Shelf.plants].elements
    plants[3].name = "mine"
    try container.execute(
      """
      UPDATE plant SET shelf_id = 2 WHERE name = 'moves';
      DELETE FROM plant WHERE name = 'dies';
      UPDATE plant SET name = 'stayed' WHERE name = 'stays';
      """)
    try container.insert(contentsOf: [Plant("new", shelfID: 1)])
    try shelves[0][Shelf.plants].load()
    #expect(try shelves[0][Shelf.plants].elements.map(\.name) == ["stayed", "mine", "new"])
    #expect(plants[1].shelfID == 2)
    #expect(plants[2].managed.state == .deleted)
    #expect(try shelves[1][Shelf.plants].elements.map(\.name) == ["moves"])
  }

  @Test func `a required reference set to nothing is a failure that names the object`() throws {
    let plants = ["a", "b"].map { context.insert(Plant($0)) }
    let label = context.insert(Label("mine", on: plants[0].id))
    try context.save()
    plants[0][Plant.labels].remove(label)
    #expect(label[Label.plant].id == nil)
    #expect(
      throws: StoreError.validation([
        ObjectFailure(
          entity: "label", id: label.id,
          failures: [ValidationFailure(column: "plant_id", rule: "refers to an object")])
      ])
    ) { try context.save() }
    try label[Label.plant].set(plants[1])
    try context.save()
    #expect(try container.values(FetchRequest<Label>()).map(\.plantID) == [plants[1].id])
    try label[Label.plant].set(nil)
    context.delete(label)
    try context.save()
    #expect(try container.rows(in: "label") == 0)
    let new = context.insert(Label("new", on: 0))
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .validation(let failures)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failures.map(\.id) == [new.id])
  }

  @Test func `an object of another context is refused`() throws {
    let shelf = context.insert(Shelf("top"))
    let plant = context.insert(Plant("fern"))
    let stranger = container.makeContext().insert(Plant("moss"))
    #expect(throws: StoreError.foreignObject(entity: "plant", id: stranger.id)) {
      try shelf[Shelf.plants].insert(stranger)
    }
    #expect(throws: StoreError.foreignObject(entity: "plant", id: stranger.id)) {
      try stranger[Plant.shelf].set(shelf)
    }
    context.delete(plant)
    #expect(throws: StoreError.foreignObject(entity: "plant", id: plant.id)) {
      try shelf[Shelf.plants].insert(plant)
    }
    context.reset()
    #expect(throws: StoreError.foreignObject(entity: "shelf", id: shelf.id)) {
      try shelf[Shelf.plants].elements
    }
  }

  @Test func `a relationship that doesn't fit the schema is an error that says so`() throws {
    let plant = context.insert(Plant("fern"))
    let wrong = ToMany<Plant, Lamp>(\.shelfID)
    #expect(throws: StoreError.invalidRelationship(#"\Lamp.shelfID of lamp is no reference to plant"#)) {
      try plant[wrong].elements
    }
    #expect(throws: StoreError.invalidRelationship(#"\Lamp.shelfID of lamp is no reference to plant"#)) {
      try container.count(FetchRequest<Plant>(where: .any(of: wrong)))
    }
    let noReference = ToOne<Plant, Shelf>(\.serial)
    #expect(throws: StoreError.self) { try plant[noReference].load() }
  }

  @Test func `objects that refer to each other, and to themselves, are saved in one go`() throws {
    let shelf = context.insert(Shelf("top"))
    let plant = context.insert(Plant("fern"))
    try shelf[Shelf.mainPlant].set(plant)
    try plant[Plant.shelf].set(shelf)
    try shelf[Shelf.parent].set(shelf)
    try context.save()
    let fresh = container.makeContext()
    let stored = try #require(try fresh.fetch(Shelf.self).first)
    #expect(try stored[Shelf.mainPlant].object?.name == "fern")
    #expect(try stored[Shelf.mainPlant].object?[Plant.shelf].object === stored)
    #expect(try stored[Shelf.parent].object === stored)
    #expect(try stored[Shelf.shelves].elements.map(\.title) == ["top"])
    // Each cascades to or is nullified by the other, and the circle ends.
    fresh.delete(stored)
    try fresh.save()
    #expect(try container.rows(in: "shelf") == 0)
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
  }

  @Test func `a tree moves, and its branches go with a cascade`() throws {
    let root = context.insert(Shelf("root"))
    var last = root
    for number in 0..<5 {
      let next = context.insert(Shelf("shelf \(number)"))
      try last[Shelf.shelves].insert(next)
      last = next
    }
    try context.save()
    let middle = try #require(try root[Shelf.shelves].elements.first)
    let branch = try #require(try middle[Shelf.shelves].elements.first)
    try branch[Shelf.parent].set(nil)
    context.delete(root)
    try context.save()
    #expect(middle.managed.state == .deleted)
    #expect(branch.managed.state == .persistent)
    #expect(try container.rows(in: "shelf") == 4)
    #expect(try branch[Shelf.shelves].count == 1)
  }

  @Test func `deny lists all that holds, and is satisfied when that goes or moves`() throws {
    let shelves = ["a", "b"].map { context.insert(Shelf($0)) }
    let lamps = (0..<3).map { _ in context.insert(Lamp(over: shelves[0].id)) }
    try context.save()
    context.delete(shelves[0])
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error
        == .deletionDenied(
          lamps.map {
            DeletionBlocker(
              entity: "lamp", id: $0.id, column: "shelf_id", target: "shelf", targetID: shelves[0].id)
          }))
    try lamps[0][Lamp.shelf].set(shelves[1])
    context.delete(lamps[1])
    context.delete(lamps[2])
    try context.save()
    #expect(try container.rows(in: "lamp") == 1)
    #expect(try container.rows(in: "shelf") == 1)
  }

  @Test func `a context that uses no relationship keeps no account of any`() throws {
    try container.insert(contentsOf: [Shelf("a")])
    try container.insert(contentsOf: (0..<100).map { Plant("plant \($0)", shelfID: 1) })
    let plants = try context.fetch(Plant.self)
    for plant in plants { plant.leaves = 2 }
    #expect(plants.allSatisfy { !$0.isFiled })
    let shelf = try #require(try context.existing(ManagedID<Shelf>(1)))
    #expect(try shelf[Shelf.plants].count == 100)
    #expect(plants.allSatisfy { $0.isFiled })
  }

  @Test func `a thousand objects related one by one don't look at each other`() throws {
    let shelves = (0..<100).map { context.insert(Shelf("shelf \($0)")) }
    for number in 0..<4000 {
      let plant = context.insert(Plant("plant \(number)"))
      try shelves[number % 100][Shelf.plants].insert(plant)
      #expect(try shelves[number % 100][Shelf.plants].count == number / 100 + 1)
    }
    try context.save()
    for plant in try context.fetch(Plant.self) { try plant[Plant.shelf].set(shelves[0]) }
    #expect(try shelves[0][Shelf.plants].count == 4000)
    #expect(try shelves[1][Shelf.plants].isEmpty)
  }

  @Test func `a refreshed object's members are read again`() throws {
    try container.insert(contentsOf: [Shelf("a"), Shelf("b")])
    try container.insert(contentsOf: [Plant("fern", shelfID: 1)])
    let shelves = try context.fetch(Shelf.self)
    #expect(try shelves.map { try $0[Shelf.plants].count } == [1, 0])
    // As another program would: what this container writes, its contexts notice by themselves.
    try container.execute(
      """
      INSERT INTO plant (name, weight, leaves, serial, is_alive, uuid, photo, light, shelf_id)
      SELECT name, weight, leaves, serial, is_alive, '00000000-0000-7000-8000-00000000000' || shelf.id, photo,
        light, shelf.id
      FROM plant, shelf
      """)
    #expect(try shelves.map { try $0[Shelf.plants].count } == [1, 0])
    try context.refresh(shelves[0])
    #expect(try shelves.map { try $0[Shelf.plants].isFault } == [true, false])
    #expect(try shelves.map { try $0[Shelf.plants].count } == [2, 0])
    try context.refreshAll()
    #expect(try shelves.map { try $0[Shelf.plants].count } == [2, 1])
  }

  @Test func `a context ends with its last user, though relationships were used`() throws {
    weak var ended: ManagedContext?
    weak var plant: Managed<Plant>?
    do {
      let context = container.makeContext()
      ended = context
      let shelf = context.insert(Shelf("top"))
      try shelf[Shelf.plants].insert(context.insert(Plant("fern")))
      plant = try shelf[Shelf.plants].elements.first
      try context.save()
      #expect(plant != nil)
    }
    #expect(ended == nil)
    #expect(plant == nil)
  }
}
