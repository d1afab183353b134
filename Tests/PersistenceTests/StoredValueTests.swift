import FoundationEssentials
import Persistence
import Testing

@Suite struct StoredValueTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
  }

  /// Saves a plant and reads it back in a new context.
  private func reloaded(_ change: (inout Plant) -> Void) throws -> (saved: Plant, object: Managed<Plant>) {
    let context = container.makeContext()
    var plant = Plant("fern")
    change(&plant)
    let saved = context.insert(plant)
    try context.save()
    let object = try #require(try container.makeContext().existing(saved.managed.id))
    return (saved.snapshot, object)
  }

  @Test func `a value of every type comes back equal and makes no change`() throws {
    let (saved, object) = try reloaded {
      $0.latin = "Polypodium vulgāre\0e\u{301}"
      $0.height = 0.1
      $0.weight = .leastNonzeroMagnitude
      $0.leaves = .max
      $0.visits = .min
      $0.serial = .max
      $0.isAlive = false
      $0.wasMoved = true
      $0.photo = (0...255).map { UInt8($0) }
      $0.scan = []
      $0.light = .shade
      $0.wish = .sun
      $0.code = ""
    }
    #expect(object.snapshot == saved)
    #expect(!object.managed.hasChanges)
    #expect(try container.value(object.managed.id) == saved)
  }

  @Test func `nothing comes back as nothing`() throws {
    let (saved, object) = try reloaded { _ in }
    #expect(object.snapshot == saved)
    #expect(object.latin == nil && object.height == nil && object.visits == nil && object.scan == nil)
    #expect(object.wasMoved == nil && object.wish == nil && object.shelfID == nil)
  }

  @Test func `an empty text and empty bytes are not nothing`() throws {
    let (_, object) = try reloaded {
      $0.latin = ""
      $0.scan = []
    }
    #expect(object.latin == "")
    #expect(object.scan == [])
    #expect(try container.count(FetchRequest<Plant>(where: .equal(\.latin, nil))) == 0)
    #expect(try container.count(FetchRequest<Plant>(where: .equal(\.scan, []))) == 1)
  }

  @Test(arguments: [0.0, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, 123_456_789.123_456_79])
  func `a number at the edge comes back equal and is not a change`(_ height: Double) throws {
    let (_, object) = try reloaded { $0.height = height }
    #expect(object.height == height)
    object.height = height
    #expect(!object.managed.hasChanges)
  }

  @Test func `an object with a NaN is refused with its place and can be put right`() throws {
    let context = container.makeContext()
    let object = context.insert(Plant("fern"))
    object.height = .nan
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.entity == "plant")
    object.height = 1
    try context.save()
    object.height = .nan
    #expect(object.managed.changedColumns == ["height"])
    context.rollback()
    #expect(object.height == 1)
  }

  @Test(arguments: [
    ("UPDATE plant SET light = 'dusk'", "light", SQLValue.text("dusk")),
    ("UPDATE plant SET uuid = 'no uuid'", "uuid", .text("no uuid")),
    ("UPDATE plant SET wish = ''", "wish", .text("")),
  ])
  func `a stored value that fits no property is an error with its place`(
    _ change: String, _ column: String, _ stored: SQLValue
  ) throws {
    try container.insert(contentsOf: [Plant("fern")])
    try container.execute(change)
    let error = StoreError.decoding(DecodingFailure(entity: "plant", column: column, id: 1, stored: stored))
    #expect(throws: error) { try container.values(FetchRequest<Plant>()) }
    #expect(throws: error) { try container.makeContext().fetch(Plant.self) }
    // The store still works for the rest.
    #expect(try container.count(FetchRequest<Plant>()) == 1)
  }

  @Test func `a value of another storage class is an error and not a conversion`() throws {
    let script = Garden.script.replacing(") STRICT", with: ")").replacing(
      "leaves INTEGER NOT NULL", with: "leaves NOT NULL")
    let container = try PersistentContainer(
      inMemory: Garden.model([Migration(number: 1, name: "loose", script: script)]))
    try container.insert(contentsOf: [Plant("fern")])
    try container.execute("UPDATE plant SET leaves = 'many'")
    #expect(
      throws: StoreError.decoding(
        DecodingFailure(entity: "plant", column: "leaves", id: 1, stored: .text("many")))
    ) { try container.values(FetchRequest<Plant>()) }
    try container.execute("UPDATE plant SET leaves = 1.5")
    #expect(throws: StoreError.self) { try container.values(FetchRequest<Plant>()) }
  }

  @Test func `values read from SQLite fit or are nil`() {
    #expect(Int64(sqlValue: .text("1")) == nil)
    #expect(Int(sqlValue: .real(1)) == nil)
    #expect(Double(sqlValue: .integer(1)) == 1)
    #expect(Bool(sqlValue: .integer(2)) == nil)
    #expect(String(sqlValue: .blob([])) == nil)
    #expect([UInt8](sqlValue: .text("")) == nil)
    #expect(Light(sqlValue: .text("dusk")) == nil)
    #expect(Int?(sqlValue: .null) == .some(.none))
    #expect(Int?(sqlValue: .integer(4)) == .some(4))
    #expect(Int?(sqlValue: .text("4")) == nil)
    #expect(Int??.none.sqlValue == .null)
  }

  @Test(arguments: [
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0189dd2c-9a3b-7f00-8abc-def012345678", "ABCDEF01-2345-6789-ABCD-EF0123456789",
  ])
  func `a UUID reads in either case and is written in lower case`(_ text: String) throws {
    let uuid = try #require(UUID(sqlValue: .text(text)))
    #expect(uuid.canonicalText == text.lowercased())
    #expect(uuid.uuidString == text.uppercased())
  }

  @Test(arguments: [
    "", "0189dd2c9a3b7f008abcdef012345678", "0189dd2c-9a3b-7f00-8abc-def01234567",
    "0189dd2c-9a3b-7f00-8abc-def0123456789",
    "g189dd2c-9a3b-7f00-8abc-def012345678", "0189dd2c_9a3b-7f00-8abc-def012345678",
    "{189dd2c-9a3b-7f00-8abc-def01234567}",
  ])
  func `a text that is no UUID is none`(_ text: String) {
    #expect(UUID(sqlValue: .text(text)) == nil)
  }

  @Test func `a version 7 UUID carries its time and sorts by it`() {
    let early = UUID.version7(at: Date(timeIntervalSince1970: 1_700_000_000))
    let late = UUID.version7(at: Date(timeIntervalSince1970: 1_700_000_000.002))
    #expect(early.canonicalText.hasPrefix("018bcfe5-6800-7"))
    #expect(early.canonicalText < late.canonicalText)
    #expect(Set((0..<1000).map { _ in UUID.version7(at: Date(timeIntervalSince1970: 0)) }).count == 1000)
    for _ in 0..<100 {
      let digits = Array(UUID.version7().canonicalText)
      #expect(digits[14] == "7")
      #expect("89ab".contains(digits[19]))
    }
  }

  @Test(arguments: [-1, .infinity, -.infinity, .nan, 1e300] as [Double])
  func `a date out of reach makes a UUID all the same`(_ seconds: Double) {
    #expect(Array(UUID.version7(at: Date(timeIntervalSince1970: seconds)).canonicalText)[14] == "7")
  }

  @Test func `UUIDs of a sequence sort as they were made, whatever the clock does`() {
    var sequence = UUIDSequence()
    let clock = [0.0, 0.0, 0.002, 0.001, 0.002, 0.003].map { Date(timeIntervalSince1970: 1_700_000_000 + $0) }
    let texts = clock.flatMap { date in (0..<50).map { _ in sequence.next(at: date).canonicalText } }
    #expect(texts == texts.sorted())
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { Array($0)[14] == "7" && "89ab".contains(Array($0)[19]) })
    #expect(
      texts.first?.hasPrefix("018bcfe5-6800-7") == true && texts.last?.hasPrefix("018bcfe5-6803-7") == true)
  }
}
