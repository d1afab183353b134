import Persistence
import Testing

/// Saves with swaps, merges, moves and undone steps, stopped at every step.
@Suite struct InterruptedUnitOfWorkTests {
  private func theatre() throws -> PersistentContainer {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [
      Play("Antigone", code: "anti"), Play("Bacchae", code: "bacc"), Play("Clouds"), Play("Dyskolos"),
    ])
    try container.insert(contentsOf: (0..<6).map { Scene("scene \($0)", of: 1, at: $0) })
    try container.insert(contentsOf: [Scene("cloud", of: 3, at: 0), Scene("rain", of: 3, at: 1)])
    try container.insert(contentsOf: [Actor("Polus", in: 3), Actor("Theodorus", in: 4)])
    return container
  }

  /// Swaps, rings, moves away from a deleted row into a deleted row's place, merges, a row to bring back, undone steps.
  private func prepare(_ context: ManagedContext, _ container: PersistentContainer) throws {
    context.undoStack = UndoStack()
    context.mergePolicy = .mergeByProperty(.object)
    let plays = try context.fetch(Play.self, sortBy: [SortKey(\.id)])
    let scenes = try context.fetch(Scene.self, sortBy: [SortKey(\.id)])
    let actors = try context.fetch(Actor.self, sortBy: [SortKey(\.id)])
    try container.execute(
      """
      UPDATE play SET year = 5, version = version + 1 WHERE id = 1;
      UPDATE actor SET name = 'Aristodemus' WHERE id = 2; DELETE FROM scene WHERE id = 6
      """)
    (plays[0].title, plays[1].title) = (plays[1].title, plays[0].title)
    (plays[0].code, plays[1].code) = (plays[1].code, plays[0].code)
    for (index, scene) in scenes.prefix(4).enumerated() { scene.position = (index + 1) % 4 }
    scenes[5].words = "comes back"
    context.delete(plays[2])
    scenes[6].update { ($0.playID, $0.position) = (1, 4) }
    context.delete(scenes[4])
    actors[1].age = 30
    actors[1].playID = nil
    context.undo()
    let child = context.makeChild()
    let new = child.insert(Play("Clouds"))
    child.insert(Scene("thunder", of: new.id, at: 0))
    try child.save()
  }

  /// Runs the closure, stopped at its 1st, 2nd … step, until it comes to its end.
  private func interrupt(
    _ container: PersistentContainer, every count: Int32, _ body: () throws -> Void,
    afterwards check: (Int) throws -> Void
  ) throws -> Int {
    for step in 1... {
      var ticks = 0
      try container.withConnection {
        $0.onProgress(every: count) {
          ticks += 1
          return ticks == step
        }
      }
      defer { try? container.withConnection { $0.onProgress(nil) } }
      do {
        try body()
        return step
      } catch StoreError.sqlite(code: 9, message: _) {
        try container.withConnection { $0.onProgress(nil) }
        try check(step)
      }
    }
    return 0
  }

  @Test func `a save with swaps and merges stopped at any step leaves all as it was and succeeds later`()
    throws
  {
    let reference = try theatre()
    let other = reference.makeContext()
    try prepare(other, reference)
    try other.save()
    let wanted = try reference.contents(of: Theatre.tables)
    #expect(wanted.contains { $0.contains("comes back") })

    let container = try theatre()
    let context = container.makeContext()
    try prepare(context, container)
    let before = try container.contents(of: Theatre.tables)
    let plan = context.pendingChanges
    let steps = context.undoStack?.undoNames
    let interruptions = try interrupt(container, every: 5) {
      try context.save()
    } afterwards: { step in
      try #require(try container.contents(of: Theatre.tables) == before, "step \(step)")
      try #require(context.pendingChanges == plan, "step \(step)")
      try #require(context.undoStack?.undoNames == steps, "step \(step)")
    }
    #expect(interruptions > 50)
    #expect(try container.contents(of: Theatre.tables) == wanted)
    #expect(!context.hasChanges)
    #expect(try container.check().isEmpty)

    // Everything back, step by step, saved and stopped as well.
    while context.undo() != nil {}
    let undone = context.pendingChanges
    let saved = try container.contents(of: Theatre.tables)
    _ = try interrupt(container, every: 11) {
      try context.save()
    } afterwards: { step in
      try #require(try container.contents(of: Theatre.tables) == saved, "step \(step)")
      try #require(context.pendingChanges == undone, "step \(step)")
    }
    #expect(
      try container.values(FetchRequest<Play>()).map(\.title).sorted() == [
        "Antigone", "Bacchae", "Clouds", "Dyskolos",
      ])
    #expect(try container.values(FetchRequest<Actor>()).map(\.playID) == [3, 4])
  }

  @Test func `a refresh stopped at any step leaves the objects as they were`() throws {
    let container = try theatre()
    let context = container.makeContext()
    let plays = try context.fetch(Play.self, sortBy: [SortKey(\.id)])
    plays[0].year = 1
    try container.execute("UPDATE play SET year = 9")
    let before = plays.map(\.snapshot)
    let interruptions = try interrupt(container, every: 3) {
      try context.refreshAll()
    } afterwards: { step in
      try #require(plays.map(\.snapshot) == before, "step \(step)")
    }
    #expect(interruptions > 2)
    #expect(plays.map(\.year) == [1, 9, 9, 9])
  }
}
