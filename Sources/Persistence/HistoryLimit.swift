public import FoundationEssentials
internal import SQLite

/// How much of the history is kept; a change that one of the bounds leaves out is forgotten, and can't be undone.
///
/// Among the options of a container it bounds the history in the long run: since looking costs time, the container looks
/// with the first change that it records and then with every fiftieth, so that up to 49 changes more may be there.
public struct HistoryLimit: Sendable, Equatable {
  /// The age in seconds after which a change goes.
  public var age: Double?
  /// How many changes that can be undone stay.
  public var count: Int?
  /// How many bytes of recorded rows stay; the last change stays in any case.
  public var bytes: Int?

  /// Bounds by age, number and size; nil for no bound.
  public init(age: Double? = nil, count: Int? = nil, bytes: Int? = nil) {
    self.age = age
    self.count = count
    self.bytes = bytes
  }
}

extension PersistentContainer {
  /// Forgets recorded changes, which then can't be undone; what they changed stays as it is.
  ///
  /// The file gets smaller only with the next `vacuum`.
  ///
  /// - Parameters:
  ///   - date: Changes before this moment go.
  ///   - count: So many of the last changes that can be undone stay; an undone one stays as long as it can be redone.
  ///   - bytes: So many bytes of recorded rows stay, the last change in any case.
  /// - Returns: How many changes went, undoings included.
  /// - Throws: `StoreError`, with the history left as it was.
  @discardableResult
  public func pruneHistory(olderThan date: Date? = nil, keeping count: Int? = nil, bytes: Int? = nil) throws
    -> Int
  {
    var limit = HistoryLimit(count: count, bytes: bytes)
    limit.age = date.map { max(0, Date().timeIntervalSince($0)) }
    return try gate.use { store in
      try store.connection.transaction { try store.prune(limit) }
    }
  }

  /// The number of changes in the history and the bytes that their rows take.
  public func historySize() throws -> (changes: Int, bytes: Int) {
    try gate.use { store in
      (
        Int(try store.connection.integer("SELECT count(*) FROM history_set")),
        Int(try store.connection.integer("SELECT sum(length(rows)) FROM history_change"))
      )
    }
  }
}

extension Store {
  /// Deletes the sets of the history beyond a limit; what undid them goes with them.
  @discardableResult
  func prune(_ limit: HistoryLimit) throws -> Int {
    let before = try connection.integer("SELECT count(*) FROM history_set")
    if let age = limit.age, age.isFinite {
      try connection.run(
        "DELETE FROM history_set WHERE at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', \("-\(max(0, age)) seconds"))"
      )
    }
    if let count = limit.count {
      try connection.run(
        count <= 0
          ? "DELETE FROM history_set"
          : """
          DELETE FROM history_set WHERE id <= (
            SELECT id FROM history_set WHERE undoes IS NULL AND is_undone = 0
            ORDER BY id DESC LIMIT 1 OFFSET \(count))
          """)
      // What was undone before another change can be neither undone nor redone.
      try connection.run(
        """
        DELETE FROM history_set WHERE undoes IS NULL AND is_undone = 1 AND EXISTS (
          SELECT 1 FROM history_set AS undoing WHERE undoing.undoes = history_set.id AND undoing.is_undone = 0
          AND undoing.id < (SELECT max(id) FROM history_set WHERE undoes IS NULL))
        """)
    }
    if let bytes = limit.bytes {
      try connection.run(
        """
        DELETE FROM history_set WHERE id < (SELECT max(id) FROM history_set) AND id IN (
          SELECT set_id FROM (
            SELECT set_id, sum(sum(length(rows))) OVER (ORDER BY set_id DESC) AS total
            FROM history_change GROUP BY set_id)
          WHERE total > \(max(0, bytes)))
        """)
    }
    return Int(before - (try connection.integer("SELECT count(*) FROM history_set")))
  }
}
