import Bookstall
import Persistence
import Presentation

/// `bookstall undo`: takes back the last change or a chosen one, whichever run made it.
struct UndoCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: "Take back the last change, or one of the last.",
      examples: ["bookstall undo", "bookstall undo --list", "bookstall undo 12 --dry-run"],
      discussion: [
        "Every change is one step, an import too. Repeat it to go further back; redo goes forward again. A step "
          + "that is not the last is named by its number in undo --list; it stays if later steps build on it."
      ])
  }

  @Argument(.integer("step", in: 1...Int.max), help: "The number of a step; the last one if missing.")
  var step: Int?
  @Flag(help: "List the last changes instead, the next to be taken back first.") var list
  @Flag(help: "Say what would be taken back, change nothing.") var dryRun
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    if list, step != nil {
      throw ValidationError(message: "'--list' shows the last changes; it takes no step.")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    if list { return try ChangeListing(session).run() }
    let verb = dryRun ? "Would take back" : "Took back"
    // Afterwards the change is no longer among those that can be taken back.
    let books = global.json ? [] : try concerned(in: session)
    return try session.tell(
      try undo(in: session), about: books, as: verb, key: "undone", isDryRun: dryRun)
  }

  /// The books of the change, where they are several but few.
  private func concerned(in session: Session) throws -> [RecordedChange.NamedBook] {
    let recent = try session.existingStore().recentChanges(limit: step == nil ? 1 : Self.mostSearched)
    let change = step.map { step in recent.first { $0.number == Int64(step) } } ?? recent.first
    return change?.books ?? []
  }

  /// The change of a number is looked for among so many.
  private static let mostSearched = 50

  private func undo(in session: Session) throws -> UndoneChange {
    do {
      let number = step.map(Int64.init)
      if let change = try session.existingStore().undo(number: number, isRehearsal: dryRun) { return change }
    } catch StoreError.undoConflict {
      // Trying again would not help: what the change made is no longer there.
      throw Failure(conflict, .failure)
    }
    guard let step else { throw Failure("There is no change to take back.", .failure) }
    throw Failure(
      "There is no step \(step) to take back. See the steps with: bookstall undo --list", .notFound)
  }

  private var conflict: String {
    guard let step else {
      return "The last change can't be taken back: the same book was changed since, by another program or by "
        + "taking back an older step. Nothing was changed; set it right with: bookstall edit"
    }
    return
      "Step \(step) can't be taken back: later changes concern the same book. Nothing was changed; take those "
      + "back first, see: bookstall undo --list"
  }
}

extension Session {
  /// Says what was taken back, or made again, and what is as it was before; names the books where they are several.
  func tell(
    _ change: UndoneChange, about books: [RecordedChange.NamedBook] = [], as verb: String, key: String,
    isDryRun: Bool = false
  ) throws -> ExitStatus {
    if global.json {
      try printJSON(
        SnackJSON.object([
          (key, .string(change.name)), ("date", .string(change.date)),
          ("id", Self.number(change.book.known?.book.id)),
          ("snackBar", Self.number(change.snackBar.known?.id)), ("removed", .number(String(change.removed))),
          ("restored", .number(String(change.restored))), ("reverted", .number(String(change.reverted))),
        ]))
      return .success
    }
    var line = StyledText("\(verb): \(excerpt(change.name))")
    let differences = change.book.differences
    let isRating = differences.map(\.field) == [.rating]
    if let after = change.snackBar.after {
      line.append(words(from: change.snackBar.before ?? after, to: after))
    } else if let record = change.book.known {
      line.append(" \(name(of: record.book))")
      if isRating {
        line.append("   ")
        line.append(stars(change.book.before?.book.rating))
        line.append(arrow)
        line.append(stars(change.book.after?.book.rating))
      } else if change.book.before == nil || change.book.after == nil {
        line.append("   " + counts(of: change))
      }
    } else {
      line.append("   " + counts(of: change))
      if books.count > 1 { line.append(": " + names(of: books)) }
    }
    try confirm(done: line, isDryRun: isDryRun)
    if !global.quiet, !isRating { try print(differences: differences) }
    return .success
  }

  /// `2 books gone again, 1 as before`.
  private func counts(of change: UndoneChange) -> String {
    let counts = [
      (change.removed, "gone again"), (change.restored, "back again"), (change.reverted, "as before"),
    ].filter { $0.0 > 0 }
    if change.book.known != nil { return counts.map(\.1).joined(separator: ", ") }
    if counts.isEmpty { return "no book is concerned" }
    return counts.map { "\($0.0) \($0.0 == 1 ? "book" : "books") \($0.1)" }.joined(separator: ", ")
  }

  /// What happened to a snack bar.
  private func words(from before: SnackBar, to after: SnackBar) -> StyledText {
    var line = StyledText(" \(name(of: after))")
    if before.rating != after.rating {
      line.append("   ")
      line.append(stars(before.rating, outlined: false))
      line.append(arrow)
      line.append(stars(after.rating, outlined: false))
    }
    if before.isBookmarked != after.isBookmarked {
      let words = [before, after].map { Self.bookmarkWords($0.isBookmarked) }
      line.append("   " + words.joined(separator: arrow))
    }
    return line
  }

  /// A number for JSON, or null.
  static func number(_ number: Int64?) -> JSON { number.map { .number(String($0)) } ?? .null }
}

extension UndoneChange.Pair<BookRecord> {
  /// What differs, where the book is there before and after.
  fileprivate var differences: [FieldText.Difference] {
    guard let before, let after else { return [] }
    return FieldText.differences(before, after)
  }
}
