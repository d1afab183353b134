/// The steps of a context that can be taken back, and those taken back that can be done again.
///
/// A context keeps none until it is given a stack:
///
///     context.undoStack = UndoStack()
///     try context.withUndoGroup("rename") { … }
///     context.undo()
///
/// Outside of `withUndoGroup` every insertion, deletion and write is a step of its own. The stack keeps the objects of
/// its steps alive, with their values before and after.
public final class UndoStack {
  /// The largest number of steps that can be undone; the oldest go first.
  public let maximumGroups: Int
  /// About how many bytes of values the steps may take; the oldest go first.
  public let maximumBytes: Int
  private var done: [UndoGroup] = []
  private var undone: [UndoGroup] = []
  private var open: [UndoGroup] = []
  private var bytes = 0
  private var isReplaying = false

  /// An empty stack with its bounds.
  public init(maximumGroups: Int = 100, maximumBytes: Int = 16_777_216) {
    self.maximumGroups = max(0, maximumGroups)
    self.maximumBytes = max(0, maximumBytes)
  }

  /// The names of the steps that can be undone, the last first.
  public var undoNames: [String] { done.reversed().map(\.name) }
  /// The names of the steps that can be done again, the next first.
  public var redoNames: [String] { undone.reversed().map(\.name) }
  /// Whether there is a step to undo.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is a step to do again.
  public var canRedo: Bool { !undone.isEmpty }

  /// Forgets all steps.
  public func removeAll() {
    done.removeAll()
    undone.removeAll()
    bytes = 0
    for index in open.indices { open[index].removeAll() }
  }

  // MARK: Recording

  /// Keeps an object's values before its first change in the present step.
  func note<Model: PersistentModel>(_ object: Managed<Model>, isNew: Bool = false) {
    guard !isReplaying else { return }
    if open.isEmpty { open.append(UndoGroup(name: isNew ? "insert" : "edit", isImplicit: true)) }
    let index = open.count - 1
    if open[index].contains(object) { return }
    open[index].add(ObjectUndo(object, before: isNew ? .absent : .present(object.value)))
  }

  /// Ends the step of a single change.
  func didChange() {
    if open.last?.isImplicit == true { closeGroup() }
  }

  func openGroup(_ name: String) {
    open.append(UndoGroup(name: name))
  }

  /// Ends a step; inside another one it becomes part of that.
  func closeGroup() {
    guard var group = open.popLast() else { return }
    group.close()
    if group.entries.isEmpty { return }
    if !open.isEmpty { return open[open.count - 1].take(group) }
    undone.removeAll()
    if group.isImplicit, group.entries.allSatisfy(\.isDeletion) { group.name = "delete" }
    done.append(group)
    bytes += group.byteCount
    dropOldest()
  }

  /// Takes back what the present step did so far, and forgets it.
  func abandonGroup(in context: ManagedContext) {
    guard var group = open.popLast() else { return }
    group.close()
    replay(in: context) { group.undo(in: context) }
  }

  private func dropOldest() {
    var count = 0
    while done.count - count > maximumGroups || bytes > maximumBytes, count < done.count {
      bytes -= done[count].byteCount
      count += 1
    }
    done.removeFirst(count)
  }

  // MARK: Replaying

  func undo(in context: ManagedContext) -> String? {
    guard open.isEmpty, let group = done.popLast() else { return nil }
    bytes -= group.byteCount
    replay(in: context) { group.undo(in: context) }
    undone.append(group)
    return group.name
  }

  func redo(in context: ManagedContext) -> String? {
    guard open.isEmpty, let group = undone.popLast() else { return nil }
    replay(in: context) { group.redo(in: context) }
    done.append(group)
    bytes += group.byteCount
    return group.name
  }

  private func replay(in context: ManagedContext, _ body: () -> Void) {
    isReplaying = true
    defer { isReplaying = false }
    body()
    context.noteEdit()
  }

  // MARK: Saving

