import FoundationEssentials
import FoundationInternationalization
import Persistence
import PersistenceFoundation
import Testing

@Suite struct SortingTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    let heights: [Double?] = [2, nil, 1, nil, 2]
    try container.insert(
      contentsOf: zip(["b", "É", "a", "e", "B"], heights).map { name, height in
        var plant = Plant(name)
        plant.height = height
        return plant
      })
  }

  private func names(_ sort: [SortKey<Plant>]) throws -> [String] {
    try container.values(FetchRequest(sortBy: sort)).map(\.name)
  }

  @Test func `nil is smallest and ties keep the order of the keys`() throws {
    #expect(try names([SortKey(\.height)]) == ["É", "e", "a", "b", "B"])
    #expect(try names([SortKey(\.height, reversed: true)]) == ["b", "B", "a", "É", "e"])
  }

  @Test func `nil comes last in either direction where it is asked for`() throws {
    #expect(try names([SortKey(\.height, nullLast: true)]) == ["a", "b", "B", "É", "e"])
    #expect(try names([SortKey(\.height, reversed: true, nullLast: true)]) == ["b", "B", "a", "É", "e"])
  }

  @Test func `texts sort by their scalars or without case and accents`() throws {
    #expect(try names([SortKey(\.name)]) == ["B", "a", "b", "e", "É"])
    #expect(try names([SortKey(\.name, .folded)]) == ["a", "b", "B", "É", "e"])
  }

  @Test func `a folded key of a number sorts as a number`() throws {
    #expect(try names([SortKey(\.height, .folded, nullLast: true)]) == ["a", "b", "B", "É", "e"])
    #expect(try names([SortKey(\.id, reversed: true)]) == ["B", "e", "a", "É", "b"])
  }

  @Test func `Foundation's descriptors sort too`() throws {
    let request = try FetchRequest(
      predicate: #Predicate<Plant> { _ in true },
      sortBy: [
        SortDescriptor(\Plant.height, order: .reverse), SortDescriptor(\Plant.name, comparator: .lexical),
      ])
    #expect(try container.values(request).map(\.name) == ["B", "b", "a", "e", "É"])
    let plain = try FetchRequest(
      predicate: #Predicate<Plant> { _ in true },
      sortBy: [SortDescriptor(\Plant.leaves), SortDescriptor(\Plant.serial)])
    #expect(try container.values(plain).map(\.name) == ["b", "É", "a", "e", "B"])
  }

  @Test func `key paths put together at run time find their columns, however many there are`() throws {
    for _ in 0..<1_000 {
      let path = (\Plant.self as WritableKeyPath<Plant, Plant>).appending(path: \.height)
      #expect(try container.frequencies(of: path).map(\.count) == [2, 2, 1])
    }
    #expect(throws: StoreError.self) { try container.frequencies(of: \Plant.name.count) }
  }

  @Test func `an enum sorts by what is stored`() throws {
    let context = container.makeContext()
    try #require(try context.fetch(Plant.self).last).light = .shade
    try context.save()
    #expect(try names([SortKey(\.light)]) == ["B", "b", "É", "a", "e"])
  }

  @Test func `a key that is no column is refused by name`() throws {
    #expect(
      throws: StoreError.unsupportedPredicate(
        "sort by \\Plant.name.(computed String), which is no column of plant")
    ) {
      try names([SortKey(\.name.folded)])
    }
  }
}
