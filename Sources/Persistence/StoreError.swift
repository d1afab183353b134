internal import SQLite

/// Everything that can go wrong between a context and its file.
public enum StoreError: Error, Sendable, Equatable {
  /// Another program holds the file's lock and did not let go within the busy time-out.
  case busy
  /// There is no space left for the change; nothing was written.
  case diskFull
  /// The file or its folder can't be written.
  case readOnly(path: String)
  /// The file or its folder can't be opened.
  case cannotOpen(path: String)
  /// There is a file of that name, which is left alone.
  case fileExists(path: String)
  /// The file is a database, but a damaged one.
  case corrupt(detail: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is a database of another program.
  case foreignStore(path: String, applicationID: Int64)
  /// The file was written by a newer version of the program.
  case newerStore(path: String, version: Int64, known: Int64)
  /// The file's history of changes is in a form that only a newer version of the program knows; it can still be read
  /// with the option `isReadOnly`.
  case newerHistory(path: String)
  /// A migration that the file has had is not the one the program has now.
  case editedMigration(number: Int, name: String)
  /// A migration failed; the file is as it was.
  case migrationFailed(number: Int, name: String, reason: String)
  /// Objects break rules; nothing was written.
  case validation([ObjectFailure])
  /// The schema refused a change; nothing was written.
  case constraint(ConstraintFailure)
  /// Rows changed or vanished since they were read; nothing was written.
  case conflict([Conflict])
  /// A stored value doesn't fit its property.
  case decoding(DecodingFailure)
  /// A predicate or sort order uses something that has no counterpart in SQL; the text names it.
  case unsupportedPredicate(String)
  /// A relationship is declared over an attribute that doesn't refer to the other side; the text names it.
  case invalidRelationship(String)
  /// An object of another context, or of none any more, was used in a relationship.
  case foreignObject(entity: String, id: Int64)
  /// A list has no such place.
  case outOfRange(index: Int, count: Int)
  /// Objects keep others from being deleted by the delete rule `deny`; nothing was written.
  case deletionDenied([DeletionBlocker])
  /// A deleted object was changed or used.
  case objectDeleted(entity: String, id: Int64)
  /// The file that the container has open was moved, deleted or replaced; close the container and open the file anew.
  case fileGone(path: String)
  /// A model is written that is not among the `entities` of the store's model.
  case unlistedModel(entity: String)
  /// The container was closed.
  case closed
  /// There is no change to undo.
  case nothingToUndo
  /// A recorded change can't be taken back, since rows are not as it left them; nothing was written.
  case undoConflict(HistoryEntry, [Conflict])
  /// The task was cancelled; what was not committed yet is rolled back.
  case cancelled
  /// The file is in use by another connection, and write-ahead logging would damage it with this version of SQLite.
  case unsafeJournal(path: String, sqliteVersion: String)
  /// A table has given out the largest key that there is; a row with a key of its own choice may still fit.
  case keysExhausted(entity: String)
  /// The file lacks a table, or a column of it, that the program needs: another tool changed its schema, or the model
  /// names it wrongly. The columns that there are stand beside the one that is missing and its property.
  case schemaMismatch(entity: String, column: String?, property: String? = nil, present: [String] = [])
  /// The file's schema uses something that this program has not, such as a function of another tool.
  case incompatibleSchema(detail: String)
  /// A model's `init(row:)` reads more columns than its schema lists.
  case unlistedColumn(entity: String, listed: Int)
  /// A sum of integers, or the number of a row's changes, has no room in 64 bits.
  case overflow(entity: String, expression: String)
  /// A text or bytes, or a row of them, are longer than SQLite can keep; nothing was written.
  case valueTooLarge(entity: String?, column: String?, id: Int64?)
  /// A condition has more parts or levels than SQLite can follow; the text is SQLite's.
  case queryTooLarge(String)
  /// The file can't be read or written, for no reason that the cases above know; the code is SQLite's, such as 778 for
  /// a write past the limit that the system sets for files.
  case inputOutput(path: String, code: Int32)
  /// There is no memory left for SQLite; nothing was written.
  case outOfMemory
  /// Something can't be done inside a read, a change or a save that is going on; the text says what.
  case notAllowedHere(String)
  /// Anything else that SQLite refused.
  case sqlite(code: Int32, message: String)
}

/// The rules that one object breaks.
public struct ObjectFailure: Equatable, Sendable {
  /// The table.
  public let entity: String
  /// The object's key; a temporary one for an object that is not saved yet.
  public let id: Int64
  /// Every rule that it breaks.
  public let failures: [ValidationFailure]

  /// One object and the rules that it breaks.
  public init(entity: String, id: Int64, failures: [ValidationFailure]) {
    self.entity = entity
    self.id = id
    self.failures = failures
  }
}

/// An object that keeps another one from being deleted.
public struct DeletionBlocker: Hashable, Sendable {
  /// The table of the object that refers to the other.
  public let entity: String
  /// Its key.
  public let id: Int64
  /// The column with the reference.
  public let column: String
  /// The table of the object to be deleted.
  public let target: String
  /// Its key.
  public let targetID: Int64

  /// An object and the reference by which it holds another.
  public init(entity: String, id: Int64, column: String, target: String, targetID: Int64) {
    self.entity = entity
    self.id = id
    self.column = column
    self.target = target
    self.targetID = targetID
  }
}

/// A refusal by the schema.
public struct ConstraintFailure: Equatable, Sendable {
  /// The sort of constraint.
  public enum Kind: Sendable {
    /// A `CHECK`, or a value of the wrong class in a table that is `STRICT`.
    case check
    /// A reference to a row that is not there.
    case foreignKey
    /// A missing value.
    case notNull
    /// A value that another row has.
    case unique
    /// Another rule, such as a trigger's.
    case other
  }

  /// The sort of constraint.
  public let kind: Kind
  /// The table at work.
  public let entity: String
  /// The row at work, where known; a new object by its temporary key.
  public let id: Int64?
  /// SQLite's message, which names the columns or the check, with the values of a row whose values others have.
  public let message: String

  /// A refusal by its sort, place and message.
  public init(kind: Kind, entity: String, id: Int64?, message: String) {
    self.kind = kind
    self.entity = entity
    self.id = id
    self.message = message
  }
}

/// A stored value that doesn't fit its property.
public struct DecodingFailure: Equatable, Sendable {
  /// The table.
  public let entity: String
  /// The column.
  public let column: String
  /// The row's key, where it could be read.
  public let id: Int64?
  /// What the store holds there.
  public let stored: SQLValue

  /// A stored value and its place.
  public init(entity: String, column: String, id: Int64?, stored: SQLValue) {
    self.entity = entity
    self.column = column
    self.id = id
    self.stored = stored
  }
}
