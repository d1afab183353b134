internal import SQLite

extension StoreError: CustomStringConvertible {
  /// What happened, as one sentence for a log; values of rows stand in it where they explain the error.
  public var description: String {
    switch self {
    case .invalidRelationship(let text): "A relationship doesn't fit the schema: \(text)."
    case .foreignObject(let entity, let id):
      "The object \(id.isTemporary ? "(new)" : "\(id)") of \(entity) belongs to another context or to none any more."
    case .outOfRange(let index, let count): "A list of \(count) objects has no place \(index)."
    case .deletionDenied(let blockers): "Nothing was deleted: \(list(blockers))."
    case .busy: "Another program holds the lock of the store and did not let go in time."
    case .diskFull: "The disk is full; nothing was written."
    case .readOnly(let path): "The file \(path) can't be written."
    case .cannotOpen(let path): unopened(path)
    case .fileExists(let path): "The file \(path) is there already and was left alone; give another name."
    case .corrupt(let detail): "The store is damaged: \(detail)."
    case .notADatabase(let path): "The file \(path) is no SQLite database."
    case .foreignStore(let path, let id):
      "The file \(path) belongs to another program, whose number is \(id)."
    case .newerStore(let path, let version, let known):
      "The file \(path) has version \(version) of the schema, and this program knows \(known) at most."
    case .newerHistory(let path):
      "The history in the file \(path) is in a form of a newer program, which this one can't add to."
    case .editedMigration(let number, let name):
      "Migration \(number), \(name), is not the one that the store has had."
    case .migrationFailed(let number, let name, let reason):
      "Migration \(number), \(name), failed, and the store is as it was: \(reason)."
    case .validation(let failures): "Nothing was written: \(list(failures))."
    case .constraint(let failure):
      "Nothing was written: \(failure.place) breaks a rule of the schema: \(failure.message)."
    case .conflict(let conflicts):
      "Nothing was written: others have changed what was to be written: \(list(conflicts))."
    case .decoding(let failure): failure.sentence
    case .unsupportedPredicate(let what): "SQL has no counterpart for \(what)."
    case .objectDeleted(let entity, let id): "Row \(id) of \(entity) is deleted and can't be written to."
    case .closed: "The container is closed."
    case .fileGone(let path): gone(path)
    case .unlistedModel(let entity):
      "Nothing was written: the model of \(entity) is not among the entities of the store's model; add it there."
    case .nothingToUndo: "There is no change to take back."
    case .undoConflict(let change, let conflicts):
      "Change \(change.id), \(change.name), can't be taken back, since rows have changed since: \(list(conflicts))."
    case .cancelled: "The task was cancelled; what was not committed is rolled back."
    case .unsafeJournal(let path, let version):
      "The file \(path) is in use, and SQLite \(version) may damage it in write-ahead mode with several connections."
    case .keysExhausted(let entity):
      "Nothing was written: \(entity) has given out its largest key, so that a new row must bring one of its own."
    case .schemaMismatch(let entity, let column, let property, let present):
      mismatch(entity, column, property, present)
    case .incompatibleSchema(let detail): "The store's schema uses what this program has not: \(detail)."
    case .unlistedColumn(let entity, let listed):
      "The model of \(entity) reads more than the \(listed) columns that its schema lists."
    case .overflow(let entity, let expression):
      "The result of \(expression) over \(entity) has no room in 64 bits."
    case .valueTooLarge(let entity, let column, let id): tooLarge(entity, column, id)
    case .queryTooLarge(let what): "The condition is too large for SQLite: \(what)."
    case .inputOutput(let path, let code):
      "The file \(path) can't be \(StoreError.isOfReading(code) ? "read" : "written") (SQLite's code \(code))."
    case .outOfMemory: "There is no memory left for SQLite; nothing was written."
    case .notAllowedHere(let what): "This can't be done here: \(what)."
    case .sqlite(let code, let message): "SQLite refused with code \(code): \(message)."
    }
  }

