import FoundationEssentials
import Glibc
import Persistence
import SQLite
import TestSupport
import Testing

/// Stores whose bytes went wrong, and what opening and using them does: a typed error, or an answer.
@Suite struct HostileFileTests {
  private static let seeds = UInt64(0)..<12
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A closed store of some tens of pages with long texts, blobs on overflow pages, indexes and a history.
  private func makeStore() throws -> [UInt8] {
    let container = try Garden.open(folder.file("whole.db"))
    try container.execute(
      "CREATE INDEX plant_name ON plant (name); CREATE INDEX plant_shelf ON plant (shelf_id)")
    try container.insert(contentsOf: (0..<8).map { Shelf("shelf \($0)", in: $0 > 0 ? Int64($0) : nil) })
    try container.insert(
      contentsOf: (0..<150).map { number in
        var plant = Plant("plant \(number)", shelfID: Int64(number % 8 + 1), code: "\(number)")
        plant.latin = String(repeating: "long \(number) ", count: number % 40)
        plant.height = Double(number) / 3
        plant.photo = [UInt8](repeating: UInt8(number), count: number % 10 == 0 ? 6000 : 20)
        return plant
      })
    try container.insert(contentsOf: (1...100).map { Label("words \($0)", on: $0) })
    let context = container.makeContext()
    for plant in try context.fetch(FetchRequest<Plant>(limit: 30)) { plant.leaves += 1 }
    context.delete(try #require(try context.existing(ManagedID<Plant>(90))))
    try context.save()
    container.close()
    return folder.read("whole.db")
  }

  @Test(arguments: seeds)
  func `flipped bits anywhere give typed errors or answers`(_ seed: UInt64) throws {
    let whole = try makeStore()
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      var bytes = whole
      // One bit often does more harm than many: the file is refused later.
      for _ in 0..<[1, 1, 2, 8, 60][round % 5] {
        // The header and the schema get their share.
        let end = [100, 4096, bytes.count, bytes.count].randomElement(using: &random) ?? 100
        bytes[Int.random(in: 0..<end, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      use(bytes, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: seeds)
  func `a file cut short, lengthened or with blocks of zeros gives typed errors or answers`(_ seed: UInt64)
    throws
  {
    let whole = try makeStore()
    var random = SeededGenerator(seed: seed)
    for round in 0..<20 {
      var bytes = whole
      switch round % 4 {
      case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      case 1: bytes.removeLast(Int.random(in: 0..<bytes.count / 4096, using: &random) * 4096)
      case 2: bytes += (0..<Int.random(in: 1...9000, using: &random)).map { _ in 0xff }
      default:
        let start = Int.random(in: 0..<bytes.count / 512, using: &random) * 512
        for index in start..<min(bytes.count, start + 512) { bytes[index] = 0 }
      }
      use(bytes, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: seeds)
  func `a journal of the wrong bytes beside the file gives typed errors or answers`(_ seed: UInt64) throws {
    let whole = try makeStore()
    var random = SeededGenerator(seed: seed)
    for round in 0..<8 {
      var journal = (0..<Int.random(in: 0...9000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      // The magic number of a journal that is to be played back.
      let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
      if round % 2 == 0, journal.count > 8 { journal.replaceSubrange(0..<8, with: magic) }
      folder.write(journal, to: "used.db-journal")
      use(whole, "seed \(seed), round \(round)", removingJournal: false)
    }
  }

  @Test func `a store copied while it is written to is whole or refused`() throws {
    let path = folder.file("live.db")
    let container = try Garden.open(path)
    try container.insert(contentsOf: (0..<50).map { Plant("plant \($0)") })
    _ = try container.withConnection { try $0.value("PRAGMA cache_size = 4") }
    var copies = 0
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try container.transaction(named: "half") {
        for number in 0..<40 {
          var plant = Plant("new \(number)")
          plant.photo = [UInt8](repeating: 1, count: 9000)
          try container.insert(contentsOf: [plant])
          // The file alone, as a careless tool takes it, and with its journal, as a snapshot of the disk does.
          folder.write(folder.read("live.db"), to: "used.db")
          folder.write(folder.read("live.db-journal"), to: "snapshot.db-journal")
          folder.write(folder.read("live.db"), to: "snapshot.db")
          use(folder.read("live.db"), "copy \(number)")
          let snapshot = try Garden.open(folder.file("snapshot.db"))
          #expect(try snapshot.check() == [])
          #expect(try snapshot.count(FetchRequest<Plant>()) == 50)
          snapshot.close()
          copies += 1
        }
        throw Stop()
      }
    }
    #expect(copies == 40)
    #expect(try container.count(FetchRequest<Plant>()) == 50)
  }

  /// Opens, reads in every way, changes and undoes, and takes nothing but a `StoreError` for an answer; the file must
  /// still be there.
  private func use(_ bytes: [UInt8], _ what: String, removingJournal: Bool = true) {
    folder.write(bytes, to: "used.db")
    if removingJournal { unlink(folder.file("used.db-journal")) }
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch is StoreError {} catch { Issue.record("\(what): \(error)") }
    }
    attempt {
      let container: PersistentContainer
      do {
        container = try Garden.open(folder.file("used.db"))
      } catch {
        // What is refused is left as it is.
        if removingJournal { #expect(folder.read("used.db") == bytes, "\(what): the file was changed") }
        throw error
      }
      attempt { _ = try container.values(FetchRequest<Plant>(sortBy: [SortKey(\.name, .folded)])) }
      attempt { _ = try container.frequencies(of: \Plant.code) }
      attempt { _ = try container.values(FetchRequest(predicate: #Predicate<Plant> { $0.name > "plant 5" })) }
      attempt { try container.forEach(FetchRequest<Label>()) { _ in } }
      attempt { _ = try container.count(FetchRequest<Plant>(where: .equal(\.shelfID, 3))) }
      attempt {
        let context = container.makeContext()
        for plant in try context.fetch(Plant.self).prefix(20) { plant.leaves = 9 }
        context.insert(Plant("new"))
        try context.save()
      }
      attempt {
        let context = container.makeContext()
        if let shelf = try context.fetch(Shelf.self).first { context.delete(shelf) }
        try context.save()
      }
      attempt { try container.undoLastChange() }
      attempt { _ = try container.check() }
      attempt { try container.vacuum() }
    }
    #expect(access(folder.file("used.db"), F_OK) == 0, "\(what): the file is gone")
  }
}
