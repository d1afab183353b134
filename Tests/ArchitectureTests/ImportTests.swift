import Testing

@Suite("The direction of imports")
struct ImportTests {
  @Test(arguments: Module.all.map(\.name))
  func `a module imports what the drawing allows`(name: String) throws {
    let module = try #require(Module.all.first { $0.name == name })
    for source in try SourceTree.swiftFiles([module.folder]) {
      #expect(module.wrongImports(in: source) == [])
    }
  }

  @Test func `the book's values know nothing of ours`() throws {
    let sources = try SourceTree.swiftFiles([Module.bookModel.folder])
    #expect(!sources.isEmpty)
    #expect(sources.flatMap(Module.bookModel.wrongImports) == [])
  }

  @Test func `the drawing names every module and has no way back up`() throws {
    var above: Set<String> = []
    for module in Module.all {
      #expect(module.imports.isSubset(of: above), "\(module.name)")
      above.insert(module.name)
    }
    let folders = try SourceTree.files(under: "Sources").map {
      $0.split(separator: "/").prefix(2).joined(separator: "/")
    }
    #expect(Set(folders).union(["Migrations"]) == Set(Module.all.map(\.folder)))
  }

  @Test func `the manifest says what the drawing says`() throws {
    let dependencies = Manifest.dependencies(in: try SourceTree.text("Package.swift"))
    for module in Module.all where module.name != "CSQLite" {
      #expect(dependencies[module.name] == module.imports, "\(module.name)")
    }
  }

  @Test func `one module and the benchmarks see SQLite's C interface`() throws {
    let importing = try SourceTree.swiftFiles()
      .filter { source in source.imports.contains { $0.module == "CSQLite" } }
      .map(\.path)
    #expect(importing.contains { $0.hasPrefix("Sources/SQLite/") })
    #expect(importing.filter { !$0.hasPrefix("Sources/SQLite/") && !$0.hasPrefix("Tests/Benchmarks/") } == [])
  }

  @Test func `nothing below the domain speaks of books`() throws {
    for path in try ["SQLite", "Persistence", "PersistenceFoundation", "CSV", "Archives"].flatMap({
      try SourceTree.files(under: "Sources/\($0)")
    }) {
      let found = Module.wordsOfTheDomain(in: try SourceTree.text(path))
      #expect(found == [], "\(path)")
    }
  }

  @Test func `presentation reads nothing and prints nothing`() throws {
    let found = try SourceTree.swiftFiles(["Sources/Presentation"]).flatMap(\.inputAndOutput)
    #expect(found == [])
  }

  // The checkers themselves, on small bad samples.

  @Test(arguments: [
    "import Glibc", "internal import Bookstall", "@testable import Persistence",
    "package import struct CSV.CSVReader",
    "let a = 1\npublic import Foundation",
  ])
  func `a wrong import is found`(text: String) throws {
    let module = try #require(Module.all.first { $0.name == "SQLite" })
    #expect(module.wrongImports(in: SwiftSource(text: text)).count == 1)
  }

  @Test(arguments: [
    "internal import CSQLite", "// import Glibc", "let a = \"import Glibc\"", "/* import Glibc */",
  ])
  func `an allowed import and the mere word are not`(text: String) throws {
    let module = try #require(Module.all.first { $0.name == "SQLite" })
    #expect(module.wrongImports(in: SwiftSource(text: text)) == [])
  }

  @Test func `dependencies are read from a manifest`() {
    let manifest = """
      products: [.library(name: "A", targets: ["A"])],
      targets: [
        .target(name: "A"),
        .executableTarget(
          name: "B", dependencies: ["A", "C"]),
        .testTarget(name: "D", dependencies: ["B"]),
      ]
      """
    #expect(Manifest.dependencies(in: manifest) == ["A": [], "B": ["A", "C"], "D": ["B"]])
  }

  @Test func `words of the domain and calls to the outside are found`() {
    #expect(
      Module.wordsOfTheDomain(in: "a Book, two bookshelves\nand bookkeeping") == ["Book", "bookshelves"])
    #expect(
      SwiftSource(text: "print(1)\nlet print2 = \"print(2)\"").inputAndOutput == ["Sample.swift:1: print"])
  }
}
