import FoundationEssentials
import Glibc
import Persistence
import TestSupport
import Testing

/// Behaviours of a context that belong to no one part of it.
@Suite struct BehaviourTests {
  @Test func `a list with one car named twice has it once, also after a reopening`() throws {
    let folder = try TemporaryFolder()
    func open() throws -> PersistentContainer {
      try PersistentContainer(at: folder.file("trains.db"), model: Railway.model())
    }
    do {
      let container = try open()
      let context = container.makeContext()
      let train = try context.insertTrain("night", "abcd")
      try context.save()
      let cars = train[Train.cars]
      try cars.append(cars[1])
      try cars.insert(cars[0], at: 2)
      #expect(try train.labels == "cdab")
      let all = try cars.elements
      try cars.replace(with: [all[1], all[0], all[1], all[3], all[2], all[0]])
      #expect(try train.labels == "dcba")
      try cars.move(from: 3, to: 1)
      try cars.insert(context.insert(Car("e")), at: 1)
      context.delete(try cars.remove(at: 0))
      try context.save()
      container.close()
    }
    let container = try open()
    let context = container.makeContext()
    let train = try context.train("night")
    #expect(try train.labels == "eacb")
    #expect(try train[Train.cars].elements.map(\.position) == [0, 1, 2, 3])
  }

  @Test func `a rollback brings back relationships and what was inserted and deleted`() throws {
    let container = try Railway.inMemory()
    let context = container.makeContext()
    let train = try context.insertTrain("night", "abc")
    let other = try context.insertTrain("day", "x")
    let driver = context.insert(Driver("d"))
    try train[Train.drivers].insert(driver)
    try context.save()
    let before = try container.contents(of: ["train", "car", "driver", "licence"])
    let gone = try train[Train.cars][1]
    context.delete(gone)
    try other[Train.cars].append(train[Train.cars][0])
    try train[Train.cars].insert(context.insert(Car("new")), at: 0)
    let inserted = context.insert(Train("third"))
    try train[Train.drivers].remove(driver)
    try other[Train.drivers].insert(driver)
    train.name = "renamed"
    #expect(!context.pendingChanges.isEmpty)
    context.rollback()
    #expect(context.pendingChanges.isEmpty && !context.hasChanges)
    #expect(try train.labels == "abc")
    #expect(try other.labels == "x")
    #expect(train[Train.cars].contains(gone) && gone.managed.state == .persistent)
    #expect(inserted.managed.state == .detached)
    #expect(try train[Train.drivers].elements.map(\.name) == ["d"])
    #expect(try other[Train.drivers].elements.isEmpty)
    #expect(train.name == "night")
    #expect(try context.fetch(Train.self).map(\.name).sorted() == ["day", "night"])
    #expect(try container.statements { try context.save() } == [])
    #expect(try container.contents(of: ["train", "car", "driver", "licence"]) == before)
  }

