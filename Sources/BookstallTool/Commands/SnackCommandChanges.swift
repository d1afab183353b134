import Bookstall
import Presentation

/// `bookstall snack rate`: one snack bar's stars.
struct SnackRateCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rate", abstract: "Rate a snack bar; 0 clears it.",
      examples: ["bookstall snack rate 5 4.5", "bookstall snack rate 5 0"])
  }

  @Argument(.snackBarNumber, help: "The number of a snack bar.") var number = Int64(0)
  @Argument(.stars, help: "0.25 to 5 in quarter stars: 4, 4.5, 3.75; 0 clears.")
  var stars = Setting<Rating>.cleared
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.storeForSnacks(isDryRun: dryRun)
    let change: SnackBarChange
    if dryRun {
      let before = try session.snackBar(number, in: store).bar
      var after = before
      after.rating = stars.value
      change = SnackBarChange(before: before, after: after)
    } else {
      guard let made = try store.rateSnackBar(number, stars.value) else { throw Failure.noSnackBar(number) }
      change = made
    }
    if global.json {
      try session.printJSON(SnackJSON.value(change.after))
      return .success
    }
    if global.quiet { return .success }
    var line = StyledText((dryRun ? "Would rate " : "") + session.name(of: change.before) + "   ")
    line.append(session.stars(change.before.rating, outlined: false))
    if change.before.rating == change.after.rating {
      line.append(" already")
    } else {
      line.append(session.arrow)
      line.append(session.stars(change.after.rating, outlined: false))
    }
    try session.confirm(done: line, isDryRun: dryRun)
    if !dryRun, change.before != change.after { session.hint("undo: bookstall undo") }
    return .success
  }
}

/// `bookstall snack bookmark`: sets one snack bar's bookmark, or takes it off.
struct SnackBookmarkCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bookmark", abstract: "Set a snack bar's bookmark, or take it off.",
      examples: ["bookstall snack bookmark 5"])
  }

  @Argument(.snackBarNumber, help: "The number of a snack bar.") var number = Int64(0)
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.storeForSnacks(isDryRun: dryRun)
    var after: SnackBar
    if dryRun {
      after = try session.snackBar(number, in: store).bar
      after.isBookmarked.toggle()
    } else {
      guard let change = try store.toggleBookmark(ofSnackBar: number) else {
        throw Failure.noSnackBar(number)
      }
      after = change.after
    }
    if global.json {
      try session.printJSON(SnackJSON.value(after))
      return .success
    }
    let state = Session.bookmarkWords(after.isBookmarked)
    let name = session.name(of: after)
    try session.confirm(
      done: StyledText(dryRun ? "Would change \(name)   \(state)" : "\(name)   \(state)"), isDryRun: dryRun)
    if !dryRun { session.hint("undo: bookstall undo") }
    return .success
  }
}

extension Session {
  /// `bookmarked` or `not bookmarked`.
  static func bookmarkWords(_ isBookmarked: Bool) -> String {
    isBookmarked ? "bookmarked" : "not bookmarked"
  }

  /// The store for a change of a snack bar; the guide is in every store, so a missing file is made.
  func storeForSnacks(isDryRun: Bool) throws -> BookStore {
    isDryRun ? try existingStore() : try storeForWriting()
  }
}
