import FoundationEssentials
import Persistence
import Testing

/// A table whose columns hold anything, as other tools make them.
private struct Sample: PersistentModel {
  var id: Int64 = 0
  var text = "text"
  var words: String?
  var count: Int64 = 1
  var number = 2
  var size = 1.5
  var isOn = true
  var bytes: [UInt8] = [1]
  var data = Data([2])
  var uuid = UUID.version7(at: Date(timeIntervalSince1970: 0))
  var day = Date(timeIntervalSince1970: 0)
  var light = Light.sun

  init() {}

  static let schema = EntitySchema<Sample>(
    "sample", key: \.id, version: "version",
    [
      Attribute("text", \.text), Attribute("words", \.words), Attribute("count", \.count),
      Attribute("number", \.number), Attribute("size", \.size), Attribute("is_on", \.isOn),
      Attribute("bytes", \.bytes), Attribute("data", \.data), Attribute("uuid", \.uuid),
      Attribute("day", \.day), Attribute("light", \.light),
    ])

  init(row: inout RowReader) throws {
    id = try row.integer()
    text = try row.text()
    words = try row.textIfPresent()
    count = try row.integer()
    number = try row.value()
    size = try row.real()
    isOn = try row.value()
    bytes = try row.blob()
    data = try row.value()
    uuid = try row.uuid()
    day = try row.value()
    light = try row.value()
  }
}

@Suite struct LooseTableTests {
  private static let columns = "text, words, count, number, size, is_on, bytes, data, uuid, day, light"

