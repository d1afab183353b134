import Persistence
import Testing

@Suite struct PrefetchTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Railway.inMemory()
    context = container.makeContext()
    let setup = container.makeContext()
    let drivers = ["x", "y", "z"].map { setup.insert(Driver($0)) }
    for number in 0..<30 {
      let train = try setup.insertTrain("train \(number)", "abc")
      for driver in drivers.prefix(number % 4) { try train[Train.drivers].insert(driver) }
    }
    try setup.save()
  }

  @Test func `a prefetch takes one statement for each relationship`() throws {
    var request = FetchRequest<Train>()
    request.prefetch = [Train.cars, Train.licences]
    let statements = try container.statements { () throws in
      let trains = try context.fetch(request)
      #expect(trains.count == 30)
      for train in trains {
        #expect(try !train[Train.cars].isFault)
        #expect(try train.labels == "abc")
        _ = try train[Train.licences].count
      }
    }
    #expect(statements.count == 3)
  }

  @Test func `without one, each list takes a statement of its own`() throws {
    let statements = try container.statements { () throws in
      for train in try context.fetch(Train.self) { #expect(try train[Train.cars].count == 3) }
    }
    #expect(statements.count == 31)
  }

  @Test func `many parents are one parameter of one cached statement`() throws {
    var request = FetchRequest<Train>()
    request.prefetch = [Train.cars]
    var texts: Set<String> = []
    for limit in [1, 7, 30] {
      request.limit = limit
      texts.formUnion(try container.statements { _ = try container.makeContext().fetch(request) })
    }
    #expect(texts.count == 2)
  }

  @Test func `the owners of many rows are prefetched with one statement`() throws {
    var request = FetchRequest<Car>()
    request.prefetch = [Car.train]
    let statements = try container.statements { () throws in
      let cars = try context.fetch(request)
      #expect(
        try cars.map { try $0[Car.train].object?.name }.prefix(4) == [
          "train 0", "train 0", "train 0", "train 1",
        ])
    }
    #expect(statements.count == 2)
  }

  @Test func `a many-to-many relationship is prefetched with two statements`() throws {
    var request = FetchRequest<Train>()
    request.prefetch = [Train.drivers]
    let statements = try container.statements { () throws in
      let trains = try context.fetch(request)
      #expect(try trains.map { try $0[Train.drivers].count } == (0..<30).map { $0 % 4 })
      #expect(try trains[3][Train.drivers].elements.map(\.name) == ["x", "y", "z"])
    }
    #expect(statements.count == 3)
  }

  @Test func `a prefetch keeps unsaved changes and sees them`() throws {
    let first = try context.train("train 0")
    let second = try context.train("train 1")
    try first[Train.cars].append(second[Train.cars][0])
    context.delete(try first[Train.cars][0])
    var request = FetchRequest<Train>(limit: 2)
    request.prefetch = [Train.cars]
    let trains = try context.fetch(request)
    #expect(try trains.map { try $0.labels } == ["bca", "bc"])
    try context.save()
    let other = container.makeContext()
    #expect(try other.fetch(request).map { try $0.labels } == ["bca", "bc"])
  }

  @Test func `a child context prefetches from its parent`() throws {
    let train = try context.train("train 0")
    try train[Train.cars].move(from: 0, to: 2)
    try context.insertTrain("new", "xy")
    var request = FetchRequest<Train>(where: .any([.equal(\.name, "train 0"), .equal(\.name, "new")]))
    request.prefetch = [Train.cars]
    let child = context.makeChild()
    #expect(try child.fetch(request).map { try $0.labels } == ["bca", "xy"])
  }

  @Test func `relationships over a table in between are related, unrelated and found`() throws {
    let train = try context.train("train 1")
    let drivers = try context.fetch(Driver.self)
    #expect(try train[Train.drivers].elements.map(\.name) == ["x"])
    try train[Train.drivers].insert(drivers[0])
    try train[Train.drivers].insert(drivers[2])
    #expect(try train[Train.drivers].elements.map(\.name) == ["x", "z"])
    #expect(try drivers[2][Driver.trains].contains(train))
    try train[Train.drivers].remove(drivers[0])
    #expect(try train[Train.drivers].elements.map(\.name) == ["z"])
    let driven = Where<Train>.any(
      of: Train.licences, where: .matching(Licence.driver, where: .equal(\.name, "z")))
    let names = ["train 1", "train 3", "train 7"]
    #expect(try context.fetch(Train.self, where: driven).map(\.name).prefix(3) == names[...])
    try context.save()
    #expect(try container.values(FetchRequest(where: driven)).map(\.name).prefix(3) == names[...])
    context.delete(drivers[2])
    try context.save()
    #expect(try train[Train.drivers].count == 0)
    #expect(try container.count(FetchRequest(where: driven)) == 0)
  }

  @Test func `some members of each owner come with one statement, and with unsaved changes the same`() throws
  {
    try container.execute("UPDATE car SET seats = 10 * (id % 3)")
    let trains = try context.fetch(FetchRequest<Train>(limit: 10))
    let sort = [SortKey(\Car.seats, reversed: true)]
    func some() throws -> [[String]] {
      let found = try context.members(
        of: Train.cars, for: trains, where: .atLeast(\.seats, 10), sortBy: sort, limit: 1)
      return trains.map { found[$0.managed.id, default: []].map(\.label) }
    }
    var found: [[String]] = []
    let statements = try container.statements { found = try some() }
    #expect(statements.count == 1)
    #expect(found == Array(repeating: ["b"], count: 10))
    #expect(try trains[0][Train.cars].isFault)
    #expect(
      try context.members(of: Train.cars, for: trains, limit: 2)[trains[4].managed.id]?.map(\.label) == [
        "a", "b",
      ])
    try context.fetch(Car.self).first?.seats = 90
    #expect(try some() == [["a"]] + Array(repeating: ["b"], count: 9))
    #expect(try context.members(of: Train.cars, for: trains, limit: -1).isEmpty)
  }
}
