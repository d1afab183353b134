import Bookstall
import Presentation

/// `bookstall rate`: one book's stars.
struct RateCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rate", abstract: "Set a rating; 0 clears it.",
      examples: ["bookstall rate 40 5", "bookstall rate \"earthsea\" 4"])
  }

  @Argument(.text("book"), help: "A number, a title, or a part of one.") var book = ""
  @Argument(.stars, help: "0.25 to 5 in quarter stars: 4, 4.5, 3.75; 0 clears.")
  var stars = Setting<Rating>.cleared
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let (old, new) = try session.change(
      session.record(book, in: store), named: "rate", in: store, isDryRun: dryRun
    ) { $0.book.rating = stars.value }
    if global.json {
      try session.printJSON(new)
      return .success
    }
    if global.quiet { return .success }
    var line = StyledText((dryRun ? "Would rate " : "") + session.name(of: old.book) + "   ")
    line.append(session.stars(old.book.rating))
    if old.book.rating == new.book.rating {
      line.append(" already")
    } else {
      line.append(session.arrow)
      line.append(session.stars(new.book.rating))
    }
    try session.confirm(done: line, isDryRun: dryRun)
    if !dryRun, old.book.rating != new.book.rating { session.hint("undo: bookstall undo") }
    return .success
  }
}
