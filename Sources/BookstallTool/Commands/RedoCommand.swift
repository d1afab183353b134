import Bookstall
import Persistence

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
        return try session.tell(
          change, as: dryRun ? "Would make again" : "Made again", key: "redone", isDryRun: dryRun)
      }
    } catch StoreError.undoConflict {
      throw Failure(
        "The change can't be made again: another program has changed the same book since. "
          + "Nothing was changed.", .failure)
    }
    throw Failure("There is no change to make again.", .failure)
  }
}
