/// `bookstall help`: a command's help, or a topic's.
struct HelpCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "help", abstract: "Show the help of a command or a topic.",
      examples: ["bookstall help add", "bookstall help exit-codes"],
      discussion: ["Topics: environment, exit-codes."])
  }

  @Argument(.text("topic"), help: "A command, environment or exit-codes.") var topic: [String]
  var global = GlobalOptions()

  var asksTerminal: TerminalAsking { .never }

  func run(in session: Session) throws -> ExitStatus {
    let width = session.helpWidth
    let page: String
    if let text = Self.topic(topic, width: width) {
      page = text
    } else {
      let path = try CommandLineParser(root: RootCommand.self).path(to: topic)
      page = HelpPage(path: path).text(width: width)
    }
    try session.console.write(page)
    return .success
  }

  private static func topic(_ words: [String], width: Int) -> String? {
    switch words {
    case ["environment"]:
      let rows = EnvironmentVariable.allCases.map { ($0.rawValue, $0.meaning) }
      return HelpPage.list("ENVIRONMENT", rows: rows, width: width)
    case ["exit-codes"]:
      let rows = ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }
      return HelpPage.list("EXIT CODES", rows: rows, width: width)
    default:
      return nil
    }
  }
}
