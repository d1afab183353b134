// swift-tools-version: 6.3
import PackageDescription

// The manifest is the map of the house: modules stand in build order, each with one sentence.
let package = Package(
  name: "bookstall",
  products: [
    .library(name: "Persistence", targets: ["Persistence", "PersistenceFoundation"]),
    .library(name: "CSV", targets: ["CSV"]),
    .executable(name: "bookstall", targets: ["BookstallTool"]),
  ],
  targets: [
    // The system's SQLite, by a module map and a header-only shim.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // A thin typed layer over the C API: knows SQL, not entities.
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    // The managed context: knows entities, not books.
    .target(name: "Persistence", dependencies: ["SQLite"]),
    // Foundation's sort descriptors for it; apart, because they come with the 30 MB of ICU.
    .target(name: "PersistenceFoundation", dependencies: ["Persistence"]),
    // The numbered .sql files of the store and the list of them.
    .target(
      name: "Migrations", dependencies: ["Persistence"], path: "Migrations",
      resources: [
        .embedInCode("0001_create_book.sql"), .embedInCode("0002_create_snack.sql"),
        .embedInCode("0003_remember_source_rows.sql"), .embedInCode("0004_add_versions.sql"),
        .embedInCode("0005_simplify_checks.sql"),
      ]),
    // Bytes to records and back, with positions.
    .target(name: "CSV"),
    // What other programs pack their exports into: ZIP archives and database files, from bytes.
    .target(name: "Archives", dependencies: ["SQLite"]),
    // The domain: books, interchange and the store's facade.
    .target(name: "Bookstall", dependencies: ["Persistence", "Migrations", "CSV", "Archives"]),
    // Values to text; fetches nothing and prints nothing.
    .target(name: "Presentation", dependencies: ["Bookstall"]),
    // The command: parse, call, present, exit.
    .executableTarget(
      name: "BookstallTool", dependencies: ["Bookstall", "Presentation", "Persistence", "CSV"]),

    // What several test suites share: temporary folders, sample books, the built binary, a pseudo-terminal.
    .target(name: "TestSupport", dependencies: ["Bookstall", "Persistence"], path: "Tests/TestSupport"),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
    // A process that works on a store while the tests of Persistence watch and kill it.
    .executableTarget(
      name: "StoreWorker", dependencies: ["Persistence", "SQLite"], path: "Tests/StoreWorker"),
    .testTarget(
      name: "PersistenceTests",
      dependencies: ["Persistence", "PersistenceFoundation", "SQLite", "StoreWorker", "TestSupport"]),
    .testTarget(name: "ArchivesTests", dependencies: ["Archives"], exclude: ["Fixtures"]),
    .testTarget(name: "CSVTests", dependencies: ["CSV"]),
    .testTarget(
      name: "BookstallTests", dependencies: ["Bookstall", "Persistence", "SQLite", "CSV", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(name: "PresentationTests", dependencies: ["Presentation", "Bookstall"]),
    // The page in a real browser; `.dev/test` installs it.
    .testTarget(
      name: "PageTests", dependencies: ["Presentation", "Bookstall", "BookstallTool", "TestSupport"]),
    .testTarget(
      name: "ToolTests",
      dependencies: ["BookstallTool", "Bookstall", "Presentation", "Persistence", "TestSupport"],
      exclude: ["Goldens"]),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "Bookstall", "BookstallTool"],
      exclude: ["Goldens"]),
    .testTarget(
      name: "ArchitectureTests",
      dependencies: ["TestSupport", "Persistence", "SQLite", "Migrations", "BookstallTool"]),
    // Ratios against a bare C-API loop and the sqlite3 shell, in one run.
    .executableTarget(
      name: "Benchmarks", dependencies: ["Bookstall", "Persistence", "CSQLite", "CSV", "TestSupport"],
      path: "Tests/Benchmarks"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
