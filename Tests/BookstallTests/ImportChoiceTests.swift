import Testing

@testable import Bookstall

/// Values in which a file and a book differ: who wins, and what a trial says of it.
struct ImportChoiceTests {
  private static let header = "Title,Author,My Rating,Exclusive Shelf,My Review,Number of Pages,Book Id\n"
  private let store: BookStore

  init() throws {
    store = try BookStore()
    _ = try Self.run(store, "Emma,Jane Austen,4,read,Mine.,,1\nEvelina,Frances Burney,3,read,,200,2\n")
  }

  private static let differing =
    "Emma,Jane Austen,5,to-read,Theirs.,300,1\nEvelina,Frances Burney,3,read,,200,2\n"

  @discardableResult
  private static func run(
    _ store: BookStore, _ rows: String, _ policy: ImportPolicy = .fill, choices: ImportChoices = .init(),
    isDryRun: Bool = false, plan: ((PlannedRow) -> Void)? = nil
  ) throws -> ImportReport {
    let file = try TemporaryTextFile(header + rows)
    var options = ImportOptions()
    options.policy = policy
    options.choices = choices
    options.isDryRun = isDryRun
    return try store.importBooks(from: try ByteSource(path: file.path), options, plan: plan)
  }

  private var emma: Book { get throws { try #require(try store.record(1)).book } }

  @Test func `a choice takes the file's value in one field and leaves the others`() throws {
    var choices = ImportChoices()
    choices[.init(record: 2, conflict: FieldConflict(field: .rating, kept: "4", other: "5"))] = true
    let report = try Self.run(store, Self.differing, .ask, choices: choices)
    #expect(try emma.rating == Rating(stars: 5) && emma.review == "Mine." && emma.status == .read)
    #expect(try emma.pages == 300, "gaps are filled all the same")
    #expect(report.conflicts.kept.map { $0.content.map(\.field) } == [[.review, .status]])
  }

  @Test func `a choice for all the others decides what was not asked`() throws {
    var choices = ImportChoices()
    choices[.init(record: 2, conflict: FieldConflict(field: .rating, kept: "4", other: "5"))] = false
    choices.others = true
    let report = try Self.run(store, Self.differing, .ask, choices: choices)
    #expect(try emma.rating == Rating(stars: 4) && emma.review == "Theirs." && emma.status == .toRead)
    #expect(report.merged == 1 && report.unchanged == 1)
  }

  @Test func `an answer to another question than the one at hand changes nothing`() throws {
    var choices = ImportChoices()
    choices[.init(record: 2, conflict: FieldConflict(field: .rating, kept: "3", other: "5"))] = true
    choices[.init(record: 3, conflict: FieldConflict(field: .rating, kept: "4", other: "5"))] = true
    try Self.run(store, Self.differing, .ask, choices: choices)
    #expect(try emma.rating == Rating(stars: 4))
  }

  @Test(arguments: [
    (ImportPolicy.fill, ["pages"], ["rating", "review", "status"]),
    (.ask, ["pages"], ["rating", "review", "status"]),
    (.overwrite, ["pages", "rating", "read count", "review", "status"], []),
    (.keep, [], []),
  ])
  func `a trial tells for each row what the policy would do`(
    policy: ImportPolicy, changed: [String], differing: [String]
  ) throws {
    var told: [PlannedRow] = []
    let rows = Self.differing + "New,Nobody,0,read,,,3\n,x,0,read,,,4\n"
    let report = try Self.run(store, rows, policy, isDryRun: true) { told.append($0) }
    #expect(told.map(\.line) == [2, 3, 4, 5] && told.map(\.title) == ["Emma", "Evelina", "New", nil])
    switch told[0].outcome {
    case .merged(let changes, let conflicts):
      #expect(changes.map(\.field.rawValue).sorted() == changed)
      #expect(conflicts.map(\.field.rawValue).sorted() == differing)
    case .unchanged(let conflicts): #expect(policy == .keep && conflicts.isEmpty)
    default: Issue.record("\(told[0])")
    }
    guard case .unchanged = told[1].outcome, case .added = told[2].outcome,
      case .refused(.noTitle) = told[3].outcome
    else {
      Issue.record("\(told)")
      return
    }
    #expect(report.rows == 4 && report.refused.count == 1)
    #expect(try emma.rating == Rating(stars: 4) && emma.pages == nil, "nothing was written")
  }

  @Test func `a trial names rows that the store knows already`() throws {
    var told: [PlannedRow] = []
    try Self.run(store, "Emma,Jane Austen,4,read,Mine.,,1\n", isDryRun: true) { told.append($0) }
    #expect(told.map(\.title) == ["Emma"])
  }
}
