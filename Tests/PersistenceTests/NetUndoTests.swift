import Persistence
import Testing

/// Changes that wrote rows more than once are taken back as a whole: what a row was meanwhile doesn't count.
@Suite struct NetUndoTests {
  private let container: PersistentContainer

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet"), Play("Macbeth"), Play("Othello")], named: "plays")
    try container.insert(
      contentsOf: (0..<6).map { Scene("scene \($0)", of: Int64($0 / 2 + 1), at: $0 % 2) }, named: "scenes")
  }

  /// All rows without their versions.
  private func rows() throws -> [String] {
    try container.values(FetchRequest<Play>(sortBy: [SortKey(\.id)])).map {
      "play \($0.id) \($0.title) \($0.year ?? 0) \($0.code ?? "")"
    }
      + container.values(FetchRequest<Scene>(sortBy: [SortKey(\.id)])).map {
        "scene \($0.id) \($0.playID) \($0.position) \($0.words)"
      }
  }

  /// One save or one batch in a transaction.
  private func step(_ random: inout SeededGenerator) throws {
    let context = container.makeContext()
    let plays = try context.fetch(Play.self).shuffled(using: &random)
    let scenes = try context.fetch(Scene.self).shuffled(using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      for (play, title) in zip(plays, plays.map(\.title).shuffled(using: &random)) { play.title = title }
    case 2:
      let places = scenes.map { ($0.playID, $0.position) }.shuffled(using: &random)
      for (scene, place) in zip(scenes, places) { (scene.playID, scene.position) = place }
    case 3:
      if let play = plays.first { context.delete(play) }
    case 4:
      // Another row with the key, the title or both of one that goes.
      guard let play = plays.first else { return }
      var other = play.snapshot
      other.year = .random(in: 1..<99, using: &random)
      if Bool.random(using: &random) { other.id = 0 } else { other.title += "!" }
      context.delete(play)
      if Bool.random(using: &random) { try context.save() }
      context.insert(other)
    case 5:
      context.insert(Play("new \(Int.random(in: 0..<1_000_000, using: &random))"))
    case 6:
      try container.update(Play.self, set: [.add(1, to: \.year)])
    default:
      if let scene = scenes.first { context.delete(scene) }
      if scenes.count > 1, let scene = scenes.last { scene.words += "." }
    }
    try context.save()
  }

  @Test(arguments: 0..<60)
  func `transactions of many steps on the same rows are undone and redone exactly`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var states = [try rows()]
    var last = try container.lastChange()
    for _ in 0..<6 {
      try container.transaction(named: "steps") {
        for _ in 0..<Int.random(in: 2...5, using: &random) { try step(&random) }
      }
      if try container.lastChange() == last { continue }
      last = try container.lastChange()
      states.append(try rows())
    }
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        try container.undoLastChange()
        #expect(try rows() == state)
      }
      for state in states.dropFirst() {
        try container.redoLastUndo()
        #expect(try rows() == state)
      }
    }
    #expect(try container.check().isEmpty)
  }

  /// Updates, deletes and inserts the first play anew under its key; its scenes belong to it before and after.
  private func replaceHamlet() throws {
    try container.transaction(named: "replacing") {
      try container.update(Play.self, where: .equal(\.id, 1), set: [.set(\.year, 1600)])
      let context = container.makeContext()
      let hamlet = try #require(try context.fetch(Play.self, where: .equal(\.id, 1)).first)
      for scene in try context.fetch(Scene.self, where: .equal(\.playID, 1)) {
        scene.playID = 2
        scene.position += 2
      }
      try context.save()
      context.delete(hamlet)
      try context.save()
      var other = Play("The Mousetrap")
      other.id = 1
      context.insert(other)
      try context.save()
      for scene in try context.fetch(Scene.self, where: .atLeast(\.position, 2)) {
        scene.playID = 1
        scene.position -= 2
      }
      try context.save()
    }
  }

  @Test func `a row deleted and inserted anew becomes what it was, and what refers to it stays`() throws {
    let before = try rows()
    try replaceHamlet()
    let after = try rows()
    #expect(after != before)
    try container.undoLastChange()
    #expect(try rows() == before)
    try container.redoLastUndo()
    #expect(try rows() == after)
    try container.undoLastChange()
    #expect(try rows() == before)
  }

  @Test func `a row inserted anew and altered since is a conflict`() throws {
    try replaceHamlet()
    let entry = try #require(try container.lastChange())
    try container.update(Play.self, where: .equal(\.id, 1), set: [.set(\.year, 1)], named: "later")
    let after = try rows()
    do {
      try container.undo(entry)
      Issue.record("nothing thrown")
    } catch StoreError.undoConflict(_, let conflicts) {
      #expect(conflicts.map(\.id) == [1])
      #expect(conflicts.first?.kind == .changedBeforeDeletion)
    }
    #expect(try rows() == after)
  }

  @Test func `an inserted and updated row that another tool altered is a conflict by name`() throws {
    try container.transaction(named: "two steps") {
      try container.insert(contentsOf: [Play("Cymbeline")])
      try container.update(Play.self, where: .equal(\.title, "Cymbeline"), set: [.set(\.year, 1610)])
    }
    try container.execute("UPDATE play SET year = 1611 WHERE title = 'Cymbeline'")
    do {
      try container.undoLastChange()
      Issue.record("nothing thrown")
    } catch StoreError.undoConflict(_, let conflicts) {
      let property = try #require(conflicts.first?.properties.first)
      #expect(property.column == "year")
      #expect(property.original == .integer(1610))
      #expect(property.stored == .integer(1611))
    }
  }

  @Test func `a change that came to nothing is taken back without a write`() throws {
    try container.transaction(named: "to and fro") {
      try container.update(Play.self, where: .equal(\.id, 1), set: [.set(\.year, 1)])
      try container.update(Play.self, where: .equal(\.id, 1), set: [.set(\.year, nil)])
      try container.insert(contentsOf: [Play("Cymbeline")])
      try container.delete(Play.self, where: .equal(\.title, "Cymbeline"))
    }
    // What somebody made of the row since is no business of that change.
    try container.execute("UPDATE play SET title = 'Hamlet, Prince of Denmark' WHERE id = 1")
    let before = try rows()
    try container.undoLastChange()
    #expect(try rows() == before)
  }
}
