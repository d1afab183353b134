/// What one transaction changed: the keys of its rows by entity, for those who watch a store.
public struct ChangeSet: Sendable, Equatable {
  /// What made the changes.
  public enum Origin: Sendable, Equatable {
    /// A context's save, or a transaction around several.
    case save
    /// An insertion, update or deletion without objects.
    case batch
    /// An undoing of a recorded change, or its redoing.
    case undo
    /// Another program, or changes that a slow reader has missed; which rows is not known.
    case unknown
  }

  /// The changed rows of one entity.
  ///
  /// The three sets share no key: a row counts once, by the net of what happened to it. One that was deleted and
  /// inserted again counts as updated, and one that came and went does not count.
  public struct Entity: Sendable, Equatable {
    /// The rows that are new.
    public internal(set) var inserted = KeyRanges()
    /// The rows whose values changed.
    public internal(set) var updated = KeyRanges()
    /// The rows that are gone.
    public internal(set) var deleted = KeyRanges()
  }

  /// The name that the change has in the history; empty for changes made elsewhere.
  public let name: String
  /// What made the changes.
  public let origin: Origin
  /// The changed rows by the names of the tables.
  public internal(set) var entities: [String: Entity] = [:]
  /// Whether there may be more changes than are listed: read again what you show.
  ///
  /// It stands for changes made elsewhere, and for those that a slow reader has missed.
  public internal(set) var isIncomplete = false

  /// The new rows of a model.
  public func inserted<Model: PersistentModel>(_ model: Model.Type) -> [ManagedID<Model>] {
    (entities[model.schema.table]?.inserted ?? KeyRanges()).map { ManagedID($0) }
  }

  /// The changed rows of a model.
  public func updated<Model: PersistentModel>(_ model: Model.Type) -> [ManagedID<Model>] {
    (entities[model.schema.table]?.updated ?? KeyRanges()).map { ManagedID($0) }
  }

  /// The deleted rows of a model.
  public func deleted<Model: PersistentModel>(_ model: Model.Type) -> [ManagedID<Model>] {
    (entities[model.schema.table]?.deleted ?? KeyRanges()).map { ManagedID($0) }
  }

  /// Whether rows of a model changed, or may have.
  public func concerns<Model: PersistentModel>(_ model: Model.Type) -> Bool {
    concerns(tables: [model.schema.table])
  }

  func concerns(tables: Set<String>) -> Bool {
    isIncomplete || entities.keys.contains(where: tables.contains)
  }

  /// Rough measure of the room that it takes.
  var weight: Int {
    entities.values.reduce(1) {
      $0 + $1.inserted.ranges.count + $1.updated.ranges.count + $1.deleted.ranges.count
    }
  }
}

/// The changes of a running transaction, in their order; a savepoint that fails takes its own back.
struct ChangeLog {
  struct Entry {
    let entity: EntityDescription
    let kind: HistoryEntry.Change.Kind
    var first: Int64
    var last: Int64
  }

  /// A point to go back to.
  struct Mark {
    fileprivate let count: Int
    fileprivate let tail: ArraySlice<Entry>
  }

  private(set) var entries: [Entry] = []
  /// So many entries back a run may go on: tables are often filled in turn.
  private static let reach = 6

  var mark: Mark { Mark(count: entries.count, tail: entries.suffix(ChangeLog.reach)) }

  mutating func removeAll() {
    entries.removeAll()
  }

  mutating func rollBack(to mark: Mark) {
    entries.removeLast(max(0, entries.count - mark.count + mark.tail.count))
    entries += mark.tail
  }

  mutating func note(_ kind: HistoryEntry.Change.Kind, _ entity: EntityDescription, _ id: Int64) {
    note(kind, entity, id...id)
  }

  mutating func note(
    _ kind: HistoryEntry.Change.Kind, _ entity: EntityDescription, _ ids: ClosedRange<Int64>
  ) {
    for index in entries.indices.reversed().prefix(ChangeLog.reach) {
      let entry = entries[index]
      guard entry.entity === entity else { continue }
      guard entry.kind == kind else {
        // What came and went, or the other way round, is told by the order.
        if entry.first <= ids.upperBound, ids.lowerBound <= entry.last { break }
        continue
      }
      if entry.last < ids.lowerBound, entry.last + 1 == ids.lowerBound {
        entries[index].last = ids.upperBound
      } else if entry.first > ids.upperBound, entry.first - 1 == ids.upperBound {
        entries[index].first = ids.lowerBound
      } else {
        continue
      }
      return
    }
    entries.append(Entry(entity: entity, kind: kind, first: ids.lowerBound, last: ids.upperBound))
  }

  /// The net of all changes, or nil where there are none.
  func changeSet(named name: String, from origin: ChangeSet.Origin) -> ChangeSet? {
    guard !entries.isEmpty else { return nil }
    var set = ChangeSet(name: name, origin: origin)
    for (table, entries) in Dictionary(grouping: entries, by: { $0.entity.table }) {
      func keys(_ kind: HistoryEntry.Change.Kind) -> KeyRanges {
        KeyRanges(entries.filter { $0.kind == kind }.map { $0.first...$0.last })
      }
      let (inserted, both) = keys(.insert).split(by: keys(.delete))
      let deleted = keys(.delete).split(by: keys(.insert)).only
      var entity = ChangeLog.net(of: both, by: entries)
      let updated = keys(.update).split(by: both).only.split(by: inserted).only.split(by: deleted).only
      entity.inserted = entity.inserted.union(inserted)
      entity.updated = entity.updated.union(updated)
      entity.deleted = entity.deleted.union(deleted)
      if entity != ChangeSet.Entity() { set.entities[table] = entity }
    }
    return set.entities.isEmpty ? nil : set
  }

  /// What became of rows that were both inserted and deleted, by what came first and last.
  private static func net(of keys: KeyRanges, by entries: [Entry]) -> ChangeSet.Entity {
    var wasThere: Set<Int64> = []
    var isThere: [Int64: Bool] = [:]
    for entry in entries where entry.kind != .update {
      for key in keys.shared(with: entry.first...entry.last) {
        if isThere[key] == nil, entry.kind == .delete { wasThere.insert(key) }
        isThere[key] = entry.kind == .insert
      }
    }
    func those(_ was: Bool, _ will: Bool) -> KeyRanges {
      KeyRanges(
        isThere.filter { $0.value == will && wasThere.contains($0.key) == was }.map { $0.key...$0.key })
    }
    return ChangeSet.Entity(
      inserted: those(false, true), updated: those(true, true), deleted: those(true, false))
  }
}
