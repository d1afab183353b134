import Persistence
import Testing

@Suite struct ConflictTests {
  let container: PersistentContainer
  let context: ManagedContext
  let plant: Managed<Plant>

  init() throws {
    container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern"), Plant("moss")])
    context = container.makeContext()
    plant = try #require(try context.existing(ManagedID<Plant>(1)))
  }

  @Test func `changes of different columns by two contexts both hold`() throws {
    let other = container.makeContext()
    let same = try #require(try other.existing(plant.managed.id))
    plant.leaves = 5
    same.name = "tree fern"
    try other.save()
    try context.save()
    let stored = try #require(try container.value(plant.managed.id))
    #expect(stored.name == "tree fern")
    #expect(stored.leaves == 5)
    _ = try context.fetch(Plant.self)
    #expect(plant.name == "tree fern")
  }

  @Test func `changes of one column are a conflict with its three values and nothing is written`() throws {
    let other = container.makeContext()
    let same = try #require(try other.existing(plant.managed.id))
    same.name = "theirs"
    same.leaves = 4
    try other.save()
    plant.name = "mine"
    plant.height = 2
    let before = try container.contents()
    #expect(
      throws: StoreError.conflict([
        Conflict(
          entity: "plant", id: 1,
          properties: [
            .init(column: "name", original: .text("fern"), changed: .text("mine"), stored: .text("theirs"))
          ])
      ])
    ) { try context.save() }
    #expect(try container.contents() == before)
    #expect(plant.name == "mine")
    context.rollback()
    _ = try context.fetch(Plant.self)
    plant.name = "mine"
    try context.save()
    #expect(try container.value(plant.managed.id)?.name == "mine")
  }

  @Test func `all conflicts are told at once and a vanished row is one of them`() throws {
    let second = try #require(try context.existing(ManagedID<Plant>(2)))
    plant.leaves = 1
    second.leaves = 1
    try container.execute("UPDATE plant SET leaves = 9 WHERE id = 1; DELETE FROM plant WHERE id = 2")
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.id) == [1, 2])
    #expect(conflicts.map(\.isDeleted) == [false, true])
  }

  @Test func `the same change by both is a conflict only where the stored value differs from the read one`()
    throws
  {
    plant.leaves = 9
    try container.execute("UPDATE plant SET leaves = 9")
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.first?.properties.map(\.stored) == [.integer(9)])
  }

  @Test func `a value that another program wrote another way but that reads the same is no conflict`() throws
  {
    let upper = plant.uuid.canonicalText.uppercased()
    try container.execute(
      "UPDATE plant SET uuid = '\(upper)' WHERE id = 1; UPDATE plant SET name = 'cafe\u{301}' WHERE id = 1")
    context.reset()
    let again = try #require(try context.existing(ManagedID<Plant>(1)))
    again.uuid = .version7()
    again.name = "café au lait"
    try context.save()
    #expect(try container.value(again.managed.id)?.uuid == again.uuid)
    // Between reading and saving the same text came in other bytes.
    try container.execute("UPDATE plant SET name = 'cafe\u{301} au lait' WHERE id = 1")
    again.name = "tea"
    try context.save()
    #expect(try container.value(again.managed.id)?.name == "tea")
  }

  @Test func `a text with other bytes is a conflict where it is also another text`() throws {
    try container.execute("UPDATE plant SET name = 'Fern'")
    plant.name = "mine"
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.first?.isDeleted == false)
  }
}
