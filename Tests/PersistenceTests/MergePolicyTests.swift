import Persistence
import Testing

@Suite struct MergePolicyTests {
  let container: PersistentContainer
  let context: ManagedContext
  let play: Managed<Play>
  let actor: Managed<Actor>

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Antigone", year: -441), Play("Clouds", year: -423)])
    try container.insert(contentsOf: [Actor("Polus"), Actor("Callippides")])
    context = container.makeContext()
    play = try #require(try context.existing(ManagedID<Play>(1)))
    actor = try #require(try context.existing(ManagedID<Actor>(1)))
  }

  private func version(of id: Int64 = 1) throws -> SQLValue? {
    try container.withConnection { try $0.value("SELECT version FROM play WHERE id = \(id)") }
  }

  /// What others do to the play, through a context of their own.
  private func elsewhere(_ change: (Managed<Play>) -> Void) throws {
    let other = container.makeContext()
    change(try #require(try other.existing(play.managed.id)))
    try other.save()
  }

  private func conflicts(_ body: () throws -> Void) -> [Conflict] {
    let error = #expect(throws: StoreError.self) { try body() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return []
    }
    return conflicts
  }

  // MARK: Versions

  @Test func `a new row has version 1 and every update counts one more`() throws {
    let new = context.insert(Play("Medea"))
    try context.save()
    #expect(try version(of: new.id) == .integer(1))
    for year in 1...3 {
      new.year = year
      try context.save()
    }
    #expect(try version(of: new.id) == .integer(4))
    try context.save()
    #expect(try version(of: new.id) == .integer(4), "a save without changes")
  }

  @Test func `the loss of a reference by a delete rule and an undo count too`() throws {
    let script = Theatre.script.replacing(
      "stand_in_id INTEGER REFERENCES actor (id)",
      with: "stand_in_id INTEGER REFERENCES actor (id), version INTEGER NOT NULL DEFAULT 1")
    let container = try PersistentContainer(inMemory: Theatre.model(script))
    try container.insert(contentsOf: [Play("Antigone")])
    let context = container.makeContext()
    let play = try #require(try context.fetch(Play.self).first)
    play.title = "Ajax"
    try context.save()
    try container.undoLastChange()
    #expect(try container.withConnection { try $0.value("SELECT version FROM play") } == .integer(3))
    // The handle has an old version, so the change by the undo is seen and merged.
    play.year = 5
    try context.save()
    #expect(play.title == "Antigone")
  }

  @Test func `a version beyond 32 bits is checked by its low half`() throws {
    try container.execute("UPDATE play SET version = 4294967295 WHERE id = 1")
    context.mergePolicy = .error
    try context.refresh(play)
    for year in [1, 2, 3] {
      play.year = year
      try context.save()
    }
    #expect(try version() == .integer(4_294_967_298))
    try container.execute("UPDATE play SET version = version + 1 WHERE id = 1")
    play.year = 4
    #expect(conflicts { try context.save() }.map(\.kind) == [.changed])
  }

  // MARK: Policies

  @Test func `by default disjoint properties merge and the handle shows the others' change`() throws {
    try elsewhere { $0.title = "Ajax" }
    play.year = -400
    try context.save()
    #expect(play.title == "Ajax")
    #expect(!play.managed.hasChanges)
    #expect(try container.value(play.managed.id) == play.snapshot)
    play.year = -401
    #expect(try container.statements { try context.save() }.count == 1, "the handle's version is up to date")
  }

  @Test func `a table without versions merges too, as does a row changed past all versions`() throws {
    try container.execute("UPDATE actor SET name = 'Theodorus'; UPDATE play SET title = title || '!'")
    actor.age = 40
    play.year = 1
    try context.save()
    #expect(actor.name == "Theodorus")
    #expect(play.title == "Antigone!")
    #expect(try container.value(actor.managed.id) == actor.snapshot)
  }

  @Test func `by default the same property is a conflict with its three values`() throws {
    try elsewhere {
      $0.title = "theirs"
      $0.year = 1
    }
    play.title = "mine"
    #expect(
      conflicts { try context.save() } == [
        Conflict(
          entity: "play", id: 1, kind: .changed,
          properties: [
            .init(
              column: "title", original: .text("Antigone"), changed: .text("mine"), stored: .text("theirs"))
          ])
      ])
    #expect(play.title == "mine")
    #expect(play.managed.committed?.title == "Antigone")
  }

  @Test func `under the policy error any change by others is a conflict`() throws {
    context.mergePolicy = .error
    try elsewhere { $0.year = 1 }
    play.title = "mine"
    let conflict = try #require(conflicts { try context.save() }.first)
    #expect(conflict.properties.map(\.column) == ["year"])
    #expect(conflict.properties.map(\.stored) == [.integer(1)])
    try container.execute("UPDATE actor SET age = 3")
    context.rollback()
    actor.name = "mine"
    #expect(conflicts { try context.save() }.first?.properties.map(\.column) == ["age"])
  }

  @Test(arguments: [SamePropertyPolicy.store, .object])
  func `who wins a property is the policy's to say, and the other properties merge`(
    _ winner: SamePropertyPolicy
  ) throws {
    context.mergePolicy = .mergeByProperty(winner)
    try elsewhere {
      $0.title = "theirs"
      $0.code = "abcd"
    }
    play.title = "mine"
    play.year = 7
    try context.save(named: "merge")
    var merged = Play(winner == .store ? "theirs" : "mine", year: 7, code: "abcd")
    merged.id = 1
    #expect(try container.value(play.managed.id) == merged)
    #expect(play.snapshot == merged)
    #expect(!context.hasChanges)
    // What the history takes back is what the save did to the row as it was.
    try container.undoLastChange()
    #expect(try container.value(play.managed.id)?.title == "theirs")
    #expect(try container.value(play.managed.id)?.year == -441)
  }

  @Test func `where the store wins all, nothing is written`() throws {
    context.mergePolicy = .mergeByProperty(.store)
    try elsewhere { $0.title = "theirs" }
    play.title = "mine"
    try context.save(named: "merge")
    #expect(play.title == "theirs")
    #expect(try container.lastChange()?.name == "change")
    #expect(!context.hasChanges)
  }

  @Test func `overwriting makes the whole row as the object is`() throws {
    context.mergePolicy = .overwrite
    try elsewhere {
      $0.title = "theirs"
      $0.year = 1
    }
    play.code = "mine"
    try context.save()
    #expect(try container.value(play.managed.id) == play.snapshot)
    #expect(play.title == "Antigone")
    #expect(play.year == -441)
    #expect(try version() == .integer(3))
  }

  @Test func `a closure decides property by property`() throws {
    context.mergePolicy = .custom { conflict in
      .properties(
        Dictionary(
          uniqueKeysWithValues: conflict.properties.map { property in
            guard case .text(let mine) = property.changed, case .text(let theirs) = property.stored else {
              return (property.column, .keepStore)
            }
            return (property.column, .value(.text("\(theirs) or \(mine)")))
          }))
    }
    try elsewhere {
      $0.title = "theirs"
      $0.year = 1
    }
    play.title = "mine"
    play.year = 2
    try context.save()
    #expect(play.title == "theirs or mine")
    #expect(play.year == 1)
    #expect(try container.value(play.managed.id) == play.snapshot)
  }

  @Test(arguments: [
    ConflictResolution.fail, .properties([:]), .properties(["title": .value(.integer(3))]),
  ])
  func `a closure that leaves a property open, or gives it what it can't hold, fails the save`(
    _ resolution: ConflictResolution
  ) throws {
    context.mergePolicy = .custom { _ in resolution }
    try elsewhere { $0.title = "theirs" }
    play.title = "mine"
    #expect(conflicts { try context.save() }.map(\.id) == [1])
    #expect(try container.value(play.managed.id)?.title == "theirs")
  }

  // MARK: Deletion

  @Test func `a row deleted elsewhere is a conflict of its own kind`() throws {
    try container.execute("DELETE FROM play")
    play.title = "mine"
    #expect(
      conflicts { try context.save() }
        == [Conflict(entity: "play", id: 1, kind: .deleted, properties: [])])
    #expect(play.managed.state == .updated)
  }

  @Test func `a row deleted elsewhere stays so where the store wins`() throws {
    context.mergePolicy = .mergeByProperty(.store)
    try container.execute("DELETE FROM play")
    play.title = "mine"
    try context.save()
    #expect(play.managed.state == .deleted)
    #expect(context.registered(play.managed.id) == nil)
    #expect(try container.rows(in: "play") == 0)
  }

  @Test(arguments: [MergePolicy.mergeByProperty(.object), .overwrite, .custom { _ in .keepObject }])
  func `a row deleted elsewhere comes back with its key where the object wins`(_ policy: MergePolicy) throws {
    context.mergePolicy = policy
    try container.execute("DELETE FROM play")
    play.title = "mine"
    try context.save()
    #expect(try container.values(FetchRequest<Play>()) == [play.snapshot])
    #expect(play.id == 1)
    play.year = 3
    try context.save()
    #expect(try version() == .integer(2))
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try container.rows(in: "play") == 0)
  }

  @Test(arguments: [MergePolicy.error, .standard])
  func `the deletion of a row that others changed is a conflict`(_ policy: MergePolicy) throws {
    context.mergePolicy = policy
    try elsewhere { $0.title = "theirs" }
    try container.execute("UPDATE actor SET age = 1 WHERE id = 1")
    context.delete(play)
    context.delete(actor)
    let found = conflicts { try context.save() }
    #expect(found.map(\.entity) == ["play", "actor"])
    #expect(found.map(\.kind) == [.changedBeforeDeletion, .changedBeforeDeletion])
    #expect(found.map { $0.properties.map(\.column) } == [["title"], ["age"]])
    #expect(try container.rows(in: "play") == 2)
    #expect(play.managed.state == .deleted)
    try context.refreshAll()
    context.rollback()
    try context.refresh(play)
    context.delete(play)
    try context.save()
    #expect(try container.rows(in: "play") == 1)
  }

  @Test func `a changed row outlives its deletion where the store wins and its object shows it`() throws {
    context.mergePolicy = .mergeByProperty(.store)
    try elsewhere { $0.title = "theirs" }
    context.delete(play)
    try context.save()
    #expect(play.managed.state == .persistent)
    #expect(play.title == "theirs")
    #expect(try container.rows(in: "play") == 2)
    play.year = 2
    try context.save()
    #expect(try version() == .integer(3))
  }

  @Test func `a changed row goes where the object wins, and one that is gone anyway is no conflict`() throws {
    context.mergePolicy = .mergeByProperty(.object)
    try elsewhere { $0.title = "theirs" }
    context.delete(play)
    context.mergePolicy = .overwrite
    try container.execute("DELETE FROM actor WHERE id = 1")
    context.delete(actor)
    try context.save()
    #expect(try container.rows(in: "play") == 1)
    #expect(!context.hasChanges)
  }

  @Test func `an object that loses a reference in the same save is no conflict`() throws {
    context.mergePolicy = .error
    actor.playID = play.id
    try context.save()
    actor.age = 4
    context.delete(play)
    try context.save()
    #expect(actor.playID == nil)
    actor.age = 5
    try context.save()
    #expect(try container.value(actor.managed.id) == actor.snapshot)
  }
}
