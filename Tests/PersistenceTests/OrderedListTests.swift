import Persistence
import TestSupport
import Testing

@Suite struct OrderedListTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Railway.inMemory()
    context = container.makeContext()
  }

  /// The labels of a train's cars as another program reads them.
  private func stored(_ name: String) throws -> String {
    let context = container.makeContext()
    return try context.train(name).labels
  }

  @Test func `cars are appended, inserted, moved and removed, and stay so`() throws {
    let train = try context.insertTrain("night", "abcd")
    let cars = train[Train.cars]
    try context.save()
    #expect(try stored("night") == "abcd")
    try cars.insert(context.insert(Car("x")), at: 1)
    try cars.move(from: 4, to: 0)
    try cars.move(from: 1, to: 3)
    let removed = try cars.remove(at: 2)
    #expect(removed.label == "b")
    #expect(try train.labels == "dxac")
    #expect(try cars.elements.map(\.position) == [0, 1, 2, 3])
    try context.save()
    #expect(try stored("night") == "dxac")
    #expect(try container.value(removed.managed.id)?.trainID == nil)
    try cars.append(cars[0])
    #expect(try train.labels == "xacd")
    #expect(try cars.index(of: cars[2]) == 2)
    #expect(try cars.index(of: removed) == nil)
    #expect(try cars.count == 4)
    try context.save()
    #expect(try stored("night") == "xacd")
  }

  @Test func `a list survives a reopening of the file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/trains.db"
    do {
      let container = try PersistentContainer(at: path, model: Railway.model())
      let context = container.makeContext()
      let train = try context.insertTrain("night", "abcde")
      try context.save()
      try train[Train.cars].move(from: 4, to: 0)
      context.delete(try train[Train.cars].remove(at: 2))
      try train[Train.cars].insert(context.insert(Car("y")), at: 1)
      try context.save()
      container.close()
    }
    let container = try PersistentContainer(at: path, model: Railway.model())
    let context = container.makeContext()
    #expect(try context.train("night").labels == "eyacd")
  }

  @Test(arguments: [(-1, 0), (0, 3), (3, 0), (5, 5), (Int.min, Int.max)])
  func `a place that a list doesn't have is an error`(_ from: Int, _ to: Int) throws {
    let cars = try context.insertTrain("night", "abc")[Train.cars]
    #expect(throws: StoreError.self) { try cars.move(from: from, to: to) }
    let outside = from == 0 ? to + 1 : from
    #expect(throws: StoreError.outOfRange(index: outside, count: 3)) { try cars.remove(at: outside) }
    #expect(throws: StoreError.outOfRange(index: outside, count: 3)) { try cars[outside] }
    #expect(throws: StoreError.self) {
      try cars.insert(context.insert(Car("x")), at: outside == 3 ? 4 : outside)
    }
    #expect(try cars.elements.map(\.label) == ["a", "b", "c"])
  }

  @Test func `a car that is set to another train comes last there`() throws {
    let day = try context.insertTrain("day", "abc")
    let night = try context.insertTrain("night", "xyz")
    try context.save()
    let car = try day[Train.cars][0]
    try car[Car.train].set(night)
    try night[Train.cars].insert(day[Train.cars][0], at: 1)
    #expect(try day.labels == "c")
    #expect(try night.labels == "xbyza")
    try context.save()
    #expect(try stored("day") == "c")
    #expect(try stored("night") == "xbyza")
    try car[Car.train].set(night)
    #expect(!context.hasChanges)
    try day[Train.cars].replace(with: Array(night[Train.cars].elements.reversed()))
    #expect(try day.labels == "azybx")
    try context.save()
    #expect(try stored("day") == "azybx")
    #expect(try stored("night") == "")
    #expect(try container.count(FetchRequest<Car>(where: .equal(\.trainID, nil))) == 1)
  }

  @Test func `the same order back writes nothing`() throws {
    let cars = try context.insertTrain("night", "abcd")[Train.cars]
    try context.save()
    try cars.move(from: 0, to: 3)
    try cars.move(from: 3, to: 0)
    let statements = try container.statements { try context.save() }
    #expect(statements.isEmpty)
  }

  @Test func `gaps and equal positions of other programs are read, and closed by the next change`() throws {
    let container = try Railway.inMemory(Railway.looseScript)
    try container.insert(contentsOf: [Train("night")])
    try container.insert(
      contentsOf: [("c", 7), ("a", 2), ("d", 7), ("b", 2), ("e", Int.max)].map { Car($0, of: 1, at: $1) })
    let context = container.makeContext()
    let train = try context.train("night")
    #expect(try train.labels == "abcde")
    #expect(!context.hasChanges)
    try train[Train.cars].append(context.insert(Car("f")))
    #expect(try train.labels == "abcdef")
    #expect(try train[Train.cars].elements.map(\.position) == Array(0..<6))
    try context.save()
    let other = container.makeContext()
    #expect(try other.train("night").labels == "abcdef")
  }

  @Test func `two contexts that reorder one list are a conflict and no mixture`() throws {
    try context.insertTrain("night", "abcd")
    try context.save()
    let other = container.makeContext()
    let mine = try context.train("night")
    let theirs = try other.train("night")
    // They touch different rows: each change alone would be written without complaint.
    try mine[Train.cars].move(from: 0, to: 1)
    try theirs[Train.cars].move(from: 2, to: 3)
    try context.save()
    let error = #expect(throws: StoreError.self) { try other.save() }
    guard case .conflict(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.id) == [1, 2])
    #expect(conflicts.allSatisfy { $0.entity == "car" && $0.properties.map(\.column) == ["position"] })
    #expect(conflicts.first?.properties.first?.stored == .integer(1))
    #expect(try stored("night") == "bacd")
    // The rows that they left alone are up to date by now, and yet the list is not theirs to save.
    #expect(try theirs.labels == "badc")
    #expect(throws: StoreError.self) { try other.save() }
    #expect(try stored("night") == "bacd")
    other.rollback()
    try theirs[Train.cars].load()
    try theirs[Train.cars].move(from: 2, to: 3)
    try other.save()
    #expect(try stored("night") == "badc")
  }

  @Test func `a fetch between a reordering and its save takes no part of another's order over`() throws {
    try context.insertTrain("night", "abcd")
    try context.save()
    let other = container.makeContext()
    let mine = try context.train("night")
    let theirs = try other.train("night")
    try mine[Train.cars].move(from: 0, to: 1)
    try theirs[Train.cars].move(from: 2, to: 3)
    try context.save()
    _ = try other.fetch(Car.self)
    _ = try theirs.labels
    let error = #expect(throws: StoreError.self) { try other.save() }
    guard case .conflict? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try stored("night") == "bacd")
    other.rollback()
    #expect(try theirs.labels == "bacd")
    try theirs[Train.cars].move(from: 2, to: 3)
    try other.save()
    #expect(try stored("night") == "badc")
    // A list in hand shows what others did, also what they added.
    try mine[Train.cars].append(context.insert(Car("e")))
    #expect(try mine.labels == "badce")
    try context.save()
    #expect(try theirs.labels == "badce")
  }

  @Test func `a car that another context added, removed or deleted is a conflict of a reordering`() throws {
    try context.insertTrain("night", "abcd")
    try context.insertTrain("day", "x")
    try context.save()
    let changes: [(String, (ManagedContext) throws -> Void)] = [
      ("added", { try $0.train("night")[Train.cars].append($0.insert(Car("e"))) }),
      ("removed", { try $0.train("day")[Train.cars].append($0.train("night")[Train.cars][0]) }),
      ("deleted", { $0.delete(try $0.train("night")[Train.cars][1]) }),
    ]
    for (name, change) in changes {
      let mine = container.makeContext()
      let train = try mine.train("night")
      try train[Train.cars].move(from: 1, to: 2)
      let other = container.makeContext()
      try change(other)
      try other.save()
      let error = #expect(throws: StoreError.self, "\(name)") { try mine.save() }
      guard case .conflict(let conflicts)? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(!conflicts.isEmpty)
    }
  }

  @Test func `two contexts that append are a conflict, and content edits beside an order are none`() throws {
    let train = try context.insertTrain("night", "ab")
    try context.save()
    let other = container.makeContext()
    let theirs = try other.train("night")
    try theirs[Train.cars].append(other.insert(Car("y")))
    try train[Train.cars].append(context.insert(Car("x")))
    try context.save()
    let error = #expect(throws: StoreError.self) { try other.save() }
    guard case .conflict? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let third = container.makeContext()
    try third.train("night")[Train.cars][0].seats = 40
    try third.save()
    try train[Train.cars].move(from: 0, to: 2)
    try context.save()
    #expect(try stored("night") == "bxa")
    #expect(try container.values(FetchRequest<Car>()).first?.seats == 40)
  }

  @Test func `undo and redo take whole moves`() throws {
    let train = try context.insertTrain("night", "abcd")
    try context.save()
    context.undoStack = UndoStack()
    try train[Train.cars].move(from: 3, to: 0)
    try train[Train.cars].remove(at: 1)
    #expect(try train.labels == "dbc")
    #expect(context.undo() == "remove")
    #expect(try train.labels == "dabc")
    #expect(context.undo() == "move")
    #expect(try train.labels == "abcd")
    #expect(!context.hasChanges)
    context.redo()
    try context.save()
    #expect(try stored("night") == "dabc")
    context.undo()
    try context.save()
    #expect(try stored("night") == "abcd")
  }

  @Test func `children of a context reorder in memory, and two of them are a conflict`() throws {
    let train = try context.insertTrain("night", "abcd")
    let first = context.makeChild()
    let second = context.makeChild()
    let mine = try first.train("night")
    let theirs = try second.train("night")
    try mine[Train.cars].move(from: 0, to: 1)
    try mine[Train.cars].append(first.insert(Car("e")))
    try theirs[Train.cars].move(from: 2, to: 3)
    #expect(try train.labels == "abcd")
    let statements = try container.statements { try first.save() }
    #expect(statements.isEmpty)
    #expect(try train.labels == "bacde")
    let error = #expect(throws: StoreError.self) { try second.save() }
    guard case .conflict? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try train.labels == "bacde")
    try context.save()
    #expect(try stored("night") == "bacde")
    #expect(try mine.labels == "bacde")
  }

  @Test func `ten thousand cars are appended in a moment`() throws {
    let train = context.insert(Train("long"))
    for number in 0..<10_000 { try train[Train.cars].append(context.insert(Car("\(number % 10)"))) }
    #expect(try train[Train.cars].elements.map(\.position) == Array(0..<10_000))
    try context.save()
    #expect(try train[Train.cars][9_999].label == "9")
  }
}
