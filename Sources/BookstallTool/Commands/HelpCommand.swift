import Presentation

/// `bookstall help`: a command's help, or a topic's.
struct HelpCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "help", abstract: "Show the help of a command or a topic.",
      examples: ["bookstall help add", "bookstall help keys"],
      discussion: ["Topics: \(alternatives(HelpTopic.allCases.map(\.rawValue)))."])
  }

  @Argument(.text("topic"), help: "A command, or one of the topics.") var topic: [String]
  var global = GlobalOptions()

  var asksTerminal: TerminalAsking { .never }

  func run(in session: Session) throws -> ExitStatus {
    let width = session.helpWidth
    let page: String
    if topic.count == 1, let word = topic.first, let found = HelpTopic(rawValue: word) {
      page = found.page(width: width)
    } else {
      page = HelpPage(path: try path).text(width: width)
    }
    try session.console.write(page)
    return .success
  }

  /// The commands that the words lead to; an unknown first word may have been meant for a topic too.
  private var path: [any ParsableCommand.Type] {
    get throws {
      do {
        return try CommandLineParser(root: RootCommand.self).path(to: topic)
      } catch {
        guard case .unknownCommand(let word, _) = error.error, word == topic.first else { throw error }
        let commands = RootCommand.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }
        let topics = HelpTopic.allCases.map(\.rawValue)
        let guess = Suggestion.nearest(to: word, among: commands.map(\.commandName) + topics)
        let message =
          "There is no command or topic '\(SafeText.excerpt(word))'.\(ArgumentError.hint(guess)) "
          + "The topics are \(topics.joined(separator: ", "))."
        throw UsageError(
          error: .refused(ValidationError(message: message)), path: error.path + [Self.self])
      }
    }
  }
}
