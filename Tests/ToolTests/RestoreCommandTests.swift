import Bookstall
import Glibc
import Persistence
import SQLite
import Testing

@testable import BookstallTool

@Suite("db restore")
struct RestoreCommandTests {
  private let world: ToolWorld
  private var backup: String { world.folder + "/store/backup.db" }
  private var store: String { world.folder + "/store/books.db" }

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
    try #require(try world.run("db", "backup", backup).status == .success)
    try world.run("add", "--title", "Added later", "-q")
  }

  @Test func `a backup comes back, and the store as it was is kept beside it`() throws {
    let result = try world.run("db", "restore", backup, "--yes")
    #expect(result.status == .success)
    #expect(result.output == "✓ Put back 3 books from \(backup)\n")
    #expect(result.errors.contains("The store of 4 books is kept: \(store).2"))
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 3)
    let names = world.names(in: world.folder + "/store")
    #expect(names.count == 3, "\(names)")
    let kept = try #require(names.first { $0.hasPrefix("books.db.2") })
    let old = try world.run("list", "--plain", "--db", "\(world.folder)/store/\(kept)")
    #expect(old.output.split(separator: "\n").count == 4)
    // The backup is still one, and brings back as often as it is asked to.
    #expect(try world.run("db", "restore", backup, "--yes").status == .success)
    #expect(try world.run("undo").status == .success)
  }

  @Test func `undo sees the history of the backup, and the way back is to restore what was kept`() throws {
    try world.run("rate", "1", "2")
    let result = try world.run("db", "restore", backup, "--yes")
    #expect(result.errors.contains("undo now takes back changes of the backup"))
    #expect(try world.run("undo").output.contains("Took back: add #3 The Haunting of Hill House"))
    let kept = try #require(
      world.names(in: world.folder + "/store").first { $0.hasPrefix("books.db.2") })
    #expect(try world.run("db", "restore", world.folder + "/store/" + kept, "--yes").status == .success)
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 4)
    #expect(try world.run("undo").output.contains("Took back: rate #1"))
  }

  @Test func `a store that another program writes is not replaced under its hands`() throws {
    let writer = try Connection(path: store, access: .readWrite, busyTimeout: 0)
    try writer.run("BEGIN IMMEDIATE")
    let before = world.names(in: world.folder + "/store")
    let result = try world.run("db", "restore", backup, "--yes")
    #expect(result.status == .storeBusy)
    #expect(result.errors.contains("The store is in use by another program. Try again in a moment."))
    try writer.run("ROLLBACK")
    #expect(world.names(in: world.folder + "/store") == before)
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 4)
  }

  @Test func `whoever has the old file open can't write into the void`() throws {
    let open = try BookStore(at: store)
    var record = try #require(try open.record(1))
    #expect(try world.run("db", "restore", backup, "--yes").status == .success)
    record.book.genre = "Lost"
    #expect(throws: StoreError.fileGone(path: store)) { try open.update(record, named: "edit") }
    #expect(try BookStore(at: store).record(1)?.book.genre == "Science Fiction")
  }

  @Test func `nothing changes without a yes`() throws {
    #expect(try world.run("db", "restore", backup).status == .usage)
    let dry = try world.run("db", "restore", backup, "--dry-run")
    #expect(dry.output == "Would put back 3 books from \(backup)\n")
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 4)
    #expect(world.names(in: world.folder + "/store") == ["backup.db", "books.db"])
  }

  @Test(arguments: ["", "no database at all, only words", "SQLite format 3\u{0} and then nothing"])
  func `what is no sound backup is refused, and the store stays`(content: String) throws {
    try world.write(content, to: "store/broken.db")
    let result = try world.run("db", "restore", world.folder + "/store/broken.db", "--yes")
    #expect(result.status == .cannotRead)
    #expect(result.errors.hasPrefix("Error: '\(world.folder)/store/broken.db' is no sound backup: "))
    #expect(!result.errors.contains(".check-"))
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 4)
    #expect(world.names(in: world.folder + "/store") == ["backup.db", "books.db", "broken.db"])
  }

  @Test func `a backup cut in the middle is refused`() throws {
    let size = try #require(Self.size(backup))
    try #require(truncate(backup, off_t(size / 2)) == 0)
    #expect(try world.run("db", "restore", backup, "--yes").status == .cannotRead)
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 4)
  }

  @Test func `the store itself is no backup, nor is a file that isn't there`() throws {
    let same = try world.run("db", "restore", store, "--yes")
    #expect(same.status == .usage)
    #expect(same.errors.contains("is the store itself"))
    #expect(try world.run("db", "restore", world.folder + "/none", "--yes").status == .cannotRead)
  }

  @Test func `where there is no store yet the backup becomes it`() throws {
    try #require(unlink(store) == 0)
    let result = try world.run("db", "restore", backup)
    #expect(result.output == "✓ Put back 3 books from \(backup)\n")
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 3)
    #expect(world.names(in: world.folder + "/store") == ["backup.db", "books.db"])
  }

  @Test func `a store that is damaged is kept as it is, and the backup comes in its place`() throws {
    try world.write("damaged beyond repair, sadly", to: "store/books.db")
    let result = try world.run("db", "restore", backup, "--yes")
    #expect(result.status == .success)
    #expect(try world.run("list", "--plain").output.split(separator: "\n").count == 3)
    #expect(world.names(in: world.folder + "/store").contains { $0.hasPrefix("books.db.2") })
  }

  private static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}
