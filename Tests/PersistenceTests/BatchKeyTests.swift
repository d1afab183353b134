import Persistence
import SQLite
import Testing

/// Rows that are inserted many at a time get the keys that they would get one by one.
@Suite struct BatchKeyTests {
  let container: PersistentContainer

  init() throws {
    container = try Garden.inMemory()
    try container.withConnection {
      try $0.execute(script: "CREATE TABLE label_like (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT")
    }
  }

  private func shelves(_ numbers: Range<Int>) -> [Shelf] { numbers.map { Shelf("shelf \($0)") } }

  private func titles() throws -> [Int64: String] {
    let shelves = try container.values(FetchRequest<Shelf>())
    return Dictionary(uniqueKeysWithValues: shelves.map { ($0.id, $0.title) })
  }

  @Test(arguments: [0, 1, 7, 8, 9, 63, 64, 65, 72, 200])
  func `the keys told are those that the rows have, however many there are`(count: Int) throws {
    let ids = try container.insert(contentsOf: shelves(0..<count)).map(\.rawValue)
    #expect(ids == (0..<count).map { Int64($0) + 1 })
    let stored = try titles()
    for (number, id) in ids.enumerated() { #expect(stored[id] == "shelf \(number)") }
    #expect(stored.count == count)
    if count > 0 { try container.undoLastChange() }
    #expect(try titles().isEmpty)
  }

  @Test func `rows that bring their key may stand among the others`() throws {
    var rows = shelves(0..<150)
    rows[70].id = 1000
    rows[71].id = 900
    let ids = try container.insert(contentsOf: rows).map(\.rawValue)
    #expect(ids[69...72] == [70, 1000, 900, 1001])
    let stored = try titles()
    for (number, id) in ids.enumerated() { #expect(stored[id] == "shelf \(number)") }
  }

  @Test(arguments: [0, 7, 8, 9, 72, 200], [nil, 3, 70])
  func `rows written in place are those of models`(count: Int, keyed: Int?) throws {
    // Short and long texts, composed and not, empty and with a NUL.
    let words = ["", "a", "Cafe\u{301}", "Café", "\0x\0", String(repeating: "long ", count: 1000)]
    var plants = (0..<count).map { Plant("plant \($0)") }
    for place in plants.indices { plants[place].latin = words[place % words.count] }
    if let keyed, keyed < count { plants[keyed].id = 1000 }
    let ids = try container.insert(contentsOf: plants).map(\.rawValue)
    let other = try Garden.inMemory()
    let keys = try other.insert(
      Plant.self, count: count, key: { plants[$0].id }, { try plants[$0].encode(into: &$1) })
    #expect(keys == ids)
    let stored = try other.values(FetchRequest<Plant>())
    #expect(try stored == container.values(FetchRequest<Plant>()))
    #expect(stored.count == count)
    for (key, plant) in zip(keys, plants) { #expect(stored.first { $0.id == key }?.latin == plant.latin) }
  }

  @Test(arguments: [3, 30])
  func `a row written in place that is refused takes the others back`(count: Int) throws {
    let error = #expect(throws: StoreError.self) {
      try container.insert(Shelf.self, count: count) {
        try Shelf("shelf \($0 % (count - 1))").encode(into: &$1)
      }
    }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.message.contains("shelf.title"))
    #expect(try titles().isEmpty)
  }

  @Test func `a trigger that inserts rows of its own does not shift the keys`() throws {
    try container.withConnection {
      try $0.execute(
        script: """
          CREATE TRIGGER shelf_doubled AFTER INSERT ON shelf WHEN NEW.title NOT LIKE '%''' BEGIN
            INSERT INTO shelf (title) VALUES (NEW.title || '''');
          END;
          """)
    }
    let ids = try container.insert(contentsOf: shelves(0..<100)).map(\.rawValue)
    let stored = try titles()
    #expect(stored.count == 200)
    for (number, id) in ids.enumerated() { #expect(stored[id] == "shelf \(number)") }
  }

  @Test func `keys near their end are told right`() throws {
    try container.withConnection {
      try $0.run("INSERT INTO label_like (id, words) VALUES (9223372036854775807, 'last')")
    }
    let ids = try container.insert(contentsOf: (0..<100).map { Loose(words: "\($0)") })
    #expect(Set(ids).count == 100)
    for (number, id) in ids.enumerated() { #expect(try container.value(id)?.words == "\(number)") }
  }

  @Test(arguments: [1, 100])
  func `a table that passes over rows in silence is refused`(count: Int) throws {
    try container.withConnection {
      try $0.execute(
        script: """
          DROP TABLE label_like;
          CREATE TABLE label_like (id INTEGER PRIMARY KEY, words TEXT UNIQUE ON CONFLICT IGNORE) STRICT;
          INSERT INTO label_like (words) VALUES ('0');
          """)
    }
    let error = #expect(throws: StoreError.self) {
      try container.insert(contentsOf: (0..<count).map { Loose(words: "\($0)") })
    }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.entity == "label_like")
    #expect(try container.count(FetchRequest<Loose>()) == 1)
  }

  @Test(arguments: [0, 5, 63, 64, 140])
  func `where one row is refused none is inserted`(bad: Int) throws {
    var rows = shelves(0..<150)
    rows[bad].title = "twin"
    try container.insert(contentsOf: [Shelf("twin")])
    let error = #expect(throws: StoreError.self) { try container.insert(contentsOf: rows) }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.kind == .unique)
    #expect(failure.message.contains("shelf.title"))
    #expect(try titles() == [1: "twin"])
    #expect(try container.insert(contentsOf: shelves(0..<3)).map(\.rawValue) == [2, 3, 4])
  }

  @Test(arguments: [-1, 1], [1, 100])
  func `a model that writes too few or too many columns is refused`(excess: Int, count: Int) throws {
    let error = #expect(throws: StoreError.self) {
      try container.insert(contentsOf: (0..<count).map { _ in Loose(words: "", excess: excess) })
    }
    guard case .constraint(let failure)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.message == "encode(into:) does not write exactly the schema's 1 columns")
    #expect(try container.count(FetchRequest<Loose>()) == 0)
  }
}

/// Words in a table whose keys may be taken again, and which may be written badly.
private struct Loose: PersistentModel {
  var id: Int64 = 0
  var words: String
  var excess = 0

  init(words: String, excess: Int = 0) {
    self.words = words
    self.excess = excess
  }

  static let schema = EntitySchema<Loose>("label_like", key: \.id, [Attribute("words", \.words)])

  init(row: inout RowReader) throws {
    id = try row.integer()
    words = try row.text()
  }

  func encode(into row: inout RowWriter) throws {
    for _ in 0..<1 + excess { try row.write(words) }
  }
}