  private func mismatch(
    _ entity: String, _ column: String?, _ property: String?, _ present: [String]
  ) -> String {
    guard let column else { return "The store has no table \(entity); another program must have removed it." }
    let wanted = property.map { "\(column), which \($0) stands for" } ?? column
    let columns = present.isEmpty ? "" : "; it has \(present.joined(separator: ", "))"
    return
      "The table \(entity) of the store has no column \(wanted)\(columns): another program must have changed it, "
      + "or the model misnames the column."
  }

  private func gone(_ path: String) -> String {
    "The file \(path) was moved, deleted or replaced while it was open; close the container and open it again."
  }

  private func unopened(_ path: String) -> String {
    if path.isEmpty { return "The store's path is empty." }
    return path == PersistentContainer.memoryPath
      ? "\(path) is no file's path; a store in memory is made by init(inMemory:)."
      : "The file \(path) can't be opened: it is missing, no regular file, or closed to this user."
  }

  private func tooLarge(_ entity: String?, _ column: String?, _ id: Int64?) -> String {
    guard let entity else { return "A value is longer than SQLite can take." }
    let value = column.map { "column \($0) of " } ?? ""
    let row = id.map { "row \($0)" } ?? "a row"
    return "Nothing was written: \(value)\(row) of \(entity) is longer than SQLite can keep."
  }

  /// Whether one of SQLite's input and output errors, such as 266 or 522, is of a read.
  private static func isOfReading(_ code: Int32) -> Bool { code == 266 || code == 522 }

  /// So many parts of an error are spelt out.
  private static let listed = 5

  private func list<Part: CustomStringConvertible>(_ parts: [Part]) -> String {
    let shown = parts.prefix(StoreError.listed).map(\.description).joined(separator: "; ")
    let more = parts.count - StoreError.listed
    return more > 0 ? "\(shown); and \(more) more" : shown
  }
}

extension ObjectFailure: CustomStringConvertible {
  /// The object and the rules that it breaks.
  public var description: String {
    let rules = failures.map { [$0.column, $0.rule].compactMap { $0 }.joined(separator: " ") }
    return "\(place(id, entity)): \(rules.joined(separator: ", "))"
  }
}

extension DeletionBlocker: CustomStringConvertible {
  /// The row and what it refers to.
  public var description: String { "\(place(id, entity)) refers to \(place(targetID, target))" }
}

extension ConstraintFailure {
  fileprivate var place: String {
    let table = entity.isEmpty ? "the store" : entity
    return id.map { Persistence.place($0, table) } ?? "a row of \(table)"
  }
}

extension Conflict: CustomStringConvertible {
  /// The row and, for each property in dispute, what it was, what it should be and what it is.
  public var description: String {
    guard !isDeleted else { return "row \(id) of \(entity) is gone" }
    guard !properties.isEmpty else { return "row \(id) of \(entity) has changed" }
    let disputes = properties.map {
      "\($0.column) was \($0.original.text), should be \($0.changed.text) and is \($0.stored.text)"
    }
    return "row \(id) of \(entity): \(disputes.joined(separator: ", "))"
  }
}

extension DecodingFailure {
  fileprivate var sentence: String {
    let row = id.map { "row \($0)" } ?? "a row"
    return "Column \(column) of \(row) of \(entity) holds \(stored.text), which doesn't fit the property."
  }
}

/// A row as a sentence names it.
private func place(_ id: Int64, _ entity: String) -> String {
  id.isTemporary ? "a new row of \(entity)" : "row \(id) of \(entity)"
}

extension SQLValue {
  /// The value as SQL writes it, long ones cut short.
  var text: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text):
      text.unicodeScalars.count > 60 ? "'\(String(text.unicodeScalars.prefix(60)))…'" : "'\(text)'"
    case .blob(let bytes): "a blob of \(bytes.count) bytes"
    }
  }
}
