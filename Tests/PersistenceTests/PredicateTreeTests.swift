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

  /// A condition, and what it means, in plain Swift.
  private struct Oracle {
    var condition: Where<Plant>
    var holds: (Plant) throws -> Bool
  }

  /// Whether one text's bytes stand in another's.
  private static func contains(_ text: String?, _ part: String) -> Bool {
    guard let text = text.map({ Array($0.utf8) }) else { return false }
    let part = Array(part.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  /// A condition of this module's own.
  private static func leaf(_ random: inout SeededGenerator) -> Oracle {
    let text = texts.randomElement(using: &random) ?? ""
    let height = heights.randomElement(using: &random) ?? nil
    let count = counts.randomElement(using: &random) ?? nil
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return Oracle(condition: .equal(\.name, text)) { $0.name == text }
    case 1:
      let latin = Bool.random(using: &random) ? nil : text
      return Oracle(condition: .equal(\.latin, latin)) { $0.latin == latin }
    case 2: return Oracle(condition: .equal(\.height, height)) { $0.height == height }
    case 3:
      return Oracle(condition: .atLeast(\.height, height)) { plant in
        plant.height.flatMap { value in height.map { value >= $0 } } ?? false
      }
    case 4:
      return Oracle(condition: .atMost(\.visits, count)) { plant in
        plant.visits.flatMap { value in count.map { value <= $0 } } ?? false
      }
    case 5:
      return Oracle(condition: .contains(\.latin, text)) { contains($0.latin?.folded, text.folded) }
    case 6:
      return Oracle(condition: .contains(\.name, text, matching: .exact)) { contains($0.name, text) }
    case 7:
      return Oracle(condition: .equal(\.latin, text, matching: .folded)) { $0.latin?.folded == text.folded }
    case 8:
      let ids = (0..<5).map { _ in Int64.random(in: 1...45, using: &random) }
      return Oracle(condition: .ids(ids.map { ManagedID($0) })) { ids.contains($0.id) }
    case 9: return Oracle(condition: .atLeast(\.name, text)) { $0.name >= text }
    case 10:
      let scans: [[UInt8]?] = [nil, [], [0]]
      let scan = scans.randomElement(using: &random) ?? nil
      return Oracle(condition: .equal(\.scan, scan)) { $0.scan == scan }
    default:
      let moved = [nil, true, false].randomElement(using: &random) ?? nil
      return Oracle(condition: .equal(\.wasMoved, moved)) { $0.wasMoved == moved }
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
    let divisor = Int.random(in: 1...3, using: &random)
    let from = divisor...
    let byte = UInt8.random(in: 0...1, using: &random) * 255
    let table = text == "a" ? ["a": 2] : [text: 1, "a": 2]
    let numbers = [-1, 1, divisor]
    switch Int.random(in: 0..<40, using: &random) {
    case 24: return #Predicate { $0.name.count == divisor }
    case 25: return #Predicate { ($0.latin?.count ?? 1) >= $0.name.count }
    case 26: return #Predicate { $0.name.contains(/^[aé]/) }
    case 27: return #Predicate { $0.latin?.contains(/\W/) ?? $0.isAlive }
    case 28: return #Predicate { ($0.visits as Any as? Int) == count }
    case 29: return #Predicate { (($0.latin as Any) is String) == $0.isAlive }
    case 30: return #Predicate { table[$0.name] == divisor }
    case 31: return #Predicate { table[$0.latin ?? text, default: 3] != divisor }
    case 32: return #Predicate { $0.scan?.contains(byte) ?? $0.isAlive }
    case 33: return #Predicate { $0.scan.flatMap { $0.allSatisfy { $0 > byte } } ?? true }
    case 34: return #Predicate { $0.scan?.max() == byte }
    case 35: return #Predicate { $0.scan.flatMap { $0.filter { $0 != byte }.count == 1 } ?? $0.isAlive }
    case 36: return #Predicate { plant in numbers.filter { $0 > plant.leaves }.count == divisor }
    case 37: return #Predicate { plant in numbers.filter { $0 > plant.leaves }.max() == divisor }
    case 38: return #Predicate { ($0.leaves...2).contains(divisor) != $0.isAlive }
    case 39: return #Predicate { plant in numbers.filter { $0 != plant.leaves }.contains(divisor) }
    case 15: return #Predicate { $0.leaves / divisor == 1 }
    case 16: return #Predicate { $0.leaves % divisor != 0 || $0.isAlive }
    case 17: return #Predicate { ($0.height ?? number) / number > 1.0 }
    case 18: return #Predicate { ($0.wish?.rawValue ?? "shade") == $0.light.rawValue }
    case 19: return #Predicate { $0.name.starts(with: $0.latin ?? text) }
    case 20: return #Predicate { $0.scan?.isEmpty ?? ($0.visits == nil) }
    case 21: return #Predicate { plant in !list.contains { $0 == plant.latin } }
    case 22: return #Predicate { from.contains($0.leaves) == ($0.wasMoved ?? true) }
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

  private static func tree(_ depth: Int, _ random: inout SeededGenerator) -> Oracle {
    if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 {
      if Bool.random(using: &random) { return leaf(&random) }
      let predicate = predicate(&random)
      return Oracle(condition: .predicate(predicate), holds: predicate.evaluate)
    }
    let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth - 1, &random) }
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      return Oracle(condition: .all(parts.map(\.condition))) { plant in
        try parts.allSatisfy { try $0.holds(plant) }
      }
    case 1:
      return Oracle(condition: .any(parts.map(\.condition))) { plant in
        try parts.contains { try $0.holds(plant) }
      }
    default:
      let part = tree(depth - 1, &random)
      return Oracle(condition: .not(part.condition)) { try !part.holds($0) }
    }
  }

  @Test(arguments: UInt64(0)..<16)
  func `SQL, a context and plain Swift agree on random conditions`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Garden.inMemory()
    try container.insert(contentsOf: PredicateTreeTests.plants(&random))
    // Half of the rounds with indexes, which SQLite reads in another way.
    let indexed = ["name", "latin", "height", "visits", "leaves", "scan", "was_moved"]
    let context = container.makeContext()
    // Every object has an unsaved change that no condition looks at, so that all are judged one by one.
    for plant in try context.fetch(Plant.self) { plant.weight += 1 }
    let values = try container.values(FetchRequest<Plant>())
    for round in 0..<120 {
      if round == 60 {
        for column in indexed { try container.execute("CREATE INDEX by_\(column) ON plant (\(column))") }
      }
      let oracle = PredicateTreeTests.tree(3, &random)
      let expected = try values.filter(oracle.holds).map(\.id)
      let stored = try container.ids(FetchRequest(where: oracle.condition)).map(\.rawValue)
      let judged = try context.fetch(FetchRequest(where: oracle.condition)).map(\.managed.id.rawValue)
      try #require(stored == expected, "seed \(seed), round \(round): \(oracle.condition)")
      try #require(judged == expected, "seed \(seed), round \(round): \(oracle.condition)")
    }
  }
}
