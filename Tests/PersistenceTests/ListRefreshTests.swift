import Persistence
import Testing

/// Ordered lists after others changed them: how a context catches up, and saves its own changes.
@Suite struct ListRefreshTests {
  let container: PersistentContainer

  init() throws {
    container = try Railway.inMemory()
    let context = container.makeContext()
    try context.insertTrain("night", "abcd")
    try context.insertTrain("day", "x")
    try context.save()
  }

  private func stored() throws -> String {
    let context = container.makeContext()
    return try context.train("night").labels
  }

  /// Two contexts that have moved cars of one list, of which the first has saved.
  private func disputed() throws -> (context: ManagedContext, train: Managed<Train>) {
    let first = container.makeContext()
    let second = container.makeContext()
    let train = try second.train("night")
    try first.train("night")[Train.cars].move(from: 0, to: 3)
    try train[Train.cars].move(from: 0, to: 1)
    try first.save()
    expectConflict(in: second)
    #expect(try stored() == "bcda")
    return (second, train)
  }

  private func expectConflict(in context: ManagedContext) {
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: ["load", "all", "each", "rollback"])
  func `after a conflict a list is up to date again and its next change is saved`(_ way: String) throws {
    let (context, train) = try disputed()
    let list = train[Train.cars]
    switch way {
    case "load": try list.load()
    case "all": try context.refreshAll(mergeChanges: false)
    case "each": for car in try list.elements { try context.refresh(car, mergeChanges: false) }
    default: context.rollback()
    }
    #expect(try train.labels == "bcda")
    #expect(!context.hasChanges)
    try list.move(from: 0, to: 1)
    try context.save()
    #expect(try stored() == "cbda")
  }

  @Test func `moves that a refresh keeps are saved on top of the others'`() throws {
    let (context, train) = try disputed()
    try context.refreshAll(mergeChanges: true)
    let shown = try train.labels
    #expect(shown.sorted() == ["a", "b", "c", "d"])
    try context.save()
    #expect(try stored() == shown)
  }

  @Test(arguments: [true, false], ["refresh", "load"])
  func `two contexts that append to one list both save after a refresh`(_ keeps: Bool, _ way: String) throws {
    let first = container.makeContext()
    let second = container.makeContext()
    let train = try second.train("night")
    try first.train("night")[Train.cars].append(first.insert(Car("y")))
    try train[Train.cars].append(second.insert(Car("z")))
    try first.save()
    expectConflict(in: second)
    if way == "load" { try train[Train.cars].load() } else { try second.refreshAll(mergeChanges: keeps) }
    #expect(try train.labels == "abcdyz")
    try second.save()
    #expect(try stored() == "abcdyz")
    #expect(try container.values(FetchRequest<Car>(sortBy: [SortKey(\.position)])).map(\.position).max() == 5)
  }

  @Test func `a load without others' changes gives nothing up`() throws {
    let context = container.makeContext()
    let train = try context.train("night")
    try train[Train.cars].move(from: 0, to: 3)
    try train[Train.cars].append(context.train("day")[Train.cars][0])
    try train[Train.cars].load()
    #expect(try train.labels == "bcdax")
    try context.save()
    #expect(try stored() == "bcdax")
  }

  @Test func `a load gives up moves and removals and keeps other edits and their conflicts`() throws {
    let context = container.makeContext()
    let train = try context.train("night")
    let cars = try train[Train.cars].elements
    try train[Train.cars].remove(at: 1)
    try train[Train.cars].append(context.train("day")[Train.cars][0])
    cars[0].seats = 7
    cars[2].seats = 8
    let other = container.makeContext()
    let theirs = try other.train("night")
    try theirs[Train.cars].move(from: 3, to: 0)
    try theirs[Train.cars][1].seats = 9
    try other.save()
    try train[Train.cars].load()
    #expect(try train.labels == "dabc")
    #expect(cars[0].seats == 7 && cars[2].seats == 8)
    // Both have given the first car other seats, which is a conflict as anywhere.
    expectConflict(in: context)
    cars[0].seats = nil
    try context.save()
    #expect(try stored() == "dabc")
    #expect(
      try container.values(FetchRequest<Car>(sortBy: [SortKey(\.label)])).map(\.seats) == [
        9, nil, 8, nil, nil,
      ])
  }

  @Test func `a child's list catches up with its parent's`() throws {
    let context = container.makeContext()
    let parent = try context.train("night")
    let children = [context.makeChild(), context.makeChild()]
    let lists = try children.map { try $0.train("night")[Train.cars] }
    try lists[0].move(from: 0, to: 3)
    try lists[1].move(from: 0, to: 1)
    try children[0].save()
    expectConflict(in: children[1])
    try lists[1].load()
    try lists[1].append(children[1].insert(Car("z")))
    try children[1].save()
    #expect(try parent.labels == "bcdaz")
    try context.save()
    #expect(try stored() == "bcdaz")
  }
}
