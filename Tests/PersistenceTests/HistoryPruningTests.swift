import FoundationEssentials
import Persistence
import Testing

@Suite struct HistoryPruningTests {
  /// Five changes, the last of which deletes many rows.
  private func garden(_ limit: HistoryLimit? = nil) throws -> PersistentContainer {
    var options = StoreOptions()
    options.historyLimit = limit
    let container = try PersistentContainer(inMemory: Garden.model(), options: options)
    for number in 0..<4 {
      try container.insert(contentsOf: (0..<30).map { Plant("\(number) \($0)") }, named: "\(number)")
    }
    try container.delete(Plant.self, where: .atMost(\.id, 60), named: "delete")
    return container
  }

  @Test func `all history is kept unless asked`() throws {
    let container = try garden()
    #expect(try container.historySize().changes == 5)
    #expect(try container.pruneHistory() == 0)
    #expect(try container.historySize().changes == 5)
  }

  @Test func `the last changes can be kept by number and undone, those before not`() throws {
    let container = try garden()
    #expect(try container.pruneHistory(keeping: 2) == 3)
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["delete", "3"])
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(throws: StoreError.nothingToUndo) { try container.undoLastChange() }
    #expect(try container.rows(in: "plant") == 90)
    let orphans = try container.withConnection {
      try $0.integer("SELECT count(*) FROM history_change WHERE set_id NOT IN (SELECT id FROM history_set)")
    }
    #expect(orphans == 0)
  }

  @Test func `changes before a date go, later ones stay`() throws {
    let container = try garden()
    try container.execute("UPDATE history_set SET at = '2020-01-01T00:00:00.000Z' WHERE id <= 3")
    #expect(try container.pruneHistory(olderThan: Date(timeIntervalSince1970: 1_500_000_000)) == 0)
    #expect(try container.pruneHistory(olderThan: Date(timeIntervalSinceNow: -3600)) == 3)
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["delete", "3"])
  }

  @Test func `rows beyond a size go, the last change stays in any case`() throws {
    let container = try garden()
    let size = try container.historySize().bytes
    #expect(size > 1000)
    #expect(try container.pruneHistory(bytes: size) == 0)
    try container.insert(contentsOf: [Plant("last")], named: "last")
    #expect(try container.pruneHistory(bytes: 10) == 5)
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["last"])
  }

  @Test func `what undid a forgotten change is forgotten too`() throws {
    let container = try garden()
    try container.undoLastChange()
    #expect(try container.pruneHistory(keeping: 0) == 6)
    #expect(try container.lastUndo() == nil)
    #expect(throws: StoreError.nothingToUndo) { try container.redoLastUndo() }
  }

  @Test func `changes are counted that can be undone, and an undone one stays while it can be redone`() throws
  {
    let container = try garden()
    try container.undoLastChange()
    try container.undoLastChange()
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["2", "1", "0"])
    #expect(try container.pruneHistory(keeping: 2) == 1)
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["2", "1"])
    try container.redoLastUndo()
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["3", "2", "1"])
    #expect(try container.pruneHistory(keeping: 3) == 0)
    try container.redoLastUndo()
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["delete", "3", "2", "1"])
  }

  @Test func `what can be neither undone nor redone any more doesn't pile up under a count`() throws {
    let container = try garden()
    for number in 0..<20 {
      try container.insert(contentsOf: [Plant("try \(number)")])
      try container.undoLastChange()
    }
    try container.insert(contentsOf: [Plant("kept")], named: "kept")
    #expect(try container.pruneHistory(keeping: 6) == 40)
    #expect(try container.recentChanges(limit: 9).map(\.name) == ["kept", "delete", "3", "2", "1", "0"])
  }

  @Test func `a limit among the options is kept now and again by itself`() throws {
    let container = try garden(HistoryLimit(count: 3))
    for number in 0..<120 { try container.insert(contentsOf: [Plant("more \(number)")]) }
    #expect(try container.historySize().changes <= 3 + 50)
    #expect(try container.lastChange() != nil)
  }
}
