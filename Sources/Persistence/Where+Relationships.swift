internal import SQLite

extension Where {
  /// Objects to which at least one object is related that fulfils a condition.
  public static func any<Related: ToManyRelationship<Model, Member>, Member>(
    of relationship: Related, where condition: Where<Member> = .everything
  ) -> Where {
    count(of: relationship, where: condition, .atLeast, 1)
  }

  /// Objects to which only objects are related that fulfil a condition; those with no related objects are among them.
  public static func all<Related: ToManyRelationship<Model, Member>, Member>(
    of relationship: Related, where condition: Where<Member>
  ) -> Where {
    none(of: relationship, where: .not(condition))
  }

  /// Objects to which no object is related that fulfils a condition.
  public static func none<Related: ToManyRelationship<Model, Member>, Member>(
    of relationship: Related, where condition: Where<Member> = .everything
  ) -> Where {
    count(of: relationship, where: condition, .equal, 0)
  }

  /// Objects to which a number of objects is related that fulfil a condition.
  public static func count<Related: ToManyRelationship<Model, Member>, Member>(
    of relationship: Related, where condition: Where<Member> = .everything, _ comparison: CountComparison,
    _ number: Int
  ) -> Where {
    nested(
      .related(Relation(count: relationship.members, condition, comparison, number)), in: condition.depth)
  }

  /// Objects whose related object fulfils a condition; those without one are out.
  public static func matching<Target>(
    _ relationship: ToOne<Model, Target>, where condition: Where<Target> = .everything
  ) -> Where {
    nested(.related(Relation(target: relationship, condition)), in: condition.depth)
  }
}

/// How a number of related objects compares with another number.
public enum CountComparison: String, Sendable, CaseIterable {
  /// As many.
  case equal = "="
  /// More or fewer.
  case notEqual = "<>"
  /// As many or more.
  case atLeast = ">="
  /// As many or fewer.
  case atMost = "<="
  /// More.
  case moreThan = ">"
  /// Fewer.
  case fewerThan = "<"

  func holds(_ left: Int, _ right: Int) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .atLeast: left >= right
    case .atMost: left <= right
    case .moreThan: left > right
    case .fewerThan: left < right
    }
  }
}

/// A condition on what is related to a row, with the other model's type hidden.
///
/// None of its subqueries depends on the row, so that SQLite runs each once, and a table may be related to itself.
struct Relation<Model: PersistentModel>: Sendable {
  /// The tables that the condition reads beside the model's own.
  let tables: Set<String>
  /// The condition as SQL that is 0 or 1.
  let sql: @Sendable () throws -> SQL
  /// The condition as one on the row alone, by the store and the unsaved changes of a context.
  let settled: @Sendable (ManagedContext) throws -> Where<Model>

  init(
    tables: Set<String>, sql: @escaping @Sendable () throws -> SQL,
    settled: @escaping @Sendable (ManagedContext) throws -> Where<Model>
  ) {
    self.tables = tables
    self.sql = sql
    self.settled = settled
  }

  init<Member>(
    count relationship: ToMany<Model, Member>, _ condition: Where<Member>, _ comparison: CountComparison,
    _ number: Int
  ) {
    tables = condition.tables
    // Rows with no related ones are in no group; where they are meant, the groups that are not meant tell.
    let meansNone = comparison.holds(0, number)
    sql = {
      let column = try relationship.reference.column(to: Model.self)
      let having = SQL(
        verbatim: "count(*) \(comparison.rawValue) ?", bindings: [.integer(Int64(number))])
      let groups = try condition.memberSelection(column, column)
      let isAny = !meansNone && comparison == .atLeast && number == 1
      let isNone = meansNone && comparison == .equal && number == 0
      // Whether there are any needs no counting.
      let counted =
        isAny || isNone
        ? groups
        : groups + SQL(verbatim: " GROUP BY \(column) HAVING \(meansNone ? "NOT " : "")(") + having + ")"
      return SQL(verbatim: "\"id\" \(meansNone ? "NOT " : "")IN (") + counted + ")"
    }
    settled = { context in
      let counts = try context.memberCounts(relationship, where: condition)
      let keys = counts.filter { comparison.holds($0.value, number) != meansNone }.map(\.key)
      let listed = Where<Model>(node: .keys(Operand(\Model.id), keys))
      return meansNone ? .not(listed) : listed
    }
  }

  init<Target>(target relationship: ToOne<Model, Target>, _ condition: Where<Target>) {
    tables = condition.tables
    sql = {
      let column = try relationship.reference.column(to: Target.self)
      let targets = SQL(verbatim: "SELECT \"id\" FROM \(SQL.quoted(identifier: Target.schema.table))")
      // A row without a related one is out, and under a NOT it is in.
      return SQL(verbatim: "ifnull(\(column) IN (") + targets + (try condition.clause()) + "), 0)"
    }
    settled = { context in
      Where<Model>(node: .keys(relationship.reference.operand, try context.keys(where: condition)))
    }
  }
}

extension Where {
  /// `SELECT … FROM … WHERE …` over the rows that fulfil the condition and refer to any row.
  fileprivate func memberSelection(_ columns: String, _ reference: String) throws -> SQL {
    let selection = SQL(
      verbatim:
        "SELECT \(columns) FROM \(SQL.quoted(identifier: Model.schema.table)) WHERE \(reference) IS NOT NULL"
    )
    if case .all(let conditions) = node, conditions.isEmpty { return selection }
    return selection + " AND (" + (try sql(isNegated: false)) + ")"
  }
}

extension ManagedContext {
  /// How many objects that fulfil a condition are related to each row, without the rows that have none.
  fileprivate func memberCounts<Source, Member>(
    _ relationship: ToMany<Source, Member>, where condition: Where<Member>
  ) throws -> [Int64: Int] {
    let column = try relationship.reference.column(to: Source.self)
    if parent != nil {
      let owners = try fetch(FetchRequest(where: condition)).compactMap {
        relationship.reference.key($0.value)
      }
      return Dictionary(owners.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let (pending, stored) = try judged(condition)
    let sql = try stored.memberSelection("\(column), count(*)", column) + SQL(verbatim: " GROUP BY 1")
    var counts: [Int64: Int] = [:]
    try container.gate.use { store in
      try store.connection.forEachRow(sql) { row in
        if let owner = row.integer(0), let count = row.integer(1) { counts[owner] = Int(count) }
      }
    }
    for member in pending {
      if let owner = relationship.reference.key(member.value) { counts[owner, default: 0] += 1 }
    }
    return counts
  }

  /// The keys of the objects that fulfil a condition.
  fileprivate func keys<Model>(where condition: Where<Model>) throws -> [Int64] {
    if parent != nil { return try fetch(FetchRequest(where: condition)).map(\.key) }
    let (pending, stored) = try judged(condition)
    return try container.ids(FetchRequest(where: stored)).map(\.rawValue) + pending.map(\.key)
  }

  /// The objects with unsaved changes that fulfil a condition, and the condition for all other rows of the store.
  private func judged<Model>(_ condition: Where<Model>) throws -> ([Managed<Model>], Where<Model>) {
    let condition = try condition.settled(in: self)
    let table = table(of: Model.self)
    guard table.hasPending else { return ([], condition) }
    let isMeant = try condition.evaluator(in: self)
    return (
      try table.pending.filter { try isMeant($0.value) }, leavingOut(table, of: condition)
    )
  }
}
