import FoundationEssentials
import Persistence
import Testing

@Suite struct PendingFetchTests {
  private func names(_ objects: [Managed<Plant>]) -> [String] { objects.map(\.name) }

  @Test func `unsaved changes are filtered, sorted and counted like stored ones`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: ["a", "b", "c", "d"].map { Plant($0) })
    let context = container.makeContext()
    let stored = try context.fetch(Plant.self)
    stored[0].name = "z"
    stored[1].leaves = 9
    context.delete(stored[2])
    context.insert(Plant("bb"))
    let all = FetchRequest<Plant>(sortBy: [SortKey(\.name)])
    #expect(names(try context.fetch(all)) == ["b", "bb", "d", "z"])
    #expect(try context.count(all) == 4)
    #expect(names(try context.fetch(Plant.self, where: .equal(\.name, "a"))) == [])
    #expect(names(try context.fetch(Plant.self, where: .equal(\.leaves, 9))) == ["b"])
    #expect(
      names(try context.fetch(Plant.self, where: .predicate(#Predicate { $0.name > "b" }))) == [
        "z", "d", "bb",
      ])
    var page = all
    page.limit = 2
    page.offset = 1
    #expect(names(try context.fetch(page)) == ["bb", "d"])
    #expect(try context.count(page) == 4)
  }

  @Test func `a request without pending changes sees the store and leaves the changes alone`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: ["a", "b"].map { Plant($0) })
    let context = container.makeContext()
    let stored = try context.fetch(Plant.self)
    stored[0].name = "z"
    context.insert(Plant("new"))
    var request = FetchRequest<Plant>(where: .equal(\.name, "a"))
    request.includesPendingChanges = false
    let found = try context.fetch(request)
    #expect(found.first === stored[0])
    #expect(stored[0].name == "z")
    #expect(try context.count(request) == 1)
    #expect(context.hasChanges)
    try context.save()
    #expect(try container.values(FetchRequest<Plant>()).map(\.name) == ["z", "b", "new"])
  }

  @Test(arguments: [(-1, 0), (-5, 2), (0, 0), (Int.max, 1), (Int.max, Int.max), (1, -3), (Int.min, Int.min)])
  func `no limit and no offset makes a fetch stop the program`(_ limit: Int, _ offset: Int) throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: ["a", "b", "c"].map { Plant($0) })
    let context = container.makeContext()
    let request = FetchRequest<Plant>(sortBy: [SortKey(\.name)], limit: limit, offset: offset)
    let expected = ["a", "b", "c"].dropFirst(max(0, offset)).prefix(limit < 0 ? Int.max : limit)
    #expect(try container.values(request).map(\.name) == Array(expected))
    #expect(names(try context.fetch(request)) == Array(expected))
    try #require(try context.fetch(Plant.self).last).leaves = 3
    #expect(names(try context.fetch(request)) == Array(expected))
  }

  @Test func `a condition on related rows sees unsaved ones on both sides`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: ["a", "b"].map { Plant($0) })
    try container.insert(contentsOf: [Label("stored", on: 1)])
    let context = container.makeContext()
    func labelled(_ words: String) throws -> [String] {
      names(
        try context.fetch(
          Plant.self, where: .any(of: Plant.labels, where: .equal(\.words, words))))
    }
    #expect(try labelled("stored") == ["a"])
    let new = context.insert(Plant("new"))
    context.insert(Label("fresh", on: new.id))
    context.insert(Label("fresh", on: 2))
    #expect(try labelled("fresh") == ["b", "new"])
    let label = try #require(try context.fetch(Label.self).first)
    label.words = "edited"
    #expect(try labelled("stored") == [])
    #expect(try labelled("edited") == ["a"])
    context.delete(label)
    #expect(try labelled("edited") == [])
    let unlabelled = Where<Plant>.not(.any(of: Plant.labels))
    #expect(names(try context.fetch(Plant.self, where: unlabelled)) == ["a"])
    #expect(try context.count(FetchRequest(where: unlabelled)) == 1)
    context.rollback()
    #expect(names(try context.fetch(Plant.self, where: unlabelled)) == ["b"])
  }

  @Test func `a related condition over many unsaved objects reads the other table once`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("a")])
    try container.insert(contentsOf: [Label("x", on: 1)])
    let context = container.makeContext()
    for number in 0..<100 { context.insert(Plant("new \(number)")) }
    let statements = try container.statements {
      let found = try context.fetch(
        Plant.self, where: .any(of: Plant.labels, where: .equal(\.words, "x")))
      #expect(found.map(\.name) == ["a"])
    }
    #expect(statements.count <= 3)
  }

  /// What a fetch should give, worked out over plain values.
  private struct Expectation {
    let filter: @Sendable (Plant) -> Bool
    let condition: Where<Plant>
  }

  private let expectations: [Expectation] = [
    Expectation(filter: { _ in true }, condition: .everything),
    Expectation(filter: { $0.leaves >= 5 }, condition: .atLeast(\.leaves, 5)),
    Expectation(filter: { $0.height == nil }, condition: .equal(\.height, nil)),
    Expectation(
      filter: { !($0.height ?? 0 >= 2 && $0.height != nil) }, condition: .not(.atLeast(\.height, 2.0))),
    Expectation(
      filter: { $0.name.folded.contains("e") || $0.isAlive },
      condition: .any([.contains(\.name, "É"), .equal(\.isAlive, true)])),
    Expectation(
      filter: { $0.isAlive && $0.name != "b" },
      condition: .predicate(#Predicate { $0.isAlive && $0.name != "b" })),
  ]

  @Test(arguments: 0..<UInt64(60))
  func `a fetch over random unsaved changes equals a plain filter, sort and slice`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Garden.inMemory()
    let context = container.makeContext()
    func randomize(_ plant: inout Plant) {
      plant.name = ["a", "b", "É", "e", "Zoé", "", "b"].randomElement(using: &random) ?? ""
      plant.height = [nil, 1, 2, 3.5].randomElement(using: &random) ?? nil
      plant.leaves = Int.random(in: 0...9, using: &random)
      plant.isAlive = Bool.random(using: &random)
    }
    for round in 0..<6 {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        var plant = Plant("")
        randomize(&plant)
        context.insert(plant)
      }
      let objects = try context.fetch(Plant.self)
      for object in objects {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: object.update { randomize(&$0) }
        case 1: context.delete(object)
        default: break
        }
      }
      switch (round + Int.random(in: 0...1, using: &random)) % 3 {
      case 0: try context.save()
      case 1 where Bool.random(using: &random): context.rollback()
      default: break
      }
      try check(context, &random)
    }
  }

  private func check(_ context: ManagedContext, _ random: inout SeededGenerator) throws {
    // The order of insertion is the order of keys, with the unsaved ones at the end.
    let world = try context.fetch(Plant.self).map(\.snapshot)
    let keys = world.map { $0.id > 0 ? $0.id : 1_000_000 + ($0.id - .min) }
    #expect(keys == keys.sorted())
    for expectation in expectations {
      let (sort, precedes) = try #require(orders.randomElement(using: &random))
      let limit = [nil, 0, 1, 3, 100].randomElement(using: &random) ?? nil
      let offset = Int.random(in: 0...3, using: &random)
      let request = FetchRequest<Plant>(
        where: expectation.condition, sortBy: sort, limit: limit, offset: offset)
      let matching = world.filter(expectation.filter)
      let sorted = matching.enumerated().sorted { left, right in
        if precedes(left.element, right.element) { return true }
        if precedes(right.element, left.element) { return false }
        return left.offset < right.offset
      }.map(\.element)
      let page = sorted.dropFirst(offset).prefix(limit ?? Int.max)
      #expect(try context.fetch(request).map(\.snapshot) == Array(page))
      #expect(try context.count(request) == matching.count)
    }
  }

  private let orders: [([SortKey<Plant>], @Sendable (Plant, Plant) -> Bool)] = [
    ([], { _, _ in false }),
    ([SortKey(\.leaves)], { $0.leaves < $1.leaves }),
    ([SortKey(\.leaves, reversed: true)], { $0.leaves > $1.leaves }),
    ([SortKey(\.height)], { ($0.height ?? -1) < ($1.height ?? -1) }),
    ([SortKey(\.height, reversed: true)], { ($0.height ?? -1) > ($1.height ?? -1) }),
    ([SortKey(\.height, nullLast: true)], { ($0.height ?? 99) < ($1.height ?? 99) }),
    ([SortKey(\.height, reversed: true, nullLast: true)], { ($0.height ?? -1) > ($1.height ?? -1) }),
    (
      [SortKey(\.name, .folded), SortKey(\.leaves)],
      { ($0.name.folded, $0.leaves) < ($1.name.folded, $1.leaves) }
    ),
  ]
}
