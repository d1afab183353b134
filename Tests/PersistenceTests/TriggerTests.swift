import Persistence
import Testing

/// Triggers of the schema that write the rows which a save writes.
@Suite struct TriggerTests {
  private func context(_ trigger: String) throws -> ManagedContext {
    let context = try PersistentContainer(inMemory: Theatre.model(Theatre.script + trigger)).makeContext()
    context.mergePolicy = .error
    return context
  }

  private static let counting = """
    CREATE TRIGGER counting AFTER UPDATE ON play BEGIN
      UPDATE play SET year = coalesce(year, 0) + 1, version = version + 1 WHERE id = NEW.id;
    END;
    """

  @Test func `what a trigger makes of a row is no conflict, and the object has it`() throws {
    let context = try context(Self.counting)
    let play = context.insert(Play("Faust"))
    try context.save()
    for (count, title) in ["Egmont", "Iphigenie", "Tasso"].enumerated() {
      play.title = title
      try context.save()
      #expect(play.year == count + 1 && !context.hasChanges)
    }
    play.year = 1808
    try context.save()
    #expect(play.year == 1809)
    context.delete(play)
    try context.save()
    #expect(try context.container.rows(in: "play") == 0)
  }

  @Test func `a trigger hides no conflict`() throws {
    let context = try context(Self.counting)
    let play = context.insert(Play("Faust"))
    try context.save()
    let other = context.container.makeContext()
    let theirs = try #require(try other.fetch(Play.self).first)
    theirs.title = "Egmont"
    try other.save()
    play.title = "Tasso"
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.id) == [play.id])
    #expect(play.title == "Tasso" && theirs.year == 1)
  }

  @Test func `a new object has what a trigger gave its row`() throws {
    let context = try context(
      """
      CREATE TRIGGER naming AFTER INSERT ON play WHEN NEW.code IS NULL BEGIN
        UPDATE "play" SET code = 'abcd' WHERE id = NEW.id;
      END;
      """)
    let play = context.insert(Play("Faust"))
    let scene = context.insert(Scene("Habe nun, ach!", of: play.id, at: 1))
    try context.save()
    #expect(play.code == "abcd" && scene.playID == play.id && !context.hasChanges)
    play.code = "efgh"
    try context.save()
    #expect(try context.container.values(FetchRequest<Play>()).map(\.code) == ["efgh"])
  }

  @Test func `a trigger that writes a row which the save is about to write is no conflict`() throws {
    let context = try context(
      """
      CREATE TRIGGER spreading AFTER UPDATE OF title ON play BEGIN
        UPDATE play SET year = 1800, title = title || '!', version = version + 1 WHERE id > NEW.id;
      END;
      """)
    let plays = ["Faust", "Egmont", "Tasso"].map { context.insert(Play($0)) }
    try context.save()
    for play in plays.prefix(2) { play.title += " I" }
    try context.save()
    #expect(plays.map(\.title) == ["Faust I", "Egmont I", "Tasso"])
    #expect(plays.map(\.year) == [nil, 1800, nil])
    // The third was not saved, and is read again by a fetch.
    #expect(
      try context.fetch(Play.self, sortBy: [SortKey(\.id)]).map(\.title) == [
        "Faust I", "Egmont I", "Tasso!!",
      ])
    #expect(plays[2].year == 1800)
  }

  @Test func `a change that a trigger passes over is an error`() throws {
    let context = try context(
      "CREATE TRIGGER keeping BEFORE UPDATE ON play BEGIN SELECT raise(IGNORE); END;")
    let play = context.insert(Play("Faust"))
    try context.save()
    play.title = "Egmont"
    let error = StoreError.constraint(
      ConstraintFailure(
        kind: .other, entity: "play", id: play.id,
        message: "a rule of the table passed over the change of title"))
    context.mergePolicy = .standard
    #expect(throws: error) { try context.save() }
    context.mergePolicy = .error
    #expect(throws: error) { try context.save() }
    #expect(play.title == "Egmont" && context.hasChanges)
  }
}
