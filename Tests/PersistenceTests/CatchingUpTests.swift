import Persistence
import Testing

/// Objects that were written to, and rows that others write to meanwhile.
@Suite struct CatchingUpTests {
  private let container: PersistentContainer
  private let context: ManagedContext
  private let play: Managed<Play>

  init() throws {
    container = try Theatre.inMemory()
    context = container.makeContext()
    play = context.insert(Play("Antigone", year: -441))
    try context.save()
  }

  /// Changes or deletes the play's row, by one of the ways there are.
  enum Writer: CaseIterable {
    case ownBatch, otherBatch, otherContext

    func set(year: Int, in context: ManagedContext, _ id: ManagedID<Play>) throws {
      switch self {
      case .ownBatch: try context.batchUpdate(Play.self, set: [.set(\.year, year)])
      case .otherBatch: try context.container.update(Play.self, set: [.set(\.year, year)])
      case .otherContext:
        let other = context.container.makeContext()
        try #require(try other.existing(id)).year = year
        try other.save()
      }
    }

    func delete(in context: ManagedContext, _ id: ManagedID<Play>) throws {
      switch self {
      case .ownBatch: try context.batchDelete(Play.self)
      case .otherBatch: try context.container.delete(Play.self)
      case .otherContext:
        let other = context.container.makeContext()
        other.delete(try #require(try other.existing(id)))
        try other.save()
      }
    }
  }

  @Test(arguments: Writer.allCases)
  func `an object set back to its stored values follows what others write`(_ writer: Writer) throws {
    play.title = "other"
    play.title = "Antigone"
    #expect(!context.hasChanges)
    try writer.set(year: 7, in: context, play.managed.id)
    try context.mergeChanges()
    #expect(play.year == 7)
    #expect(!context.hasChanges)
    play.title = play.title
    try writer.delete(in: context, play.managed.id)
    #expect(try context.fetch(Play.self).isEmpty)
    #expect(play.managed.state == .deleted)
  }

  @Test(arguments: Writer.allCases)
  func `an object with changes catches up with what it missed once it has none`(_ writer: Writer) throws {
    play.title = "mine"
    try writer.set(year: 8, in: context, play.managed.id)
    try context.mergeChanges()
    #expect(play.year == -441)
    context.rollback()
    #expect(try context.fetch(Play.self).map(\.year) == [8])
    #expect(play.title == "Antigone")
    // Whoever is up to date can be saved.
    play.title = "mine again"
    try context.save()
    play.title = "and again"
    try writer.delete(in: context, play.managed.id)
    try context.mergeChanges()
    #expect(play.managed.state == .updated)
    context.rollback()
    try context.mergeChanges()
    #expect(play.managed.state == .deleted)
  }

  @Test func `an undo of the context's own lets its object catch up, too`() throws {
    context.undoStack = UndoStack()
    play.title = "mine"
    try container.update(Play.self, set: [.set(\.year, 9)])
    try context.mergeChanges()
    context.undo()
    try context.mergeChanges()
    #expect(play.year == 9)
    #expect(!context.hasChanges)
  }

  @Test func `a batch inside of a transaction reaches the context's own objects at once`() throws {
    try container.transaction(named: "both") {
      let context = container.makeContext()
      let play = try #require(try context.existing(ManagedID<Play>(1)))
      let other = context.insert(Play("Clouds"))
      try context.save()
      try context.batchUpdate(Play.self, set: [.set(\.year, 5)])
      #expect(play.year == 5 && other.year == 5)
      play.title = "Ajax"
      try context.save()
      try context.batchDelete(Play.self, where: .equal(\.title, "Clouds"))
      #expect(other.managed.state == .deleted)
      #expect(try context.fetch(Play.self).map(\.title) == ["Ajax"])
    }
    try context.mergeChanges()
    #expect(play.title == "Ajax" && play.year == 5)
    try container.undoLastChange()
    #expect(try container.values(FetchRequest<Play>()).map(\.title) == ["Antigone"])
  }

  @Test func `what was written to and set back leaves a list when its row is gone`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    let shelf = context.insert(Shelf("top"))
    let plant = context.insert(Plant("fern"))
    try shelf[Shelf.plants].insert(plant)
    try context.save()
    #expect(try shelf[Shelf.plants].count == 1)
    plant.name = plant.name
    try container.delete(Plant.self)
    #expect(try context.fetch(Plant.self).isEmpty)
    #expect(try shelf[Shelf.plants].isEmpty)
  }

  @Test func `a long chain of cascades comes back by one undo`() throws {
    let container = try Garden.inMemory()
    let context = container.makeContext()
    context.undoStack = UndoStack()
    var last = context.insert(Shelf("0"))
    let first = last
    for number in 1..<400 {
      let next = context.insert(Shelf("\(number)"))
      try next[Shelf.parent].set(last)
      last = next
    }
    try context.save()
    let values = Set(try container.values(FetchRequest<Shelf>()).map(\.title))
    context.delete(first)
    try context.save()
    #expect(try container.rows(in: "shelf") == 0)
    context.undo()
    try context.save()
    #expect(values.count == 400)
    #expect(Set(try container.values(FetchRequest<Shelf>()).map(\.title)) == values)
    #expect(try container.count(FetchRequest<Shelf>(where: .equal(\.parentID, nil))) == 1)
  }
}
