import Persistence

/// What a context with an undo stack should do, said with dictionaries alone.
struct PlainWorld {
  enum Kind: CaseIterable {
    case play, scene, actor

    /// The columns that refer to other rows, and to what.
    var references: [String] {
      switch self {
      case .play: []
      case .scene: ["play_id"]
      case .actor: ["play_id", "stand_in_id"]
      }
    }
  }

  /// A row; references hold numbers of the test's own, which no save changes.
  struct Row: Equatable {
    let kind: Kind
    var values: [String: SQLValue]

    /// The rows referred to, by column.
    var targets: [(column: String, id: Int)] {
      kind.references.compactMap { column in
        if case .integer(let number)? = values[column] { (column, Int(number)) } else { nil }
      }
    }

    /// What the row loses by the rule of a reference; nil where it goes itself.
    func lost(_ column: String) -> String? { kind == .scene ? nil : column }

    /// The rows as they are once the delete rules have reached those that refer to dropped ones.
    static func settled(_ rows: [Int: Row], without dropped: Set<Int>) -> [Int: Row] {
      var settled = rows
      for (id, row) in rows {
        for (column, target) in row.targets where dropped.contains(target) {
          if let lost = row.lost(column) { settled[id]?.values[lost] = .null } else { settled[id] = nil }
        }
      }
      return settled
    }
  }

  struct Entry {
    var before: Row?
    var after: Row?

    /// Takes references to rows that nothing brings back out of the images, or these with them.
    func without(_ lost: Set<Int>) -> Entry {
      func settled(_ row: Row?) -> Row? { row.flatMap { Row.settled([0: $0], without: lost)[0] } }
      return Entry(before: settled(before), after: settled(after))
    }
  }

  typealias Step = [Int: Entry]

  /// The rows of the file.
  private(set) var stored: [Int: Row] = [:]
  /// The stored rows as the context last read them.
  private(set) var known: [Int: Row] = [:]
  /// The objects of the context.
  private(set) var present: [Int: Row] = [:]
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// The objects that were new at some time since the last save.
  private var fresh: Set<Int> = []

  var hasChanges: Bool { present != known }

  /// Takes the objects as they are after a step.
  mutating func step(to rows: [Int: Row]) {
    let step = Dictionary(
      uniqueKeysWithValues: Set(present.keys).union(rows.keys).filter { present[$0] != rows[$0] }
        .map { ($0, Entry(before: present[$0], after: rows[$0])) })
    if step.isEmpty { return }
    fresh.formUnion(rows.keys.filter { present[$0] == nil })
    present = rows
    done.append(step)
    undone.removeAll()
  }

  /// Takes note of an object that is new, though it may be gone again when the step ends.
  mutating func noteNew(_ id: Int) {
    fresh.insert(id)
  }

  /// - Returns: Whether there was a step.
  mutating func undo() -> Bool {
    guard let step = done.popLast() else { return false }
    for (id, entry) in step { replay(id, from: entry.after, to: entry.before) }
    undone.append(step)
    return true
  }

  /// - Returns: Whether there was a step.
  mutating func redo() -> Bool {
    guard let step = undone.popLast() else { return false }
    for (id, entry) in step { replay(id, from: entry.before, to: entry.after) }
    done.append(step)
    return true
  }

  private mutating func replay(_ id: Int, from old: Row?, to new: Row?) {
    guard let new else {
      present[id] = nil
      return
    }
    guard let old else {
      if present[id] == nil {
        present[id] = new
        fresh.insert(id)
      }
      return
    }
    for (column, value) in new.values where old.values[column] != value {
      present[id]?.values[column] = value
    }
  }

  /// Whether all changes of some rows refer to what there is, or to what has been new since the last save.
  ///
  /// A step that is taken back may bring a reference along to what no other step brings back; who saves learns of it.
  func canPush(_ rows: [Int: Row]) -> Bool {
    rows.allSatisfy { id, row in
      row == present[id]
        || row.targets.allSatisfy { rows[$0.id] != nil || stored[$0.id] != nil || fresh.contains($0.id) }
    }
  }

