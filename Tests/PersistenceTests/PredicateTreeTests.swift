import FoundationEssentials
import Persistence
import Testing

/// Random conditions over rows made to trip them: SQL and memory must agree on each.
@Suite struct PredicateTreeTests {
  private static let texts = [
    "", "a", "A", "é", "É", "e", "%", "_", "*", "a*", "[a]", "ß", "日本", "a\0b", "👨‍👩‍👧", "'", "ab",
  ]
  private static let heights: [Double?] = [
    nil, 0, -0.0, 0.1, -1, 1e300, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 2,
  ]
  private static let counts: [Int?] = [nil, 0, 1, -1, .max, .min, 1 << 53]

  private static func plants(_ random: inout SeededGenerator) -> [Plant] {
    (0..<40).map { _ in
      var plant = Plant(texts.randomElement(using: &random) ?? "")
      plant.latin = Bool.random(using: &random) ? nil : texts.randomElement(using: &random)
      plant.height = heights.randomElement(using: &random) ?? nil
      plant.visits = counts.randomElement(using: &random) ?? nil
      plant.serial = Int64((counts.randomElement(using: &random) ?? nil) ?? 7)
      plant.leaves = Int.random(in: -2...2, using: &random)
      plant.isAlive = Bool.random(using: &random)
      plant.wasMoved = [nil, true, false].randomElement(using: &random) ?? nil
      plant.wish = [nil, Light.sun, .shade].randomElement(using: &random) ?? nil
      plant.light = Light.allCases.randomElement(using: &random) ?? .sun
      plant.scan = [nil, [], [0], [255, 0]].randomElement(using: &random) ?? nil
      return plant
    }
  }

  /// A condition of this module's own.
  private static func leaf(_ random: inout SeededGenerator) -> Where<Plant> {
    let text = texts.randomElement(using: &random) ?? ""
    let height = heights.randomElement(using: &random) ?? nil
    let count = counts.randomElement(using: &random) ?? nil
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .equal(\.name, text)
    case 1: return .equal(\.latin, Bool.random(using: &random) ? nil : text)
    case 2: return .equal(\.height, height)
    case 3: return .atLeast(\.height, height)
    case 4: return .atMost(\.visits, count)
    case 5: return .contains(\.latin, text)
    case 6: return .contains(\.name, text, matching: .exact)
    case 7: return .equal(\.latin, text, matching: .folded)
    case 8: return .ids((0..<5).map { _ in ManagedID(Int64.random(in: 1...45, using: &random)) })
    case 9: return .atLeast(\.name, text)
    case 10: return .equal(\.scan, [nil, [], [0]].randomElement(using: &random) ?? nil)
    default: return .equal(\.wasMoved, [nil, true, false].randomElement(using: &random) ?? nil)
    }
  }

  /// A condition in Foundation's words.
  private static func predicate(_ random: inout SeededGenerator) -> Predicate<Plant> {
    let text = texts.randomElement(using: &random) ?? ""
    let optional = Bool.random(using: &random) ? nil : text
    let height = heights.randomElement(using: &random) ?? nil
    let number = height ?? 1
    let count = counts.randomElement(using: &random) ?? nil
    let list = [optional, "a", texts.randomElement(using: &random)]
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return #Predicate { $0.name == text }
    case 1: return #Predicate { $0.latin == optional }
    case 2: return #Predicate { $0.latin != optional }
    case 3: return #Predicate { ($0.height ?? number) < 1.0 }
    case 4: return #Predicate { $0.height == height && $0.isAlive }
    case 5: return #Predicate { $0.latin?.isEmpty ?? $0.isAlive }
    case 6: return #Predicate { !($0.latin == text) }
    case 7: return #Predicate { list.contains($0.latin) }
    case 8: return #Predicate { $0.visits == count || $0.height == nil }
    case 9: return #Predicate { $0.latin?.folded.contains(text) == true }
    case 10: return #Predicate { if let visits = $0.visits { !(visits > 0) } else { $0.isAlive } }
    case 11: return #Predicate { $0.visits.flatMap { $0 != 1 } ?? true }
    case 12: return #Predicate { $0.isAlive == ($0.leaves > 0) }
    case 13: return #Predicate { $0.wasMoved == $0.wasMoved && $0.name >= text }
    case 14: return #Predicate { ($0.isAlive ? $0.leaves : -$0.leaves) > 0 }
    default: return #Predicate { (-1...1).contains($0.leaves) != ($0.name.starts(with: "a")) }
    }
  }

  private static func tree(_ depth: Int, _ random: inout SeededGenerator) -> Where<Plant> {
    if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 {
      return Bool.random(using: &random) ? leaf(&random) : .predicate(predicate(&random))
    }
    let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth - 1, &random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .all(parts)
    case 1: return .any(parts)
    default: return .not(tree(depth - 1, &random))
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7] as [UInt64])
  func `SQL and memory agree on random conditions`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Garden.inMemory()
    try container.insert(contentsOf: PredicateTreeTests.plants(&random))
    let context = container.makeContext()
    // Every object has an unsaved change that no condition looks at, so that all are judged in memory.
    for plant in try context.fetch(Plant.self) { plant.weight += 1 }
    for round in 0..<120 {
      let condition = PredicateTreeTests.tree(3, &random)
      let stored = try container.ids(FetchRequest(where: condition))
      let judged = try context.fetch(FetchRequest(where: condition)).map(\.managed.id)
      try #require(stored == judged, "round \(round): \(condition)")
    }
  }
}
