import Glibc
import Persistence
import TestSupport
import Testing

@Suite struct LifetimeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `contexts and objects go when nobody holds them`() throws {
    let container = try Garden.inMemory()
    weak var context: ManagedContext?
    weak var fetched: Managed<Plant>?
    weak var inserted: Managed<Plant>?
    do {
      try container.insert(contentsOf: [Plant("fern")])
      let owner = container.makeContext()
      context = owner
      let first = try #require(try owner.fetch(Plant.self).first)
      first.leaves = 3
      fetched = first
      inserted = owner.insert(Plant("moss"))
      #expect(inserted != nil)
    }
    #expect(context == nil)
    #expect(fetched == nil)
    #expect(inserted == nil)
  }

  @Test func `a handle doesn't keep its context and stays readable without it`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern")])
    let object = try #require(try container.makeContext().fetch(Plant.self).first)
    #expect(object.managed.context == nil)
    #expect(object.name == "fern")
    object.name = "other"
    #expect(object.name == "other")
  }

  @Test func `deleted, rolled back and reset objects go too`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("a"), Plant("b"), Plant("c")])
    let context = container.makeContext()
    weak var deleted: Managed<Plant>?
    weak var inserted: Managed<Plant>?
    weak var kept: Managed<Plant>?
    do {
      let plants = try context.fetch(Plant.self)
      deleted = plants[0]
      kept = plants[1]
      context.delete(plants[0])
      try context.save()
      inserted = context.insert(Plant("d"))
      context.rollback()
    }
    #expect(deleted == nil)
    #expect(inserted == nil)
    #expect(kept != nil)
    context.reset()
    #expect(kept == nil)
  }

  @Test func `a container that goes closes its file and leaves nothing beside it`() throws {
    let path = folder.file("garden.db")
    weak var container: PersistentContainer?
    do {
      let owner = try Garden.open(path)
      container = owner
      let context = owner.makeContext()
      for number in 0..<100 { context.insert(Plant("plant \(number)")) }
      try context.save()
      try owner.forEach(FetchRequest<Plant>(limit: 3)) { _ in }
      #expect(openFiles().contains(path))
    }
    #expect(container == nil)
    #expect(!openFiles().contains { $0.hasPrefix(folder.path) })
    #expect(folder.names() == ["garden.db"])
  }

  @Test func `closing leaves no journal, whatever the journal is`() throws {
    for journal in [StoreOptions.Journal.delete, .truncate] {
      let path = folder.file("\(journal.rawValue).db")
      let container = try Garden.open(path) { $0.journal = journal }
      try container.insert(contentsOf: [Plant("fern")])
      #expect(throws: StoreError.self) { try container.insert(contentsOf: [Label("lost", on: 9)]) }
      container.close()
      let again = try Garden.open(path) { $0.isReadOnly = true }
      #expect(try again.count(FetchRequest<Plant>()) == 1)
    }
    #expect(!folder.names().contains { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") })
  }

  private func openFiles() -> [String] {
    var paths: [String] = []
    for descriptor in 0..<256 {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
      guard count > 0 else { continue }
      paths.append(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return paths
  }
}
