import Bookstall
import Persistence
import Presentation

/// `bookstall undo`: takes back the last change, whichever run made it.
struct UndoCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: "Take back the last change.",
      examples: ["bookstall undo", "bookstall undo --list"],
      discussion: [
        "Every change is one step, an import too. Repeat it to go further back; redo goes forward again."
      ])
  }

  @Flag(help: "List the last changes instead, the next to be taken back first.") var list
  @Flag(help: "Say what would be taken back, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    if list { return try session.listChanges() }
    let verb = dryRun ? "Would take back" : "Took back"
    return try tell(try undo(in: session), as: verb, key: "undone", isDryRun: dryRun, in: session)
  }

  /// Says what was done and what is as it was before.
  func tell(
    _ change: UndoneChange, as verb: String, key: String, isDryRun: Bool = false, in session: Session
  ) throws -> ExitStatus {
    let global = session.global
    if global.json {
      try session.console.write(Self.json(change, key: key))
      return .success
    }
    var line = StyledText("\(verb): \(SafeText.excerpt(change.name))")
    line.append(
      change.snackBar.map { words(of: change, on: $0, in: session) } ?? words(of: change, in: session))
    try session.confirm(done: line, isDryRun: isDryRun)
    if global.quiet || change.snackBar != nil { return .success }
    for property in change.properties where property.column != "rating" || change.properties.count > 1 {
      let values = [property.from, property.to].map { Self.text($0) ?? "(none)" }
      let field = String(property.column.map { $0 == "_" ? " " : $0 })
      try session.print("  \(field): \(values.joined(separator: session.arrow))")
    }
    return .success
  }

  /// What happened to books, behind the name of the change.
  private func words(of change: UndoneChange, in session: Session) -> StyledText {
    var line = StyledText()
    if let book = change.book { line.append(" \(session.name(of: book))") }
    if let rating = change.properties.first(where: { $0.column == "rating" }), change.properties.count == 1 {
      line.append("   ")
      line.append(session.stars(Self.rating(rating.from)))
      line.append(session.arrow)
      line.append(session.stars(Self.rating(rating.to)))
    }
    let counts = [
      (change.removed, "gone again"), (change.restored, "back again"), (change.reverted, "as before"),
    ].filter { $0.0 > 0 }
    if change.book == nil {
      line.append(
        "   " + counts.map { "\($0.0) \($0.0 == 1 ? "book" : "books") \($0.1)" }.joined(separator: ", "))
    } else if let only = counts.first, change.reverted == 0 {
      line.append("   " + only.1)
    }
    return line
  }

  /// What happened to a snack bar, behind the name of the change.
  private func words(of change: UndoneChange, on bar: SnackBar, in session: Session) -> StyledText {
    var line = StyledText(" \(session.name(of: bar))")
    for property in change.properties {
      let values = [property.from, property.to].map { value in
        property.column == "rating"
          ? session.stars(Self.rating(value), outlined: false)
          : StyledText(Session.bookmarkWords(value == .integer(1)))
      }
      line.append("   ")
      line.append(values[0])
      line.append(session.arrow)
      line.append(values[1])
    }
    return line
  }

  private func undo(in session: Session) throws -> UndoneChange {
    do {
      if let change = try session.existingStore().undo(isRehearsal: dryRun) { return change }
    } catch StoreError.undoConflict {
      // Trying again would not help: what the change made is no longer there.
      throw Failure(
        "The last change can't be taken back: another program has changed the same book since. "
          + "Nothing was changed; set it right with: bookstall edit", .failure)
    }
    throw Failure("There is no change to take back.", .failure)
  }

  private static func json(_ change: UndoneChange, key: String) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(literal: "{", into: &bytes)
    JSONWriter.append(key, into: &bytes)
    JSONWriter.append(literal: ":", into: &bytes)
    JSONWriter.append(change.name, into: &bytes)
    JSONWriter.append(literal: ",\"date\":", into: &bytes)
    JSONWriter.append(change.date, into: &bytes)
    let counts: [(StaticString, Int64?)] = [
      (",\"id\":", change.book?.id), (",\"snackBar\":", change.snackBar?.id),
      (",\"removed\":", Int64(change.removed)),
      (",\"restored\":", Int64(change.restored)), (",\"reverted\":", Int64(change.reverted)),
    ]
    for (key, count) in counts {
      JSONWriter.append(literal: key, into: &bytes)
      JSONWriter.append(count, into: &bytes)
    }
    JSONWriter.append(literal: "}\n", into: &bytes)
    return bytes
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): Stars(Rating(stored: number)).number
    case .text(let text): SafeText.excerpt(text)
    }
  }

  private static func rating(_ value: SQLValue) -> Rating? {
    switch value {
    case .real(let stars): Rating(stored: stars)
    case .integer(let stars): Rating(stored: Double(stars))
    default: nil
    }
  }
}
