import Persistence
import TestSupport
import Testing

@Suite struct ObservationTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
  }

  @Test func `a save, a batch and an undo are told with their names, origins and keys`() async throws {
    var changes = container.changes.makeAsyncIterator()
    let context = container.makeContext()
    let shelf = context.insert(Shelf("top"))
    let fern = context.insert(Plant("fern", shelfID: shelf.id))
    try context.save(named: "plant")
    fern.leaves = 3
    try context.save(named: "count")
    try container.insert(contentsOf: (0..<5).map { Plant("moss \($0)") }, named: "import")
    try container.update(Plant.self, where: .atLeast(\.id, 4), set: [.set(\.leaves, 1)])
    try container.delete(Plant.self, where: .atLeast(\.id, 6))
    try container.undoLastChange()
    var sets: [ChangeSet] = []
    while sets.count < 6, let set = await changes.next() { sets.append(set) }
    #expect(sets.map(\.name) == ["plant", "count", "import", "update", "delete", "undo delete"])
    #expect(sets.map(\.origin) == [.save, .save, .batch, .batch, .batch, .undo])
    #expect(sets[0].inserted(Shelf.self).map(\.rawValue) == [1])
    #expect(sets[0].inserted(Plant.self) == [ManagedID(1)])
    #expect(sets[1].updated(Plant.self) == [ManagedID(1)])
    #expect(!sets[1].concerns(Shelf.self))
    #expect(sets[2].entities["plant"]?.inserted.ranges == [2...6])
    #expect(sets[3].updated(Plant.self).map(\.rawValue) == [4, 5, 6])
    #expect(sets[4].deleted(Plant.self).map(\.rawValue) == [6])
    #expect(sets[5].inserted(Plant.self).map(\.rawValue) == [6])
  }

  @Test func `a transaction is told once, net, when it holds, and a failed one never`() async throws {
    struct Stop: Error {}
    var changes = container.changes.makeAsyncIterator()
    try? container.transaction(named: "fails") {
      try container.insert(contentsOf: [Plant("lost")])
      throw Stop()
    }
    try container.transaction(named: "net") {
      try container.insert(contentsOf: [Plant("a"), Plant("b"), Plant("c")])
      try? container.transaction(named: "part") {
        try container.insert(contentsOf: [Plant("d"), Plant("e")])
        throw Stop()
      }
      try container.update(Plant.self, where: .atMost(\.id, 2), set: [.set(\.leaves, 9)])
    }
    let set = try #require(await changes.next())
    #expect(set.name == "net")
    #expect(set.entities["plant"]?.inserted.ranges == [1...3])
    #expect(set.updated(Plant.self) == [])
  }

  @Test func `a row that came and went in a transaction is not told, and one that went and came back is`()
    async throws
  {
    try container.insert(contentsOf: [Plant("old"), Plant("older")])
    var changes = container.changes.makeAsyncIterator()
    try container.transaction(named: "net") {
      let context = container.makeContext()
      let plants = (3...6).map { context.insert(Plant("\($0)")) }
      try context.save()
      context.delete(plants[1])
      context.delete(plants[3])
      let old = try #require(try context.existing(ManagedID<Plant>(1)))
      context.delete(old)
      try context.save()
      var again = Plant("again")
      again.id = 1
      context.insert(again)
      var other = Plant("other")
      other.id = plants[3].id
      context.insert(other)
      try context.save()
    }
    let set = try #require(await changes.next())
    #expect(set.entities["plant"]?.inserted.ranges == [3...3, 5...6])
    #expect(set.entities["plant"]?.updated.ranges == [1...1])
    #expect(set.entities["plant"]?.deleted.ranges == [])
    // Nothing at all.
    try container.transaction(named: "nothing") {
      try container.insert(contentsOf: [Plant("ghost")])
      try container.delete(Plant.self, where: .equal(\.name, "ghost"))
    }
    try container.insert(contentsOf: [Plant("last")])
    #expect(await changes.next()?.name != "nothing")
  }

  @Test func `rows that go or change by a delete rule are told`() async throws {
    try container.insert(contentsOf: [Shelf("top"), Shelf("inner", in: 1)])
    try container.insert(contentsOf: [Plant("fern", shelfID: 2)])
    var changes = container.changes.makeAsyncIterator()
    try container.delete(Shelf.self, where: .ids([ManagedID(1)]))
    let set = try #require(await changes.next())
    #expect(set.deleted(Shelf.self).map(\.rawValue) == [1, 2])
    #expect(set.updated(Plant.self).map(\.rawValue) == [1])
  }

  @Test func `a reader that falls behind learns so and takes no more room`() async throws {
    var changes = container.changes.makeAsyncIterator()
    for number in 0..<200 { try container.insert(contentsOf: [Plant("plant \(number)")], named: "\(number)") }
    container.close()
    var sets: [ChangeSet] = []
    while let set = await changes.next() { sets.append(set) }
    #expect(sets.count <= 65)
    #expect(sets.first?.isIncomplete == true)
    #expect(sets.first?.concerns(Lamp.self) == true)
    #expect(sets.last?.name == "199")
    #expect(sets.last?.isIncomplete == false)
  }

  @Test func `watching ends with the task, with the container's closing and with the container`() async throws
  {
    let container = try Garden.inMemory()
    let task = Task {
      var changes = container.changes.makeAsyncIterator()
      return await changes.next()
    }
    task.cancel()
    #expect(await task.value == nil)
    var closing = container.changes.makeAsyncIterator()
    container.close()
    #expect(await closing.next() == nil)
    var late = container.changes.makeAsyncIterator()
    #expect(await late.next() == nil)
    var owner: PersistentContainer? = try Garden.inMemory()
    weak let gone = owner
    var changes = try #require(owner?.changes.makeAsyncIterator())
    var results = try #require(owner?.observe(FetchRequest<Plant>()).makeAsyncIterator())
    #expect(try await results.next() == [])
    owner = nil
    #expect(gone == nil)
    #expect(await changes.next() == nil)
    #expect(try await results.next() == nil)
  }

  @Test func `live results come first as they are and again when a change bears on them`() async throws {
    try container.insert(contentsOf: [Plant("moss"), Plant("fern")])
    let request = FetchRequest<Plant>(where: .equal(\.isAlive, true), sortBy: [SortKey(\.name)])
    var results = container.observe(request).makeAsyncIterator()
    #expect(try await results.next()?.map(\.name) == ["fern", "moss"])
    try container.insert(contentsOf: [Shelf("no plant")])
    try container.update(Plant.self, where: .equal(\.name, "moss"), set: [.set(\.isAlive, false)])
    #expect(try await results.next()?.map(\.name) == ["fern"])
    try container.undoLastChange()
    #expect(try await results.next()?.map(\.name) == ["fern", "moss"])
    container.close()
    #expect(try await results.next() == nil)
  }

  @Test func `live results see changes of the rows that their condition goes by`() async throws {
    try container.insert(contentsOf: [Plant("moss"), Plant("fern")])
    let request = FetchRequest<Plant>(
      where: .any(of: ToMany<Plant, Label>(\.plantID), where: .equal(\.words, "mine")))
    var results = container.observe(request).makeAsyncIterator()
    #expect(try await results.next() == [])
    try container.insert(contentsOf: [Label("mine", on: 2)])
    #expect(try await results.next()?.map(\.name) == ["fern"])
  }

  @Test func `another program's changes are noticed when asked, by watchers, live results and contexts`()
    async throws
  {
    let folder = try TemporaryFolder()
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: [Plant("moss"), Plant("fern")])
    let context = container.makeContext()
    let plants = try context.fetch(Plant.self)
    var changes = container.changes.makeAsyncIterator()
    #expect(try !container.noticeOutsideChanges())
    let other = try Garden.open(folder.file("garden.db"))
    try other.update(Plant.self, where: .equal(\.name, "moss"), set: [.set(\.leaves, 4)])
    try other.delete(Plant.self, where: .equal(\.name, "fern"))
    #expect(try container.noticeOutsideChanges())
    #expect(try !container.noticeOutsideChanges())
    let set = try #require(await changes.next())
    #expect(set.isIncomplete)
    #expect(set.origin == .unknown)
    try context.mergeChanges()
    #expect(plants[0].leaves == 4)
    #expect(plants[1].managed.state == .deleted)
  }

  @Test func `a set of keys keeps ranges and answers as a set of numbers does`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      func ranges() -> [ClosedRange<Int64>] {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          let start = Int64.random(in: -10...30, using: &generator)
          return start...(start + Int64.random(in: 0...5, using: &generator))
        }
      }
      let (left, right) = (ranges(), ranges())
      let first = KeyRanges(left)
      let numbers = Set(left.joined())
      #expect(Array(first) == numbers.sorted())
      #expect(first.count == numbers.count)
      #expect((-12...40).allSatisfy { first.contains($0) == numbers.contains($0) })
      #expect(
        KeyRanges(left + right) == KeyRanges(Array(Set(left.joined()).union(right.joined())).map { $0...$0 }))
    }
    #expect(KeyRanges([.max ... .max, (.max - 1)...(.max - 1)]).ranges == [(.max - 1) ... .max])
  }
}
