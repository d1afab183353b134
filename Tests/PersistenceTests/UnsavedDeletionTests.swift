import Persistence
import Testing

/// Delete rules and objects that are not saved yet.
@Suite struct UnsavedDeletionTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    context = container.makeContext()
  }

  private func shelf(_ title: String, isSaved: Bool) throws -> Managed<Shelf> {
    let shelf = context.insert(Shelf(title))
    if isSaved { try context.save() }
    return shelf
  }

  @Test(arguments: [true, false])
  func `nullify takes the reference from a new object`(_ isSaved: Bool) throws {
    let shelf = try shelf("top", isSaved: isSaved)
    let plant = context.insert(Plant("fern", shelfID: shelf.id))
    context.delete(shelf)
    try context.save()
    #expect(plant.shelfID == nil && plant.managed.state == .persistent && !context.hasChanges)
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test(arguments: [true, false])
  func `cascade drops new objects down to any depth`(_ isSaved: Bool) throws {
    let shelf = try shelf("top", isSaved: isSaved)
    let inner = context.insert(Shelf("inner", in: shelf.id))
    let innermost = context.insert(Shelf("innermost", in: inner.id))
    let plant = context.insert(Plant("fern", shelfID: innermost.id))
    context.delete(shelf)
    try context.save()
    #expect(inner.managed.state == .detached && innermost.managed.state == .detached)
    #expect(plant.shelfID == nil)
    #expect(try container.rows(in: "shelf") == 0)
    #expect(try context.fetch(Shelf.self).isEmpty)
    #expect(try container.rows(in: "plant") == 1)
  }

  @Test(arguments: [true, false])
  func `deny names a new object that holds another, unless it goes too`(_ isSaved: Bool) throws {
    let shelf = try shelf("top", isSaved: isSaved)
    let lamp = context.insert(Lamp(over: shelf.id))
    let plant = context.insert(Plant("fern", shelfID: shelf.id))
    context.delete(shelf)
    let blocker = DeletionBlocker(
      entity: "lamp", id: lamp.id, column: "shelf_id", target: "shelf", targetID: shelf.id)
    #expect(throws: StoreError.deletionDenied([blocker])) { try context.save() }
    // Nothing has happened: also the reference is as it was.
    #expect(plant.shelfID == shelf.id)
    #expect(lamp.managed.state == .inserted)
    #expect(try container.rows(in: "shelf") == (isSaved ? 1 : 0))
    context.delete(lamp)
    try context.save()
    #expect(plant.shelfID == nil)
    #expect(try container.contents(of: ["shelf", "lamp"]).isEmpty)
  }

  @Test func `stored rows that came to refer to a dropped object follow the rules too`() throws {
    let holder = try shelf("holder", isSaved: true)
    let plant = context.insert(Plant("fern"))
    let inner = context.insert(Shelf("inner"))
    let lamp = context.insert(Lamp(over: holder.id))
    try context.save()
    let new = context.insert(Shelf("new"))
    plant.shelfID = new.id
    inner.parentID = new.id
    lamp.shelfID = new.id
    context.delete(new)
    #expect(throws: StoreError.self) { try context.save() }
    lamp.shelfID = holder.id
    try context.save()
    #expect(plant.shelfID == nil && !plant.managed.hasChanges)
    #expect(inner.managed.state == .deleted)
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["holder"])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
  }

  @Test func `a row that came to refer to a new object which a rule takes along follows it`() throws {
    let top = try shelf("top", isSaved: true)
    let plant = context.insert(Plant("fern"))
    let inner = context.insert(Shelf("inner"))
    try context.save()
    let new = context.insert(Shelf("new", in: top.id))
    plant.shelfID = new.id
    inner.parentID = new.id
    context.delete(top)
    try context.save()
    #expect(plant.shelfID == nil && !plant.managed.hasChanges)
    #expect(inner.managed.state == .deleted && new.managed.state == .detached)
    #expect(try container.rows(in: "shelf") == 0)
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["top", "inner"])
  }

  @Test func `a child context's new objects follow the rules as well`() throws {
    let shelf = try shelf("top", isSaved: true)
    let child = context.makeChild()
    let dropped = child.insert(Shelf("dropped"))
    child.insert(Shelf("in dropped", in: dropped.id))
    child.insert(Plant("on dropped", shelfID: dropped.id))
    child.insert(Plant("on top", shelfID: shelf.id))
    child.delete(dropped)
    child.delete(try #require(try child.existing(shelf.managed.id)))
    try child.save()
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil, nil])
  }

  @Test(arguments: [true, false])
  func `undo brings back what the rules took of new objects`(_ isSaved: Bool) throws {
    let shelf = try shelf("top", isSaved: isSaved)
    context.undoStack = UndoStack()
    let inner = context.insert(Shelf("inner", in: shelf.id))
    let plant = context.insert(Plant("fern", shelfID: inner.id))
    context.delete(shelf)
    try context.save()
    #expect(inner.managed.state == .detached && plant.shelfID == nil)
    #expect(context.undo() == "delete")
    #expect(inner.managed.state == .inserted && plant.shelfID == inner.id)
    try context.save()
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title).sorted() == ["inner", "top"])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [inner.id])
    context.redo()
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
  }

  @Test func `an object that undo brought back and that is dropped again takes its kin along`() throws {
    context.undoStack = UndoStack()
    let shelf = try shelf("top", isSaved: true)
    let plant = context.insert(Plant("moss"))
    context.delete(shelf)
    try context.save()
    context.undo()
    #expect(shelf.managed.state == .inserted && shelf.id > 0)
    let inner = context.insert(Shelf("inner", in: shelf.id))
    plant.shelfID = shelf.id
    context.delete(shelf)
    try context.save()
    #expect(inner.managed.state == .detached && plant.shelfID == nil)
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test func `a row that another program put in place of a dropped object keeps what refers to it`() throws {
    var mine = Shelf("mine")
    mine.id = 7
    let shelf = context.insert(mine)
    try container.execute("INSERT INTO shelf (id, title) VALUES (7, 'theirs')")
    context.delete(shelf)
    let plant = context.insert(Plant("fern", shelfID: 7))
    try context.save()
    #expect(plant.shelfID == 7)
  }

  @Test func `steps forget an object that was dropped in the step that made it`() throws {
    context.undoStack = UndoStack()
    let (plant, inner) = context.withUndoGroup("plant") {
      let shelf = context.insert(Shelf("dropped"))
      defer { context.delete(shelf) }
      return (context.insert(Plant("fern", shelfID: shelf.id)), context.insert(Shelf("inner", in: shelf.id)))
    }
    try context.save()
    #expect(plant.shelfID == nil && inner.managed.state == .detached)
    context.undo()
    try context.save()
    context.redo()
    #expect(plant.managed.state == .inserted && plant.shelfID == nil && inner.managed.state == .detached)
    try context.save()
    #expect(try container.rows(in: "plant") == 1)
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test func `a step taken back when its dropped object was forgotten can be done again and saved`() throws {
    context.undoStack = UndoStack()
    let shelf = try shelf("top", isSaved: true)
    let plant = context.insert(Plant("fern", shelfID: shelf.id))
    let inner = context.insert(Shelf("inner", in: shelf.id))
    try context.save()
    context.withUndoGroup("move") {
      let new = context.insert(Shelf("new"))
      plant.shelfID = new.id
      inner.parentID = new.id
      context.delete(new)
    }
    context.undo()
    try context.save()
    context.redo()
    #expect(plant.shelfID == nil && inner.managed.state == .deleted)
    try context.save()
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["top"])
    #expect(try container.values(FetchRequest<Plant>()).map(\.shelfID) == [nil])
  }
}
