import Persistence
import Testing

/// What a context says of its objects without handing them out.
@Suite struct ContextReadingTests {
  private let container: PersistentContainer
  private let context: ManagedContext

  init() throws {
    container = try Garden.inMemory()
    func plant(_ name: String, _ leaves: Int, _ light: Light, _ height: Double?) -> Plant {
      var plant = Plant(name)
      (plant.leaves, plant.light, plant.height) = (leaves, light, height)
      return plant
    }
    try container.insert(contentsOf: [
      plant("fern", 4, .shade, 1), plant("moss", 2, .shade, nil), plant("palm", 8, .sun, 3),
      plant("ivy", 6, .shade, 2),
    ])
    context = container.makeContext()
  }

  /// A change, an insertion and a deletion.
  private func change(in context: ManagedContext) throws {
    let plants = try context.fetch(Plant.self, sortBy: [SortKey(\.id)])
    plants[0].leaves = 40
    plants[1].light = .sun
    context.delete(plants[2])
    var reed = Plant("reed")
    (reed.leaves, reed.light, reed.height) = (1, .sun, 2.5)
    context.insert(reed)
  }

  private struct Numbers: Equatable {
    var count = 0
    var leaves: Int?
    var average: Double?
    var largest: String?
    var groups: [String] = []
  }

  private func numbers(of context: ManagedContext, where condition: Where<Plant> = .everything) throws
    -> Numbers
  {
    let (count, leaves, average, largest) = try context.aggregate(
      Plant.self, .count, .sum(\.leaves), .average(\.height), .maximum(\.name), where: condition)
    let groups = try context.aggregate(
      Plant.self, .count, .sum(\.leaves), groupBy: \.light, where: condition, having: .atLeast(.count, 1))
    return Numbers(
      count: count, leaves: leaves, average: average, largest: largest,
      groups: groups.map { "\($0.key) \($0.values.0) \($0.values.1 ?? 0)" })
  }

  @Test func `aggregates see unsaved changes`() throws {
    try change(in: context)
    let seen = try numbers(of: context)
    #expect(seen.count == 4 && seen.leaves == 49 && seen.largest == "reed")
    let stored = try container.aggregate(Plant.self, .sum(\.leaves))
    #expect(stored == 20)
    let tall = Where<Plant>.atLeast(\.leaves, 5)
    let seenTall = try numbers(of: context, where: tall)
    #expect(seenTall.count == 2)
    try context.save()
    #expect(try numbers(of: container.makeContext()) == seen)
    #expect(try numbers(of: container.makeContext(), where: tall) == seenTall)
  }

  @Test func `aggregates of a child see its changes on top of its parent's`() throws {
    try change(in: context)
    let child = context.makeChild()
    let plants = try child.fetch(Plant.self, sortBy: [SortKey(\.name)])
    plants[0].leaves = 100
    try #require(plants.last).leaves = 7
    child.delete(plants[1])
    child.insert(Plant("aloe"))
    let seen = try numbers(of: child)
    try child.save()
    #expect(try numbers(of: context) == seen)
    try context.save()
    #expect(try numbers(of: container.makeContext()) == seen)
  }

  @Test func `identities come in order, those of unsaved objects too`() throws {
    let request = FetchRequest<Plant>(sortBy: [SortKey(\.name)])
    var keys: [Int64] = []
    let statements = try container.statements { keys = try context.ids(request).map(\.rawValue) }
    #expect(keys == [1, 4, 2, 3])
    #expect(statements.count == 1 && context.registered(ManagedID<Plant>(1)) == nil)
    try change(in: context)
    let ids = try context.ids(request)
    let fetched = try context.fetch(request).map(\.managed.id)
    #expect(ids == fetched)
    #expect(ids.count == 4 && ids[3].rawValue < 0)
    #expect(try context.makeChild().ids(request) == ids)
    var stored = request
    stored.includesPendingChanges = false
    #expect(try context.ids(stored).map(\.rawValue) == [1, 4, 2, 3])
  }

  @Test func `a request says how many rows come at a time`() throws {
    var request = FetchRequest<Plant>()
    request.batchSize = 3
    var batches = container.batches(request)
    #expect(try batches.next()?.count == 3)
    var sizes: [Int] = []
    try context.enumerate(request) { sizes.append($0.count) }
    #expect(sizes == [3, 1])
  }
}