  mutating func rollback() {
    present = known
    fresh.removeAll()
    done.removeAll()
    undone.removeAll()
  }

  /// Reads a row again, with the object's own changes on top or without them.
  mutating func refresh(_ id: Int, keepingChanges: Bool) {
    guard let row = stored[id], let old = known[id], var new = present[id] else { return }
    for (column, value) in row.values {
      if keepingChanges, new.values[column] != old.values[column] { continue }
      new.values[column] = value
    }
    present[id] = new
    known[id] = row
  }

  /// What a fetch does to objects without changes.
  mutating func fetch(_ kind: Kind) {
    for (id, row) in present where row.kind == kind && known[id] == row { refresh(id, keepingChanges: true) }
  }

  /// What others do to a row of the file.
  mutating func changeElsewhere(_ id: Int, _ column: String, to value: SQLValue) {
    stored[id]?.values[column] = value
  }

  /// Brings the changes into the file, the object's values first.
  ///
  /// - Returns: Whether that is possible: all references lead to rows, or to what goes with the save.
  mutating func save() -> Bool {
    var next = self
    // One round is enough: what a rule takes are scenes, to which nothing refers.
    for (id, row) in present {
      for (column, target) in row.targets where present[target] == nil {
        guard stored[target] != nil || fresh.contains(target) else { return false }
        next.reach(id, by: column, from: target)
      }
    }
    for id in Set(next.stored.keys) where next.present[id] == nil {
      next.stored[id] = nil
      next.known[id] = nil
    }
    // A changed object is written, and with it goes what others changed, also where a delete rule has the last word.
    for (id, row) in next.present where row != next.known[id] || present[id] != known[id] {
      var merged = next.stored[id] ?? row
      for (column, value) in row.values where value != next.known[id]?.values[column] {
        merged.values[column] = value
      }
      next.stored[id] = merged
      next.known[id] = merged
      next.present[id] = merged
    }
    guard next.isUnique else { return false }
    next.forgetDropped()
    self = next
    return true
  }

  /// Takes what is gone without ever having been a row, and what no step brings back, out of the steps.
  private mutating func forgetDropped() {
    let images = Set(
      (done + undone).flatMap { step in step.filter { $0.value.before != nil || $0.value.after != nil }.keys }
    )
    let lost = fresh.filter { present[$0] == nil && stored[$0] == nil }.subtracting(images)
    done = done.map { $0.mapValues { $0.without(lost) } }
    undone = undone.map { $0.mapValues { $0.without(lost) } }
    fresh.removeAll()
  }

  /// Whether no two stored rows share what is to be unique.
  private var isUnique: Bool {
    let titles = stored.values.compactMap { $0.values["title"] }
    let places = stored.values.compactMap { row in
      row.values["position"].map { [row.values["play_id"] ?? .null, $0] }
    }
    return Set(titles).count == titles.count && Set(places).count == places.count
  }

  /// What a delete rule does to a row, and to the step that deleted the cause.
  private mutating func reach(_ id: Int, by column: String, from cause: Int) {
    guard let row = present[id] else { return }
    let lost = row.lost(column)
    func extend(_ step: inout Step, _ side: WritableKeyPath<Entry, Row?>) {
      var entry = step[id] ?? Entry(before: row, after: row)
      if let lost { entry[keyPath: side]?.values[lost] = .null } else { entry[keyPath: side] = nil }
      step[id] = entry
    }
    if let index = done.lastIndex(where: { $0[cause]?.before != nil && $0[cause]?.after == nil }) {
      extend(&done[index], \.after)
    } else if let index = undone.firstIndex(where: { $0[cause]?.before == nil && $0[cause]?.after != nil }) {
      extend(&undone[index], \.before)
    }
    guard let lost else {
      present[id] = nil
      return
    }
    present[id]?.values[lost] = .null
    guard stored[cause] != nil else { return }
    // The row itself loses the reference, whatever the context has read or changed.
    known[id]?.values[lost] = .null
    stored[id]?.values[lost] = .null
  }
}
