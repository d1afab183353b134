import Bookstall
import Persistence
import Presentation

/// `bookstall redo`: makes the change again that was taken back last.
struct RedoCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "redo", abstract: "Make the change again that undo took back.",
      examples: ["bookstall redo"],
      discussion: ["It goes as far as undo went, until something else is changed."])
  }

  @Flag(help: "Say what would be made again, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    do {
      if let change = try session.existingStore().redo(isRehearsal: dryRun) {
        return try UndoCommand().tell(
          change, as: dryRun ? "Would make again" : "Made again", key: "redone", isDryRun: dryRun, in: session
        )
      }
    } catch StoreError.undoConflict {
      throw Failure(
        "The change can't be made again: another program has changed the same book since. "
          + "Nothing was changed.", .failure)
    }
    throw Failure("There is no change to make again.", .failure)
  }
}

extension Session {
  /// So many changes are listed.
  private static let listedChanges = 20

  /// Lists the changes that can be taken back, the last first.
  func listChanges() throws -> ExitStatus {
    let changes = try existingStore().recentChanges(limit: Self.listedChanges)
    if global.json {
      try printJSON(
        .array(
          changes.map { SnackJSON.object([("name", .string($0.name)), ("date", .string($0.date))]) }))
      return .success
    }
    for change in changes {
      let name = SafeText.line(change.name)
      if global.plain {
        try print("\(SafeText.line(change.date))\t\(name)")
        continue
      }
      // The day and the minute, in UTC as it is recorded.
      let date = SafeText.line(String(change.date.prefix(16))).split(separator: "T").joined(separator: " ")
      let layout = output.layout
      if let columns = output.columns, columns < 40 {
        // Too narrow for both: the date stands above the name.
        try print([StyledText(layout.truncated(date, to: columns), output.style(.dim))])
        try print([StyledText("  " + layout.truncated(name, to: columns - 2))])
        continue
      }
      var line = StyledText("\(date) UTC  ", output.style(.dim))
      let room = output.columns.map { $0 - line.cells(by: layout.width) }
      line.append(room.map { layout.truncated(name, to: $0) } ?? name)
      try print([line])
    }
    if changes.isEmpty, !global.plain { note("There is no change to take back.") }
    return .success
  }
}
