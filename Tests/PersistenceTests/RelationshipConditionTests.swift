import Testing

@testable import Persistence

/// Conditions on related objects: what SQL finds is what a judgement in memory finds, and what plain loops find.
@Suite struct RelationshipConditionTests {
  /// A condition on trains and its meaning over plain values.
  private struct Judged {
    let name: String
    let condition: Where<Train>
    let holds: (Train, [Car]) -> Bool
  }

  /// A condition on cars and its meaning.
  private static func carCondition(_ random: inout SeededGenerator) -> (Where<Car>, (Car) -> Bool) {
    let seats = Int.random(in: 0...3, using: &random) * 10
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return (.everything, { _ in true })
    case 1: return (.atLeast(\.seats, seats), { ($0.seats ?? -1) >= seats })
    case 2: return (.not(.atLeast(\.seats, seats)), { !(($0.seats ?? -1) >= seats) })
    case 3: return (.equal(\.seats, nil), { $0.seats == nil })
    default: return (.equal(\.label, "b"), { $0.label == "b" })
    }
  }

  private static func judged(_ random: inout SeededGenerator, depth: Int = 2) -> Judged {
    let (condition, holds) = carCondition(&random)
    let number = Int.random(in: -1...4, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0:
      return Judged(name: "any", condition: .any(of: Train.cars, where: condition)) {
        $1.contains(where: holds)
      }
    case 1:
      return Judged(name: "all", condition: .all(of: Train.cars, where: condition)) { $1.allSatisfy(holds) }
    case 2:
      return Judged(name: "none", condition: .none(of: Train.cars, where: condition)) {
        !$1.contains(where: holds)
      }
    case 3, 4:
      let comparison = CountComparison.allCases.randomElement(using: &random) ?? .equal
      return Judged(
        name: "count \(comparison) \(number)",
        condition: .count(of: Train.cars, where: condition, comparison, number)
      ) { comparison.holds($1.count(where: holds), number) }
    case 5:
      let inner = judged(&random, depth: depth - 1)
      return Judged(name: "not \(inner.name)", condition: .not(inner.condition)) { !inner.holds($0, $1) }
    default:
      let left = judged(&random, depth: depth - 1)
      let right = judged(&random, depth: depth - 1)
      let isAll = Bool.random(using: &random)
      return Judged(
        name: "\(left.name) \(isAll ? "and" : "or") \(right.name)",
        condition: isAll ? .all([left.condition, right.condition]) : .any([left.condition, right.condition])
      ) { isAll ? left.holds($0, $1) && right.holds($0, $1) : left.holds($0, $1) || right.holds($0, $1) }
    }
  }

  private func populate(_ context: ManagedContext, _ random: inout SeededGenerator) throws {
    for number in 0..<8 {
      let train = context.insert(Train("train \(number)"))
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let seats = [nil, 0, 10, 20, 30].randomElement(using: &random) ?? nil
        try train[Train.cars].append(
          context.insert(Car(["a", "b"].randomElement(using: &random) ?? "a", seats: seats)))
      }
    }
    context.insert(Car("b", seats: 10))
  }

  @Test(arguments: 0..<UInt64(60))
  func `random conditions find the same by SQL, in memory and by a loop`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Railway.inMemory()
    let context = container.makeContext()
    try populate(context, &random)
    try context.save()
    for _ in 0..<12 {
      let judged = Self.judged(&random)
      let cars = Dictionary(grouping: try container.values(FetchRequest<Car>())) { $0.trainID }
      let expected = try container.values(FetchRequest<Train>())
        .filter { judged.holds($0, cars[$0.id] ?? []) }.map(\.name)
      let request = FetchRequest(where: judged.condition)
      #expect(try container.values(request).map(\.name) == expected, "seed \(seed): \(judged.name)")
      #expect(try container.count(request) == expected.count, "seed \(seed): \(judged.name)")
    }
  }

  @Test(arguments: 0..<UInt64(60))
  func `random conditions see unsaved changes on both sides`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let container = try Railway.inMemory()
    let context = container.makeContext()
    try populate(context, &random)
    try context.save()
    let trains = try context.fetch(Train.self)
    for car in try context.fetch(Car.self) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: context.delete(car)
      case 1: try trains.randomElement(using: &random)?[Train.cars].append(car)
      case 2: car.seats = [nil, 10, 30].randomElement(using: &random) ?? nil
      case 3: try car[Car.train].set(nil)
      default: break
      }
    }
    try populate(context, &random)
    for train in trains where Int.random(in: 0..<5, using: &random) == 0 { train.name += " renamed" }
    let child = context.makeChild()
    for _ in 0..<12 {
      let judged = Self.judged(&random)
      let expected = try context.fetch(Train.self).filter { train in
        judged.holds(train.snapshot, try train[Train.cars].elements.map(\.snapshot))
      }.map(\.name)
      let request = FetchRequest(where: judged.condition)
      #expect(try context.fetch(request).map(\.name) == expected, "seed \(seed): \(judged.name)")
      #expect(try context.count(request) == expected.count, "seed \(seed): \(judged.name)")
      #expect(Set(try child.fetch(request).map(\.name)) == Set(expected), "seed \(seed): \(judged.name)")
    }
  }

  @Test func `a condition on the owner leaves out rows without one, and a NOT takes them in`() throws {
    let container = try Railway.inMemory()
    let context = container.makeContext()
    try context.insertTrain("night", "ab")
    try context.insertTrain("day", "c")
    context.insert(Car("d"))
    let atNight = Where<Car>.matching(Car.train, where: .equal(\.name, "night"))
    func labels(_ condition: Where<Car>) throws -> [String] {
      try context.fetch(Car.self, where: condition, sortBy: [SortKey(\.label)]).map(\.label)
    }
    for isSaved in [false, true] {
      #expect(try labels(atNight) == ["a", "b"])
      #expect(try labels(.not(atNight)) == ["c", "d"])
      #expect(try labels(.matching(Car.train)) == ["a", "b", "c"])
      #expect(try labels(.not(.matching(Car.train))) == ["d"])
      if !isSaved { try context.save() }
    }
    context.insert(Car("e"))
    #expect(try labels(.not(atNight)) == ["c", "d", "e"])
  }

  @Test func `a table that is related to itself is asked level by level`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    let top = context.insert(Shelf("top"))
    let middle = context.insert(Shelf("middle", in: top.id))
    context.insert(Shelf("low", in: middle.id))
    func titles(_ condition: Where<Shelf>) throws -> [String] {
      try context.fetch(Shelf.self, where: condition).map(\.title)
    }
    let hasLow = Where<Shelf>.any(of: Shelf.shelves, where: .equal(\.title, "low"))
    for isSaved in [false, true] {
      #expect(try titles(hasLow) == ["middle"])
      #expect(try titles(.any(of: Shelf.shelves, where: hasLow)) == ["top"])
      #expect(try titles(.none(of: Shelf.shelves)) == ["low"])
      #expect(try titles(.matching(Shelf.parent, where: .matching(Shelf.parent))) == ["low"])
      #expect(try titles(.not(.any(of: Shelf.shelves))) == ["low"])
      if !isSaved { try context.save() }
    }
  }

  @Test func `a condition on related rows runs one statement and no row twice`() throws {
    let container = try Railway.inMemory()
    let statements = try container.statements { () throws in
      _ = try container.count(
        FetchRequest<Train>(where: .count(of: Train.cars, where: .atLeast(\.seats, 10), .moreThan, 2)))
    }
    #expect(
      statements == [
        """
        SELECT count(*) FROM "train" WHERE "id" IN (SELECT "train_id" FROM "car" WHERE "train_id" IS NOT NULL \
        AND ("seats" >= ?) GROUP BY "train_id" HAVING (count(*) > ?))
        """
      ])
  }
}
