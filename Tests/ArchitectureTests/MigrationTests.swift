import Migrations
import Persistence
import Testing

@Suite("Migrations")
struct MigrationTests {
  @Test func `every file is numbered without gaps, listed, embedded and the same in the binary`() throws {
    let files = try SourceTree.files(under: "Migrations", endingWith: ".sql")
    #expect(files == bookstallMigrations.map(MigrationTests.path))
    #expect(bookstallMigrations.map(\.number) == Array(1...max(1, files.count)))
    let manifest = try SourceTree.text("Package.swift")
    for migration in bookstallMigrations {
      let path = MigrationTests.path(of: migration)
      #expect(migration.script == (try SourceTree.text(path)), "\(path)")
      #expect(manifest.contains(".embedInCode(\"\(path.dropFirst("Migrations/".count))\")"), "\(path)")
    }
  }

  @Test func `no shipped migration has changed`() {
    let present = bookstallMigrations.map {
      ShippedMigration(number: $0.number, name: $0.name, checksum: $0.checksum)
    }
    #expect(present == ShippedMigration.all, "see ShippedMigrations.swift")
  }

  @Test(arguments: [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")])
  func `the checksum is FNV-1a`(script: String, checksum: String) {
    #expect(Migration(number: 1, name: "sample", script: script).checksum == checksum)
  }

  @Test func `a path has four digits and the name`() {
    let migration = Migration(number: 12, name: "create_shelf", script: "")
    #expect(MigrationTests.path(of: migration) == "Migrations/0012_create_shelf.sql")
  }

  private static func path(of migration: Migration) -> String {
    let number = String(migration.number)
    return "Migrations/" + String(repeating: "0", count: max(0, 4 - number.count)) + number
      + "_\(migration.name).sql"
  }
}
