import Bookstall
import Persistence
import Presentation

/// `bookstall undo`: takes back the last change, whichever run made it.
struct UndoCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: "Take back the last change.", examples: ["bookstall undo"],
      discussion: ["Every change is one step, an import too. Repeat it to go further back."])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    guard let change = try session.existingStore().undo() else {
      throw Failure("There is no change to take back.", .failure)
    }
    var line = StyledText("Took back: \(SafeText.excerpt(change.name))")
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
    try session.confirm(done: line)
    return .success
  }

  private static func rating(_ value: SQLValue) -> Rating? {
    switch value {
    case .real(let stars): Rating(stored: stars)
    case .integer(let stars): Rating(stored: Double(stars))
    default: nil
    }
  }
}
