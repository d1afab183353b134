import Persistence
import Testing

/// Undoing insertions, and changes of rows whose keys lie anywhere.
@Suite struct InsertionUndoTests {
  private func undoConflicts(_ body: () throws -> Void) -> [Conflict]? {
    let error = #expect(throws: StoreError.self) { try body() }
    guard case .undoConflict(_, let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return conflicts
  }

  @Test(arguments: [
    [-1, Int64.max], [-6_148_914_691_236_517_206, 6_148_914_691_236_517_205], [.min, .max], [0, -3],
  ])
  func `rows with keys far apart come back when their deletion or update is undone`(_ keys: [Int64]) throws {
    let container = try Garden.inMemory()
    for key in keys { try container.execute("INSERT INTO shelf (id, title) VALUES (\(key), 'shelf \(key)')") }
    let before = try container.contents()
    try container.delete(Shelf.self, named: "delete")
    #expect(try container.rows(in: "shelf") == 0)
    try container.undoLastChange()
    #expect(try container.contents() == before)
    try container.redoLastUndo()
    #expect(try container.rows(in: "shelf") == 0)
    try container.undoLastChange()
    let ids = try container.update(Shelf.self, set: [.set(\.parentID, keys[0])], named: "update")
    #expect(ids.count == 2)
    try container.undoLastChange()
    #expect(try container.contents() == before)
  }

  @Test func `a block of the history that makes no sense ends the undoing, and no row is passed over`() throws
  {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern")])
    try container.delete(Plant.self)
    let entry = try #require(try container.lastChange())
    try container.execute(
      "PRAGMA ignore_check_constraints = ON; UPDATE history_change SET kind = 'other' WHERE set_id = \(entry.id)"
    )
    #expect(throws: StoreError.corrupt(detail: "row 2 of history_change")) { try container.undoLastChange() }
    #expect(throws: StoreError.corrupt(detail: "row 2 of history_change")) {
      try container.changes(in: entry)
    }
    try container.execute("UPDATE history_change SET kind = 'delete', entity = 'gone'")
    #expect(throws: StoreError.incompatibleSchema(detail: "the table gone in the history")) {
      try container.undoLastChange()
    }
    #expect(try container.lastChange() == entry)
  }

  @Test func `an insertion below a later change of its row is a conflict until that is undone`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    let shelves = ["a", "b", "c"].map { context.insert(Shelf($0)) }
    try context.save(named: "insert")
    shelves[1].title = "later work"
    try context.save(named: "edit")
    let insertion = try #require(try container.recentChanges(limit: 9).last)
    let before = try container.contents()
    #expect(
      undoConflicts { try container.undo(insertion) } == [
        Conflict(entity: "shelf", id: 2, kind: .changedBeforeDeletion, properties: [])
      ])
    #expect(try container.contents() == before)
    try container.undoLastChange()
    try container.redoLastUndo()
    #expect(undoConflicts { try container.undo(insertion) }?.count == 1)
    try container.undoLastChange()
    try container.undo(insertion)
    #expect(try container.rows(in: "shelf") == 0)
    try container.redoLastUndo()
    #expect(try container.rows(in: "shelf") == 3)
  }

  @Test func `a key used again by a later change is a conflict of the first insertion`() throws {
    let container = try Garden.inMemory()
    var shelf = Shelf("first")
    shelf.id = 5
    try container.insert(contentsOf: [shelf], named: "first")
    let first = try #require(try container.lastChange())
    try container.delete(Shelf.self)
    shelf.title = "second"
    try container.insert(contentsOf: [shelf], named: "second")
    #expect(undoConflicts { try container.undo(first) }?.map(\.id) == [5])
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["second"])
    try container.undoLastChange()
    // Now there is nothing left to undo of the first, and nothing in its way.
    try container.undo(first)
    #expect(try container.rows(in: "shelf") == 0)
  }

  @Test func `a bulk insertion is undone but for rows that a batch changed since`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: (0..<500).map { Play("play \($0)") }, named: "import")
    let insertion = try #require(try container.lastChange())
    try container.update(Play.self, where: .oneOf(\.id, [7, 300]), set: [.set(\.year, 1599)])
    #expect(undoConflicts { try container.undo(insertion) }?.map(\.id) == [7, 300])
    #expect(try container.rows(in: "play") == 500)
    try container.undoLastChange()
    // The rows have counted an update and its undoing, and are as they were inserted.
    try container.undoLastChange()
    #expect(try container.rows(in: "play") == 0)
  }

  @Test func `a version tells of a change without a record`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet"), Play("Macbeth")])
    try container.execute("UPDATE play SET year = 1606, version = version + 1 WHERE id = 2")
    #expect(undoConflicts { try container.undoLastChange() }?.map(\.id) == [2])
    #expect(try container.rows(in: "play") == 2)
    try container.execute("UPDATE play SET version = 1")
    try container.undoLastChange()
    #expect(try container.rows(in: "play") == 0)
  }

  @Test func `a transaction that inserts and updates a row is undone, and so is one that deletes it, too`()
    throws
  {
    let container = try Theatre.inMemory()
    let context = container.makeContext()
    try container.transaction(named: "both") {
      let play = context.insert(Play("Hamlet"))
      try context.save()
      play.year = 1
      try context.save()
      play.year = 2
      try context.save()
      try container.insert(contentsOf: [Play("Macbeth")])
      try container.update(Play.self, set: [.set(\.year, 3)])
      try container.insert(contentsOf: [Play("Othello")])
      try container.update(Play.self, set: [.set(\.year, 4)])
      try container.delete(Play.self, where: .equal(\.title, "Othello"))
    }
    for _ in 0..<2 {
      try container.undoLastChange()
      #expect(try container.rows(in: "play") == 0)
      try container.redoLastUndo()
      #expect(try container.values(FetchRequest<Play>()).map(\.year) == [4, 4])
    }
  }

  @Test func `unique values that change places twice in one transaction come back`() throws {
    let container = try Theatre.inMemory()
    let plays = ["Hamlet", "Macbeth", "Othello"].map { Play($0) }
    try container.insert(contentsOf: plays)
    try container.insert(contentsOf: (0..<4).map { Scene("scene \($0)", of: 1, at: $0) })
    func state() throws -> [String] {
      try container.values(FetchRequest<Play>()).map(\.title)
        + container.values(FetchRequest<Scene>()).map { "\($0.words) \($0.position)" }
    }
    let before = try state()
    try container.transaction(named: "twice") {
      let context = container.makeContext()
      let plays = try context.fetch(Play.self)
      let scenes = try context.fetch(FetchRequest<Scene>(sortBy: [SortKey(\.position)]))
      for _ in 0..<2 {
        let (titles, places) = (plays.map(\.title), scenes.map(\.position))
        for (index, play) in plays.enumerated() { play.title = titles[(index + 1) % 3] }
        for (index, scene) in scenes.enumerated() { scene.position = places[(index + 1) % 4] }
        try context.save()
      }
    }
    let after = try state()
    #expect(after != before)
    for _ in 0..<2 {
      try container.undoLastChange()
      #expect(try state() == before)
      try container.redoLastUndo()
      #expect(try state() == after)
    }
  }

  @Test func `a row that moved to a new owner's first place goes back among the others`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet")])
    try container.insert(contentsOf: (0..<3).map { Scene("scene \($0)", of: 1, at: $0) })
    let context = container.makeContext()
    let scenes = try context.fetch(FetchRequest<Scene>(sortBy: [SortKey(\.position)]))
    let other = context.insert(Play("Macbeth"))
    (scenes[2].playID, scenes[2].position) = (other.id, 0)
    try context.save(named: "move")
    for _ in 0..<2 {
      try container.undoLastChange()
      #expect(
        try container.values(FetchRequest<Scene>(sortBy: [SortKey(\.id)])).map(\.position) == [0, 1, 2])
      #expect(try container.rows(in: "play") == 1)
      try container.redoLastUndo()
      #expect(try container.values(FetchRequest<Scene>(sortBy: [SortKey(\.id)])).map(\.playID) == [1, 1, 2])
    }
  }

  @Test func `changes that were undone and forgotten keep no insertion from being undone`() throws {
    let container = try Theatre.inMemory()
    let context = container.makeContext()
    let play = context.insert(Play("Hamlet"))
    try context.save(named: "insert")
    play.year = 1
    try context.save(named: "update")
    try container.undoLastChange()
    try container.insert(contentsOf: [Play("Macbeth")])
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try container.rows(in: "play") == 0)
  }

  @Test func `an insertion is undone after its rows have swapped unique values and back`() throws {
    let container = try Theatre.inMemory()
    let context = container.makeContext()
    let plays = ["Hamlet", "Macbeth"].map { context.insert(Play($0)) }
    try context.save(named: "insert")
    for _ in 0..<3 {
      (plays[0].title, plays[1].title) = (plays[1].title, plays[0].title)
      plays[0].year = 1
      try context.save(named: "swap")
      for _ in 0..<3 {
        try container.undoLastChange()
        try container.redoLastUndo()
      }
      try container.undoLastChange()
      try context.mergeChanges()
    }
    try container.undoLastChange()
    #expect(try container.rows(in: "play") == 0)
  }

  @Test(arguments: [true, false])
  func `a version tells of it also where other changes of the row were recorded`(isUndone: Bool) throws {
    let container = try Theatre.inMemory()
    let context = container.makeContext()
    let plays = ["Hamlet", "Macbeth", "Othello"].map { context.insert(Play($0)) }
    try context.save(named: "insert")
    let insertion = try #require(try container.lastChange())
    for play in plays { play.year = 1 }
    try context.save(named: "update")
    try container.undoLastChange()
    if isUndone {
      try context.mergeChanges()
      context.delete(plays[2])
      try context.save(named: "delete")
      try container.undoLastChange()
    }
    try container.execute("UPDATE play SET year = 1606, version = version + 1 WHERE id = 2")
    #expect(undoConflicts { try container.undo(insertion) }?.map(\.id) == [2])
    #expect(try container.rows(in: "play") == 3)
    try container.execute("UPDATE play SET version = version - 1 WHERE id = 2")
    try container.undo(insertion)
    #expect(try container.rows(in: "play") == 0)
  }
}
