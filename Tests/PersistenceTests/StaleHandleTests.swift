import Persistence
import TestSupport
import Testing

/// Objects, contexts and containers that others overtook: nothing that is written through them gets lost unsaid.
@Suite struct StaleHandleTests {
  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    container = try Railway.inMemory()
    context = container.makeContext()
    try container.makeContext().withTrains()
  }

  @Test func `a deleted object whose row an undo brought back takes no changes of its relationships`() throws
  {
    let train = try context.train("night")
    let spare = try #require(try context.fetch(Car.self, where: .equal(\.label, "s")).first)
    try container.delete(Train.self, where: .equal(\.name, "night"))
    try context.mergeChanges()
    #expect(train.managed.state == .deleted)
    try container.undoLastChange()
    try context.mergeChanges()
    #expect(train.managed.state == .deleted)
    #expect(train.name == "night")
    let driver = context.insert(Driver("x"))
    try context.save()
    let error = StoreError.objectDeleted(entity: "train", id: train.managed.id.rawValue)
    let changes: [() throws -> Void] = [
      { try train[Train.cars].append(spare) }, { try train[Train.cars].insert(spare, at: 0) },
      { try train[Train.cars].move(from: 0, to: 1) }, { try train[Train.cars].remove(at: 0) },
      { try train[Train.cars].replace(with: []) }, { try train[Train.drivers].insert(driver) },
      { try train[Train.drivers].remove(driver) }, { try spare[Car.train].set(train) },
    ]
    for (number, change) in changes.enumerated() {
      #expect(throws: error, "\(number)") { try change() }
      #expect(!context.hasChanges, "\(number)")
    }
    // The row itself is there, and a new object of it takes them.
    let again = try context.train("night")
    #expect(again !== train)
    try again[Train.cars].append(spare)
    try context.save()
    #expect(try again.labels == "abcs")
  }

  @Test func `a plain write to such an object, and one that says nothing itself, make the save fail`() throws
  {
    let train = try context.train("night")
    let licence = context.insert(
      Licence(train: train.id, driver: context.insert(Driver("x")).id))
    try context.save()
    try container.delete(Train.self, where: .equal(\.name, "night"))
    try container.undoLastChange()
    try context.mergeChanges()
    let error = StoreError.objectDeleted(entity: "train", id: train.managed.id.rawValue)
    let present = try #require(try context.existing(licence.managed.id))
    train[Train.licences].remove(present)
    #expect(throws: error) { try context.save() }
    context.rollback()
    try context.save()
    train.name = "day"
    #expect(throws: error) { try context.save() }
    #expect(try container.values(FetchRequest<Train>()).map(\.name) == ["night"])
    context.rollback()
    #expect(train.name == "night")
    try context.save()
  }

  @Test func `a merge policy that saves its own context gets an error and ends`() throws {
    let mine = try context.train("night")
    let others = container.makeContext()
    try others.train("night").name = "theirs"
    try others.save()
    mine.name = "mine"
    // The closure is called by this thread alone, inside the save.
    nonisolated(unsafe) let context = context
    // As above.
    nonisolated(unsafe) var errors: [StoreError] = []
    context.mergePolicy = .custom { _ in
      do { try context.save() } catch { if let error = error as? StoreError { errors.append(error) } }
      return .keepObject
    }
    try context.save()
    #expect(
      errors == [.notAllowedHere("a save inside a save of the same context, as from its merge policy")])
    #expect(try container.values(FetchRequest<Train>()).map(\.name) == ["mine"])
    #expect(!context.hasChanges)
  }

  /// Two containers of one file with trains, and the folder that goes when nobody holds it.
  private func twoContainersOfTrains() throws -> (PersistentContainer, PersistentContainer, TemporaryFolder) {
    let folder = try TemporaryFolder()
    func open() throws -> PersistentContainer {
      try PersistentContainer(at: folder.file("trains.db"), model: Railway.model())
    }
    let container = try open()
    try container.makeContext().withTrains()
    return (container, try open(), folder)
  }

  @Test func `two containers that reorder one list, or change one of its cars, are a conflict`() throws {
    let (container, second, folder) = try twoContainersOfTrains()
    defer { withExtendedLifetime(folder) {} }
    let changes: [(String, (ManagedContext) throws -> Void, (ManagedContext) throws -> Void)] = [
      (
        "moves", { try $0.train("night")[Train.cars].move(from: 0, to: 1) },
        { try $0.train("night")[Train.cars].move(from: 2, to: 1) }
      ),
      (
        "a move and a removal", { try $0.train("night")[Train.cars].move(from: 0, to: 2) },
        { try $0.train("night")[Train.cars].remove(at: 1) }
      ),
      (
        "edits of one car", { try $0.train("night")[Train.cars][0].seats = 1 },
        { try $0.train("night")[Train.cars][0].seats = 2 }
      ),
      (
        "an edit and a deletion", { try $0.train("night")[Train.cars][0].seats = 3 },
        { $0.delete(try $0.train("night")[Train.cars][0]) }
      ),
    ]
    for (name, change, overtaken) in changes {
      let late = second.makeContext()
      try overtaken(late)
      let early = container.makeContext()
      try change(early)
      try early.save()
      let before = try container.contents(of: ["train", "car"])
      let error = #expect(throws: StoreError.self, "\(name)") { try late.save() }
      guard case .conflict(let conflicts)? = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(conflicts.allSatisfy { $0.entity == "car" }, "\(name)")
      #expect(try container.contents(of: ["train", "car"]) == before, "\(name)")
    }
  }

  @Test func `a batch update makes what another container or context read before a conflict`() throws {
    let folder = try TemporaryFolder()
    func open() throws -> PersistentContainer {
      try PersistentContainer(at: folder.file("plays.db"), model: Theatre.model())
    }
    let container = try open()
    try container.insert(contentsOf: [Play("Antigone", year: -441)])
    let second = try open()
    for reader in [second, container] {
      for policy in [MergePolicy.standard, .error] {
        let context = reader.makeContext()
        context.mergePolicy = policy
        let play = try #require(try context.fetch(Play.self).first)
        play.year = 1
        try container.update(Play.self, set: [.add(1, to: \.year)])
        let error = #expect(throws: StoreError.self) { try context.save() }
        guard case .conflict(let conflicts)? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(conflicts.map(\.id) == [1])
        #expect(conflicts.first?.properties.map(\.column) == ["year"])
      }
    }
    // Of another property, only the policy that wants no change at all by others minds; the version tells it.
    for (policy, isConflict) in [(MergePolicy.standard, false), (.error, true)] {
      let context = second.makeContext()
      context.mergePolicy = policy
      try #require(try context.fetch(Play.self).first).title = "Ajax \(isConflict)"
      try container.update(Play.self, set: [.add(1, to: \.year)])
      if isConflict {
        #expect(throws: StoreError.self) { try context.save() }
      } else {
        try context.save()
      }
    }
    #expect(try container.values(FetchRequest<Play>()).map(\.year) == [-435])
    #expect(try container.withConnection { try $0.integer("SELECT version FROM play") } == 8)
  }

  @Test func `a row deleted and brought back by another container's undo is read as it is`() throws {
    let (container, second, folder) = try twoContainersOfTrains()
    defer { withExtendedLifetime(folder) {} }
    let late = second.makeContext()
    let train = try late.train("night")
    try container.delete(Train.self)
    try container.undoLastChange()
    train.name = "late"
    try late.save()
    #expect(try container.values(FetchRequest<Train>()).map(\.name) == ["late"])
  }
}

extension ManagedContext {
  /// A train of three cars, and a spare one.
  fileprivate func withTrains() throws {
    try insertTrain("night", "abc")
    insert(Car("s"))
    try save()
  }
}
