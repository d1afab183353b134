import Persistence
import Testing

/// Random mixes of changes to lists, beside plain arrays that undergo the same.
@Suite struct ListModelTests {
  /// Trains by name with the labels of their cars, and the cars without a train.
  private typealias Yard = [String: [String]]

  private struct Run {
    let container: PersistentContainer
    var context: ManagedContext
    var random: SeededGenerator
    var yard: Yard = ["a": [], "b": [], "c": []]
    var saved: Yard = [:]
    var nextLabel = 0
    /// The trains before each step that can be undone, and after each that can be done again.
    var done: [Yard] = []
    var undone: [Yard] = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      container = try Railway.inMemory()
      context = container.makeContext()
      for name in yard.keys.sorted() { context.insert(Train(name)) }
      try context.save()
      saved = yard
      context.undoStack = UndoStack()
    }

    mutating func step() throws -> String {
      let before = yard
      let steps = context.undoStack?.undoNames.count ?? 0
      let name: String
      switch Int.random(in: 0..<20, using: &random) {
      case 0: name = try save()
      case 1:
        context.rollback()
        (yard, done, undone) = (saved, [], [])
        name = "rollback"
      case 2:
        _ = try save()
        context = container.makeContext()
        context.undoStack = UndoStack()
        (done, undone) = ([], [])
        name = "reopen"
      case 3, 4:
        guard context.undo() != nil, let earlier = done.popLast() else { return "no undo" }
        undone.append(yard)
        yard = earlier
        name = "undo"
      case 5:
        guard context.redo() != nil, let later = undone.popLast() else { return "no redo" }
        done.append(yard)
        yard = later
        name = "redo"
      default:
        let context = context
        name = try context.withUndoGroup("step") { try change() }
        // A change that changes nothing is no step.
        if context.undoStack?.undoNames.count != steps { (done, undone) = (done + [before], []) }
      }
      return name
    }

    private mutating func change() throws -> String {
      let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      let cars = try context.train(name)[Train.cars]
      let labels = yard[name] ?? []
      let place = labels.isEmpty ? nil : Int.random(in: 0..<labels.count, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 0, 1: return try append(name, cars)
      case 2, 3: return try insert(name, cars, at: Int.random(in: 0...labels.count, using: &random))
      case 4, 5, 6:
        guard let place else { return "nothing" }
        let end = Int.random(in: 0..<labels.count, using: &random)
        try cars.move(from: place, to: end)
        yard[name]?.remove(at: place)
        yard[name]?.insert(labels[place], at: end)
        return "move \(name) \(place) \(end)"
      case 7:
        guard let place else { return "nothing" }
        let car = try cars.remove(at: place)
        if Bool.random(using: &random) { context.delete(car) }
        yard[name]?.remove(at: place)
        return "remove \(name) \(place)"
      case 8:
        guard let place else { return "nothing" }
        context.delete(try cars[place])
        yard[name]?.remove(at: place)
        return "delete \(name) \(place)"
      case 9, 10:
        guard let place else { return "nothing" }
        return try hand(over: cars, name, place)
      case 11:
        let order = labels.shuffled(using: &random)
        let elements = try cars.elements
        try cars.replace(with: order.compactMap { label in elements.first { $0.label == label } })
        yard[name] = order
        return "shuffle \(name)"
      default:
        guard let place else { return "nothing" }
        try cars.append(cars[place])
        yard[name]?.remove(at: place)
        yard[name]?.append(labels[place])
        return "to the end \(name) \(place)"
      }
    }

    private mutating func newCar() -> Managed<Car> {
      nextLabel += 1
      return context.insert(Car("\(nextLabel)"))
    }

    private mutating func append(_ name: String, _ cars: RelatedList<Train, Car>) throws -> String {
      let car = newCar()
      try cars.append(car)
      yard[name]?.append(car.label)
      return "append \(name)"
    }

    private mutating func insert(_ name: String, _ cars: RelatedList<Train, Car>, at place: Int) throws
      -> String
    {
      let car = newCar()
      try cars.insert(car, at: place)
      yard[name]?.insert(car.label, at: place)
      return "insert \(name) \(place)"
    }

    /// Takes a car to another train, from either side of the relationship.
    private mutating func hand(over cars: RelatedList<Train, Car>, _ name: String, _ place: Int) throws
      -> String
    {
      let other = ["a", "b", "c"].filter { $0 != name }.randomElement(using: &random) ?? "a"
      let train = try context.train(other)
      let car = try cars[place]
      let label = yard[name]?.remove(at: place) ?? ""
      if Bool.random(using: &random) {
        try car[Car.train].set(train)
        yard[other]?.append(label)
      } else {
        let end = Int.random(in: 0...(yard[other]?.count ?? 0), using: &random)
        try train[Train.cars].insert(car, at: end)
        yard[other]?.insert(label, at: end)
      }
      return "hand over \(name) \(place) to \(other)"
    }

    private mutating func save() throws -> String {
      try context.save()
      saved = yard
      return "save"
    }

    /// The lists as a context shows them.
    func shown(in context: ManagedContext) throws -> Yard {
      var shown: Yard = [:]
      for train in try context.fetch(Train.self) {
        shown[train.name] = try train[Train.cars].elements.map(\.label)
      }
      return shown
    }
  }

  @Test(arguments: 0..<UInt64(120))
  func `a list equals a plain array through any mix of changes, saves, rollbacks and undos`(_ seed: UInt64)
    throws
  {
    var run = try Run(seed: seed)
    var steps: [String] = []
    for _ in 0..<40 {
      do {
        steps.append(try run.step())
      } catch {
        Issue.record("seed \(seed) after \(steps.suffix(12)): \(error)")
        return
      }
      let shown = try run.shown(in: run.context)
      let other = run.container.makeContext()
      let stored = try run.shown(in: other)
      #expect(shown == run.yard, "seed \(seed) after \(steps.suffix(12))")
      #expect(stored == run.saved, "seed \(seed) after \(steps.suffix(12))")
      if shown != run.yard || stored != run.saved { return }
    }
  }
}
