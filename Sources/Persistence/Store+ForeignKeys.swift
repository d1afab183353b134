internal import SQLite

extension Store {
  /// Names a row that refers to a missing one; SQLite's own refusal names none.
  ///
  /// Other tools may have left rows without their parents long ago, so those come first that the running transaction
  /// wrote, or whose parents it deleted.
  func foreignKeyFailure() throws -> StoreError {
    var failure: ConstraintFailure?
    var isOwn = false
    try connection.forEachRow("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check") { row in
      if isOwn { return }
      let table = row.text(0) ?? ""
      let id = row.integer(1)
      let parent = row.text(2) ?? "another table"
      isOwn =
        try id.map { try isWritten($0, of: table, parent: parent, constraint: row.integer(3) ?? 0) } ?? false
      guard isOwn || failure == nil else { return }
      failure = ConstraintFailure(
        kind: .foreignKey, entity: table, id: id, message: "refers to a missing row of \(parent)")
    }
    return .constraint(
      failure
        ?? ConstraintFailure(
          kind: .foreignKey, entity: "", id: nil, message: "FOREIGN KEY constraint failed"))
  }

  /// Whether the running transaction wrote a row, or deleted the one that it refers to.
  private func isWritten(_ id: Int64, of table: String, parent: String, constraint: Int64) throws -> Bool {
    if history.log.touches(id, of: table, .insert) || history.log.touches(id, of: table, .update) {
      return true
    }
    guard history.log.deletes(from: parent) else { return false }
    guard
      case .text(let column)? = try connection.value(
        "SELECT \"from\" FROM pragma_foreign_key_list(\(table)) WHERE id = \(constraint)"),
      case .integer(let target)? = try connection.value(
        SQL(
          verbatim:
            "SELECT \(SQL.quoted(identifier: column)) FROM \(SQL.quoted(identifier: table)) WHERE rowid = ?",
          bindings: [.integer(id)]))
    else { return false }
    return history.log.touches(target, of: parent, .delete)
  }
}

extension ChangeLog {
  /// Whether a change of some sort is noted of a row.
  func touches(_ id: Int64, of table: String, _ kind: HistoryEntry.Change.Kind) -> Bool {
    entries.contains { $0.kind == kind && $0.entity.table == table && $0.first <= id && id <= $0.last }
  }

  func deletes(from table: String) -> Bool {
    entries.contains { $0.kind == .delete && $0.entity.table == table }
  }
}
