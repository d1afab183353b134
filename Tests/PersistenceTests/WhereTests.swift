import FoundationEssentials
import Persistence
import Testing

@Suite struct WhereTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
  }

  private func insert(_ names: [String]) throws {
    try container.insert(contentsOf: names.map { Plant($0) })
  }

  /// The names found by SQL, after making sure that a judgement in memory finds the same.
  private func found(_ condition: Where<Plant>) throws -> [String] {
    let stored = try container.values(FetchRequest(where: condition)).map(\.name)
    let context = container.makeContext()
    for plant in try context.fetch(Plant.self) { plant.weight += 1 }
    #expect(try context.fetch(Plant.self, where: condition).map(\.name) == stored)
    #expect(try context.count(FetchRequest(where: condition)) == stored.count)
    #expect(try container.count(FetchRequest(where: condition)) == stored.count)
    #expect(try container.ids(FetchRequest(where: condition)).count == stored.count)
    return stored
  }

  @Test func `conditions are composed with all, any and not`() throws {
    try insert(["a", "b", "c"])
    #expect(try found(.everything) == ["a", "b", "c"])
    #expect(try found(.any([])) == [])
    #expect(try found(.not(.everything)) == [])
    #expect(try found(.not(.any([]))) == ["a", "b", "c"])
    #expect(
      try found(.all([.not(.equal(\.name, "a")), .any([.equal(\.name, "a"), .equal(\.name, "b")])])) == ["b"])
    #expect(try found(.not(.not(.equal(\.name, "c")))) == ["c"])
  }

  @Test func `fifty clauses work and so do thousands`() throws {
    try insert((0..<100).map { "plant \($0)" })
    let fifty = (0..<50).map { Where<Plant>.not(.equal(\.name, "plant \($0)")) }
    #expect(try found(.all(fifty)).count == 50)
    let predicates = (0..<50).map { number -> Where<Plant> in
      let name = "plant \(number)"
      return .predicate(#Predicate { $0.name == name })
    }
    #expect(try found(.any(predicates)).count == 50)
    let thousands = (0..<5000).map { Where<Plant>.equal(\.name, "plant \($0)") }
    #expect(try container.count(FetchRequest(where: .any(thousands))) == 100)
  }

  @Test func `a nesting that SQLite can't follow is an error`() throws {
    let context = container.makeContext()
    context.insert(Plant("unsaved"))
    // Each level is of another sort than the one around it; ten times as deep, even to let go of it would be too much.
    for depth in [2000, 100_000] {
      let deep = (0..<depth).reduce(Where<Plant>.equal(\.name, "x")) {
        .not(.all([$0, .equal(\.leaves, $1)]))
      }
      let related = Where<Shelf>.any(of: Shelf.plants, where: deep)
      let attempts = [
        { try container.count(FetchRequest(where: deep)) },
        { try context.fetch(FetchRequest(where: deep)).count },
        { try container.count(FetchRequest(where: related)) },
        { try context.count(FetchRequest(where: .not(.matching(Shelf.parent, where: related)))) },
      ]
      for attempt in attempts {
        let error = #expect(throws: StoreError.self) { try attempt() }
        guard case .queryTooLarge? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  @Test func `conditions put together one by one are a list, however many`() throws {
    try insert((0..<10).map { "plant \($0)" })
    let context = container.makeContext()
    context.insert(Plant("plant 4000"))
    let any = (0..<4100).reduce(Where<Plant>.any([])) { .any([$0, .equal(\.name, "plant \($1)")]) }
    let all = (5..<4100).reduce(Where<Plant>.everything) { .all([$0, .not(.equal(\.name, "plant \($1)"))]) }
    let twice = (0..<4001).reduce(Where<Plant>.equal(\.name, "plant 3")) { condition, _ in .not(condition) }
    #expect(try found(any).count == 10)
    #expect(try context.count(FetchRequest(where: any)) == 11)
    #expect(try context.fetch(FetchRequest(where: .all([all, any]))).count == 5)
    #expect(try context.count(FetchRequest(where: twice)) == 10)
  }

  @Test func `comparisons exclude their bound where they say so`() throws {
    let context = container.makeContext()
    for leaves in [1, 2, 3] { context.insert(Plant("stored \(leaves)")).leaves = leaves }
    try context.save()
    for leaves in [1, 2, 3] { context.insert(Plant("new \(leaves)")).leaves = leaves }
    func names(_ condition: Where<Plant>) throws -> [String] {
      try context.fetch(Plant.self, where: condition).map(\.name)
    }
    #expect(try names(.moreThan(\.leaves, 2)) == ["stored 3", "new 3"])
    #expect(try names(.lessThan(\.leaves, 2)) == ["stored 1", "new 1"])
    #expect(try names(.not(.lessThan(\.visits, 2))).count == 6)
    #expect(try names(.moreThan(\.visits, nil)).isEmpty)
    #expect(try names(.startsWith(\.name, "NEW ")) == ["new 1", "new 2", "new 3"])
    #expect(try names(.startsWith(\.name, "NEW ", matching: .exact)).isEmpty)
    #expect(try names(.startsWith(\.name, "ew")).isEmpty)
    #expect(try names(.startsWith(\.name, "")).count == 6)
    #expect(try names(.not(.startsWith(\.latin, "x"))).count == 6)
    #expect(try names(.oneOf(\.name, ["new 2", "stored 1", "none"])) == ["stored 1", "new 2"])
    #expect(try names(.oneOf(\.name, ["NEW 2"], matching: .folded)) == ["new 2"])
    #expect(try names(.oneOf(\.latin, [nil])).count == 6)
    #expect(try names(.oneOf(\.name, [])).isEmpty)
  }

  @Test func `ten thousand ids are one parameter of one statement`() throws {
    try insert((0..<300).map { "plant \($0)" })
    let ids = (1...10_000).map { ManagedID<Plant>(Int64($0) * 3) }
    let statements = try container.statements {
      let count = try container.count(FetchRequest(where: .ids(ids)))
      #expect(count == 100)
    }
    #expect(statements == [#"SELECT count(*) FROM "plant" WHERE "id" IN (SELECT value FROM json_each(?))"#])
    #expect(try found(.ids([])) == [])
    #expect(try found(.not(.ids([]))).count == 300)
    #expect(try found(.ids([ManagedID(.max), ManagedID(.min), ManagedID(2)])) == ["plant 1"])
  }

  @Test(arguments: [
    ("Élan", "elan", true), ("elan", "ÉLAN", true), ("Straße", "STRASSE", true), ("ЖУК", "жук", true),
    ("Ёж", "еж", true), ("İzmir", "izmir", true),
    // Without a locale, the dotless letter of the Turks is found by the dotted one, and the other way round.
    ("Isparta", "ısparta", true), ("ISPARTA", "isparta", true), ("ısı", "ISI", true), ("ısı", "ısı", true),
    ("ΣΊΣΥΦΟΣ", "σισυφος", true), ("Øre", "ore", true),
    ("Łódź", "łodz", true), ("日本語", "本", true), ("", "", true), ("a", "", true), ("", "a", false),
    ("e\u{301}lan", "élan", true), ("a\0B", "\0b", true), ("100%", "%", true), ("100", "%", false),
    ("a_b", "_", true), ("ab", "_", false), ("a*b", "*", true), ("ab", "*", false), ("a?b", "?", true),
    ("a[b]", "[b]", true), ("ab", "[b]", false), ("a'b", "'", true), ("a\\b", "\\", true),
  ])
  func `a folded search ignores case and accents and takes wildcards as they are`(
    _ name: String, _ text: String, _ isFound: Bool
  ) throws {
    try insert([name])
    #expect(try found(.contains(\.name, text)).isEmpty != isFound)
    let folded = text.folded
    #expect(try found(.predicate(#Predicate { $0.name.folded.contains(folded) })).isEmpty != isFound)
  }

  @Test func `an exact search minds case and accents`() throws {
    try insert(["Élan", "elan"])
    #expect(try found(.contains(\.name, "lan", matching: .exact)) == ["Élan", "elan"])
    #expect(try found(.contains(\.name, "E", matching: .exact)) == [])
    #expect(try found(.contains(\.name, "E\u{301}", matching: .exact)) == ["Élan"])
    #expect(try found(.equal(\.name, "elan", matching: .folded)) == ["Élan", "elan"])
    #expect(try found(.equal(\.name, "elan")) == ["elan"])
  }

  @Test func `folding twice is folding once`() {
    for value in UInt32(0)...0x2ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = String(scalar).folded
      if folded.folded != folded {
        Issue.record("U+\(String(value, radix: 16)): \(folded) and \(folded.folded)")
      }
    }
  }

  @Test func `a missing value is equal to nil and in no comparison`() throws {
    try container.insert(
      contentsOf: [nil, 1.0, 2.0].map { height in
        var plant = Plant("\(height ?? 0)")
        plant.height = height
        return plant
      })
    #expect(try found(.equal(\.height, nil)) == ["0.0"])
    #expect(try found(.not(.equal(\.height, nil))) == ["1.0", "2.0"])
    #expect(try found(.not(.equal(\.height, 1))) == ["0.0", "2.0"])
    #expect(try found(.atLeast(\.height, 2)) == ["2.0"])
    #expect(try found(.not(.atLeast(\.height, 2))) == ["0.0", "1.0"])
    #expect(try found(.atMost(\.height, 1)) == ["1.0"])
    #expect(try found(.not(.atMost(\.height, nil))) == ["0.0", "1.0", "2.0"])
    #expect(try found(.contains(\.latin, "")) == [])
    #expect(try found(.not(.contains(\.latin, "x"))) == ["0.0", "1.0", "2.0"])
  }

  @Test func `a property that is no column is refused by name`() throws {
    let error = StoreError.unsupportedPredicate("\\Plant.name.(computed Int) is no column of plant")
    #expect(throws: error) { try container.count(FetchRequest<Plant>(where: .equal(\.name.count, 3))) }
    #expect(throws: error) { try container.frequencies(of: \Plant.name.count) }
  }

  @Test func `every type of column is found by its value`() throws {
    var plant = Plant("fern", code: "c")
    plant.photo = [1, 0]
    plant.wish = .shade
    plant.visits = 4
    plant.wasMoved = false
    plant.serial = .min
    try container.insert(contentsOf: [plant])
    try insert(["other"])
    let uuid = plant.uuid
    for condition: Where<Plant> in [
      .equal(\.uuid, uuid), .equal(\.photo, [1, 0]), .equal(\.wish, .shade), .equal(\.visits, 4),
      .equal(\.wasMoved, false), .equal(\.serial, .min), .equal(\.code, "c"), .equal(\.id, 1),
      .predicate(#Predicate { $0.uuid == uuid }), .atMost(\.serial, -1), .atLeast(\.visits, 4),
    ] {
      #expect(try found(condition) == ["fern"])
    }
  }

  @Test func `a property is one of many values`() throws {
    try container.insert(
      contentsOf: (0..<6).map { number in
        var plant = Plant("plant \(number)")
        plant.serial = Int64(number) * 10
        return plant
      })
    #expect(try found(.oneOf(\.serial, [10, 20, 11, .min])) == ["plant 1", "plant 2"])
    #expect(try found(.not(.oneOf(\.serial, [10, 20]))).count == 4)
    #expect(try found(.oneOf(\.id, [1, 6])) == ["plant 0", "plant 5"])
    #expect(try found(.oneOf(\.serial, [])) == [])
  }

  @Test func `a NaN in a condition is an error and no constraint`() throws {
    #expect(throws: StoreError.unsupportedPredicate("a NaN, or a moment outside the years 0 to 9999")) {
      try container.count(FetchRequest<Plant>(where: .equal(\.height, .nan)))
    }
  }
}
