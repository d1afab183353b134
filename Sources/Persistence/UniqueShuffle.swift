internal import SQLite

/// Updates whose rows want unique values of each other: each is written when the value is free.
///
/// SQLite checks uniqueness row by row. A chain needs only the right order; in a cycle one row gets a stand-in until
/// the others have moved.
final class UniqueShuffle {
  private enum Progress {
    case waiting, onPath, written
  }

  private let save: SaveSession
  private let entity: EntityDescription
  private let isEarly: Bool
  private var updates: [RowUpdate]
  private var progress: [Progress]
  private let keys: [UniqueKey]
  /// The waiting rows by the unique values that they hold.
  private var holders: [UniqueTuple: Int] = [:]
  private var wanted: [[UniqueTuple]] = []
  /// The texts that rows are to get, in lower case: a stand-in must be none of them.
  private lazy var wantedTexts = Set(
    updates.flatMap(\.after).compactMap { value in
      if case .text(let text) = value { text.lowercased() } else { nil }
    })

  init(_ save: SaveSession, _ updates: [RowUpdate], isEarly: Bool) throws {
    self.save = save
    self.updates = updates
    self.isEarly = isEarly
    // All updates of one call are of one table.
    guard let entity = updates.first?.entity else { throw StoreError.conflict([]) }
    self.entity = entity
    progress = updates.map { _ in .waiting }
    keys = try save.store.uniqueKeys(of: entity)
    for index in updates.indices { try noteTuples(of: index) }
  }

  func run() throws {
    for index in updates.indices where progress[index] == .waiting { try write(from: index) }
  }

  /// Follows the rows that hold what others want to one that can be written; without recursion, since a chain may be long.
  private func write(from start: Int) throws {
    var path = [start]
    progress[start] = .onPath
    while let index = path.last {
      if progress[index] == .written {
        path.removeLast()
      } else if let holder = holder(of: index) {
        if progress[holder] == .onPath {
          try park(holder)
        } else {
          progress[holder] = .onPath
          path.append(holder)
        }
      } else {
        if let refusal = try save.write(&updates[index]) {
          // Where nobody in this save will let go of the value, the refusal is the answer.
          guard isEarly || mayBecomeFree else { throw StoreError.constraint(refusal) }
          try park(index)
        }
        progress[index] = .written
        path.removeLast()
      }
    }
  }

  /// Whether a row that waits may hold a value that only SQLite can compute.
  private var mayBecomeFree: Bool {
    keys.contains(where: \.isComputed) && progress.contains { $0 == .waiting }
  }

  private func noteTuples(of index: Int) throws {
    let update = updates[index]
    var wants: [UniqueTuple] = []
    for (number, key) in keys.enumerated() where key.columns.contains(where: update.columns.contains) {
      guard var values = try save.row(entity, id: update.id, columns: key.columns) else { continue }
      if let tuple = key.tuple(values, number) { holders[tuple] = index }
      for (place, column) in key.columns.enumerated() {
        if let changed = update.columns.firstIndex(of: column) { values[place] = update.after[changed] }
      }
      if let tuple = key.tuple(values, number) { wants.append(tuple) }
    }
    wanted.append(wants)
  }

  /// A waiting row that holds a value which this one wants.
  private func holder(of index: Int) -> Int? {
    for tuple in wanted[index] {
      if let holder = holders[tuple], holder != index, progress[holder] != .written { return holder }
    }
    return nil
  }

  /// Writes a row with stand-ins for its unique values.
  private func park(_ index: Int) throws {
    let choices = keys.filter {
      $0.isComputed || $0.columns.contains(where: updates[index].columns.contains)
    }.map { columnsToPark($0, of: updates[index]) }
    // Where the schema lets nothing stand in for one column of a key, another one may do.
    for attempt in 0..<max(1, choices.map(\.count).max() ?? 0) {
      var update = updates[index]
      let parked = Set(choices.compactMap { $0.isEmpty ? nil : $0[min(attempt, $0.count - 1)] })
      for column in parked where !update.columns.contains(column) {
        guard let value = try save.row(entity, id: update.id, columns: [column])?.first else { continue }
        update.columns.append(column)
        update.before.append(value)
        update.after.append(value)
      }
      do {
        try StandIns(save: save, columns: parked.sorted(), promised: wantedTexts).write(&update)
      } catch StoreError.constraint where choices.contains(where: { $0.count > attempt + 1 }) {
        continue
      }
      updates[index] = update
      save.parked.append(ParkedRow(update: update, columns: parked))
      progress[index] = .written
      return
    }
  }

  /// The columns of a key that a stand-in may be written to, the best first: those that change.
  private func columnsToPark(_ key: UniqueKey, of update: RowUpdate) -> [String] {
    let references = entity.references.map(\.column)
    // A reference is better left alone, even where it is the column that changes: delete rules go by it.
    let own = (key.isComputed ? update.columns : key.columns).filter { !references.contains($0) }
    let (changed, others) = (own.filter(update.columns.contains), own.filter { !update.columns.contains($0) })
    return own.isEmpty ? Array(key.columns.prefix(1)) : changed + others
  }
}
