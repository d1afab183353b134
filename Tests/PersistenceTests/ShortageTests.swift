import Glibc
import Persistence
import SQLite
import TestSupport
import Testing

/// Too little room on the disk or in memory, a little more each time, until it is enough.
@Suite struct ShortageTests {
  /// Gives a save something of every sort to do.
  private static func change(_ context: ManagedContext) throws {
    for plant in try context.fetch(Plant.self) { plant.photo = [UInt8](repeating: 1, count: 2500) }
    let shelf = context.insert(Shelf("new"))
    for number in 0..<20 { context.insert(Plant("new \(number)", shelfID: shelf.id)) }
    if let label = try context.fetch(Label.self).first { context.delete(label) }
  }

  private static func makeStore(_ path: String) throws {
    let container = try Garden.open(path)
    try container.insert(contentsOf: (0..<30).map { Plant("plant \($0)", code: "\($0)") })
    try container.insert(contentsOf: (1...20).map { Label("words", on: $0) })
    container.close()
  }

  @Test func `a disk with a page more each time takes nothing until it takes all`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try ShortageTests.makeStore(path)
    let container = try Garden.open(path)
    let before = try container.contents()
    let history = try container.rows(in: "history_set")
    let context = container.makeContext()
    try ShortageTests.change(context)
    var pages = try container.withConnection { try $0.integer("PRAGMA page_count") }
    var failures = 0
    while context.hasChanges {
      _ = try container.withConnection { try $0.value(SQL(verbatim: "PRAGMA max_page_count = \(pages)")) }
      do {
        try context.save()
      } catch {
        try #require(error as? StoreError == .diskFull)
        failures += 1
        pages += 1
        try #require(failures < 500)
        try #require(try container.contents() == before)
        try #require(try container.rows(in: "history_set") == history)
      }
    }
    #expect(failures > 10)
    #expect(try container.count(FetchRequest<Plant>()) == 50)
    #expect(try container.check() == [])
  }

  @Test func `a process with a few bytes more for its files each time writes nothing until it writes all`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try ShortageTests.makeStore(path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let container = try Garden.open(path)
      let before = try container.contents()
      let context = container.makeContext()
      try ShortageTests.change(context)
      var failures = 0
      var bytes: rlim_t = 0
      func allow(_ bytes: rlim_t) {
        var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      }
      while context.hasChanges {
        allow(bytes)
        do {
          try context.save()
        } catch let error as StoreError {
          // The journal may not even begin, which SQLite tells as a file that can't be opened or is full.
          switch error {
          case .inputOutput(path, code: 778), .diskFull: failures += 1
          default: throw error
          }
          // No multiple of a page or a sector, so that writes end in the middle of one.
          bytes += 1700
          // With so little room SQLite can't even take back what it wrote; with more it does at the next read.
          allow(.max)
          try #require(try container.contents() == before)
        }
      }
      #expect(failures > 20)
      #expect(try container.count(FetchRequest<Plant>()) == 50)
    }
    #expect(try Garden.open(path).check() == [])
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `a process with a few bytes less of memory each time gets typed errors and keeps its store`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    try ShortageTests.makeStore(path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // The limit can only be made smaller, so each piece of work has a process's life to fail more and more.
      let container = try Garden.open(path)
      var saves = 0
      var failures = 0
      var limit: Int64 = 1_500_000
      while limit > 20_000 {
        _ = try? container.withConnection { try $0.value(SQL(verbatim: "PRAGMA hard_heap_limit = \(limit)")) }
        limit = limit * 49 / 50
        let context = container.makeContext()
        do {
          for plant in try context.fetch(Plant.self) { plant.photo = [UInt8](repeating: 2, count: 2500) }
          context.insert(Label("saved", on: 1))
          try context.save()
          saves += 1
        } catch let error as StoreError {
          guard error == .outOfMemory else { throw error }
          failures += 1
        }
      }
      #expect(saves > 0 && failures > 10, "\(saves) saves, \(failures) failures")
      container.close()
    }
    let container = try Garden.open(path)
    #expect(try container.check() == [])
    let saved = try container.count(FetchRequest<Label>(where: .equal(\.words, "saved")))
    #expect(saved > 0)
    #expect(try container.rows(in: "history_set") == Int64(saved) + 2)
  }
}
