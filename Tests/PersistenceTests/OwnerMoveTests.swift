import Persistence
import Testing

/// Rows that change owners in the save that makes or drops an owner.
@Suite struct OwnerMoveTests {
  /// A company of players; a player without a company is free.
  struct Company: PersistentModel {
    var id: Int64 = 0
    var name: String

    init(_ name: String) {
      self.name = name
    }

    static let schema = EntitySchema<Company>("company", key: \.id, [Attribute("name", \.name)])
    static let players = ToMany<Company, Player>(\.companyID)

    init(row: inout RowReader) throws {
      id = try row.integer()
      name = try row.text()
    }
  }

  struct Player: PersistentModel {
    var id: Int64 = 0
    var companyID: Int64?
    /// No two players share a seat.
    var seat: Int

    init(seat: Int, in companyID: Int64? = nil) {
      self.seat = seat
      self.companyID = companyID
    }

    static let schema = EntitySchema<Player>(
      "player", key: \.id, version: "version",
      [
        .reference("company_id", \.companyID, to: Company.self, onDelete: .nullify),
        Attribute("seat", \.seat),
      ])

    init(row: inout RowReader) throws {
      id = try row.integer()
      companyID = try row.integerIfPresent()
      seat = try row.value()
    }
  }

  let container: PersistentContainer
  let context: ManagedContext

  init() throws {
    let script = """
      CREATE TABLE company (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
      CREATE TABLE player (
        id INTEGER PRIMARY KEY AUTOINCREMENT, company_id INTEGER REFERENCES company (id),
        seat INTEGER NOT NULL UNIQUE, version INTEGER NOT NULL DEFAULT 1
      ) STRICT;
      """
    container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 0x7374_6167, entities: [Company.self, Player.self],
        migrations: [Migration(number: 1, name: "companies", script: script)]))
    context = container.makeContext()
  }

  private func players() throws -> [String] { try container.contents(of: ["company", "player"]) }

  @Test func `a move to an owner that is dropped before the save is no change`() throws {
    let player = context.insert(Player(seat: 1))
    try context.save(named: "insert")
    let before = try players()
    let other = container.makeContext()
    other.mergePolicy = .error
    let same = try #require(try other.existing(player.managed.id))
    same.seat = 7
    let company = context.insert(Company("new"))
    try player[Company.players.inverse].set(company)
    context.delete(company)
    #expect(player.companyID != nil)
    try context.save(named: "nothing")
    #expect(player.companyID == nil)
    #expect(try players() == before)
    try other.save(named: "seat")
    try container.undoLastChange()
    #expect(try container.undoLastChange().name == "insert")
  }

  @Test func `an owner that goes, and whom members have left already, leaves their versions right`() throws {
    let company = context.insert(Company("old"))
    let player = context.insert(Player(seat: 1, in: company.id))
    try context.save(named: "insert")
    context.delete(company)
    player.companyID = nil
    try context.save(named: "leave")
    player.seat = 2
    try context.save(named: "seat")
    for _ in 0..<3 { try container.undoLastChange() }
    #expect(try players() == [])
    for _ in 0..<3 { try container.redoLastUndo() }
    #expect(try container.values(FetchRequest<Player>()).map(\.seat) == [2])
    #expect(try container.values(FetchRequest<Player>()).map(\.companyID) == [nil])
  }

  @Test func `a move to a new owner with the old one deleted is undone and redone`() throws {
    let old = context.insert(Company("old"))
    let player = context.insert(Player(seat: 1, in: old.id))
    try context.save(named: "insert")
    let new = context.insert(Company("new"))
    player.companyID = new.id
    context.delete(old)
    try context.save(named: "move")
    for _ in 0..<3 {
      try container.undoLastChange()
      #expect(try container.values(FetchRequest<Company>()).map(\.name) == ["old"])
      #expect(try container.values(FetchRequest<Player>()).map(\.companyID) == [1])
      try container.redoLastUndo()
      #expect(try container.values(FetchRequest<Company>()).map(\.name) == ["new"])
      #expect(try container.values(FetchRequest<Player>()).map(\.companyID) == [2])
    }
    for _ in 0..<2 { try container.undoLastChange() }
    #expect(try players() == [])
  }

  @Test func `so is one whose members would go with the old owner, or would keep it`() throws {
    let theatre = try Theatre.inMemory()
    let plays = theatre.makeContext()
    let play = plays.insert(Play("Hamlet"))
    let scene = plays.insert(Scene("one", of: play.id, at: 0))
    try plays.save()
    scene.playID = plays.insert(Play("Macbeth")).id
    plays.delete(play)
    try plays.save()
    let garden = try Garden.inMemory()
    let shelves = garden.makeContext()
    let shelf = shelves.insert(Shelf("old"))
    let lamp = shelves.insert(Lamp(over: shelf.id))
    try shelves.save()
    lamp.shelfID = shelves.insert(Shelf("new")).id
    shelves.delete(shelf)
    try shelves.save()
    for (container, tables) in [(theatre, Theatre.tables), (garden, ["shelf", "lamp"])] {
      func state() throws -> [String] {
        // Without the versions, which count on.
        try container.contents(of: tables).map { $0.split(separator: " ").dropLast().joined(separator: " ") }
      }
      let after = try state()
      for _ in 0..<2 {
        try container.undoLastChange()
        #expect(try state() != after)
        try container.redoLastUndo()
        #expect(try state() == after)
      }
    }
  }

  @Test(arguments: [true, false])
  func `a new row and an old one that swap unique values in their transaction are undone and redone`(
    isNewFirst: Bool
  ) throws {
    let old = context.insert(Player(seat: 0))
    try context.save(named: "insert")
    try container.transaction(named: "swap") {
      let new = context.insert(Player(seat: 1))
      try context.save()
      for player in isNewFirst ? [new, old] : [old, new] { player.seat = 1 - player.seat }
      try context.save()
    }
    for _ in 0..<3 {
      try container.undoLastChange()
      #expect(try container.values(FetchRequest<Player>()).map(\.seat) == [0])
      try container.redoLastUndo()
      #expect(try container.values(FetchRequest<Player>(sortBy: [SortKey(\.id)])).map(\.seat) == [1, 0])
    }
  }

  @Test func `texts by the thousand are one list`() throws {
    try container.insert(contentsOf: (0..<50).map { Company("company \($0)") })
    let names = (0..<20_000).map { "company \($0 * 2)" }
    let found = try container.values(FetchRequest<Company>(where: .oneOf(\.name, names)))
    #expect(found.count == 25)
    #expect(try container.count(FetchRequest<Company>(where: .not(.oneOf(\.name, names)))) == 25)
    let statements = try container.statements {
      _ = try container.count(FetchRequest<Company>(where: .oneOf(\.name, names)))
    }
    #expect(statements.allSatisfy { !$0.contains(" OR ") })
    try container.insert(contentsOf: [Player(seat: 1), Player(seat: 2, in: 7)])
    let some: [Int64?] = [nil] + (0..<30).map { $0 }
    #expect(try container.count(FetchRequest<Player>(where: .oneOf(\.companyID, some))) == 2)
    #expect(try container.count(FetchRequest<Player>(where: .not(.oneOf(\.companyID, some.suffix(20))))) == 2)
    #expect(try container.count(FetchRequest<Player>(where: .not(.oneOf(\.companyID, some)))) == 0)
  }
}
