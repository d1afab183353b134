import Persistence
import TestSupport
import Testing

@Suite struct ReadingTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    try container.insert(
      contentsOf: (0..<10).map { number in
        var plant = Plant("plant \(number)")
        plant.leaves = number % 3
        plant.latin = number == 0 ? nil : "latin"
        return plant
      })
  }

  @Test func `plain values are read in order with limit and offset`() throws {
    let request = FetchRequest<Plant>(sortBy: [SortKey(\.leaves)], limit: 3, offset: 3)
    #expect(try container.values(request).map(\.name) == ["plant 9", "plant 1", "plant 4"])
    #expect(try container.ids(request).map(\.rawValue) == [10, 2, 5])
    #expect(try container.count(request) == 10)
    #expect(try container.value(ManagedID<Plant>(4))?.name == "plant 3")
    #expect(try container.value(ManagedID<Plant>(44)) == nil)
  }

  @Test func `a cursor stays at its end`() throws {
    try container.withCursor(FetchRequest<Plant>(limit: 2)) { (cursor) throws in
      #expect(try cursor.next()?.name == "plant 0")
      #expect(try cursor.next()?.name == "plant 1")
      #expect(try cursor.next() == nil)
      #expect(try cursor.next() == nil)
    }
  }

  @Test func `a cursor can be left early and used inside another one`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try container.forEach(FetchRequest<Plant>()) { _ in throw Stop() } }
    var pairs = 0
    try container.forEach(FetchRequest<Plant>()) { outer in
      try container.forEach(FetchRequest<Plant>(where: .equal(\.leaves, outer.leaves))) { _ in pairs += 1 }
    }
    #expect(pairs == 4 * 4 + 3 * 3 + 3 * 3)
    try container.insert(contentsOf: [Plant("later")])
  }

  @Test func `reads together see one moment`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden.db")
    let first = try Garden.open(path)
    try first.insert(contentsOf: [Plant("a")])
    let second = try Garden.open(path)
    try first.readTogether { () throws in
      #expect(try first.count(FetchRequest<Plant>()) == 1)
      #expect(throws: StoreError.busy) { try second.insert(contentsOf: [Plant("b")]) }
      #expect(try first.values(FetchRequest<Plant>()).count == 1)
    }
    try second.insert(contentsOf: [Plant("b")])
    #expect(try first.count(FetchRequest<Plant>()) == 2)
  }

  @Test func `the values of a column are counted, the most frequent first`() throws {
    let frequencies = try container.frequencies(of: \Plant.leaves)
    #expect(frequencies.map(\.value) == [0, 1, 2])
    #expect(frequencies.map(\.count) == [4, 3, 3])
    let latin = try container.frequencies(of: \Plant.latin, where: .atMost(\.leaves, 1))
    #expect(latin.map(\.value) == ["latin", nil])
    #expect(latin.map(\.count) == [6, 1])
  }

  @Test func `values inserted without a context come in order and keep keys of their own`() throws {
    var chosen = Plant("chosen")
    chosen.id = 500
    let ids = try container.insert(contentsOf: [Plant("x"), chosen, Plant("y")])
    #expect(ids.map(\.rawValue) == [11, 500, 501])
    #expect(try container.insert(contentsOf: [Plant]()) == [])
  }

  @Test func `the largest key outlives its row`() throws {
    #expect(try container.largestKey(of: Plant.self) == 10)
    try container.execute("DELETE FROM plant WHERE id > 5")
    #expect(try container.largestKey(of: Plant.self) == 10)
    #expect(try container.largestKey(of: Lamp.self) == 0)
  }

  @Test func `plain values may refer to each other by temporary keys`() throws {
    var first = Shelf("a")
    first.id = -1
    first.parentID = -2
    var second = Shelf("b")
    second.id = -2
    #expect(try container.insert(contentsOf: [first, second]).map(\.rawValue) == [1, 2])
    #expect(try container.values(FetchRequest<Shelf>()).map(\.parentID) == [2, nil])
  }

  @Test func `a closed container says so everywhere`() throws {
    let context = container.makeContext()
    context.insert(Plant("new"))
    container.close()
    container.close()
    #expect(throws: StoreError.closed) { try container.values(FetchRequest<Plant>()) }
    #expect(throws: StoreError.closed) { try context.fetch(Plant.self) }
    #expect(throws: StoreError.closed) { try context.save() }
    #expect(throws: StoreError.closed) { try container.lastChange() }
    #expect(context.hasChanges)
  }

  @Test func `a container closed in the middle of a read or a change ends it with an error`() throws {
    let folder = try TemporaryFolder()
    let container = try Garden.open(folder.file("garden.db"))
    try container.insert(contentsOf: [Plant("a"), Plant("b")])
    #expect(throws: StoreError.self) {
      try container.transaction(named: "half") {
        try container.insert(contentsOf: [Plant("c")])
        container.close()
      }
    }
    let again = try Garden.open(folder.file("garden.db"))
    #expect(try again.count(FetchRequest<Plant>()) == 2)
    var seen = 0
    #expect(throws: StoreError.self) {
      try again.forEach(FetchRequest<Plant>()) { _ in
        seen += 1
        again.close()
      }
    }
    #expect(seen >= 1)
  }
}
