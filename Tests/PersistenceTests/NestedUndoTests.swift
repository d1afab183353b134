import Persistence
import Testing

/// Undoing and redoing among the changes of a transaction.
@Suite struct NestedUndoTests {
  let container: PersistentContainer

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet")], named: "first")
    try container.insert(contentsOf: [Play("Macbeth")], named: "second")
    try container.update(
      Play.self, where: .equal(\.title, "Hamlet"), set: [.set(\.year, 1600)], named: "third")
  }

  private func state() throws -> [String] {
    try container.values(FetchRequest<Play>(sortBy: [SortKey(\.id)])).map {
      "\($0.title) \($0.year.map(String.init) ?? "-")"
    }
  }

  private func names() throws -> [String] { try container.recentChanges(limit: 99).map(\.name) }

  @Test func `two undoings in a transaction are redone one by one`() throws {
    try container.transaction(named: "both") {
      try container.undoLastChange()
      try container.undoLastChange()
    }
    #expect(try state() == ["Hamlet -"])
    #expect(try names() == ["first"])
    try container.redoLastUndo()
    #expect(try state() == ["Hamlet -", "Macbeth -"])
    #expect(try names() == ["second", "first"])
    try container.redoLastUndo()
    #expect(try state() == ["Hamlet 1600", "Macbeth -"])
    #expect(try names() == ["third", "second", "first"])
    #expect(throws: StoreError.nothingToUndo) { try container.redoLastUndo() }
    for _ in 0..<3 { try container.undoLastChange() }
    #expect(try state().isEmpty)
  }

  @Test func `an undoing and its redoing in one transaction leave everything as it was`() throws {
    let before = try state()
    try container.transaction(named: "both") {
      #expect(try container.undoLastChange().name == "third")
      #expect(try container.lastUndo()?.name == "undo third")
      try container.redoLastUndo()
    }
    #expect(try state() == before)
    #expect(try names() == ["third", "second", "first"])
    #expect(try container.lastUndo() == nil)
    for _ in 0..<3 { try container.undoLastChange() }
    #expect(try state().isEmpty)
  }

  @Test func `changes beside an undoing are listed, and undone apart from it`() throws {
    try container.transaction(named: "mixed") {
      try container.insert(contentsOf: [Play("Othello")])
      try container.undo(try #require(try container.recentChanges(limit: 2).last))
      try container.insert(contentsOf: [Play("Cymbeline")])
    }
    #expect(try state() == ["Hamlet -", "Macbeth -", "Othello -", "Cymbeline -"])
    #expect(try names() == ["mixed", "mixed", "second", "first"])
    // What came after an undoing makes it final.
    #expect(try container.lastUndo() == nil)
    try container.undoLastChange()
    #expect(try state() == ["Hamlet -", "Macbeth -", "Othello -"])
    try container.undoLastChange()
    #expect(try state() == ["Hamlet -", "Macbeth -"])
    for _ in 0..<2 { try container.redoLastUndo() }
    #expect(try state() == ["Hamlet -", "Macbeth -", "Othello -", "Cymbeline -"])
  }

  @Test func `a transaction can take back what it has just done itself`() throws {
    let before = try state()
    try container.transaction(named: "own") {
      try container.insert(contentsOf: [Play("Othello")])
      try container.update(Play.self, set: [.set(\.year, 1)])
      #expect(try container.undoLastChange().name == "own")
    }
    #expect(try state() == before)
    #expect(try names() == ["third", "second", "first"])
    try container.redoLastUndo()
    #expect(try state() == ["Hamlet 1", "Macbeth 1", "Othello 1"])
    try container.undoLastChange()
    #expect(try state() == before)
  }

  @Test func `an undoing in a transaction that fails, or in a part that does, has not been`() throws {
    struct Failure: Error {}
    let before = try state()
    #expect(throws: Failure.self) {
      try container.transaction(named: "all") {
        try container.undoLastChange()
        throw Failure()
      }
    }
    try container.transaction(named: "part") {
      try container.insert(contentsOf: [Play("Othello")])
      try? container.transaction(named: "inner") {
        try container.undoLastChange()
        try container.undoLastChange()
        throw Failure()
      }
      try container.insert(contentsOf: [Play("Cymbeline")])
    }
    #expect(try names() == ["part", "third", "second", "first"])
    #expect(try container.lastUndo() == nil)
    try container.undoLastChange()
    #expect(try state() == before)
  }

  @Test func `undoing what has left no trace can be redone too`() throws {
    try container.transaction(named: "nothing") {
      try container.insert(contentsOf: [Play("Othello")])
      try container.delete(Play.self, where: .equal(\.title, "Othello"))
    }
    try container.delete(Play.self, named: "all")
    let entry = try #require(try container.recentChanges(limit: 9).first { $0.name == "first" })
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try names() == ["third", "second", "first"])
    try container.redoLastUndo()
    #expect(try names() == ["nothing", "third", "second", "first"])
    try container.delete(Play.self, where: .equal(\.title, "Hamlet"), named: "outside")
    try container.undo(entry)
    #expect(try container.lastUndo()?.name == "undo first")
    try container.redoLastUndo()
    #expect(try names() == ["outside", "nothing", "third", "second", "first"])
  }
}