  @Test func `a text with a NUL comes back whole and is found, in a condition too`() throws {
    let container = try Garden.inMemory()
    let texts = ["\0", "a\0", "a\0b", "\0\0a", "a"]
    try container.insert(contentsOf: texts.map { Plant($0) })
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == texts)
    for text in texts {
      #expect(try container.values(FetchRequest<Plant>(where: .equal(\.name, text))).map(\.name) == [text])
    }
    let context = container.makeContext()
    let plant = try #require(try context.fetch(Plant.self, where: .equal(\.name, "a\0b")).first)
    plant.name = "a\0c"
    try context.save()
    #expect(try container.value(plant.managed.id)?.name == "a\0c")
    try container.undoLastChange()
    #expect(try container.value(plant.managed.id)?.name == "a\0b")
  }

  @Test func `numbers at the ends of 64 bits come back, and a larger one is a typed error`() throws {
    let container = try Garden.inMemory()
    var plant = Plant("fern")
    plant.serial = .min
    plant.leaves = .max
    try container.insert(contentsOf: [plant])
    let read = try #require(try container.values(FetchRequest<Plant>()).first)
    #expect(read.serial == .min && read.leaves == .max)
    // A byte can be compared with any integer; one that SQLite has no room for is refused by name.
    let least = UInt64.max
    let numbers = [least]
    let error = #expect(throws: StoreError.self) {
      try container.count(
        FetchRequest<Plant>(predicate: #Predicate { _ in numbers.contains { $0 == least } }))
    }
    #expect(error == .unsupportedPredicate("a constant of the type UInt64 in a predicate on plant"))
  }

  @Test func `a NaN is refused by a save, a batch and an insertion, each with its column`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    var plant = Plant("fern")
    plant.weight = .nan
    let object = context.insert(plant)
    func failure(_ body: () throws -> Void) -> ConstraintFailure? {
      let error = #expect(throws: StoreError.self) { try body() }
      guard case .constraint(let failure)? = error else { return nil }
      return failure
    }
    let inserted = failure { try context.save() }
    #expect(inserted?.message == "weight: a NaN, or a moment outside the years 0 to 9999, cannot be stored")
    #expect(inserted?.entity == "plant" && inserted?.id == object.managed.id.rawValue)
    object.weight = 1
    try context.save()
    object.height = .nan
    let updated = failure { try context.save() }
    #expect(updated?.message == "height: a NaN, or a moment outside the years 0 to 9999, cannot be stored")
    #expect(updated?.id == 1)
    #expect(failure { try container.update(Plant.self, set: [.set(\.height, .nan)]) }?.entity == "plant")
    #expect(try container.values(FetchRequest<Plant>()).map(\.height) == [nil])
  }

  @Test func `a raw value that an enum doesn't know is an error with its place, and the rest can be read`()
    throws
  {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("fern"), Plant("moss")])
    try container.execute("UPDATE plant SET light = 'moon' WHERE id = 2")
    let error = StoreError.decoding(
      DecodingFailure(entity: "plant", column: "light", id: 2, stored: .text("moon")))
    #expect(throws: error) { try container.values(FetchRequest<Plant>()) }
    #expect(throws: error) { try container.makeContext().enumerate(FetchRequest<Plant>()) { _ in } }
    // A group stands for many rows, so that no one of them is named.
    let grouped = StoreError.decoding(
      DecodingFailure(entity: "plant", column: "light", id: nil, stored: .text("moon")))
    #expect(throws: grouped) { try container.aggregate(Plant.self, .count, groupBy: \.light).map(\.key) }
    #expect(try container.value(ManagedID<Plant>(1))?.name == "fern")
    // It can be put right without reading it.
    try container.update(Plant.self, where: .ids([ManagedID(2)]), set: [.set(\.light, .shade)])
    #expect(try container.values(FetchRequest<Plant>()).map(\.light) == [.sun, .shade])
  }

  @Test func `a million rows are enumerated in constant memory`() async throws {
    await #expect(processExitsWith: .success) {
      func residentBytes() throws -> Int {
        let stream = try #require(fopen("/proc/self/statm", "r"))
        defer { fclose(stream) }
        var line = [CChar](repeating: 0, count: 128)
        fgets(&line, Int32(line.count), stream)
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return try #require(Int(text.split(separator: " ")[1])) * Int(getpagesize())
      }
      // On a file, since a store in memory holds its rows there; the rows come to more than the bound.
      let folder = try TemporaryFolder()
      let container = try Garden.open(folder.file("garden.db"))
      try container.execute(
        """
        INSERT INTO plant (name, weight, leaves, serial, is_alive, uuid, photo, light)
        VALUES ('fern', 1, 0, 0, 1, '0189dd2c-9a3b-7f00-8abc-def012345678', x'', 'sun');
        INSERT INTO label (plant_id, words) WITH RECURSIVE number (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 1000000)
        SELECT 1, 'a label with words enough for a place of its own in memory ' || n FROM number;
        """)
      let context = container.makeContext()
      var count = 0
      var before = 0
      var largest = 0
      try context.enumerate(FetchRequest<Label>(), batch: 10_000) { labels in
        if count == 100_000 { before = try residentBytes() }
        count += labels.count
        if count % 100_000 == 0 { largest = max(largest, try residentBytes()) }
      }
      #expect(count == 1_000_000)
      // All of them at once take more than ten times as much.
      #expect(largest - before < 16_000_000, "\(largest - before) bytes more")
      #expect(try context.fetch(FetchRequest<Label>(limit: 1)).count == 1)
    }
  }
}
