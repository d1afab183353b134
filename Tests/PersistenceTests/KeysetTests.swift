import Persistence
import Testing

@Suite struct KeysetTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    var generator = SeededGenerator(seed: 3)
    try container.insert(
      contentsOf: (0..<60).map { number in
        var plant = Plant(["Ä", "a", "b", "É", "e\u{301}", ""].randomElement(using: &generator) ?? "")
        plant.height = [nil, 1, 1.5, -2].randomElement(using: &generator) ?? nil
        plant.latin = [nil, "x", "y"].randomElement(using: &generator) ?? nil
        plant.leaves = number % 4
        return plant
      })
  }

  static let orders: [[SortKey<Plant>]] = [
    [], [SortKey(\.height)], [SortKey(\.height, reversed: true)], [SortKey(\.height, nullLast: true)],
    [SortKey(\.height, reversed: true, nullLast: true), SortKey(\.latin)],
    [SortKey(\.latin, reversed: true), SortKey(\.name, .folded), SortKey(\.leaves, reversed: true)],
    [SortKey(\.id, reversed: true)], [SortKey(\.name, .folded, reversed: true)],
  ]

  @Test(arguments: orders.indices, [1, 7, 60, 100])
  func `batches together are the request, in any order and size`(order: Int, size: Int) throws {
    for (limit, offset) in [(nil, 0), (25, 0), (nil, 13), (20, 50), (0, 0)] as [(Int?, Int)] {
      let request = FetchRequest<Plant>(
        where: .atMost(\.leaves, 2), sortBy: Self.orders[order], limit: limit, offset: offset)
      var found: [Plant] = []
      var batches = container.batches(request, size: size)
      while let batch = try batches.next() {
        #expect(!batch.isEmpty && batch.count <= size)
        found += batch
      }
      #expect(found.map(\.id) == (try container.values(request).map(\.id)))
      #expect(try batches.next() == nil)
    }
  }

  @Test func `a text that is no UTF-8 neither stops nor repeats the batches`() throws {
    try container.execute("UPDATE plant SET name = CAST(x'fe' || name AS TEXT) WHERE id % 3 = 0")
    var count = 0
    var batches = container.batches(FetchRequest<Plant>(sortBy: [SortKey(\.name)]), size: 4)
    while let batch = try batches.next(), count < 100 { count += batch.count }
    #expect(count == 60)
  }

  @Test func `rows may be changed, deleted and inserted between batches`() throws {
    var batches = container.batches(FetchRequest<Plant>(), size: 10)
    var seen: [Int64] = []
    while let batch = try batches.next() {
      seen += batch.map(\.id)
      try container.delete(Plant.self, where: .ids(batch.map { ManagedID($0.id) }))
      if seen.count == 10 { try container.insert(contentsOf: [Plant("late")]) }
    }
    #expect(seen == Array(1...61))
    #expect(try container.count(FetchRequest<Plant>()) == 0)
  }

  @Test func `a context lets go of each batch's clean objects and keeps the others`() throws {
    let context = container.makeContext()
    let held = try #require(try context.existing(ManagedID<Plant>(5)))
    weak var clean: Managed<Plant>?
    weak var changed: Managed<Plant>?
    var count = 0
    try context.enumerate(FetchRequest<Plant>(), batch: 10) { objects in
      count += objects.count
      if count == 10 {
        #expect(objects[4] === held)
        clean = objects[0]
        changed = objects[1]
        objects[1].leaves = 99
      } else {
        #expect(clean == nil)
      }
    }
    #expect(count == 60)
    #expect(changed?.leaves == 99)
    #expect(context.registered(ManagedID<Plant>(5)) === held)
    try context.save()
    #expect(try container.value(ManagedID<Plant>(2))?.leaves == 99)
  }

  @Test func `what a context has deleted is not handed out`() throws {
    let context = container.makeContext()
    let all = try context.fetch(Plant.self)
    for plant in all.prefix(5) { context.delete(plant) }
    var seen: [Int64] = []
    try context.enumerate(FetchRequest<Plant>(), batch: 3) { plants in
      #expect(!plants.isEmpty)
      seen += plants.map(\.id)
      for plant in plants { plant.name += "!" }
    }
    #expect(seen.sorted() == all.dropFirst(5).map(\.id).sorted())
    try context.save()
    #expect(try container.count(FetchRequest<Plant>()) == all.count - 5)
  }

  @Test func `saves between batches write each batch`() throws {
    let context = container.makeContext()
    try context.enumerate(FetchRequest<Plant>(sortBy: [SortKey(\.name, .folded)]), batch: 7) { objects in
      for object in objects { object.leaves += 10 }
      try context.save(named: "batch")
    }
    #expect(try container.values(FetchRequest<Plant>()).allSatisfy { $0.leaves >= 10 && $0.leaves < 20 })
  }

  @Test func `the first row and whether there is one cost one row`() throws {
    let request = FetchRequest<Plant>(sortBy: [SortKey(\.id, reversed: true)])
    #expect(try container.first(request)?.id == 60)
    #expect(try container.exists(request))
    #expect(try !container.exists(FetchRequest<Plant>(where: .equal(\.name, "none"))))
    #expect(try container.first(FetchRequest<Plant>(limit: 0)) == nil)
    let context = container.makeContext()
    #expect(try context.first(request)?.managed.id == ManagedID(60))
    #expect(try !context.exists(FetchRequest<Plant>(where: .equal(\.name, "new"))))
    context.insert(Plant("new"))
    #expect(try context.exists(FetchRequest<Plant>(where: .equal(\.name, "new"))))
  }

  @Test func `a list of ten thousand keys is one statement, whose plan is kept`() throws {
    let ids = (0..<10_000).map { ManagedID<Plant>(Int64($0 * 3)) }
    let count = try container.statementCount
    #expect(try container.ids(FetchRequest<Plant>(where: .ids(ids))).count == 20)
    #expect(try container.ids(FetchRequest<Plant>(where: .ids(ids.reversed()))).count == 20)
    #expect(try container.statementCount == count + 2)
    let texts = try container.statements { _ = try container.ids(FetchRequest<Plant>(where: .ids(ids))) }
    #expect(texts.count == 1)
    #expect(texts[0].utf8.count < 200)
  }

  @Test func `each batch begins at its place in the index`() throws {
    try container.execute("UPDATE plant SET code = 'code ' || (100 + id)")
    try container.withConnection { try $0.execute(script: "CREATE INDEX plant_code ON plant (code)") }
    var batches = container.batches(FetchRequest<Plant>(sortBy: [SortKey(\.code)]), size: 20)
    var texts: [String] = []
    texts = try container.statements { while try batches.next() != nil {} }
    let plan = try container.withConnection { connection in
      var details: [String] = []
      try connection.forEachRow(.init(verbatim: "EXPLAIN QUERY PLAN " + (texts.last ?? ""))) {
        details.append($0.text(3) ?? "")
      }
      return details
    }
    #expect(plan.contains { $0.hasPrefix("SEARCH plant USING INDEX") && $0.contains("code>?") })
  }
}
