internal import SQLite

extension ManagedContext {
  /// Writes all changes in one transaction, or, when anything fails, none.
  ///
  /// After a failure the store and the context are as they were before the call, and the save can be tried again.
  ///
  /// - Parameter name: What the change is called in the history, such as `rate`.
  /// - Throws: `StoreError.validation` with every object that breaks a rule, `.conflict` with every row that another
  ///   program changed meanwhile, `.constraint`, `.busy`, `.diskFull` and the like.
  public func save(named name: String = "change") throws {
    guard hasChanges else { return dropUnchanged() }
    let failures = tables.values.flatMap { $0.validationFailures() }
    guard failures.isEmpty else { throw StoreError.validation(failures) }
    let order = saveOrder()
    let savedKeys = try container.write(named: name) { store in
      let save = SaveSession(store: store)
      for table in order.reversed() { try table.saveDeletions(in: save) }
      for table in order { try table.saveChanges(in: save) }
      try save.throwConflicts()
      for table in order { try table.saveInsertions(in: save) }
      return save.savedKeys.all
    }
    for table in tables.values { table.commit(savedKeys) }
  }

  /// Objects that were written to and are back at their stored values are clean again.
  private func dropUnchanged() {
    for table in tables.values { table.commit([:]) }
  }

  /// The tables so ordered that a row is inserted after the rows it refers to; the order inside a cycle is any.
  private func saveOrder() -> [any ObjectTable] {
    let byName = Dictionary(
      tables.values.map { ($0.entity.table, $0) }, uniquingKeysWith: { first, _ in first })
    var ordered: [any ObjectTable] = []
    var visited: Set<String> = []
    func visit(_ table: any ObjectTable) {
      guard visited.insert(table.entity.table).inserted else { return }
      for reference in table.entity.references {
        if let target = byName[reference.target] { visit(target) }
      }
      ordered.append(table)
    }
    for name in byName.keys.sorted() {
      if let table = byName[name] { visit(table) }
    }
    return ordered
  }
}
