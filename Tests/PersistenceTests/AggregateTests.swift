import Persistence
import Testing

@Suite struct AggregateTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    func plant(_ name: String, _ height: Double?, _ leaves: Int, _ light: Light, _ latin: String? = nil)
      -> Plant
    {
      var plant = Plant(name)
      (plant.height, plant.leaves, plant.light, plant.latin) = (height, leaves, light, latin)
      return plant
    }
    try container.insert(contentsOf: [
      plant("fern", 1, 4, .shade, "Filix"), plant("moss", nil, 2, .shade), plant("palm", 3, 8, .sun),
      plant("ivy", 2, 6, .shade, "Filix"), plant("cactus", nil, 0, .sun),
    ])
  }

  @Test func `all rows give one tuple of typed numbers`() throws {
    let (count, heights, distinct, average, sum, total, low, high) = try container.aggregate(
      Plant.self, .count, .count(\.height), .countDistinct(\.latin), .average(\.height), .sum(\.leaves),
      .sum(\.height), .minimum(\.name), .maximum(\.height))
    #expect(count == 5)
    #expect(heights == 3)
    #expect(distinct == 1)
    #expect(average == 2.0)
    #expect(sum == 20)
    #expect(total == 6.0)
    #expect(low == "cactus")
    #expect(high == 3.0)
  }

  @Test func `no rows have no sum and no average`() throws {
    let (count, sum, average) = try container.aggregate(
      Plant.self, .count, .sum(\.leaves), .average(\.leaves), where: .equal(\.name, "none"))
    #expect(count == 0)
    #expect(sum == nil)
    #expect(average == nil)
    let most: Light? = try container.aggregate(Plant.self, .maximum(\.light))
    #expect(most == .sun)
  }

  @Test func `groups come in the order of their keys with their aggregates`() throws {
    let rows = try container.aggregate(Plant.self, .average(\.height), .count, groupBy: \.light)
    #expect(rows.map(\.key) == [.shade, .sun])
    #expect(rows.map { $0.values.0 } == [1.5, 3.0])
    #expect(rows.map { $0.values.1 } == [3, 2])
  }

  @Test func `rows without a value are a group, and several properties make finer ones`() throws {
    let rows = try container.aggregate(Plant.self, .count, groupBy: \.latin, \.light)
    #expect(rows.map { $0.key.0 } == [nil, nil, "Filix"])
    #expect(rows.map { $0.key.1 } == [.shade, .sun, .shade])
    #expect(rows.map(\.values) == [1, 2, 2])
  }

  @Test func `conditions on rows and on groups combine`() throws {
    func lights(_ having: GroupCondition<Plant>, _ condition: Where<Plant> = .everything) throws -> [Light] {
      try container.aggregate(Plant.self, .count, groupBy: \.light, where: condition, having: having).map(
        \.key)
    }
    #expect(try lights(.atLeast(.count, 3)) == [.shade])
    #expect(try lights(.atMost(.count, 2)) == [.sun])
    #expect(try lights(.atLeast(.count, 3), .equal(\.light, .sun)) == [])
    #expect(
      try lights(.any([.equal(.maximum(\.leaves), 8), .equal(.minimum(\.leaves), 2)])) == [.shade, .sun])
    #expect(try lights(.all([.not(.atLeast(.sum(\.height), 2.5)), .atLeast(.average(\.leaves), 3)])) == [])
    #expect(try lights(.all([])) == [.shade, .sun])
    #expect(try lights(.any([])) == [])
  }

  @Test func `what can't be added or read is an error, no trap`() throws {
    try container.update(Plant.self, set: [.set(\.serial, .max)])
    #expect(throws: StoreError.self) { try container.aggregate(Plant.self, .sum(\.serial)) }
    #expect(throws: StoreError.self) { try container.aggregate(Plant.self, .sum(\.shade)) }
    #expect(throws: StoreError.self) { try container.aggregate(Plant.self, .count, groupBy: \.shade) }
    try container.execute("UPDATE plant SET light = 'moon' WHERE id = 1")
    let error = #expect(throws: StoreError.self) {
      try container.aggregate(Plant.self, .count, groupBy: \.light)
    }
    guard case .decoding(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.stored == .text("moon"))
  }
}

extension Plant {
  /// A property that is no column.
  fileprivate var shade: Int { leaves * 2 }
}
