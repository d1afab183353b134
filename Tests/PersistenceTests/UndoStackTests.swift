import Persistence
import Testing

@Suite struct UndoStackTests {
  let container: PersistentContainer
  let context: ManagedContext
  let stack = UndoStack()
  let play: Managed<Play>

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Antigone", year: -441), Play("Clouds", year: -423)])
    try container.insert(contentsOf: [Scene("one", of: 1, at: 0), Scene("two", of: 1, at: 1)])
    try container.insert(contentsOf: [Actor("Polus", in: 1)])
    context = container.makeContext()
    context.undoStack = stack
    play = try #require(try context.existing(ManagedID<Play>(1)))
  }

  private func contents() throws -> [String] { try container.contents(of: Theatre.tables) }

  /// The stored rows without their versions, which only ever grow.
  private func values() throws -> [String] {
    try container.values(FetchRequest<Play>()).map { "\($0)" }
      + container.values(FetchRequest<Scene>()).map { "\($0)" }
      + container.values(FetchRequest<Actor>()).map { "\($0)" }
  }

  @Test func `a context keeps no steps until it is given a stack`() throws {
    let other = container.makeContext()
    try #require(try other.existing(play.managed.id)).title = "Ajax"
    #expect(other.undoStack == nil)
    #expect(other.undo() == nil)
    #expect(other.hasChanges)
  }

  @Test func `every change outside a group is a step, and steps go back and forth`() throws {
    play.title = "Ajax"
    play.update {
      $0.year = 1
      $0.code = "ajax"
    }
    let new = context.insert(Play("Medea"))
    context.delete(play)
    #expect(stack.undoNames == ["delete", "insert", "edit", "edit"])
    #expect(context.undo() == "delete")
    #expect(play.managed.state == .updated)
    #expect(play.code == "ajax")
    #expect(context.undo() == "insert")
    #expect(new.managed.state == .detached)
    #expect(context.undo() == "edit")
    #expect(play.managed.changedColumns == ["title"])
    #expect(context.undo() == "edit")
    #expect(!context.hasChanges)
    #expect(context.undo() == nil)
    #expect(stack.redoNames == ["edit", "edit", "insert", "delete"])
    while context.redo() != nil {}
    #expect(play.managed.state == .deleted)
    #expect(new.managed.state == .inserted)
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["Clouds", "Medea"])
  }

  @Test func `a group is one step, and groups inside it are part of it`() throws {
    context.withUndoGroup("stage") {
      play.title = "Ajax"
      context.withUndoGroup("inner") {
        play.year = 3
        context.insert(Scene("three", of: play.id, at: 2))
      }
      play.title = "Electra"
    }
    #expect(stack.undoNames == ["stage"])
    #expect(context.undo() == "stage")
    #expect(!context.hasChanges)
    #expect(context.redo() == "stage")
    #expect(play.title == "Electra")
    #expect(play.year == 3)
    #expect(context.pendingChanges.of(Scene.self).count == 1)
  }

  @Test func `a step that changes nothing is none`() throws {
    play.title = "Antigone"
    context.withUndoGroup("nothing") {
      play.year = 5
      play.year = -441
      context.delete(context.insert(Play("Medea")))
    }
    #expect(stack.undoNames == [])
    #expect(!stack.canUndo)
  }

  @Test(arguments: [true, false])
  func `a group that fails takes its changes back and is not recorded`(_ hasStack: Bool) throws {
    struct Stop: Error {}
    play.year = 2
    if !hasStack { context.undoStack = nil }
    let new = context.insert(Play("Birds"))
    #expect(throws: Stop.self) {
      try context.withUndoGroup("fails") {
        play.title = "Ajax"
        play.year = 3
        new.year = 9
        context.delete(try #require(try context.existing(ManagedID<Play>(2))))
        context.insert(Play("Medea"))
        throw Stop()
      }
    }
    #expect(play.title == "Antigone")
    #expect(play.year == 2)
    #expect(new.year == nil)
    #expect(context.pendingChanges.of(Play.self).map(\.kind) == [.update, .insert])
    #expect(stack.undoNames == (hasStack ? ["insert", "edit"] : ["edit"]))
    #expect((context.undoStack == nil) == !hasStack)
  }

  @Test func `a new change clears what could be done again`() throws {
    play.title = "Ajax"
    context.undo()
    #expect(stack.canRedo)
    play.title = "Antigone"
    #expect(stack.canRedo, "no change")
    play.title = "Electra"
    #expect(!stack.canRedo)
    #expect(context.redo() == nil)
    #expect(stack.undoNames == ["edit"])
  }

  @Test func `saved changes become pending changes again`() throws {
    let before = try values()
    let new = context.insert(Play("Medea"))
    context.withUndoGroup("mix") {
      play.title = "Ajax"
      new.year = 4
    }
    try context.save()
    #expect(new.id == 3)
    let after = try values()
    context.undo()
    #expect(play.managed.changedColumns == ["title"])
    #expect(new.managed.changedColumns == ["year"])
    context.undo()
    #expect(new.managed.state == .deleted)
    try context.save()
    #expect(try values() == before)
    context.redo()
    #expect(new.managed.state == .inserted)
    #expect(new.id == 3, "a row that comes back keeps its key")
    context.redo()
    try context.save()
    #expect(try values() == after)
    new.year = 5
    try context.save()
    #expect(try container.value(new.managed.id)?.year == 5)
  }

  @Test func `undone before the save, a deletion of a saved row costs nothing`() throws {
    context.delete(play)
    context.undo()
    #expect(try container.statements { try context.save() } == [])
    context.redo()
    context.undo()
    context.redo()
    try context.save()
    #expect(try container.rows(in: "play") == 1)
  }

  @Test func `a deletion that is saved is undone with all that the delete rules took`() throws {
    let before = try values()
    context.delete(play)
    try context.save()
    #expect(try container.rows(in: "scene") == 0)
    #expect(try container.values(FetchRequest<Actor>()).map(\.playID) == [nil])
    context.undo()
    #expect(play.managed.state == .inserted)
    try context.save()
    #expect(try values() == before)
    for _ in 0..<2 {
      context.redo()
      try context.save()
      #expect(try container.rows(in: "scene") == 0)
      context.undo()
      try context.save()
      #expect(try values() == before)
    }
  }

  @Test func `two deletions saved together come back one by one, each with its own`() throws {
    try container.insert(contentsOf: [Scene("cloud", of: 2, at: 0)])
    let clouds = try #require(try context.existing(ManagedID<Play>(2)))
    let before = try values()
    context.delete(play)
    context.delete(clouds)
    try context.save()
    context.undo()
    try context.save()
    #expect(try container.values(FetchRequest<Scene>()).map(\.words) == ["cloud"])
    context.undo()
    try context.save()
    #expect(try values() == before)
  }

  @Test func `undoing an insertion that others hung rows on brings these back with it`() throws {
    let new = context.insert(Play("Medea"))
    try context.save()
    try container.insert(contentsOf: [Scene("theirs", of: new.id, at: 0)])
    let before = try values()
    context.undo()
    try context.save()
    #expect(try container.rows(in: "scene") == 2)
    context.redo()
    try context.save()
    #expect(try values() == before)
  }

  @Test func `relationships to new rows are undone and done again after the save`() throws {
    let actor = try #require(try context.existing(ManagedID<Actor>(1)))
    context.withUndoGroup("cast") {
      let new = context.insert(Play("Medea"))
      actor.playID = new.id
      let other = context.insert(Actor("Theodorus", in: new.id))
      actor.standInID = other.id
      other.standInID = actor.id
    }
    try context.save()
    let after = try values()
    context.undo()
    #expect(actor.playID == 1)
    try context.save()
    #expect(try container.rows(in: "actor") == 1)
    context.redo()
    try context.save()
    #expect(try values() == after)
  }

  @Test func `undo leaves alone what others changed meanwhile`() throws {
    play.title = "Ajax"
    try context.save()
    try container.execute("UPDATE play SET year = 7 WHERE id = 1")
    try context.refresh(play)
    context.undo()
    #expect(play.title == "Antigone")
    #expect(play.year == 7)
    #expect(play.managed.changedColumns == ["title"])
  }

  @Test func `the oldest steps go when there are too many`() throws {
    let few = UndoStack(maximumGroups: 3)
    context.undoStack = few
    for year in 1...5 { play.year = year }
    #expect(few.undoNames.count == 3)
    while context.undo() != nil {}
    #expect(play.year == 2)
  }

  @Test func `the oldest steps go when they take too much memory`() throws {
    let small = UndoStack(maximumBytes: 10_000)
    context.undoStack = small
    let scene = try #require(try context.fetch(Scene.self).first)
    for letter in ["a", "b", "c", "d", "e", "f"] { scene.words = String(repeating: letter, count: 2000) }
    #expect(small.undoNames.count == 2)
    scene.words = String(repeating: "long", count: 10_000)
    #expect(small.undoNames == [])
    #expect(scene.words.utf8.count == 40_000)
  }

  @Test func `a rollback and a reset leave nothing to undo`() throws {
    play.title = "Ajax"
    try context.save()
    play.title = "Electra"
    context.undo()
    context.rollback()
    #expect(!stack.canUndo && !stack.canRedo)
    play.title = "Electra"
    context.reset()
    #expect(!stack.canUndo)
  }

  @Test func `within a group there is nothing to undo`() throws {
    play.title = "Ajax"
    context.withUndoGroup("open") {
      play.title = "Electra"
      #expect(context.undo() == nil)
      #expect(context.redo() == nil)
    }
    context.undo()
    #expect(play.title == "Ajax")
  }

  @Test func `a save that fails leaves the steps as they are`() throws {
    play.title = "Clouds"
    #expect(throws: StoreError.self) { try context.save() }
    #expect(stack.undoNames == ["edit"])
    context.undo()
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func `a save inside a group keeps the group whole`() throws {
    try context.withUndoGroup("two saves") {
      play.title = "Ajax"
      let new = context.insert(Play("Medea"))
      try context.save()
      new.year = 3
      context.insert(Scene("first", of: new.id, at: 0))
      try context.save()
    }
    context.undo()
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["Antigone", "Clouds"])
    context.redo()
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.year) == [-441, -423, 3])
    #expect(try container.rows(in: "scene") == 3)
  }

  @Test func `a write to a deleted object is undone with the deletion`() throws {
    context.delete(play)
    play.title = "too late"
    #expect(throws: StoreError.objectDeleted(entity: "play", id: 1)) { try context.save() }
    context.undo()
    #expect(play.title == "Antigone")
    #expect(!context.hasChanges)
    try context.save()
  }

  @Test func `a stack keeps no context alive`() throws {
    weak var gone: ManagedContext?
    do {
      let context = container.makeContext()
      context.undoStack = UndoStack()
      context.insert(Play("Medea"))
      try #require(try context.existing(ManagedID<Play>(1))).title = "Ajax"
      gone = context
      try context.save()
    }
    #expect(gone == nil)
  }
}
