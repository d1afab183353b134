import FoundationEssentials
import Persistence
import Testing

/// A model with the types that Foundation brings.
private struct Visit: PersistentModel {
  var id: Int64 = 0
  var at: Date
  var left: Date?
  var picture: Data
  var note: Data?

  static let schema = EntitySchema<Visit>(
    "visit", key: \.id,
    [
      Attribute("at", \.at), Attribute("left", \.left), Attribute("picture", \.picture),
      Attribute("note", \.note),
    ])

  init(_ at: Date, left: Date? = nil, picture: Data = Data(), note: Data? = nil) {
    (self.at, self.left, self.picture, self.note) = (at, left, picture, note)
  }

  init(row: inout RowReader) throws {
    id = try row.integer()
    at = try row.value()
    left = try row.value()
    picture = try row.value()
    note = try row.value()
  }
}

@Suite struct DateTests {
  private let container: PersistentContainer

  init() throws {
    let script = """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, at TEXT NOT NULL, left TEXT, picture BLOB NOT NULL, note BLOB) STRICT
      """
    container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 7, entities: [Visit.self],
        migrations: [Migration(number: 1, name: "visit", script: script)]))
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
    (-0.001, "1969-12-31T23:59:59.999Z"), (1_709_209_845.5, "2024-02-29T12:30:45.500Z"),
    (-62_167_219_200, "0000-01-01T00:00:00.000Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
    (-62_135_596_800, "0001-01-01T00:00:00.000Z"), (64_092_211_200, "4001-01-01T00:00:00.000Z"),
  ])
  func `a date is stored as people read it and comes back equal`(_ seconds: Double, _ text: String) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.sqlValue == .text(text))
    #expect(Date(sqlValue: .text(text)) == date)
    let context = container.makeContext()
    context.insert(Visit(date, left: date, picture: Data([0, 255]), note: Data()))
    try context.save()
    let visit = try #require(try container.makeContext().fetch(Visit.self).first)
    #expect(visit.at == date && visit.left == date)
    #expect(visit.picture == Data([0, 255]) && visit.note == Data())
    #expect(!visit.managed.hasChanges)
  }

  @Test func `days all over eight centuries come back`() {
    for day in stride(from: -146_097 * 86_400, through: 146_097 * 86_400, by: 29 * 86_400) {
      let date = Date(timeIntervalSince1970: Double(day) + 0.25)
      guard Date(sqlValue: date.sqlValue) != date else { continue }
      Issue.record("\(date.sqlValue)")
    }
  }

  @Test func `what is below a millisecond is rounded, and the rounded date comes back equal`() {
    let date = Date(timeIntervalSince1970: 1_700_000_000.123_456)
    #expect(date.roundedToMilliseconds == Date(timeIntervalSince1970: 1_700_000_000.123))
    #expect(Date(sqlValue: date.sqlValue) == date.roundedToMilliseconds)
  }

  @Test(arguments: [
    "", "2024", "2024-02-30T00:00:00Z", "2024-02-29 00:00:00Z", "2024-02-29T24:00:00Z",
    "2023-02-29T00:00:00.000Z", "2024-00-10T00:00:00Z", "2024-13-10T00:00:00Z", "2024-02-29T00:00:00.1Z",
    "2024-02-29T00:00:00+01:00", "2024-02-29T00:60:00Z", "x024-02-29T00:00:00Z",
  ])
  func `a text that is no date is none`(_ text: String) {
    #expect(Date(sqlValue: .text(text)) == nil)
  }

  @Test(arguments: [1e15, -1e15, .infinity, -.infinity, .nan] as [Double])
  func `a date that no calendar has is refused and nothing is stored`(_ seconds: Double) throws {
    let context = container.makeContext()
    context.insert(Visit(Date(timeIntervalSince1970: seconds)))
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.entity == "visit")
    #expect(failure.message.hasPrefix("at: a NaN, or a moment outside the years"))
    #expect(try container.count(FetchRequest<Visit>()) == 0)
  }

  @Test func `dates are compared and sorted by their time`() throws {
    let dates = [3.0, -1, 2.5, 1e9, -1e10].map { Date(timeIntervalSince1970: $0) }
    try container.insert(contentsOf: dates.map { Visit($0) })
    let limit = Date(timeIntervalSince1970: 2.5)
    #expect(
      try container.values(FetchRequest<Visit>(sortBy: [SortKey(\.at)])).map(\.at) == dates.sorted())
    #expect(try container.count(FetchRequest(predicate: #Predicate<Visit> { $0.at < limit })) == 2)
    #expect(try container.count(FetchRequest(predicate: #Predicate<Visit> { $0.at == limit })) == 1)
    #expect(try container.count(FetchRequest<Visit>(where: .atLeast(\.at, limit))) == 3)
  }

  @Test(arguments: [1e15, -1e15, .infinity, -.infinity, .nan], [" STRICT", ""])
  func `a moment outside the years 0 to 9999 is refused by name`(_ seconds: Double, _ kind: String) throws {
    let script =
      "CREATE TABLE visit (id INTEGER PRIMARY KEY, at TEXT NOT NULL, left TEXT, picture BLOB NOT NULL, note BLOB)"
    let container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 7, entities: [Visit.self],
        migrations: [Migration(number: 1, name: "visit", script: script + kind)]))
    let context = container.makeContext()
    context.insert(Visit(Date(timeIntervalSince1970: 0), left: Date(timeIntervalSince1970: seconds)))
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.entity == "visit" && failure.message.hasPrefix("left: "))
    #expect(failure.message.contains("outside the years 0 to 9999"))
    #expect(try container.rows(in: "visit") == 0)
    let request = FetchRequest<Visit>(where: .lessThan(\.at, Date(timeIntervalSince1970: seconds)))
    #expect(throws: StoreError.self) { try container.count(request) }
  }
}
