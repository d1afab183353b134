import Persistence
import Testing

/// A row's version counts what the history records of it, no more and no less: so a write without a record shows.
@Suite struct VersionCountTests {
  /// A store of three plays and six scenes that one insertion made, and a context that changes them.
  private struct Stage {
    let container: PersistentContainer
    let context: ManagedContext
    let insertion: HistoryEntry
    var random: SeededGenerator

    init(seed: UInt64) throws {
      container = try Theatre.inMemory()
      try container.transaction(named: "insertion") { [container] in
        try container.insert(contentsOf: ["Hamlet", "Macbeth", "Othello"].map { Play($0) })
        try container.insert(
          contentsOf: (0..<6).map { Scene("scene \($0)", of: Int64($0 / 2 + 1), at: $0 % 2) })
      }
      insertion = try #require(try container.lastChange())
      context = container.makeContext()
      random = SeededGenerator(seed: seed)
    }

    /// Gives some of the rows each other's unique values, and now and then other values in the same save.
    mutating func shuffle() throws {
      let plays = try context.fetch(Play.self).shuffled(using: &random)
      let scenes = try context.fetch(Scene.self).shuffled(using: &random)
      let titles = plays.map(\.title).shuffled(using: &random)
      for (play, title) in zip(plays, titles) {
        play.title = title
        if Bool.random(using: &random) { play.year = .random(in: 1590...1610, using: &random) }
      }
      let places = scenes.map { ($0.playID, $0.position) }.shuffled(using: &random)
      for (scene, place) in zip(scenes, places) {
        (scene.playID, scene.position) = place
        if Bool.random(using: &random) { scene.words += "!" }
      }
      if Bool.random(using: &random) {
        // A reference to a row of the same save is written when the row has its key.
        let play = context.insert(Play("new \(UInt64.random(in: 0...(.max), using: &random))"))
        for (position, scene) in scenes.prefix(2).enumerated() {
          (scene.playID, scene.position) = (play.id, position)
        }
        if Bool.random(using: &random) { scenes[0].words += "?" }
      }
      try context.save(named: "shuffle")
    }

    mutating func step() throws {
      switch Int.random(in: 0..<6, using: &random) {
      case 0..<3: try shuffle()
      case 3:
        guard try container.lastChange() != insertion else { return }
        try container.undoLastChange()
        if Bool.random(using: &random) { try container.redoLastUndo() }
        try context.mergeChanges()
      case 4:
        try container.update(Play.self, set: [.set(\.year, 1600)])
        try context.mergeChanges()
      default:
        let container = container
        // What the one moves the other may move back.
        try container.transaction(named: "two") { for _ in 0..<2 { try shuffle() } }
      }
    }

    func isConflict() -> Bool {
      do {
        try container.transaction(named: "try") {
          try container.undo(insertion)
          throw Enough()
        }
      } catch StoreError.undoConflict {
        return true
      } catch {
        #expect(error is Enough)
      }
      return false
    }
  }

  private struct Enough: Error {}

  @Test(arguments: 0..<40)
  func `one write without a record shows in whichever row, after any changes and undoings`(seed: Int) throws {
    var stage = try Stage(seed: UInt64(seed))
    let container = stage.container
    for _ in 0..<6 { try stage.step() }
    while try container.lastChange() != stage.insertion { try container.undoLastChange() }
    #expect(!stage.isConflict())
    for (table, rows) in [("play", 3), ("scene", 6)] {
      for id in 1...rows {
        try container.execute("UPDATE \(table) SET version = version + 1 WHERE id = \(id)")
        #expect(stage.isConflict(), "\(table) \(id) after seed \(seed)")
        try container.execute("UPDATE \(table) SET version = version - 1 WHERE id = \(id)")
      }
    }
    try container.undo(stage.insertion)
    #expect(try container.rows(in: "play") + container.rows(in: "scene") == 0)
  }

  @Test(arguments: 0..<20)
  func `objects know how often their rows were counted`(seed: Int) throws {
    var stage = try Stage(seed: UInt64(seed))
    for _ in 0..<5 { try stage.shuffle() }
    for play in try stage.context.fetch(Play.self) { play.year = 1 }
    for scene in try stage.context.fetch(Scene.self) { scene.words = "" }
    try stage.context.save()
    #expect(try stage.container.values(FetchRequest<Scene>()).allSatisfy { $0.words.isEmpty })
  }
}
