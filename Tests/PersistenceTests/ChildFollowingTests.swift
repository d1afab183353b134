import Persistence
import Testing

/// What comes and goes in a parent context and its child.
@Suite struct ChildFollowingTests {
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

  @Test func `a child's objects go and come back with those of its parent, saved or not`() throws {
    let scenes = ToMany<Play, Scene>(\.playID)
    let child = context.makeChild()
    let seen = try same(play, in: child)
    context.undoStack = UndoStack()
    let new = context.insert(Scene("three", of: play.id, at: 2))
    let copy = try same(new, in: child)
    let old = try same(try play[scenes].elements[0], in: child)
    let kept = try same(try play[scenes].elements[1], in: child)
    #expect(try seen[scenes].count == 3)
    context.withUndoGroup("delete") {
      context.delete(new)
      if let first = try? play[scenes].elements[0] { context.delete(first) }
    }
    for _ in 0..<2 {
      #expect(try child.fetch(Scene.self).map(\.words) == ["two"])
      #expect(try seen[scenes].elements.map(\.words) == ["two"])
      #expect(try seen[scenes].count == 1)
      #expect(try child.existing(new.managed.id) == nil)
      #expect(copy.managed.state == .deleted && old.managed.state == .deleted)
      context.undo()
      #expect(try child.fetch(Scene.self).map(\.words) == ["one", "two", "three"])
      #expect(try seen[scenes].elements.map(\.words) == ["one", "two", "three"])
      context.redo()
    }
    kept.words = "own"
    try play[scenes].elements[0].words = "theirs"
    _ = try child.fetch(Scene.self)
    #expect(kept.words == "own")
  }

  @Test func `a child's objects follow the store through the parent`() throws {
    let child = context.makeChild()
    let copy = try same(play, in: child)
    try container.update(Play.self, set: [.set(\.year, 1601)])
    try child.mergeChanges()
    #expect(copy.year == 1601)
    try container.delete(Play.self)
    try child.mergeChanges()
    #expect(copy.managed.state == .deleted)
  }

  @Test func `what a child has saved is undone and redone in it, and reaches the parent again`() throws {
    let child = context.makeChild()
    child.undoStack = UndoStack()
    func titles(in context: ManagedContext) throws -> [String] {
      try context.fetch(Play.self).map(\.title).sorted()
    }
    let copy = try same(play, in: child)
    let new = child.withUndoGroup("replace") {
      child.delete(copy)
      return child.insert(Play("Medea"))
    }
    try child.save()
    #expect(try titles(in: context) == ["Clouds", "Medea"])
    for isSaved in [false, true, false] {
      if isSaved { try context.save() }
      child.undo()
      #expect(child.hasChanges)
      try child.save()
      #expect(try titles(in: context) == ["Antigone", "Clouds"])
      #expect(try titles(in: child) == ["Antigone", "Clouds"])
      child.redo()
      #expect(child.hasChanges)
      try child.save()
      #expect(try titles(in: context) == ["Clouds", "Medea"])
      #expect(try titles(in: child) == ["Clouds", "Medea"])
    }
    #expect(new.title == "Medea")
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title).sorted() == ["Clouds", "Medea"])
  }

  @Test func `an object whose deletion the parent takes back is a new one in its child`() throws {
    let child = context.makeChild()
    context.undoStack = UndoStack()
    let copy = try same(play, in: child)
    child.delete(copy)
    try child.save()
    context.undo()
    play.title = "Ajax"
    let again = try #require(try child.existing(play.managed.id))
    #expect(again.title == "Ajax" && copy.managed.state == .deleted)
    again.title = "Electra"
    try child.save()
    #expect(play.title == "Electra")
  }
}
