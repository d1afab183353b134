import Persistence
import Testing

/// Rows with keys that other tools gave them, beside objects that have none yet.
@Suite struct OddKeyTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    try container.execute(
      "INSERT INTO shelf (id, title) VALUES (-2, 'minus two'), (-1, 'minus one'), (0, 'nought'), (1, 'one')")
    context = container.makeContext()
  }

  @Test func `rows with keys below 1 stand beside new objects and are not mistaken for them`() throws {
    let new = ["x", "y", "z"].map { context.insert(Shelf($0)) }
    let names = ["minus two", "minus one", "nought", "one", "x", "y", "z"]
    #expect(try context.fetch(Shelf.self).map(\.title) == names)
    #expect(try context.count(FetchRequest<Shelf>()) == 7)
    let odd = try #require(try context.existing(ManagedID<Shelf>(-1)))
    #expect(odd.title == "minus one")
    #expect(!odd.managed.id.isTemporary && new.allSatisfy { $0.managed.id.isTemporary })
    odd.title = "edited"
    context.delete(try #require(try context.existing(ManagedID<Shelf>(-2))))
    let plants = [odd, new[0]].map { context.insert(Plant("on \($0.title)", shelfID: $0.id)) }
    #expect(try context.fetch(Shelf.self).map(\.title) == ["edited", "nought", "one", "x", "y", "z"])
    #expect(try context.count(FetchRequest<Shelf>()) == 6)
    #expect(try odd[Shelf.plants].elements.map(\.name) == ["on edited"])
    try context.save()
    #expect(odd.id == -1 && plants[0].shelfID == -1 && plants[1].shelfID == new[0].id)
    #expect(odd.managed.state == .persistent)
    #expect(
      try container.values(FetchRequest<Shelf>()).map(\.title) == ["edited", "nought", "one", "x", "y", "z"])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [-1, new[0].id])
  }

  @Test func `a deleted row with a key below 1 comes back under it`() throws {
    context.undoStack = UndoStack()
    let odd = try #require(try context.existing(ManagedID<Shelf>(-2)))
    context.delete(odd)
    try context.save()
    context.undo()
    try context.save()
    #expect(odd.id == -2 && odd.managed.state == .persistent)
    #expect(try container.value(ManagedID<Shelf>(-2))?.title == "minus two")
    let other = container.makeContext()
    other.mergePolicy = .overwrite
    let edited = try #require(try other.existing(ManagedID<Shelf>(-1)))
    edited.title = "kept"
    try container.execute("DELETE FROM shelf WHERE id = -1")
    try other.save()
    #expect(try container.value(ManagedID<Shelf>(-1))?.title == "kept")
  }

  @Test func `plain values refer to rows with keys below 1, but by numbers of their own batch first`() throws
  {
    try container.insert(contentsOf: [Plant("fern", shelfID: -1)])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [-1])
    var top = Shelf("top")
    top.id = -7
    let ids = try container.insert(contentsOf: [Shelf("in top", in: -7), top, Shelf("in odd", in: -2)])
    let stored = try ids.map { try container.value($0)?.parentID }
    #expect(stored == [ids[1].rawValue, nil, -2])
    #expect(throws: StoreError.self) { try container.insert(contentsOf: [Plant("moss", shelfID: -9)]) }
  }

  @Test func `a row whose key can't be told from a new object's is refused by name`() throws {
    try container.execute("INSERT INTO shelf (id, title) VALUES (\(Int64.min + 1), 'odd')")
    let error = StoreError.decoding(
      DecodingFailure(entity: "shelf", column: "id", id: .min + 1, stored: .integer(.min + 1)))
    #expect(throws: error) { try context.fetch(Shelf.self) }
    #expect(throws: error) { try context.existing(ManagedID<Shelf>(.min + 1)) }
    #expect(try container.values(FetchRequest<Shelf>()).count == 5)
  }

  @Test func `a temporary identity means no other object, in no other context and of no other model`() throws
  {
    let other = container.makeContext()
    let mine = context.insert(Shelf("mine"))
    let another = other.insert(Shelf("another"))
    let lamp = context.insert(Lamp(over: 1))
    #expect(try other.existing(mine.managed.id) == nil)
    #expect(mine.id != another.id && lamp.id != mine.id)
    // The keys of an object elsewhere, and of one of another model, are no references.
    let plant = other.insert(Plant("fern", shelfID: mine.id))
    #expect(
      throws: StoreError.constraint(
        ConstraintFailure(
          kind: .foreignKey, entity: "plant", id: plant.id,
          message: "shelf_id refers to no object of shelf in this context"))
    ) { try other.save() }
    plant.shelfID = another.id
    try other.save()
    #expect(plant.shelfID == another.id)
    let second = context.insert(Plant("moss", shelfID: lamp.id))
    #expect(throws: StoreError.self) { try context.save() }
    second.shelfID = mine.id
    try context.save()
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [another.id, mine.id])
  }

  @Test func `sets of keys count without end and say the most that there is`() {
    #expect(KeyRanges([Int64.min...Int64.max]).count == .max)
    #expect(KeyRanges([Int64.min...(-1), 1...Int64.max]).count == .max)
    #expect(KeyRanges([0...Int64.max - 1]).count == .max)
    #expect(KeyRanges([1...Int64.max - 1]).count == .max - 1)
    #expect(KeyRanges([Int64.min...Int64.min, .max ... .max]).count == 2)
    #expect(KeyRanges().isEmpty)
  }
}
