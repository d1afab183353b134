import Bookstall
import Glibc
import Presentation

/// `bookstall db restore`: puts a backup in the place of the store, and keeps the store beside it.
struct DatabaseRestoreCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore", abstract: "Put a backup in the place of the store.",
      examples: ["bookstall db restore ~/books.bak"],
      discussion: [
        "The backup is checked first, and copied. The store as it was is kept beside it, in a file whose name "
          + "ends in the day and the time; to go back to it, restore that file. The backup brings its own history: "
          + "undo then takes back what was changed before the backup was made."
      ])
  }

  @Argument(.filePath, help: "A file that 'db backup' wrote.") var file = ""
  @Flag(help: "Say what would be put back, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let shown = SafeText.line(file)
    guard access(file, R_OK) == 0 else {
      throw Failure("Cannot read '\(shown)': \(Failure.reason(errno)).", .cannotRead)
    }
    let path = try session.storePath()
    if let real = realpath(file, nil) {
      defer { free(real) }
      guard !isSame(path, String(cString: real)) else {
        throw Failure("'\(shown)' is the store itself. Name a backup of it.", .usage)
      }
    }
    let restoration = StoreRestoration(backup: file, path: path)
    let books = try restoration.check()
    // A store that can't be read is no reason against a backup, but one for it.
    let isThere = access(path, F_OK) == 0
    let old = isThere ? try? session.existingStore().count() : nil
    if dryRun { return try report(books, old, nil, in: session) }
    if isThere, try !agrees(books: books, old: old, in: session) {
      session.note("Nothing was changed.")
      return .success
    }
    return try report(books, old, try restoration.run(), in: session)
  }

  private func agrees(books: Int, old: Int?, in session: Session) throws -> Bool {
    if global.yes { return true }
    guard session.canAsk else {
      throw UsageError(
        error: .refused(ValidationError(message: "Putting a backup in the store's place needs '--yes'.")),
        path: [RootCommand.self, DatabaseCommand.self, Self.self])
    }
    let present = old.map { "the store of \(Self.books($0))" } ?? "the damaged store"
    return try session.confirm(
      "Put the backup of \(Self.books(books)) in the place of \(present)?",
      unanswered: "nothing was restored")
  }

  private func report(_ books: Int, _ old: Int?, _ kept: String?, in session: Session) throws -> ExitStatus {
    if global.json {
      try session.printJSON(
        SnackJSON.object([
          ("books", .number(String(books))), ("kept", kept.map(JSON.string) ?? .null),
        ]))
      return .success
    }
    let verb = dryRun ? "Would put back" : "Put back"
    try session.confirm(
      done: StyledText("\(verb) \(Self.books(books)) from \(SafeText.line(file))"), isDryRun: dryRun)
    if let kept {
      let present = old.map { "The store of \(Self.books($0))" } ?? "The damaged store"
      session.note("  \(present) is kept: \(SafeText.line(kept))")
      if old != nil {
        session.note(
          "  undo now takes back changes of the backup; to go back to that store, restore its file.")
      }
    }
    return .success
  }

  private func isSame(_ path: String, _ real: String) -> Bool {
    var (left, right) = (stat(), stat())
    return stat(path, &left) == 0 && stat(real, &right) == 0 && left.st_dev == right.st_dev
      && left.st_ino == right.st_ino
  }

  private static func books(_ count: Int) -> String { count == 1 ? "1 book" : "\(count) books" }
}
