import Persistence
import Testing

/// Random sequences of everything that a context can do, against dictionaries.
///
/// The variable `BOOKSTALL_SEED` asks for the sequences from that one on, and `BOOKSTALL_SEEDS` for how many there are.
@Suite struct RandomModelTests {
  /// Sequences that once showed a mistake, beside the first ones.
  private static let remembered: [UInt64] = [116_863, 3689, 18_796, 13_561, 5886, 17_891]
  private static let first = TestVariable.number("BOOKSTALL_SEED") ?? 0
  private static let parts = 0..<40
  private static let count =
    TestVariable.number("BOOKSTALL_SEEDS") ?? (TestVariable.number("BOOKSTALL_SEED") == nil ? 2400 : 1)

  private static func seeds(_ part: Int) -> [UInt64] {
    let own = stride(from: first + part, to: first + count, by: parts.count).map(UInt64.init)
    return part == 0 ? remembered + own : own
  }

  @Test(arguments: parts)
  func `a context does what dictionaries say`(_ part: Int) throws {
    for seed in RandomModelTests.seeds(part) {
      do {
        var run = try RandomRun(seed: seed)
        for _ in 0..<30 { try run.act() }
        try run.finish()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }
}

/// One sequence.
private struct RandomRun {
  struct Mismatch: Error {
    let what: String
    let log: [String]
  }

  private let container: PersistentContainer
  private let context: ManagedContext
  private var generator: SeededGenerator
  private var world = PlainWorld()
  private var objects: [Int: Handle] = [:]
  private var last = 0
  private var log: [String] = []

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    container = try Theatre.inMemory()
    context = container.makeContext()
    context.undoStack = UndoStack()
    context.mergePolicy = .mergeByProperty(.object)
    // Something to begin with.
    for _ in 0..<6 { edit(context) }
    try save()
  }

  mutating func act() throws {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<46: edit(context)
    case 46..<52: try group()
    case 52..<62:
      log.append("undo")
      try require((context.undo() != nil) == world.undo(), "undo")
    case 62..<68:
      log.append("redo")
      try require((context.redo() != nil) == world.redo(), "redo")
    case 68..<78: try save()
    case 78..<81:
      log.append("rollback")
      context.rollback()
      world.rollback()
    case 81..<87: try child()
    case 87..<91: try refresh()
    case 91..<95: try changeElsewhere()
    default: try fetch()
    }
    try compare()
  }

  mutating func finish() throws {
    try save()
    let problems = try container.check()
    try require(problems.isEmpty, "\(problems)")
  }

  // MARK: Steps

  /// One insertion, change or deletion, which both sides hear of.
  private mutating func edit(_ context: ManagedContext) {
    var rows = world.present
    change(&rows, in: context)
    world.step(to: rows)
  }

