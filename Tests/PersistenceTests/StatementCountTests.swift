import Persistence
import Testing

@Suite struct StatementCountTests {
  @Test func `a fetch counts as one statement, however many rows it gives`() throws {
    let container = try Garden.inMemory()
    try container.insert(contentsOf: (0..<50).map { Plant("plant \($0)") })
    let before = try container.statementCount
    #expect(try container.makeContext().fetch(Plant.self).count == 50)
    #expect(try container.statementCount == before + 1)
    #expect(try container.values(FetchRequest<Plant>(limit: 3)).count == 3)
    #expect(try container.statementCount == before + 2)
  }

  @Test func `fifty rows are inserted by eight statements and told by two of history`() throws {
    let container = try Garden.inMemory()
    let before = try container.statementCount
    try container.insert(contentsOf: (0..<50).map { Plant("plant \($0)") })
    // Six of eight rows and two of one; two more look at the keys.
    #expect(try container.statementCount == before + 12)
  }

  @Test func `the count of a closed container is an error`() throws {
    let container = try Garden.inMemory()
    container.close()
    #expect(throws: StoreError.closed) { try container.statementCount }
  }
}
