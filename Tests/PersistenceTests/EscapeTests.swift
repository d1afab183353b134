import Glibc
import TestSupport
import Testing

/// A way in which a handle or a context could leave its place, and the compiler's answer.
struct Escape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: String
  /// Words of the error.
  let diagnostic: String

  init(_ description: String, _ diagnostic: String, _ code: String) {
    testDescription = description
    self.diagnostic = diagnostic
    self.code = code
  }

  static let all = [
    Escape(
      "a handle in a task while its owner goes on", "sending value of non-Sendable type",
      """
      func use(_ container: PersistentContainer) {
        let object = container.makeContext().insert(Seed())
        Task { object.name = "theirs" }
        object.name = "mine"
      }
      """),
    Escape(
      "a handle in a task while its context goes on", "sending value of non-Sendable type",
      """
      func use(_ container: PersistentContainer) throws {
        let context = container.makeContext()
        let object = context.insert(Seed())
        Task { object.name = "theirs" }
        try context.save()
      }
      """),
    Escape(
      "a context in a task and out of it", "sending value of non-Sendable type",
      """
      func use(_ container: PersistentContainer) {
        let context = container.makeContext()
        Task { try context.save() }
        context.rollback()
      }
      """),
    Escape(
      "a handle in a sendable closure", "capture of 'object' with non-Sendable type 'Managed<Seed>'",
      """
      func use(_ container: PersistentContainer) {
        let object = container.makeContext().insert(Seed())
        background { object.name }
      }
      """),
    Escape(
      "the details of a handle in a sendable closure", "capture of 'details' with non-Sendable type",
      """
      func use(_ object: Managed<Seed>) {
        let details = object.managed
        background { details.hasChanges }
      }
      """),
    Escape(
      "related objects in a sendable closure", "capture of 'seeds' with non-Sendable type",
      """
      func use(_ object: Managed<Seed>) {
        let seeds = object[ToMany<Seed, Seed>(\\.id)]
        background { seeds }
      }
      """),
    Escape(
      "a handle as the result of background work", "pass its ManagedID or its snapshot",
      "func use(_ container: PersistentContainer) { background { container.makeContext().insert(Seed()) } }"),
    Escape(
      "a context as the result of background work", "make another from the container",
      "func use(_ container: PersistentContainer) { background { container.makeContext() } }"),
    Escape(
      "a handle kept by an actor and by its owner", "sending 'object' risks causing data races",
      """
      actor Keeper {
        var kept: Managed<Seed>?
        func keep(_ object: Managed<Seed>) { kept = object }
      }
      func use(_ container: PersistentContainer, _ keeper: Keeper) async {
        let object = container.makeContext().insert(Seed())
        await keeper.keep(object)
        object.name = "mine"
      }
      """),
    Escape(
      "a handle that an actor gives away", "can not be returned from actor-isolated instance method",
      """
      actor Keeper {
        var kept: Managed<Seed>?
        func give() -> Managed<Seed>? { kept }
      }
      func use(_ keeper: Keeper) async { _ = await keeper.give() }
      """),
    Escape(
      "a handle in a global constant", "is not concurrency-safe",
      "let kept: Managed<Seed>? = nil"),
    Escape(
      "a context in a static variable", "is not concurrency-safe",
      "enum Holder { static var context: ManagedContext? }"),
    Escape(
      "a handle in a sendable value", "has non-Sendable type 'Managed<Seed>'",
      "struct Box: Sendable { let object: Managed<Seed> }"),
    Escape(
      "the main actor's context in a detached task", "cannot exit main actor-isolated context",
      """
      @MainActor final class Screen {
        let context: ManagedContext
        init(_ container: PersistentContainer) { context = container.makeContext() }
        func run() { Task.detached { try self.context.save() } }
      }
      """),
    Escape(
      "a cursor kept beyond its closure", "is consuming",
      """
      func use(_ container: PersistentContainer) throws {
        var kept: Cursor<Seed>?
        try container.withCursor(FetchRequest<Seed>()) { cursor in kept = cursor }
        _ = try kept?.next()
      }
      """),
  ]
}

@Suite struct EscapeTests {
  private static let preamble = """
    import Persistence
    struct Seed: PersistentModel {
      var id: Int64 = 0
      var name = ""
      static let schema = EntitySchema<Seed>("seed", key: \\.id, [Attribute("name", \\.name)])
      init() {}
      init(row: inout RowReader) throws {
        id = try row.integer()
        name = try row.text()
      }
    }
    @discardableResult
    func background<Result: Sendable>(_ body: @Sendable @escaping () throws -> Result) -> Task<Result, any Error> {
      Task { try body() }
    }

    """

  /// The folder of built modules that these tests themselves were built with.
  private func modules() throws -> String {
    let maps = try #require(fopen("/proc/self/maps", "r"))
    defer { fclose(maps) }
    var folders = CommandLine.arguments
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let slash = text.firstIndex(of: "/") { folders.append(String(text[slash...])) }
    }
    let found = folders.lazy.compactMap { path -> String? in
      guard let slash = path.lastIndex(of: "/") else { return nil }
      let modules = path[..<slash] + "/Modules"
      return access(modules + "/Persistence.swiftmodule", R_OK) == 0 ? String(modules) : nil
    }
    return try #require(found.first, "the tests run from their build folder")
  }

  /// What the compiler says to a piece of code that uses the module, without its exit code where that is 0.
  private func compile(_ code: String) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let path = folder.file("Escape.swift")
    let file = try #require(fopen(path, "w"))
    fputs(EscapeTests.preamble + code, file)
    fclose(file)
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    // Data races are looked for after type checking, in the passes that every build runs.
    let command = """
      swiftc -emit-sil -o /dev/null -parse-as-library -swift-version 6 -I '\(try modules())' \
      -Xcc '-fmodule-map-file=/\(root)/Sources/CSQLite/module.modulemap' '\(path)' 2>&1
      """
    let pipe = try #require(popen(command, "r"))
    var output = ""
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), pipe) != nil {
      output += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return (pclose(pipe), output)
  }

  @Test func `code that keeps its objects to itself compiles`() throws {
    let (status, output) = try compile(
      """
      func use(_ container: PersistentContainer) async throws -> String {
        let id = try await background {
          let context = container.makeContext()
          let object = context.insert(Seed())
          try context.save()
          return object.managed.id
        }.value
        let context = container.makeContext()
        let object = try context.existing(id)
        object?.name = "new"
        let copy = object?.snapshot
        return try await background { copy?.name ?? "" }.value
      }
      """)
    #expect(status == 0)
    #expect(output == "")
  }

  @Test(arguments: Escape.all)
  func `an object that leaves its place is refused by the compiler`(_ escape: Escape) throws {
    let (status, output) = try compile(escape.code)
    #expect(status != 0)
    #expect(output.contains("error: ") && output.contains(escape.diagnostic), "\(output)")
  }
}