  /// Takes over what a save did: new keys, rows that delete rules reached along with a step's own, and objects that are
  /// gone without ever having been rows.
  func noteSave(
    _ savedKeys: [Int64: Int64], _ reached: [(row: ReachedRow, entry: any UndoEntry)],
    dropped: [String: Set<Int64>]
  ) {
    for (cause, rows) in Dictionary(grouping: reached, by: \.row.cause) {
      add(rows, causedBy: cause)
    }
    if !dropped.isEmpty {
      forget(Set(dropped.flatMap { table, keys in keys.map { .init(table: table, id: $0) } }))
    }
    resolve(savedKeys)
  }

  /// Takes out of the steps what refers to objects that none of them brings back: it could never be saved.
  private func forget(_ dropped: Set<RowIdentity.Place>) {
    let entries = (done + undone + open).flatMap(\.entries)
    var lost = dropped
    while true {
      lost.subtract(entries.filter(\.hasImage).map(\.place))
      if lost.isEmpty { return }
      lost = Set(entries.filter { $0.forget(lost) }.map(\.place))
    }
  }

  func resolve(_ savedKeys: [Int64: Int64]) {
    if savedKeys.isEmpty { return }
    for group in done + undone + open {
      for entry in group.entries { entry.resolve(savedKeys) }
    }
  }

  /// Adds rows to the step that deleted their cause.
  private func add(_ rows: [(row: ReachedRow, entry: any UndoEntry)], causedBy cause: RowIdentity.Place) {
    func extend(_ group: inout UndoGroup, byUndo: Bool) {
      for (row, entry) in rows { group.add(entry, reachedBy: row, byUndo: byUndo) }
    }
    if let index = done.lastIndex(where: { $0.removes(cause, byUndo: false) }) {
      bytes -= done[index].byteCount
      extend(&done[index], byUndo: false)
      bytes += done[index].byteCount
    } else if let index = undone.firstIndex(where: { $0.removes(cause, byUndo: true) }) {
      extend(&undone[index], byUndo: true)
    } else if let index = open.lastIndex(where: { $0.removes(cause, byUndo: false) }) {
      extend(&open[index], byUndo: false)
    }
  }
}

@available(*, unavailable, message: "An undo stack belongs to its context.")
extension UndoStack: Sendable {}

/// One step: the objects that it changed.
struct UndoGroup {
  var name: String
  var isImplicit = false
  var entries: [any UndoEntry] = []
  /// The places of the objects' entries.
  private var places: [ObjectIdentifier: Int] = [:]

  init(name: String, isImplicit: Bool = false) {
    self.name = name
    self.isImplicit = isImplicit
  }

  var byteCount: Int { entries.reduce(0) { $0 + $1.byteCount } }

  func contains(_ object: AnyManaged) -> Bool {
    places[ObjectIdentifier(object)] != nil
  }

  mutating func add(_ entry: any UndoEntry) {
    if contains(entry.object) { return }
    places[ObjectIdentifier(entry.object)] = entries.count
    entries.append(entry)
  }

  /// Adds a row that a delete rule reached, or what it did to one that the step knows.
  mutating func add(_ entry: any UndoEntry, reachedBy reached: ReachedRow, byUndo: Bool) {
    let known = places[ObjectIdentifier(entry.object)].map { entries[$0] }
    (known ?? entry).reach(lost: reached.lost, byUndo: byUndo)
    add(entry)
  }

  mutating func removeAll() {
    entries.removeAll()
    places.removeAll()
  }

  /// Takes over the entries of a step inside; what this step knew of an object before comes first.
  mutating func take(_ inner: UndoGroup) {
    for entry in inner.entries { add(entry) }
  }

  mutating func close() {
    for entry in entries { entry.close() }
    entries.removeAll { !$0.isChange }
    places = Dictionary(
      uniqueKeysWithValues: entries.indices.map { (ObjectIdentifier(entries[$0].object), $0) })
  }

  /// Whether the step, or its undoing, deletes a row.
  func removes(_ place: RowIdentity.Place, byUndo: Bool) -> Bool {
    entries.contains { $0.removes(place, byUndo: byUndo) }
  }

  func undo(in context: ManagedContext) {
    for entry in entries.reversed() { entry.undo(in: context) }
  }

  func redo(in context: ManagedContext) {
    for entry in entries { entry.redo(in: context) }
  }
}
