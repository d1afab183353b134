public import FoundationEssentials
internal import SQLite

/// What to fetch: a condition, an order, and how much of it.
public struct FetchRequest<Model: PersistentModel>: Sendable {
  /// Which rows; all by default.
  public var condition: Where<Model>
  /// The order; ties are broken by the key, so that it is always the same.
  public var sort: [SortKey<Model>]
  /// The largest number of rows; nil or a negative number for all.
  public var limit: Int?
  /// How many rows to leave out at the start.
  public var offset: Int
  /// How many rows come at a time where they come in batches: by `batches` and `enumerate`.
  public var batchSize = 500
  /// Whether a context's fetch sees its unsaved changes.
  public var includesPendingChanges = true

  /// The relationships to read for all objects found, each with one statement; for a context's fetch only.
  public var prefetch: [any Relationship<Model>] = []

  /// A request with a composed condition.
  public init(
    _ model: Model.Type = Model.self, where condition: Where<Model> = .everything,
    sortBy sort: [SortKey<Model>] = [],
    limit: Int? = nil, offset: Int = 0
  ) {
    self.condition = condition
    self.sort = sort
    self.limit = limit
    self.offset = offset
  }

  /// A request with one of Foundation's predicates.
  public init(
    _ model: Model.Type = Model.self, predicate: Predicate<Model>, sortBy sort: [SortKey<Model>] = [],
    limit: Int? = nil, offset: Int = 0
  ) {
    self.init(where: .predicate(predicate), sortBy: sort, limit: limit, offset: offset)
  }

  var rowLimit: Int? { limit.flatMap { $0 < 0 ? nil : $0 } }
  var firstRow: Int { max(0, offset) }

  func selection() throws -> SQL {
    SQL(verbatim: Model.schema.description.selection) + (try tail())
  }

  func managedSelection() throws -> SQL {
    SQL(verbatim: Model.schema.description.managedSelection) + (try tail())
  }

  func keySelection() throws -> SQL {
    SQL(verbatim: Model.schema.description.keySelection) + (try tail())
  }

  func counting() throws -> SQL {
    SQL(verbatim: Model.schema.description.counting) + (try condition.clause())
  }

  private func tail() throws -> SQL {
    var sql = try condition.clause()
    sql += SQL(verbatim: " ORDER BY \((try sort.map { try $0.term() } + ["\"id\""]).joined(separator: ", "))")
    if rowLimit != nil || firstRow > 0 {
      // A negative limit is SQLite's word for none.
      sql += " LIMIT \(rowLimit ?? -1) OFFSET \(firstRow)"
    }
    return sql
  }
}
