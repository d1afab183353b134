import Persistence
import Testing

@Suite struct UniqueValueTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Theatre.inMemory()
    context = container.makeContext()
    try container.insert(contentsOf: [
      Play("Antigone", code: "anti"), Play("Bacchae", code: "bacc"), Play("Clouds", code: "clou"),
    ])
  }

  private func plays() throws -> [Managed<Play>] { try context.fetch(Play.self) }

  private func titles() throws -> [String] { try container.values(FetchRequest<Play>()).map(\.title) }

  /// A play with so many scenes, in order.
  private func scenes(_ count: Int) throws -> [Managed<Scene>] {
    try container.insert(contentsOf: (0..<count).map { Scene("scene \($0)", of: 1, at: $0) })
    return try context.fetch(Scene.self)
  }

  private func order() throws -> [String] {
    let inOrder = FetchRequest<Scene>(sortBy: [SortKey(\.playID), SortKey(\.position)])
    return try container.values(inOrder).map { "\($0.playID).\($0.position) \($0.words)" }
  }

  @Test func `two objects swap a unique value that must not be missing`() throws {
    let plays = try plays()
    (plays[0].title, plays[1].title) = (plays[1].title, plays[0].title)
    try context.save()
    #expect(try titles() == ["Bacchae", "Antigone", "Clouds"])
    #expect(!context.hasChanges)
  }

  @Test func `three objects pass a unique value round, in either direction`() throws {
    let plays = try plays()
    for shift in [1, 2] {
      let old = plays.map(\.title)
      for (index, play) in plays.enumerated() { play.title = old[(index + shift) % 3] }
      try context.save()
      #expect(try titles() == plays.map(\.title))
    }
  }

  @Test func `two unique values of the same objects change places at once`() throws {
    let plays = try plays()
    let first = plays[0].snapshot
    let second = plays[1].snapshot
    plays[0].update { ($0.title, $0.code) = (second.title, second.code) }
    plays[1].update { ($0.title, $0.code) = (first.title, first.code) }
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.code) == ["bacc", "anti", "clou"])
  }

  @Test func `two rings through one object are untied`() throws {
    let plays = try plays()
    plays[0].update { ($0.title, $0.code) = ("Bacchae", "clou") }
    plays[1].title = "Antigone"
    plays[2].code = "anti"
    try context.save()
    #expect(try titles() == ["Bacchae", "Antigone", "Clouds"])
    #expect(try container.values(FetchRequest<Play>()).map(\.code) == ["clou", "bacc", "anti"])
  }

  @Test func `a value is as unique as its collation has it`() throws {
    let plays = try plays()
    plays[0].code = "BACC"
    plays[1].code = "ANTI"
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.code) == ["BACC", "ANTI", "clou"])
  }

  @Test(arguments: [1, -1])
  func `positions move along without a stand-in, and in linear time`(_ step: Int) throws {
    let scenes = try scenes(2000)
    for scene in scenes { scene.position += step + 1 }
    let statements = try container.statements { try context.save() }
    #expect(try order() == scenes.map { "1.\($0.position) \($0.words)" })
    // Each row is refused at most once before it is written.
    #expect(statements.filter { $0.hasPrefix("UPDATE") }.count <= 2 * scenes.count)
  }

  @Test func `a list is reordered at random under a check that forbids negative positions`() throws {
    let scenes = try scenes(300)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5 {
      for (position, scene) in scenes.shuffled(using: &generator).enumerated() { scene.position = position }
      try context.save()
      #expect(try container.values(FetchRequest<Scene>()) == scenes.map(\.snapshot))
    }
  }

  @Test func `values that do not collide cost no further statement`() throws {
    let plays = try plays()
    plays[0].title = "Ajax"
    plays[1].title = "Birds"
    let statements = try container.statements { try context.save() }
    #expect(statements.count == 2)
  }

  @Test func `a full range with a check leaves a missing value as the stand-in`() throws {
    try container.insert(contentsOf: [1, 2, 3].map { (room: Int) in Actor("actor \(room)", room: room) })
    let actors = try context.fetch(Actor.self)
    for (index, actor) in actors.enumerated() { actor.room = (index + 1) % 3 + 1 }
    try context.save()
    #expect(try container.values(FetchRequest<Actor>()).map(\.room) == [2, 3, 1])
  }

  @Test func `where the schema allows no stand-in the error says so and nothing is written`() throws {
    let script = Theatre.script.replacing(
      "room INTEGER UNIQUE CHECK", with: "room INTEGER NOT NULL UNIQUE CHECK")
    let container = try PersistentContainer(inMemory: Theatre.model(script))
    try container.insert(contentsOf: [1, 2, 3].map { (room: Int) in Actor("actor \(room)", room: room) })
    let context = container.makeContext()
    let actors = try context.fetch(Actor.self)
    (actors[0].room, actors[1].room) = (2, 1)
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.entity == "actor")
    #expect(failure.message.contains("no other value can stand in for room"))
    #expect(try container.values(FetchRequest<Actor>()).map(\.room) == [1, 2, 3])
    #expect(context.hasChanges)
  }

  @Test(arguments: [
    "CREATE UNIQUE INDEX play_title ON play (lower(title))",
    "CREATE UNIQUE INDEX play_title ON play (title, lower(code))",
  ])
  func `values that an index computes change places, and others stay refused`(_ index: String) throws {
    let script = Theatre.script.replacing("title TEXT NOT NULL UNIQUE", with: "title TEXT NOT NULL") + index
    let container = try PersistentContainer(inMemory: Theatre.model(script))
    try container.insert(contentsOf: [
      Play("a", code: "abcd"), Play("b", code: "bcde"), Play("c", code: "cdef"),
    ])
    let context = container.makeContext()
    let plays = try context.fetch(Play.self)
    (plays[0].title, plays[1].title) = ("B", "A")
    (plays[0].code, plays[1].code) = (plays[1].code, plays[0].code)
    try context.save()
    (plays[0].title, plays[1].title, plays[2].title) = ("a", "c", "b")
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["a", "c", "b"])
    plays[0].title = "C"
    plays[0].code = plays[1].code
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["a", "c", "b"])
  }

  @Test func `of a key of several columns the one that changes gives way`() throws {
    let script = """
      CREATE TABLE play (id INTEGER PRIMARY KEY, title TEXT NOT NULL CHECK (title IN ('A', 'B')),
        year INTEGER NOT NULL CHECK (year BETWEEN 1 AND 3), code TEXT, version INTEGER NOT NULL DEFAULT 1,
        UNIQUE (title, year)) STRICT;
      """
    let container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 3, entities: [Play.self],
        migrations: [Migration(number: 1, name: "play", script: script)]))
    let context = container.makeContext()
    let plays = [context.insert(Play("A", year: 1)), context.insert(Play("A", year: 2))]
    try context.save()
    (plays[0].year, plays[1].year) = (2, 1)
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.year) == [2, 1])
    plays[0].title = "B"
    try context.save()
    // Both change, and only the second has a value to spare.
    (plays[0].title, plays[0].year, plays[1].title, plays[1].year) = ("A", 1, "B", 2)
    try context.save()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["A", "B"])
  }

  @Test func `a value that a row outside the save holds is refused`() throws {
    let play = try plays()[0]
    play.title = "Clouds"
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == .unique)
    #expect(failure.id == 1)
    #expect(failure.message.contains("play.title"))
  }

  @Test func `a deleted object's value is free for a new one and for a changed one`() throws {
    let plays = try plays()
    context.delete(plays[0])
    plays[1].title = "Antigone"
    context.insert(Play("Bacchae", code: "anti"))
    try context.save()
    #expect(try titles() == ["Antigone", "Clouds", "Bacchae"])
  }

  @Test func `an object that moves away from a deleted one takes a deleted row's place`() throws {
    let scenes = try scenes(2)
    let other = context.insert(Scene("other", of: 2, at: 0))
    let beside = context.insert(Scene("beside", of: 2, at: 1))
    try context.save()
    // The first play goes; its first scene moves to where a deleted scene is, and the second where one makes room.
    context.delete(try plays()[0])
    context.delete(other)
    beside.position = 2
    scenes[0].update { ($0.playID, $0.position) = (2, 0) }
    scenes[1].update { ($0.playID, $0.position) = (2, 1) }
    try context.save()
    #expect(try order() == ["2.0 scene 0", "2.1 scene 1", "2.2 beside"])
    try container.undoLastChange()
    #expect(try order() == ["1.0 scene 0", "1.1 scene 1", "2.0 other", "2.1 beside"])
    try container.redoLastUndo()
    #expect(try order() == ["2.0 scene 0", "2.1 scene 1", "2.2 beside"])
  }

  @Test func `a new object that is deleted again runs no statement`() throws {
    let play = context.insert(Play("Medea"))
    let scene = context.insert(Scene("first", of: play.id, at: 0))
    context.delete(scene)
    context.delete(play)
    #expect(!context.hasChanges)
    #expect(try container.statements { try context.save() } == [])
  }

  @Test func `a swap is undone and redone by the history`() throws {
    let plays = try plays()
    let before = try container.contents(of: ["play"])
    for (index, title) in ["Bacchae", "Clouds", "Antigone"].enumerated() { plays[index].title = title }
    try context.save()
    try container.undoLastChange()
    #expect(try titles() == ["Antigone", "Bacchae", "Clouds"])
    #expect(try container.contents(of: ["play"]) != before, "the versions went on")
    try container.redoLastUndo()
    #expect(try titles() == ["Bacchae", "Clouds", "Antigone"])
  }

  @Test(arguments: [1, -1, 2])
  func `a batch moves numbers that no two rows share, and is undone`(step: Int) throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet"), Play("Macbeth")])
    try container.insert(contentsOf: (0..<20).map { Scene("\($0)", of: Int64($0 % 2 + 1), at: 5 + $0 / 2) })
    let ids = try container.update(
      Scene.self, where: .equal(\.playID, 1), set: [.add(step, to: \.position)], named: "move")
    #expect(ids.count == 10)
    let scenes = try container.values(FetchRequest<Scene>(sortBy: [SortKey(\.id)]))
    #expect(scenes.map(\.position) == (0..<20).map { 5 + $0 / 2 + ($0 % 2 == 0 ? step : 0) })
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["move", "insert", "insert"])
    try container.undoLastChange()
    let restored = try container.values(FetchRequest<Scene>(sortBy: [SortKey(\.id)]))
    #expect(restored.map(\.position) == (0..<20).map { 5 + $0 / 2 })
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try container.contents(of: Theatre.tables) == [])
  }

  @Test func `a batch that gives two rows one value is refused by the row and leaves no trace`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet"), Play("Macbeth")])
    let before = try container.contents(of: Theatre.tables)
    let error = #expect(throws: StoreError.self) {
      try container.update(Play.self, set: [.set(\.title, "Othello")])
    }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.kind == .unique)
    #expect(failure.id == 2)
    #expect(try container.contents(of: Theatre.tables) == before)
    #expect(try container.recentChanges(limit: 9).count == 1)
  }
}
