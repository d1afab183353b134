import Bookstall
import Persistence
import Presentation

extension Failure {
  /// No book is meant by the text.
  static func noBook(_ text: String) -> Failure {
    Failure("No book fits '\(SafeText.excerpt(text))'. See what there is with: bookstall list", .notFound)
  }

  /// Several books are meant; the message lists them.
  static func ambiguous(_ text: String, _ books: [Book], _ options: TerminalOptions) -> Failure {
    let shown = books.prefix(10)
    let layout = options.layout
    var message = "'\(SafeText.excerpt(text))' fits \(books.count) books. Name one by its number:"
    let room = max(12, (options.columns ?? 80) - 9)
    for book in shown {
      let labels = BookLabels(book)
      let id = layout.padded(String(book.id), to: 5, alignment: .trailing)
      if room < 40 {
        message += "\n\(id)  \(layout.truncated(labels.title, to: room + 2))"
        message += "\n       \(layout.truncated(labels.author, to: room + 2))"
      } else {
        let title = layout.fitted(labels.title, to: room * 3 / 5)
        message += "\n\(id)  \(title)  \(layout.truncated(labels.author, to: room * 2 / 5))"
      }
    }
    if books.count > shown.count {
      message += "\n\(options.isASCII ? "..." : "…") \(books.count - shown.count) more"
    }
    return Failure(message, .notFound)
  }

  /// Words what the store refused.
  init(_ error: StoreError) {
    let otherFile = "name another file with --db."
    switch error {
    case .busy: self.init("The store is in use by another program. Try again in a moment.", .storeBusy)
    case .diskFull:
      self.init("The disk is full; nothing was changed. Make room and try again.", .cannotWrite)
    case .readOnly(let path):
      self.init("\(Self.quoted(path)) can't be written. Check its permissions or \(otherFile)", .cannotWrite)
    case .cannotOpen(let path):
      self.init("\(Self.quoted(path)) can't be opened. Check the path or \(otherFile)", .cannotRead)
    case .fileExists(let path):
      self.init("\(Self.quoted(path)) exists. Name a new file.", .cannotWrite)
    case .corrupt(let detail):
      self.init(
        "The store is damaged (\(SafeText.excerpt(detail))). Copy the file before anything else.", .failure)
    case .notADatabase(let path):
      self.init("\(Self.quoted(path)) is no SQLite database. Check the path or \(otherFile)", .cannotRead)
    case .foreignStore(let path, _):
      self.init(
        "\(Self.quoted(path)) belongs to another program. Check the path or \(otherFile)", .cannotRead)
    case .newerStore, .newerHistory, .editedMigration, .migrationFailed: self.init(version: error)
    case .validation, .constraint, .conflict, .decoding, .objectDeleted, .deletionDenied:
      self.init(row: error)
    case .nothingToUndo: self.init("There is no change to take back.", .failure)
    case .unsupportedPredicate(let text):
      self.init("The store can't be asked for \(SafeText.excerpt(text)).", .failure)
    case .invalidRelationship, .foreignObject, .outOfRange: self.init("\(error)", .failure)
    case .fileGone:
      self.init("The store's file was moved, deleted or replaced meanwhile. Try again.", .storeBusy)
    case .closed: self.init("The store was closed.", .failure)
    case .cancelled: self.init("The work was stopped; nothing was changed.", .failure)
    case .undoConflict(let change, _):
      self.init(
        "The change '\(SafeText.excerpt(change.name))' can't be taken back: its rows were changed since. "
          + "Nothing was changed.", .failure)
    case .unsafeJournal(let path, _):
      self.init("\(Self.quoted(path)) is in use by another program, which keeps it for itself.", .storeBusy)
    case .inputOutput(_, let code):
      let isReading = code == Self.ioErrorRead
      self.init(
        "The store's file can't be \(isReading ? "read" : "written"); nothing was changed. "
          + "Check the disk and the limit for files (SQLite \(code)).", isReading ? .cannotRead : .cannotWrite
      )
    case .schemaMismatch, .incompatibleSchema:
      self.init("\(error) Restore a backup or undo that change with any SQLite tool.", .cannotRead)
    case .keysExhausted, .unlistedModel, .unlistedColumn, .overflow, .valueTooLarge, .queryTooLarge,
      .outOfMemory, .notAllowedHere:
      self.init("\(error)", .failure)
    case .sqlite(let code, let message):
      self.init("The store failed: \(SafeText.excerpt(message)) (SQLite \(code)).", .failure)
    }
  }

  /// Words what is wrong with the version of the store's file.
  private init(version error: StoreError) {
    switch error {
    case .newerStore(let path, let version, let known):
      self.init(
        "\(Self.quoted(path)) was written by a newer Bookstall (format \(version); this one knows \(known)). "
          + "Update Bookstall.", .cannotRead)
    case .newerHistory(let path):
      self.init(
        "\(Self.quoted(path)) was written by a newer Bookstall, whose history this one can't keep. "
          + "Update Bookstall.", .cannotRead)
    case .editedMigration(let number, let name):
      self.init(
        "The store was made by another build: step \(number) (\(SafeText.excerpt(name))) differs. "
          + "Use that build.", .cannotRead)
    case .migrationFailed(let number, _, let reason):
      self.init(
        "The store could not be brought up to date and is as it was (step \(number): "
          + "\(SafeText.excerpt(reason))).", .failure)
    default: self.init("\(error)", .failure)
    }
  }

  /// Words why books could not be changed or read.
  private init(row error: StoreError) {
    switch error {
    case .validation(let failures):
      let rules = failures.flatMap(\.failures).map {
        [$0.column, $0.rule].compactMap { $0 }.joined(separator: " ")
      }
      self.init("Nothing was changed; it must hold that: \(rules.joined(separator: "; ")).", .failure)
    case .constraint(let failure):
      self.init("Nothing was changed; the store says: \(SafeText.excerpt(failure.message)).", .failure)
    case .conflict:
      self.init("Another program changed the book meanwhile; nothing was changed. Try again.", .storeBusy)
    case .decoding(let failure):
      let row = failure.id.map { " of book \($0)" } ?? ""
      self.init(
        "The store holds no valid value in '\(failure.column)'\(row). Correct it with any SQLite tool.",
        .failure)
    case .deletionDenied(let blockers):
      let rows = blockers.prefix(5).map { "\($0.entity) \($0.id)" }.joined(separator: ", ")
      self.init("Nothing was deleted: \(rows) still refers to it.", .failure)
    case .objectDeleted(_, let id):
      self.init("Book \(id) was deleted meanwhile; nothing was changed.", .notFound)
    default: self.init("\(error)", .failure)
    }
  }

  /// SQLITE_IOERR_READ.
  private static let ioErrorRead: Int32 = 10 | 1 << 8

  static func quoted(_ path: String) -> String { "'\(SafeText.line(path))'" }
}