  private mutating func change(_ rows: inout [Int: PlainWorld.Row], in context: ManagedContext) {
    let some = rows.keys.sorted().randomElement(using: &generator)
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3: insert(into: &rows, context)
    case 3..<5:
      if let some, let object = object(some, in: context) {
        log.append("delete \(some)")
        object.delete(context)
        rows[some] = nil
      }
    case 5..<7: swap(&rows, in: context)
    default:
      guard let some, let row = rows[some] else { return }
      let column = row.values.keys.sorted().randomElement(using: &generator) ?? ""
      set(some, column, to: value(of: column, row.kind, rows), &rows, context)
    }
  }

  private mutating func set(
    _ id: Int, _ column: String, to value: SQLValue?, _ rows: inout [Int: PlainWorld.Row],
    _ context: ManagedContext
  ) {
    guard let value, let object = object(id, in: context) else { return }
    log.append("set \(id).\(column) = \(value)")
    object.set(column, key(value, column))
    rows[id]?.values[column] = value
  }

  /// Lets two rows change their unique values.
  private mutating func swap(_ rows: inout [Int: PlainWorld.Row], in context: ManagedContext) {
    let kind: PlainWorld.Kind = Bool.random(using: &generator) ? .play : .scene
    let column = kind == .play ? "title" : "position"
    let pair = rows.filter { $0.value.kind == kind }.keys.sorted().shuffled(using: &generator).prefix(2)
    guard pair.count == 2, let first = rows[pair[0]]?.values[column],
      let second = rows[pair[1]]?.values[column]
    else { return }
    // Outside of a group these are two steps, and the state between them breaks a rule that only a save checks.
    context.withUndoGroup("swap") {
      set(pair[0], column, to: second, &rows, context)
      set(pair[1], column, to: first, &rows, context)
    }
  }

  private mutating func insert(into rows: inout [Int: PlainWorld.Row], _ context: ManagedContext) {
    let kind = PlainWorld.Kind.allCases.randomElement(using: &generator) ?? .play
    last += 1
    var values: [String: SQLValue] = [:]
    for column in Handle.columns(of: kind) {
      guard let value = value(of: column, kind, rows) else { return }
      values[column] = value
    }
    log.append("insert \(last) \(kind) \(values)")
    let object = Handle(kind, values, in: context) { key($0, $1) }
    objects[last] = object
    rows[last] = PlainWorld.Row(kind: kind, values: values)
    world.noteNew(last)
  }

  /// A value for a column, or nil where there is none to refer to.
  private mutating func value(
    of column: String, _ kind: PlainWorld.Kind, _ rows: [Int: PlainWorld.Row]
  ) -> SQLValue? {
    switch column {
    case "title", "words", "name":
      return .text("text \(Int.random(in: 0..<1_000_000_000, using: &generator))")
    case "position": return .integer(.random(in: 0..<1_000_000_000, using: &generator))
    case "play_id", "stand_in_id":
      if kind == .actor, Bool.random(using: &generator) { return .null }
      let wanted: PlainWorld.Kind = column == "play_id" ? .play : .actor
      let target = rows.filter { $0.value.kind == wanted }.keys.sorted().randomElement(using: &generator)
      return target.map { .integer(Int64($0)) } ?? (kind == .actor ? .null : nil)
    case "code", "room": return .null
    default: return .integer(.random(in: 0..<9, using: &generator))
    }
  }

  private mutating func group() throws {
    struct Stop: Error {}
    let fails = Int.random(in: 0..<3, using: &generator) == 0
    log.append("group \(fails ? "that fails" : "") {")
    let before = objects
    var rows = world.present
    do {
      try context.withUndoGroup("group") {
        for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&rows, in: context) }
        if fails { throw Stop() }
      }
      world.step(to: rows)
    } catch is Stop {
      objects = before
    }
    log.append("}")
  }

  private mutating func save() throws {
    let before = try container.contents(of: Theatre.tables)
    let canSave = world.save()
    log.append("save \(canSave)")
    do {
      try context.save()
      try require(canSave, "a save that should fail")
    } catch let error as StoreError {
      try require(!canSave, "\(error)")
      try require(try container.contents(of: Theatre.tables) == before, "a failed save wrote")
    }
    try compareStored()
  }

  private mutating func child() throws {
    let child = context.makeChild()
    let before = objects
    let newest = last
    let isKept = Int.random(in: 0..<4, using: &generator) > 0
    log.append("child \(isKept ? "" : "that is dropped") {")
    var rows = world.present
    for _ in 0..<Int.random(in: 1...5, using: &generator) { change(&rows, in: child) }
    log.append("}")
    let inChild = objects
    objects = before
    guard isKept else { return }
    rows = PlainWorld.Row.settled(rows, without: Set(newest + 1..<last + 1).subtracting(rows.keys))
    do {
      let statements = try container.statements { try child.save() }
      try require(statements.isEmpty, "a child ran \(statements)")
    } catch let error as StoreError {
      try require(!world.canPush(rows), "\(error)")
      return
    }
    for (id, object) in inChild where before[id] == nil {
      // What the child itself dropped never got to the parent, but others may still refer to it.
      objects[id] = rows[id].map { Handle($0.kind, registered: object.key, in: context) } ?? object
    }
    world.step(to: rows)
  }

  private mutating func refresh() throws {
    let keeps = Bool.random(using: &generator)
    log.append("refresh \(keeps)")
    if Bool.random(using: &generator) {
      try context.refreshAll(mergeChanges: keeps)
      for id in world.present.keys { world.refresh(id, keepingChanges: keeps) }
    } else if let id = world.known.keys.sorted().randomElement(using: &generator), world.present[id] != nil {
      try require(objects[id]?.refresh(context, keeps) == true, "refresh")
      world.refresh(id, keepingChanges: keeps)
    }
  }

  private mutating func changeElsewhere() throws {
    guard let id = world.stored.keys.sorted().randomElement(using: &generator), let object = objects[id],
      let column = ["play": "year", "actor": "age"][object.table]
    else { return }
    let value = Int.random(in: 100..<200, using: &generator)
    // Another tool may know of versions, or not.
    let version = object.table == "play" && Bool.random(using: &generator) ? ", version = version + 1" : ""
    log.append("elsewhere \(id).\(column) = \(value)\(version)")
    try container.execute(
      "UPDATE \(object.table) SET \(column) = \(value)\(version) WHERE id = \(object.key)")
    world.changeElsewhere(id, column, to: .integer(Int64(value)))
  }

  /// A fetch with a condition and an order, which sees unsaved changes.
  private mutating func fetch() throws {
    log.append("fetch")
    let limit = Int.random(in: 0..<200, using: &generator)
    let request = FetchRequest<Play>(where: .atLeast(\.year, limit), sortBy: [SortKey(\.title)])
    let found = try context.fetch(request).map { SQLValue.text($0.title) }
    // Rows are judged by what the store has, or, where an object has changes, by these.
    let wanted = world.present.compactMap { id, row -> SQLValue? in
      guard row.kind == .play else { return nil }
      let judged = row == world.known[id] ? world.stored[id] ?? row : row
      guard let year = judged.values["year"], !(year < .integer(Int64(limit))) else { return nil }
      return judged.values["title"]
    }
    try require(found == wanted.sorted(), "fetch \(found) \(wanted)")
    _ = try context.fetch(Play.self)
    world.fetch(.play)
    try require(try context.count(request) == wanted.count, "count")
  }

  // MARK: Comparing

  private func compare() throws {
    for (id, object) in objects {
      let row = world.present[id]
      try require(object.isLive == (row != nil), "\(id) is \(object.state)")
      guard let row else { continue }
      let wanted = row.values.mapValues { $0 }
      let found = Dictionary(uniqueKeysWithValues: object.values.map { ($0, number($1, $0)) })
      try require(found == wanted, "\(id) is \(found), not \(wanted)")
      let state: ObjectState =
        world.known[id] == nil ? .inserted : world.known[id] == row ? .persistent : .updated
      try require(object.state == state, "\(id) is \(object.state), not \(state)")
    }
    try require(context.hasChanges == world.hasChanges, "hasChanges \(context.hasChanges)")
    try require(context.pendingChanges.isEmpty == !world.hasChanges, "pendingChanges")
    try require(context.undoStack?.undoNames.count == world.done.count, "undo steps")
    try require(context.undoStack?.redoNames.count == world.undone.count, "redo steps")
  }

  private func compareStored() throws {
    var found: [Int: PlainWorld.Row] = [:]
    let ids = Dictionary(
      objects.filter { world.stored[$0.key] != nil }.map { ("\($0.value.table) \($0.value.key)", $0.key) },
      uniquingKeysWith: { first, _ in first })
    for row in try Handle.rows(of: container) {
      guard let id = ids["\(row.table) \(row.key)"] else { throw mismatch("row \(row) too many") }
      found[id] = PlainWorld.Row(
        kind: row.kind,
        values: Dictionary(uniqueKeysWithValues: row.values.map { ($0, number($1, $0)) }))
    }
    try require(found == world.stored, "the store has \(found), not \(world.stored)")
  }

  private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw mismatch(what()) }
  }

  private func mismatch(_ what: String) -> Mismatch { Mismatch(what: what, log: log) }

  // MARK: Numbers and keys

  /// The object that stands for a row in a context, which may be a child.
  private func object(_ id: Int, in context: ManagedContext) -> Handle? {
    guard context !== self.context, let object = objects[id], object.context !== context else {
      return objects[id]
    }
    return object.counterpart(in: context)
  }

  private func key(_ value: SQLValue, _ column: String) -> SQLValue {
    guard column.hasSuffix("_id"), case .integer(let id) = value, let object = objects[Int(id)] else {
      return value
    }
    return .integer(object.key)
  }

  private func number(_ value: SQLValue, _ column: String) -> SQLValue {
    guard column.hasSuffix("_id"), case .integer(let key) = value else { return value }
    let table = column == "play_id" ? "play" : "actor"
    let id = objects.first { $0.value.table == table && $0.value.key == key }?.key
    return id.map { .integer(Int64($0)) } ?? .text("key \(key)")
  }
}
