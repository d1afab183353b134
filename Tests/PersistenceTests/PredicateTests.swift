import FoundationEssentials
import Persistence
import Testing

@Suite struct PredicateTests {
  let container: PersistentContainer

  /// Four plants: `a` has nothing optional, `b` has everything, `Élan` has an empty latin name, `a*` is dead.
  init() throws {
    container = try Garden.inMemory()
    var plants = ["a", "b", "Élan", "a*"].map { Plant($0) }
    plants[1].latin = "x"
    plants[1].height = 2
    plants[1].visits = 3
    plants[1].wasMoved = true
    plants[1].wish = .shade
    plants[1].scan = []
    plants[2].latin = ""
    plants[2].leaves = 3
    plants[2].light = .shade
    plants[3].isAlive = false
    plants[3].leaves = -1
    plants[3].photo = [7, 0]
    try container.insert(contentsOf: plants)
  }

  /// What SQL finds, after making sure that Foundation itself finds the same in memory.
  private func found(_ predicate: Predicate<Plant>) throws -> [String] {
    let inMemory = try container.values(FetchRequest<Plant>()).filter { try predicate.evaluate($0) }.map(
      \.name)
    let stored = try container.values(FetchRequest(predicate: predicate)).map(\.name)
    #expect(stored == inMemory)
    // Unsaved objects are found by the same rules.
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.uuid = UUID() }
    #expect(try context.fetch(FetchRequest(predicate: predicate)).map(\.name) == inMemory)
    return stored
  }

  @Test(arguments: PredicateNodes.supported + PredicateNodes.composed + PredicateNodes.extended)
  func `a node with a counterpart in SQL finds what Foundation finds`(_ sample: NodeCase) throws {
    #expect(try found(sample.predicate) == sample.names)
  }

  @Test(arguments: PredicateNodes.unsupported)
  func `a node without one is an error with its name`(_ sample: NodeCase) throws {
    let error = #expect(throws: StoreError.self) {
      try container.values(FetchRequest(predicate: sample.predicate))
    }
    guard case .unsupportedPredicate(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(sample.node))
    #expect(text.hasSuffix("in a predicate on plant"))
    #expect(!text.contains("<"))
  }

  @Test func `what would stop the program in memory finds nothing`() throws {
    let from = 5
    let to = 1
    let far = 100
    for predicate in [
      #Predicate<Plant> { (from...to).contains($0.leaves) },
      #Predicate<Plant> { (from..<to).contains($0.leaves) },
      #Predicate<Plant> { ($0.leaves...(-9)).contains($0.leaves) }, #Predicate<Plant> { $0.photo[far] == 0 },
      #Predicate<Plant> { $0.photo[from..<far].isEmpty },
      // Most plants have no scan, and a query unwraps what isn't there to nothing.
      #Predicate<Plant> { $0.scan!.allSatisfy { $0 > 100 } && $0.visits == nil },
    ] {
      #expect(try container.count(FetchRequest(predicate: predicate)) == 0)
    }
  }

  @Test func `columns with the names of SQLite's table of elements are the row's own`() throws {
    let two: Int64 = 2
    #expect(try found(#Predicate { plant in plant.photo.contains { _ in plant.id > two } }) == ["a*"])
    #expect(
      try found(#Predicate { plant in plant.photo.filter { _ in plant.id > two }.count == 2 }) == ["a*"])
  }

  @Test func `a regular expression is made once for all rows and pattern by pattern`() throws {
    try container.insert(contentsOf: (0..<200).map { Plant("plant \($0)") })
    #expect(
      try container.count(FetchRequest(predicate: #Predicate<Plant> { $0.name.contains(/[05]$/) })) == 40)
    #expect(
      try container.count(FetchRequest(predicate: #Predicate<Plant> { $0.name.contains(/^plant \d$/) })) == 10
    )
    #expect(
      try container.count(FetchRequest(predicate: #Predicate<Plant> { !$0.name.contains(/plant/) })) == 4)
  }

  @Test func `a forced unwrapping of nothing finds nothing`() throws {
    // A predicate's `!` becomes SQL and unwraps nothing here.
    let request = FetchRequest(predicate: #Predicate<Plant> { $0.visits! > 1 })
    #expect(try container.values(request).map(\.name) == ["b"])
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.weight += 1 }
    #expect(try context.fetch(request).map(\.name) == ["b"])
    // Nor does this one.
    let guarded = FetchRequest(predicate: #Predicate<Plant> { $0.visits == nil || $0.visits! > 1 })
    #expect(try container.count(guarded) == 4)
    #expect(try context.count(guarded) == 4)
  }

  @Test func `a value in a predicate is bound and never part of the SQL`() throws {
    let name = "'; DROP TABLE plant; --"
    let statements = try container.statements {
      _ = try container.values(FetchRequest(predicate: #Predicate<Plant> { $0.name == name }))
    }
    #expect(statements.count == 1)
    #expect(statements.first?.contains("DROP") == false)
    #expect(try container.rows(in: "plant") == 4)
  }

  @Test func `a composed and a decomposed text in a predicate are one`() throws {
    #expect(try found(#Predicate { $0.name == "E\u{301}lan" }) == ["Élan"])
  }

  @Test func `a prefix uses an index`() throws {
    try container.execute("CREATE INDEX plant_name ON plant (name)")
    let request = FetchRequest(predicate: #Predicate<Plant> { $0.name.starts(with: "El") })
    var plan: [String] = []
    let sql = try #require(try container.statements { _ = try container.values(request) }.first)
    try container.withConnection { (connection) throws in
      try connection.withStatement("EXPLAIN QUERY PLAN " + sql) { (statement) throws in
        try statement.bind("El*", at: 1)
        while try statement.step() { plan.append(statement.row.text(3) ?? "") }
      }
    }
    #expect(plan.contains { $0.contains("plant_name") }, "\(plan)")
  }

  @Test func `arithmetic at the edge of the numbers stops nothing, stored or not`() throws {
    let context = container.makeContext()
    let plants = try context.fetch(Plant.self)
    plants[0].serial = .max
    plants[1].serial = .min
    let zero: Int64 = 0
    let minusOne: Int64 = -1
    for predicate in [
      #Predicate<Plant> { $0.serial + 1 == 5 }, #Predicate<Plant> { $0.serial * 3 == 1 },
      #Predicate<Plant> { -$0.serial == 1_000 }, #Predicate<Plant> { $0.serial / zero == 0 },
      #Predicate<Plant> { $0.serial % zero == 0 }, #Predicate<Plant> { $0.serial / minusOne == 1_000 },
    ] {
      #expect(try context.count(FetchRequest(predicate: predicate)) == 0)
    }
    try context.save()
    #expect(try context.count(FetchRequest(predicate: #Predicate<Plant> { $0.serial + 1 > 0 })) == 3)
  }

  @Test func `ten thousand keys in a predicate are one parameter of one statement`() throws {
    func statement(_ ids: [Int64]) throws -> [String] {
      try container.statements {
        let count = try container.count(FetchRequest(predicate: #Predicate<Plant> { ids.contains($0.id) }))
        #expect(count == 2)
      }
    }
    let few = try statement([2, 3])
    let many = try statement(Array(4...10_000) + [1])
    #expect(few.count == 1)
    #expect(few == many)
  }

  @Test func `ten thousand texts in a predicate are found`() throws {
    let names = (0..<10_000).map { "plant \($0)" } + ["b"]
    #expect(try found(#Predicate { names.contains($0.name) }) == ["b"])
  }

  @Test func `wildcards stand for themselves`() throws {
    for name in ["100%", "100", "a_b", "aXb", "a?b", "[a]", "[", "\\", "'", "\""] {
      try container.insert(contentsOf: [Plant(name)])
    }
    for text in ["%", "_", "*", "?", "[", "[a]", "\\", "'", "\"", "a_", "a*", "10"] {
      #expect(try !found(#Predicate { $0.name.contains(text) }).isEmpty)
      _ = try found(#Predicate { $0.name.starts(with: text) })
    }
  }
}
