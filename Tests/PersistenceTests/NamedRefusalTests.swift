import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing

/// Refusals that say which row, which value or which file is meant.
@Suite struct NamedRefusalTests {
  private func failure(_ body: () throws -> Void) -> ConstraintFailure? {
    let error = #expect(throws: StoreError.self) { try body() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return failure
  }

  @Test func `a row without a parent that a save leaves is named, not one from long ago`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    let shelf = context.insert(Shelf("top"))
    let fern = context.insert(Plant("fern"))
    try context.save()
    try container.execute(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO lamp (id, shelf_id) VALUES (1, 77);
      UPDATE plant SET shelf_id = 78;
      INSERT INTO plant (id, name, weight, leaves, serial, is_alive, uuid, photo, light, shelf_id)
      VALUES (50, 'late', 1, 0, 0, 1, 'x', x'', 'sun', \(shelf.id));
      PRAGMA foreign_keys = ON;
      """)
    let moss = context.insert(Plant("moss", shelfID: 99))
    let refused = failure { try context.save() }
    #expect(refused?.entity == "plant" && refused?.id == moss.id && refused?.kind == .foreignKey)
    context.rollback()
    _ = fern
    let batch = failure { try container.insert(contentsOf: [Label("words", on: 12)]) }
    #expect(batch?.entity == "label" && batch?.id == 1)
  }

  @Test func `a value that another row has is named with its column and the row that was to have it`() throws
  {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern", code: "a1")])
    let context = container.makeContext()
    context.insert(Plant("ok", code: "a0"))
    let moss = context.insert(Plant("moss", code: "a1"))
    let saved = failure { try context.save() }
    #expect(saved?.kind == .unique && saved?.entity == "plant" && saved?.id == moss.id)
    #expect(saved?.message == "UNIQUE constraint failed: plant.code; another row has code 'a1'")
    #expect(
      saved.map { "\(StoreError.constraint($0))" }
        == "Nothing was written: a new row of plant breaks a rule of the schema: \(saved?.message ?? "").")
    let many = (0..<200).map { Plant("plant \($0)", code: $0 == 133 ? "a1" : "b\($0)") }
    let batch = failure { try container.insert(contentsOf: many) }
    #expect(batch?.message == "UNIQUE constraint failed: plant.code; another row has code 'a1'")
    #expect(batch?.id == nil)
    var keyed = Plant("again")
    keyed.id = 1
    let taken = failure { try container.insert(contentsOf: [keyed]) }
    #expect(taken?.id == 1)
    #expect(taken?.message == "UNIQUE constraint failed: plant.id; another row has id 1")
    #expect(try container.rows(in: "plant") == 1)
  }

  @Test func `two columns that are unique together are both named`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet")])
    let scenes = [Scene("a", of: 1, at: 0), Scene("b", of: 1, at: 0)]
    let message = failure { try container.insert(contentsOf: scenes) }?.message
    #expect(
      message
        == "UNIQUE constraint failed: scene.play_id, scene.position; another row has play_id 1 and position 0"
    )
  }

  @Test(arguments: ["moved", "deleted", "replaced"])
  func `a file that went while it was open is told as such`(_ fate: String) throws {
    let folder = try TemporaryFolder()
    let container = try Garden.open(folder.file("plants.db"))
    let context = container.makeContext()
    context.insert(Plant("fern"))
    try context.save()
    switch fate {
    case "deleted": unlink(folder.file("plants.db"))
    default: rename(folder.file("plants.db"), folder.file("other.db"))
    }
    if fate == "replaced" { try Garden.open(folder.file("plants.db")).close() }
    context.insert(Plant("moss"))
    for _ in 0..<2 {
      #expect(throws: StoreError.fileGone(path: folder.file("plants.db"))) { try context.save() }
    }
    #expect(context.hasChanges)
  }

  @Test func `a row that has counted as many changes as there are numbers says so`() throws {
    let container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Hamlet")])
    try container.execute("UPDATE play SET version = \(Int64.max)")
    let context = container.makeContext()
    let play = try #require(try context.fetch(Play.self).first)
    play.year = 1600
    let error = StoreError.overflow(entity: "play", expression: "version + 1")
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try container.update(Play.self, set: [.set(\.year, 1)]) }
    #expect(try container.values(FetchRequest<Play>()).map(\.year) == [nil])
  }

  @Test func `a model that is none of the store's can be read and not written`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Shelf("top")])
    let context = container.makeContext()
    let title = try #require(try context.fetch(Title.self).first)
    #expect(title.title == "top")
    title.title = "bottom"
    let error = StoreError.unlistedModel(entity: "shelf")
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try container.insert(contentsOf: [Title("new")]) }
    #expect(throws: error) { try container.update(Title.self, set: [.set(\.title, "x")]) }
    #expect(throws: error) { try container.delete(Title.self) }
    #expect(try container.values(FetchRequest<Shelf>()).map(\.title) == ["top"])
  }
}

/// A shelf by its title alone, which is not among the entities of the garden.
private struct Title: PersistentModel {
  var id: Int64 = 0
  var title: String

  init(_ title: String) {
    self.title = title
  }

  static let schema = EntitySchema<Title>("shelf", key: \.id, [Attribute("title", \.title)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    title = try row.text()
  }
}