  /// A store with one good row and a second one.
  private static func container(_ columns: String = columns, _ options: String = "") throws
    -> PersistentContainer
  {
    let script = "CREATE TABLE sample (id INTEGER PRIMARY KEY AUTOINCREMENT, \(columns), version) \(options)"
    let container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 7, entities: [Sample.self],
        migrations: [Migration(number: 1, name: "sample", script: script)]))
    try container.insert(contentsOf: [Sample(), Sample()])
    return container
  }

  private func expectRefusal(
    of column: String, _ stored: SQLValue, in container: PersistentContainer,
    at location: SourceLocation = #_sourceLocation
  ) {
    let error = StoreError.decoding(
      DecodingFailure(entity: "sample", column: column, id: 2, stored: stored))
    let request = FetchRequest<Sample>()
    #expect(throws: error, sourceLocation: location) { try container.values(request) }
    #expect(throws: error, sourceLocation: location) { try container.forEach(request) { _ in } }
    #expect(throws: error, sourceLocation: location) {
      try container.withCursor(request) { while try $0.next() != nil {} }
    }
    #expect(throws: error, sourceLocation: location) {
      try container.withCursor(request) { try $0.forEachRow(upTo: 10) { _ = try Sample(row: &$0) } }
    }
    #expect(throws: error, sourceLocation: location) {
      try container.forEachRow(request) { _ = try Sample(row: &$0) }
    }
    #expect(throws: error, sourceLocation: location) {
      var batches = container.batches(request)
      _ = try batches.next()
    }
    #expect(throws: error, sourceLocation: location) { try container.makeContext().fetch(Sample.self) }
  }

  @Test(
    arguments: [
      ("text", "x'616263'", .blob([97, 98, 99])), ("text", "5", .integer(5)), ("text", "1.5", .real(1.5)),
      ("text", "NULL", .null), ("words", "x''", .blob([])), ("words", "7", .integer(7)),
      ("count", "'abc'", .text("abc")), ("count", "'12'", .text("12")), ("count", "1.0", .real(1)),
      ("number", "'abc'", .text("abc")), ("number", "x'01'", .blob([1])), ("number", "2.5", .real(2.5)),
      ("size", "'text'", .text("text")), ("size", "'1.5'", .text("1.5")), ("size", "x'31'", .blob([0x31])),
      ("size", "9007199254740993", .integer(9_007_199_254_740_993)), ("is_on", "2", .integer(2)),
      ("is_on", "'1'", .text("1")), ("is_on", "1.0", .real(1)), ("bytes", "'text'", .text("text")),
      ("data", "5", .integer(5)), ("data", "'x'", .text("x")), ("uuid", "x'00'", .blob([0])),
      ("uuid", "1", .integer(1)), ("day", "5", .integer(5)), ("day", "'1970-01-01'", .text("1970-01-01")),
      ("light", "5", .integer(5)), ("light", "x'73756e'", .blob([0x73, 0x75, 0x6e])),
      ("version", "'1'", .text("1")), ("version", "1.0", .real(1)), ("version", "NULL", .null),
    ] as [(String, String, SQLValue)])
  func `a value of another storage class is never converted`(
    _ column: String, _ literal: String, _ stored: SQLValue
  ) throws {
    let container = try Self.container()
    try container.execute("UPDATE sample SET \(column) = \(literal) WHERE id = 2")
    guard column == "version" else { return expectRefusal(of: column, stored, in: container) }
    // Plain values have no version.
    #expect(try container.values(FetchRequest<Sample>()).count == 2)
    #expect(
      throws: StoreError.decoding(
        DecodingFailure(entity: "sample", column: "version", id: 2, stored: stored))
    ) { try container.makeContext().fetch(Sample.self) }
  }

  @Test func `a version that became something else is no conflict but an error with its place`() throws {
    let container = try Self.container()
    let context = container.makeContext()
    let sample = try #require(try context.fetch(Sample.self).first)
    try container.execute("UPDATE sample SET version = 'abc' WHERE id = 1")
    sample.text = "other"
    let error = StoreError.decoding(
      DecodingFailure(entity: "sample", column: "version", id: 1, stored: .text("abc")))
    #expect(throws: error) { try context.save() }
    #expect(throws: error) { try context.refresh(sample) }
    context.rollback()
    context.delete(sample)
    #expect(throws: error) { try context.save() }
  }

  @Test func `a text keeps its NUL, and an integer is a number where it is the same one`() throws {
    let container = try Self.container()
    try container.execute("UPDATE sample SET text = char(97, 0, 98), size = 9007199254740992 WHERE id = 2")
    let sample = try container.values(FetchRequest<Sample>())[1]
    #expect(sample.text == "a\0b")
    #expect(sample.size == 9_007_199_254_740_992)
  }

  @Test(arguments: [("text ANY", .integer(5)), ("text INTEGER", .integer(5))] as [(String, SQLValue)])
  func `a column that is no column of texts is looked at in a STRICT table too`(
    _ declaration: String, _ stored: SQLValue
  ) throws {
    let rest = Self.columns.split(separator: ", ").dropFirst().map { "\($0) ANY" }.joined(separator: ", ")
    let script = """
      CREATE TABLE sample (id INTEGER PRIMARY KEY AUTOINCREMENT, \(declaration), \(rest), version ANY) STRICT
      """
    let container = try PersistentContainer(
      inMemory: StoreModel(
        applicationID: 7, entities: [Sample.self],
        migrations: [Migration(number: 1, name: "sample", script: script)]))
    try container.execute("INSERT INTO sample (id, text, version) VALUES (2, 5, 1)")
    expectRefusal(of: "text", stored, in: container)
  }

  @Test func `sums, averages and extremes refuse what a fetch would`() throws {
    let container = try Self.container()
    func expectRefusal<Value: PersistentValue & ExpressibleByNilLiteral>(
      _ column: String, _ literal: String, _ stored: SQLValue, _ aggregates: [Aggregate<Sample, Value>],
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let good = try container.contentsOfColumn(column)
      try container.execute("UPDATE sample SET \(column) = \(literal) WHERE id = 2")
      let error = StoreError.decoding(
        DecodingFailure(entity: "sample", column: column, id: 2, stored: stored))
      for aggregate in aggregates {
        #expect(throws: error, sourceLocation: location) {
          try container.aggregate(Sample.self, aggregate)
        }
        #expect(throws: error, sourceLocation: location) {
          try container.aggregate(Sample.self, .count, groupBy: \.isOn, having: .not(.equal(aggregate, nil)))
        }
        #expect(throws: error, sourceLocation: location) {
          try container.makeContext().aggregate(Sample.self, aggregate)
        }
      }
      let count = try container.aggregate(Sample.self, .count)
      #expect(count == 2, sourceLocation: location)
      try container.execute("UPDATE sample SET \(column) = \(good) WHERE id = 2")
      for aggregate in aggregates { _ = try container.aggregate(Sample.self, aggregate) }
    }
    try expectRefusal(
      "number", "'abc'", .text("abc"), [.sum(\.number), .minimum(\.number), .maximum(\.number)])
    try expectRefusal("number", "'12'", .text("12"), [.average(\.number)])
    try expectRefusal("number", "2.5", .real(2.5), [.sum(\.number)])
    try expectRefusal("size", "'1.5'", .text("1.5"), [.sum(\.size), .average(\.size), .maximum(\.size)])
    try expectRefusal("text", "x'00'", .blob([0]), [.minimum(\.text), .maximum(\.text)])
    try expectRefusal("text", "5", .integer(5), [.minimum(\.text), .maximum(\.text)])
    try expectRefusal("words", "5", .integer(5), [.minimum(\.words), .maximum(\.words)])
    try expectRefusal("day", "5", .integer(5), [.minimum(\.day), .maximum(\.day)])
  }

  @Test func `integers among the numbers of a loose column are added up`() throws {
    let container = try Self.container()
    try container.execute("UPDATE sample SET size = 3 WHERE id = 2")
    let (sum, average, largest) = try container.aggregate(
      Sample.self, .sum(\.size), .average(\.size), .maximum(\.size))
    #expect(sum == 4.5 && average == 2.25 && largest == 3)
  }
}

extension PersistentContainer {
  /// The first row's value of a column as SQL.
  fileprivate func contentsOfColumn(_ column: String) throws -> String {
    try withConnection { connection in
      guard
        case .text(let text)? = try connection.value(
          "SELECT quote(\(verbatim: column)) FROM sample WHERE id = 1")
      else { return "NULL" }
      return text
    }
  }
}
