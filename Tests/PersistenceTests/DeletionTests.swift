import Persistence
import Testing

@Suite struct DeletionTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    context = container.makeContext()
  }

  /// Inserts objects and saves, in one go.
  private func shelf(_ title: String, in parent: Managed<Shelf>? = nil) throws -> Managed<Shelf> {
    let shelf = context.insert(Shelf(title, in: parent?.id))
    try context.save()
    return shelf
  }

  private func plant(_ name: String, on shelf: Managed<Shelf>? = nil) throws -> Managed<Plant> {
    let plant = context.insert(Plant(name, shelfID: shelf?.id))
    try context.save()
    return plant
  }

  @Test func `nullify takes the reference from stored rows and registered objects`() throws {
    let shelf = try shelf("top")
    let plant = try plant("fern", on: shelf)
    plant.leaves = 3
    context.delete(shelf)
    try context.save()
    #expect(plant.shelfID == nil)
    #expect(plant.leaves == 3)
    #expect(!plant.managed.hasChanges)
    let stored = try #require(try container.value(plant.managed.id))
    #expect(stored.shelfID == nil)
    #expect(stored.leaves == 3)
  }

  @Test func `cascade deletes the whole tree and the registered objects know it`() throws {
    let top = try shelf("top")
    let middle = try shelf("middle", in: top)
    let low = try shelf("low", in: middle)
    low.title = "edited too"
    context.delete(top)
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    #expect([top, middle, low].allSatisfy { $0.managed.state == .deleted })
    #expect(low.title == "edited too")
    #expect(context.registered(low.managed.id) == nil)
    #expect(!context.hasChanges)
    try container.undoLastChange()
    #expect(try context.fetch(Shelf.self).map(\.title) == ["top", "middle", "low"])
    #expect(try context.fetch(Shelf.self).map(\.parentID) == [nil, 1, 2])
  }

  @Test func `a cycle of cascades ends`() throws {
    let first = try shelf("a")
    let second = try shelf("b", in: first)
    let alone = try shelf("c")
    first.parentID = second.id
    alone.parentID = alone.id
    try context.save()
    let before = try container.contents()
    context.delete(second)
    context.delete(alone)
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `a chain of thousands goes without deep recursion`() throws {
    let count: Int64 = 5000
    try container.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO shelf (id, title, parent_id) SELECT i, 'shelf ' || i, nullif(i - 1, 0) FROM n
      """)
    let top = try #require(try context.existing(ManagedID<Shelf>(1)))
    context.delete(top)
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    try container.undoLastChange()
    #expect(try container.rows(in: "shelf") == count)
  }

  @Test func `deny keeps the row and names all that hold it`() throws {
    let shelf = try shelf("top")
    let lamp = context.insert(Lamp(over: shelf.id))
    let other = context.insert(Lamp(over: shelf.id, on: lamp.id))
    try context.save()
    let before = try container.contents()
    context.delete(shelf)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(
      error
        == .deletionDenied(
          [lamp, other].map { lamp in
            DeletionBlocker(
              entity: "lamp", id: lamp.id, column: "shelf_id", target: "shelf", targetID: shelf.id)
          }))
    #expect(try container.contents() == before)
    #expect(shelf.managed.state == .deleted)
    context.rollback()
    #expect(shelf.managed.state == .persistent)
  }

  @Test func `rows that deny each other go together`() throws {
    let shelf = try shelf("top")
    let holder = context.insert(Lamp(over: shelf.id))
    let hanging = context.insert(Lamp(over: shelf.id, on: holder.id))
    try context.save()
    let before = try container.contents()
    context.delete(shelf)
    context.delete(holder)
    context.delete(hanging)
    try context.save()
    #expect(try container.rows(in: "lamp") + container.rows(in: "shelf") == 0)
    try container.undoLastChange()
    #expect(try container.contents() == before)
    try container.undoLastChange()
    #expect(try container.rows(in: "lamp") == 0)
  }

  @Test func `an object that moves away survives the cascade`() throws {
    let old = try shelf("old")
    let moved = try shelf("moved", in: old)
    let movedToNew = try shelf("moved to a new one", in: old)
    let new = context.insert(Shelf("new"))
    moved.parentID = nil
    movedToNew.parentID = new.id
    context.delete(old)
    try context.save()
    #expect(
      try container.values(FetchRequest<Shelf>()).map(\.title) == ["moved", "moved to a new one", "new"])
    #expect(movedToNew.parentID == new.id)
    #expect(moved.managed.state == .persistent)
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Shelf>()).map(\.parentID) == [nil, old.id, old.id])
  }

  @Test func `a plant with the schema's own cascade takes its labels into the history`() throws {
    let plant = try plant("fern")
    let label = context.insert(Label("mine", on: plant.id))
    try context.save()
    context.delete(plant)
    try context.save(named: "delete")
    #expect(label.managed.state == .deleted)
    #expect(try container.rows(in: "label") == 0)
    let change = try #require(try container.lastChange())
    #expect(try container.changes(in: change).map(\.entity) == ["label", "plant"])
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Label>()).map(\.words) == ["mine"])
    #expect(try container.value(plant.managed.id) == plant.snapshot)
  }

  @Test func `a row that is gone already is deleted all the same`() throws {
    let plant = try plant("fern")
    try container.execute("DELETE FROM plant")
    context.delete(plant)
    try context.save()
    #expect(plant.managed.state == .deleted)
  }
}
