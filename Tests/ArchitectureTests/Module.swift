/// One module of the house: where it stands and what it may import.
struct Module {
  let name: String
  let folder: String
  /// The modules of ours that it knows, as the README draws them.
  let imports: Set<String>
  /// The system's modules that it may use.
  let system: Set<String>

  /// The drawing, in build order: a module imports only what stands above it.
  static let all: [Module] = [
    Module(name: "CSQLite", folder: "Sources/CSQLite", imports: [], system: []),
    Module(name: "SQLite", folder: "Sources/SQLite", imports: ["CSQLite"], system: ["Synchronization"]),
    Module(
      name: "Persistence", folder: "Sources/Persistence", imports: ["SQLite"],
      system: ["FoundationEssentials", "Glibc", "Synchronization"]),
    Module(
      name: "PersistenceFoundation", folder: "Sources/PersistenceFoundation", imports: ["Persistence"],
      system: ["FoundationEssentials", "FoundationInternationalization"]),
    Module(name: "Migrations", folder: "Migrations", imports: ["Persistence"], system: []),
    Module(name: "CSV", folder: "Sources/CSV", imports: [], system: []),
    Module(name: "Archives", folder: "Sources/Archives", imports: ["SQLite"], system: []),
    Module(
      name: "Bookstall", folder: "Sources/Bookstall",
      imports: ["Persistence", "Migrations", "CSV", "Archives"],
      system: ["FoundationEssentials", "Glibc"]),
    Module(name: "Presentation", folder: "Sources/Presentation", imports: ["Bookstall"], system: []),
    Module(
      name: "BookstallTool", folder: "Sources/BookstallTool",
      imports: ["Bookstall", "Presentation", "Persistence", "CSV"], system: ["Glibc", "Synchronization"]),
  ]

  /// The values and their rules within `Bookstall`, which know nothing of ours.
  static let bookModel = Module(
    name: "Bookstall/Model", folder: "Sources/Bookstall/Model", imports: [], system: ["FoundationEssentials"])

  /// The imports of a file that this module may not have.
  func wrongImports(in source: SwiftSource) -> [String] {
    source.imports.filter { !imports.union(system).union(["Swift"]).contains($0.module) }
      .map { "\(source.path):\($0.line): \(name) may not import \($0.module)" }
  }

  /// The words of a text that only the domain may use.
  static func wordsOfTheDomain(in text: String) -> [String] {
    text.split { !$0.isLetter }.map(String.init).filter { word in
      // The C shim's names begin with the project's.
      !["bookkeeping", "bookstall"].contains(word)
        && ["book", "snack", "goodreads"].contains { word.lowercased().hasPrefix($0) }
    }
  }
}

extension SwiftSource {
  /// The modules that a file imports, and where.
  var imports: [(module: String, line: Int)] {
    tokens.indices.dropLast().compactMap { index in
      guard tokens[index].text == "import", tokens[index].kind == .word else { return nil }
      let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let isOfOneName = kinds.contains(tokens[index + 1].text) && index + 2 < tokens.count
      let name = tokens[isOfOneName ? index + 2 : index + 1]
      return name.line == tokens[index].line ? (name.text, name.line) : nil
    }
  }

  /// Calls of what talks to the outside world.
  var inputAndOutput: [String] {
    let names: Set = [
      "print", "debugPrint", "dump", "readLine", "FileHandle", "FileManager", "getenv", "fopen", "fputs",
      "isatty",
    ]
    return tokens.filter { $0.kind == .word && names.contains($0.text) }
      .map { "\(path):\($0.line): \($0.text)" }
  }
}

/// What the manifest says of its targets.
enum Manifest {
  /// The names of each target's dependencies, read from the manifest's text.
  static func dependencies(in manifest: String) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    // `.target(`, `.executableTarget(` and `.testTarget(` have this in common.
    for target in manifest.split(separator: "arget(").dropFirst() {
      guard let name = text(in: target, from: "name: \"", to: "\"") else { continue }
      let list = text(in: target, from: "dependencies: [", to: "]") ?? ""
      found[name] = Set(list.split { !$0.isLetter }.map(String.init))
    }
    return found
  }

  private static func text(in target: Substring, from start: String, to end: String) -> String? {
    guard let opening = target.firstRange(of: start) else { return nil }
    let rest = target[opening.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}
