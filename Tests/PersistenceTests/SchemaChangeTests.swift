import Persistence
import SQLite
import TestSupport
import Testing

/// A container that is open while another program changes the schema of its file.
@Suite struct SchemaChangeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let old: PersistentContainer

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("theatre.db")
    old = try PersistentContainer(at: path, model: Theatre.model())
  }

  private var newerModel: StoreModel {
    let second = Migration(number: 2, name: "stage", script: "ALTER TABLE play ADD COLUMN stage TEXT;")
    return StoreModel(
      applicationID: 0x706c_6179, entities: [Play.self, Scene.self, Actor.self],
      migrations: [Migration(number: 1, name: "theatre", script: Theatre.script), second])
  }

  @Test func `an open container stops writing when a newer program has migrated the file`() throws {
    let context = old.makeContext()
    let play = context.insert(Play("Faust"))
    try context.save()
    play.title = "Faust I"
    let new = try PersistentContainer(at: path, model: newerModel)
    let error = StoreError.newerStore(path: path, version: 2, known: 1)
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try old.insert(contentsOf: [Play("Egmont")]) }
    #expect(throws: error) { try old.delete(Play.self, where: .everything) }
    #expect(throws: error) { try old.undoLastChange() }
    // The context keeps its change, and what is there can still be read.
    #expect(play.managed.changedColumns == ["title"])
    #expect(try old.values(FetchRequest<Play>()).map(\.title) == ["Faust"])
    try new.insert(contentsOf: [Play("Egmont")])
    #expect(try new.values(FetchRequest<Play>()).map(\.title) == ["Faust", "Egmont"])
  }

  @Test func `an index of another tool is no reason to stop`() throws {
    let context = old.makeContext()
    let play = context.insert(Play("Faust"))
    try context.save()
    try Connection(path: path, access: .readWrite).execute(script: "CREATE INDEX years ON play (year)")
    play.title = "Faust I"
    try context.save()
    #expect(try old.values(FetchRequest<Play>()).map(\.title) == ["Faust I"])
  }

  @Test func `a file that has become older is refused as well`() throws {
    let new = try PersistentContainer(at: path, model: newerModel)
    try Connection(path: path, access: .readWrite).execute(
      script:
        "ALTER TABLE play DROP COLUMN stage; DELETE FROM schema_migration WHERE number = 2; PRAGMA user_version = 1"
    )
    let error = #expect(throws: StoreError.self) { try new.insert(contentsOf: [Play("Faust")]) }
    guard case .incompatibleSchema(let detail)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.contains("version 1"))
    #expect(try new.count(FetchRequest<Play>()) == 0)
  }

  @Test func `another program's file in its place is none of the store's`() throws {
    try Connection(path: path, access: .readWrite).execute(
      script: "CREATE TABLE theirs (x); PRAGMA application_id = 99")
    #expect(throws: StoreError.foreignStore(path: path, applicationID: 99)) {
      try old.insert(contentsOf: [Play("Faust")])
    }
  }
}
