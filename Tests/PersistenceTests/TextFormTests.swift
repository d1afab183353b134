import FoundationEssentials
import Persistence
import Testing

/// Texts that another tool stored in decomposed form.
@Suite struct TextFormTests {
  private let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    try container.insert(contentsOf: [Plant("caf\u{E9}"), Plant("caf\u{E9}"), Plant("cafe")])
    try container.execute("UPDATE plant SET name = 'cafe' || char(769) WHERE id = 2")
  }

  /// The keys that a condition finds in the store, and among changed objects in memory.
  private func found(_ condition: Where<Plant>) throws -> [[Int64]] {
    let request = FetchRequest(where: condition, sortBy: [SortKey(\.id)])
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.leaves = 99 }
    return [try container.ids(request).map(\.rawValue), try context.fetch(request).map { $0.id }]
  }

  @Test(arguments: ["caf\u{E9}", "cafe\u{301}"])
  func `equality finds a text in either form`(_ name: String) throws {
    let both: [[Int64]] = [[1, 2], [1, 2]]
    #expect(try found(.equal(\.name, name)) == both)
    #expect(try found(.oneOf(\.name, ["x", name])) == both)
    #expect(try found(.predicate(#Predicate { $0.name == name })) == both)
    #expect(try found(.predicate(#Predicate { name == $0.name })) == both)
    let names = ["x", name]
    #expect(try found(.predicate(#Predicate { names.contains($0.name) })) == both)
    #expect(try found(.contains(\.name, name, matching: .exact)) == both)
    #expect(try found(.predicate(#Predicate { $0.name.contains(name) })) == both)
    #expect(try found(.predicate(#Predicate { $0.name.starts(with: name) })) == both)
    #expect(try found(.startsWith(\.name, name, matching: .exact)) == both)
    let other: [[Int64]] = [[3], [3]]
    #expect(try found(.not(.equal(\.name, name))) == other)
    #expect(try found(.predicate(#Predicate { !$0.name.contains(name) })) == other)
    #expect(try found(.predicate(#Predicate { !$0.name.starts(with: name) })) == other)
    #expect(try found(.predicate(#Predicate { $0.name != name })) == other)
    #expect(try found(.not(.predicate(#Predicate { names.contains($0.name) }))) == other)
  }

  @Test func `a text with one form asks once, and an index serves both`() throws {
    try container.execute("CREATE INDEX names ON plant (name)")
    let plan = try container.explain(FetchRequest<Plant>(where: .equal(\.name, "caf\u{E9}")))
    #expect(plan.contains { $0.contains("names") }, "\(plan)")
    let statements = try container.statements {
      _ = try container.values(FetchRequest<Plant>(where: .equal(\.name, "cafe")))
    }
    #expect(statements.count == 1 && statements.allSatisfy { !$0.contains(" OR ") })
  }

  @Test func `an unsaved text compares and sorts as it will when it is saved`() throws {
    let container = try Theatre.inMemory()
    let context = container.makeContext()
    for title in ["e\u{301}", "ez", "f"] { context.insert(Play(title)) }
    let limit = "f"
    func answers() throws -> [[String]] {
      let requests = [
        FetchRequest<Play>(where: .moreThan(\.title, "f")),
        FetchRequest<Play>(where: .lessThan(\.title, "f")),
        FetchRequest<Play>(predicate: #Predicate { $0.title > limit }),
        FetchRequest<Play>(predicate: #Predicate { $0.title == "é" }),
        FetchRequest<Play>(sortBy: [SortKey(\.title)]), FetchRequest<Play>(where: .startsWith(\.title, "é")),
      ]
      return try requests.map { try context.fetch($0).map { $0.title.composed } }
    }
    let unsaved = try answers()
    try context.save()
    #expect(unsaved == (try answers()))
    #expect(unsaved[0] == ["é"])
    #expect(unsaved[4] == ["ez", "f", "é"])
  }
}
