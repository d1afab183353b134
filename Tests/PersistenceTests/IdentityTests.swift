import Persistence
import Testing

@Suite struct IdentityTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern", code: "f"), Plant("moss", code: "m")])
    context = container.makeContext()
  }

  private func fern() throws -> Managed<Plant> {
    try #require(try context.fetch(Plant.self, where: .equal(\.name, "fern")).first)
  }

  @Test func `a row fetched twice is one object and an edit shows through both handles`() throws {
    let first = try fern()
    let second = try #require(try context.existing(first.managed.id))
    #expect(first === second)
    first.leaves = 7
    #expect(second.leaves == 7)
    #expect(second.managed.hasChanges)
    #expect(context.registered(first.managed.id) === first)
  }

  @Test func `two contexts have objects of their own`() throws {
    let object = try fern()
    let other = try #require(try container.makeContext().existing(object.managed.id))
    object.leaves = 9
    #expect(other.leaves == 0)
  }

  @Test func `an identity that no row has gives nil`() throws {
    #expect(try context.existing(ManagedID<Plant>(999)) == nil)
    #expect(context.registered(ManagedID<Plant>(999)) == nil)
  }

  @Test func `an inserted object has a temporary identity and then the row's`() throws {
    let object = context.insert(Plant("ivy"))
    #expect(object.managed.id.isTemporary)
    #expect(object.managed.state == .inserted)
    #expect(object.managed.committed == nil)
    let temporary = object.managed.id
    try context.save()
    #expect(object.managed.id.rawValue == 3)
    #expect(object.id == 3)
    #expect(object.managed.state == .persistent)
    #expect(!object.managed.hasChanges)
    #expect(context.registered(object.managed.id) === object)
    #expect(context.registered(temporary) == nil)
    #expect(try context.existing(object.managed.id) === object)
  }

  @Test func `temporary identities of two models don't mix`() throws {
    let shelf = context.insert(Shelf("top"))
    let plant = context.insert(Plant("ivy", shelfID: shelf.id))
    #expect(shelf.id != plant.id)
    try context.save()
    #expect(plant.shelfID == shelf.id)
    #expect(shelf.id == 1)
    #expect(plant.id == 3)
  }

  @Test func `the key can't be changed through a handle`() throws {
    let object = try fern()
    object.id = 55
    object.update { $0.id = 66 }
    #expect(object.id == 1)
    #expect(!object.managed.hasChanges)
  }

  @Test func `a rollback brings back values and deleted objects and drops inserted ones`() throws {
    let edited = try fern()
    let deleted = try #require(try context.fetch(Plant.self, where: .equal(\.name, "moss")).first)
    let inserted = context.insert(Plant("ivy"))
    edited.name = "changed"
    edited.height = 3
    deleted.leaves = 4
    context.delete(deleted)
    #expect(context.hasChanges)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(edited.name == "fern")
    #expect(edited.height == nil)
    #expect(deleted.managed.state == .persistent)
    #expect(deleted.leaves == 0)
    #expect(inserted.managed.state == .detached)
    #expect(inserted.name == "ivy")
    #expect(try context.fetch(Plant.self).map(\.name) == ["fern", "moss"])
    #expect(try context.fetch(Plant.self).contains { $0 === deleted })
    // The objects still work.
    deleted.leaves = 5
    try context.save()
    #expect(try container.value(deleted.managed.id)?.leaves == 5)
  }

  @Test func `a write to a deleted object is told by the save and undone by a rollback`() throws {
    let object = try fern()
    context.delete(object)
    object.name = "ghost"
    #expect(context.hasChanges)
    #expect(throws: StoreError.objectDeleted(entity: "plant", id: 1)) { try context.save() }
    #expect(try container.rows(in: "plant") == 2)
    context.rollback()
    #expect(object.name == "fern")
    #expect(object.managed.state == .persistent)
    #expect(!context.hasChanges)
  }

  @Test func `a deleted object keeps its last values and a write after the save is told too`() throws {
    let object = try fern()
    context.delete(object)
    try context.save()
    #expect(object.managed.state == .deleted)
    #expect(object.name == "fern")
    #expect(try context.existing(object.managed.id) == nil)
    object.name = "ghost"
    #expect(throws: StoreError.objectDeleted(entity: "plant", id: 1)) { try context.save() }
    context.rollback()
    try context.save()
    #expect(try container.rows(in: "plant") == 1)
  }

  @Test func `an object that is inserted and deleted leaves no trace`() throws {
    let object = context.insert(Plant("ivy"))
    context.delete(object)
    #expect(!context.hasChanges)
    #expect(object.managed.state == .detached)
    #expect(try container.statements { try context.save() } == [])
    object.name = "late"
    #expect(!context.hasChanges)
  }

  @Test func `an inserted object with the key of a registered one doesn't take its place`() throws {
    let object = try fern()
    var copy = Plant("impostor")
    copy.id = object.id
    let impostor = context.insert(copy)
    #expect(context.registered(object.managed.id) === object)
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == .unique)
    #expect(failure.entity == "plant")
    context.rollback()
    #expect(impostor.managed.state == .detached)
    #expect(try fern() === object)
  }

  @Test func `a row is deleted and another one inserted with its key in one save`() throws {
    let old = try fern()
    context.delete(old)
    var replacement = Plant("palm", code: "f")
    replacement.id = old.id
    let new = context.insert(replacement)
    try context.save()
    #expect(old.managed.state == .deleted)
    #expect(new.managed.state == .persistent)
    #expect(context.registered(new.managed.id) === new)
    #expect(try container.value(new.managed.id)?.name == "palm")
    #expect(try context.fetch(Plant.self).map(\.name) == ["palm", "moss"])
  }

  @Test func `a reset detaches all objects and the next fetch makes new ones`() throws {
    let object = try fern()
    object.leaves = 3
    let inserted = context.insert(Plant("ivy"))
    context.reset()
    #expect(!context.hasChanges)
    #expect(object.managed.state == .detached)
    #expect(inserted.managed.state == .detached)
    object.leaves = 4
    #expect(!context.hasChanges)
    let again = try fern()
    #expect(again !== object)
    #expect(again.leaves == 0)
  }

  @Test func `an object of another context is not deleted by this one`() throws {
    let other = container.makeContext()
    let object = try fern()
    other.delete(object)
    #expect(!other.hasChanges)
    #expect(object.managed.state == .persistent)
    // The mistake would go unnoticed otherwise.
    #expect(throws: StoreError.foreignObject(entity: "plant", id: object.id)) { try other.save() }
    #expect(throws: StoreError.foreignObject(entity: "plant", id: object.id)) { try other.save() }
    other.rollback()
    try other.save()
  }

  @Test func `keys are not used again and an object of a cleared store stays dead`() throws {
    let object = try fern()
    try container.execute("DELETE FROM plant")
    let other = container.makeContext()
    let new = other.insert(Plant("new"))
    try other.save()
    #expect(new.id == 3)
    #expect(try context.fetch(Plant.self).map(\.name) == ["new"])
    object.leaves = 2
    #expect(throws: StoreError.conflict([Conflict(entity: "plant", id: 1, properties: [])])) {
      try context.save()
    }
  }

  @Test func `a fetch brings unchanged objects up to date and leaves changed ones alone`() throws {
    let clean = try fern()
    let dirty = try #require(try context.fetch(Plant.self, where: .equal(\.name, "moss")).first)
    dirty.leaves = 3
    try container.execute("UPDATE plant SET name = name || '!', leaves = 100")
    _ = try context.fetch(Plant.self)
    #expect(clean.name == "fern!")
    #expect(dirty.name == "moss")
    #expect(dirty.leaves == 3)
  }

  @Test func `update changes several properties in place and a closure that throws changes none`() throws {
    struct Stop: Error {}
    let object = try fern()
    #expect(throws: Stop.self) {
      try object.update {
        $0.name = "half"
        throw Stop()
      }
    }
    #expect(object.name == "fern")
    #expect(!object.managed.hasChanges)
    object.update { plant in
      plant.photo.append(1)
      // A read of the handle inside sees the old value and doesn't clash.
      plant.leaves = object.leaves + 1
    }
    #expect(object.managed.changedColumns == ["leaves", "photo"])
  }

  @Test func `unsaved objects are found by their temporary identities, whatever is inserted beside them`()
    throws
  {
    var objects: [Managed<Plant>] = []
    for number in 0..<30 {
      var plant = Plant("plant \(number)")
      if number % 7 == 3 { plant.id = 100 - Int64(number) }
      if number % 5 == 2 { context.insert(Shelf("shelf \(number)")) }
      objects.append(context.insert(plant))
    }
    context.delete(objects[4])
    for (number, object) in objects.enumerated() {
      let found = try context.existing(object.managed.id)
      #expect(number == 4 ? found == nil : found === object)
    }
    try context.save()
    #expect(try context.fetch(Plant.self).filter { object in objects.contains { $0 === object } }.count == 29)
    #expect(objects.allSatisfy { $0 === objects[4] || context.registered($0.managed.id) === $0 })
  }

  @Test func `an update whose closure saves the context is a change after that save`() throws {
    let object = try fern()
    object.leaves = 1
    try object.update {
      $0.leaves = 2
      try context.save()
    }
    #expect(try container.value(object.managed.id)?.leaves == 1)
    #expect(object.managed.changedColumns == ["leaves"])
    try context.save()
    #expect(try container.value(object.managed.id)?.leaves == 2)
    let new = context.insert(Plant("new"))
    try new.update {
      try context.save()
      $0.leaves = 7
    }
    try context.save()
    #expect(try container.value(new.managed.id)?.leaves == 7)
  }
}
