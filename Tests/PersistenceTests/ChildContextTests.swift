import Persistence
import Testing

@Suite struct ChildContextTests {
  let container: PersistentContainer
  let context: ManagedContext
  let play: Managed<Play>

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Antigone", year: -441), Play("Clouds", year: -423)])
    try container.insert(contentsOf: [Scene("one", of: 1, at: 0), Scene("two", of: 1, at: 1)])
    context = container.makeContext()
    play = try #require(try context.existing(ManagedID<Play>(1)))
  }

  private func same<Model>(_ object: Managed<Model>, in child: ManagedContext) throws -> Managed<Model> {
    try #require(try child.existing(object.managed.id))
  }

  @Test func `a child's save changes its parent alone, and runs no SQL`() throws {
    let child = context.makeChild()
    let copy = try same(play, in: child)
    #expect(copy !== play)
    copy.title = "Ajax"
    let new = child.insert(Play("Medea"))
    child.insert(Scene("first", of: new.id, at: 0))
    child.delete(try #require(try child.existing(ManagedID<Scene>(2))))
    #expect(play.title == "Antigone")
    #expect(!context.hasChanges)
    let before = try container.contents(of: Theatre.tables)
    #expect(try container.statements { try child.save() } == [])
    #expect(try container.contents(of: Theatre.tables) == before)
    #expect(!child.hasChanges)
    #expect(play.title == "Ajax")
    #expect(play.managed.state == .updated)
    #expect(context.pendingChanges.changes.map(\.kind) == [.update, .insert, .delete, .insert])
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["Ajax", "Clouds", "Medea"])
    #expect(try container.values(FetchRequest<Scene>()).map(\.playID) == [1, 3])
  }

  @Test func `a child that is dropped leaves no trace`() throws {
    do {
      let child = context.makeChild()
      try same(play, in: child).title = "Ajax"
      child.insert(Play("Medea"))
      child.delete(try #require(try child.existing(ManagedID<Play>(2))))
    }
    #expect(!context.hasChanges)
    #expect(context.pendingChanges.isEmpty)
    #expect(try context.fetch(Play.self).map(\.title) == ["Antigone", "Clouds"])
  }

  @Test func `a child goes when nobody holds it, and keeps its parent`() throws {
    weak var childGone: ManagedContext?
    weak var parentGone: ManagedContext?
    do {
      var child: ManagedContext?
      do {
        let parent = container.makeContext()
        parent.undoStack = UndoStack()
        child = parent.makeChild()
        child?.undoStack = UndoStack()
        parentGone = parent
        childGone = child
      }
      let copy = try #require(try child?.existing(ManagedID<Play>(1)))
      copy.title = "Ajax"
      child?.insert(Play("Medea"))
      try child?.save()
      #expect(parentGone?.hasChanges == true)
      child = nil
      #expect(childGone == nil)
      #expect(copy.title == "Ajax")
      #expect(copy.managed.context == nil)
    }
    #expect(parentGone == nil)
  }

  @Test func `a fetch in a child sees the unsaved changes of both`() throws {
    play.year = 5
    let mine = context.insert(Play("Medea", year: 3))
    context.delete(try #require(try context.existing(ManagedID<Play>(2))))
    let child = context.makeChild()
    let byYear = FetchRequest<Play>(sortBy: [SortKey(\.year)])
    #expect(try child.fetch(byYear).map(\.title) == ["Medea", "Antigone"])
    #expect(try child.count(byYear) == 2)
    try same(mine, in: child).year = 9
    child.insert(Play("Birds", year: 7))
    #expect(try child.fetch(byYear).map(\.title) == ["Antigone", "Birds", "Medea"])
    #expect(try child.fetch(Play.self, where: .atLeast(\.year, 7)).map(\.title) == ["Medea", "Birds"])
    #expect(try child.count(FetchRequest<Play>(where: .atLeast(\.year, 7))) == 2)
    child.delete(try same(mine, in: child))
    #expect(try child.fetch(byYear).map(\.title) == ["Antigone", "Birds"])
    #expect(try context.fetch(byYear).map(\.title) == ["Medea", "Antigone"])
    var stored = byYear
    stored.includesPendingChanges = false
    #expect(try child.count(stored) == 2)
  }

  @Test func `a child sees later changes of its parent in objects that it has not changed`() throws {
    let child = context.makeChild()
    let copy = try same(play, in: child)
    play.title = "Ajax"
    _ = try child.fetch(Play.self)
    #expect(copy.title == "Ajax")
    play.title = "Electra"
    try child.refresh(copy)
    #expect(copy.title == "Electra")
  }

  @Test func `siblings merge by property`() throws {
    let first = context.makeChild()
    let second = context.makeChild()
    let one = try same(play, in: first)
    let two = try same(play, in: second)
    one.title = "Ajax"
    two.year = 1
    try first.save()
    try second.save()
    #expect(play.title == "Ajax")
    #expect(play.year == 1)
    #expect(two.title == "Ajax")
    try context.save()
    #expect(try container.value(play.managed.id) == play.snapshot)
  }

  @Test
  func `siblings that change the same property conflict, as their policy has it, and nothing is pushed`()
    throws
  {
    let first = context.makeChild()
    let second = context.makeChild()
    try same(play, in: first).title = "Ajax"
    let copy = try same(play, in: second)
    copy.title = "Electra"
    second.insert(Play("Birds"))
    try first.save()
    #expect(
      throws: StoreError.conflict([
        Conflict(
          entity: "play", id: 1, kind: .changed,
          properties: [
            .init(
              column: "title", original: .text("Antigone"), changed: .text("Electra"), stored: .text("Ajax"))
          ])
      ])
    ) { try second.save() }
    #expect(context.pendingChanges.of(Play.self).map(\.kind) == [.update])
    #expect(second.hasChanges)
    second.mergePolicy = .mergeByProperty(.store)
    try second.save()
    #expect(copy.title == "Ajax")
    #expect(context.pendingChanges.of(Play.self).map(\.kind) == [.update, .insert])
    copy.title = "Electra"
    try second.save()
    #expect(play.title == "Electra")
  }

  @Test func `what one sibling deleted is a conflict for the other, and may come back`() throws {
    let first = context.makeChild()
    let second = context.makeChild()
    first.delete(try same(play, in: first))
    let copy = try same(play, in: second)
    copy.title = "Ajax"
    try first.save()
    #expect(
      throws: StoreError.conflict([Conflict(entity: "play", id: 1, kind: .deleted, properties: [])])
    ) { try second.save() }
    second.mergePolicy = .mergeByProperty(.object)
    try second.save()
    #expect(play.managed.state == .updated)
    #expect(play.title == "Ajax")
    try context.save()
    #expect(try container.value(play.managed.id)?.title == "Ajax")
    #expect(try container.rows(in: "scene") == 2)
  }

  @Test func `a sibling does not delete what another changed`() throws {
    let first = context.makeChild()
    let second = context.makeChild()
    let copy = try same(play, in: second)
    try same(play, in: first).title = "Ajax"
    second.delete(copy)
    try first.save()
    let error = #expect(throws: StoreError.self) { try second.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.kind) == [.changedBeforeDeletion])
    second.mergePolicy = .mergeByProperty(.store)
    try second.save()
    #expect(copy.managed.state == .persistent)
    #expect(copy.title == "Ajax")
  }

  @Test func `what a child has read of a relationship follows its parent`() throws {
    let scenes = ToMany<Play, Scene>(\.playID)
    let child = context.makeChild()
    let grandchild = child.makeChild()
    let seen = try same(play, in: child)
    let again = try same(play, in: grandchild)
    #expect(try seen[scenes].elements.map(\.words) == ["one", "two"])
    #expect(try again[scenes].elements.map(\.words) == ["one", "two"])
    context.delete(try play[scenes].elements[0])
    #expect(try seen[scenes].elements.map(\.words) == ["two"])
    context.insert(Scene("three", of: play.id, at: 2))
    try play[scenes].elements[0].words = "second"
    #expect(try again[scenes].elements.map(\.words) == ["second", "three"])
    #expect(try seen[scenes].elements.map(\.words) == ["second", "three"])
    context.rollback()
    #expect(try again[scenes].elements.map(\.words) == ["one", "two"])
    #expect(try seen[scenes].elements.map(\.words) == ["one", "two"])
  }

  @Test func `temporary keys stay mapped when the parent saves later`() throws {
    let child = context.makeChild()
    let new = child.insert(Play("Medea"))
    let scene = child.insert(Scene("first", of: new.id, at: 0))
    let mine = context.insert(Play("Birds"))
    try child.save()
    #expect(new.managed.id.isTemporary)
    let temporary = new.id
    try context.save()
    #expect(new.id > 0)
    #expect(scene.id > 0)
    #expect(scene.playID == new.id)
    #expect(mine.id > 0 && mine.id != new.id)
    #expect(!child.hasChanges)
    #expect(child.registered(ManagedID<Play>(temporary)) == nil)
    #expect(child.registered(new.managed.id) === new)
    new.year = 4
    scene.position = 2
    try child.save()
    try context.save()
    #expect(try container.value(new.managed.id)?.year == 4)
    #expect(try container.value(scene.managed.id)?.position == 2)
  }

  @Test func `an unsaved change of a child outlives the key that the parent's save gives`() throws {
    let mine = context.insert(Play("Birds"))
    let child = context.makeChild()
    let copy = try same(mine, in: child)
    copy.year = 4
    let scene = child.insert(Scene("first", of: copy.id, at: 0))
    try context.save()
    #expect(copy.id == mine.id)
    #expect(scene.playID == mine.id)
    #expect(copy.managed.changedColumns == ["year"])
    try child.save()
    try context.save()
    #expect(try container.value(mine.managed.id)?.year == 4)
    #expect(try container.values(FetchRequest<Scene>()).last?.playID == mine.id)
  }

  @Test func `grandchildren push to children`() throws {
    let child = context.makeChild()
    let grandchild = child.makeChild()
    let deep = try same(play, in: grandchild)
    deep.title = "Ajax"
    let new = grandchild.insert(Play("Medea"))
    try grandchild.save()
    #expect(play.title == "Antigone")
    #expect(try same(play, in: child).title == "Ajax")
    try child.save()
    #expect(play.title == "Ajax")
    try context.save()
    #expect(new.id > 0)
    #expect(grandchild.registered(new.managed.id) === new)
    #expect(try container.rows(in: "play") == 3)
  }

  @Test func `a child's save asks for the models' rules`() throws {
    let garden = try Garden.inMemory().makeContext()
    let child = garden.makeChild()
    child.insert(Plant("weed"))
    #expect(throws: StoreError.self) { try child.save() }
    #expect(!garden.hasChanges)
    child.rollback()
    #expect(!child.hasChanges)
  }

  @Test func `a parent undoes a child's save as one step`() throws {
    context.undoStack = UndoStack()
    let child = context.makeChild()
    try same(play, in: child).title = "Ajax"
    child.insert(Play("Medea"))
    try child.save(named: "edit in a sheet")
    #expect(context.undoStack?.undoNames == ["edit in a sheet"])
    #expect(context.undo() == "edit in a sheet")
    #expect(!context.hasChanges)
    context.redo()
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["Ajax", "Clouds", "Medea"])
  }
}
