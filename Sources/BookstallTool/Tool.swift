import Presentation

/// One call of the tool: parses, runs the command, and words what went wrong.
struct Tool {
  static let version = "0.1.0"

  let console: Console
  let environment: Environment
  /// The version of the SQLite library, for `--version`.
  let sqliteVersion: String

  /// Runs the command that the raw arguments (without the program's name) ask for.
  func run(_ rawArguments: [[UInt8]]) -> ExitStatus {
    do {
      let status = try perform(rawArguments)
      try console.flush()
      return status
    } catch {
      return report(error)
    }
  }

  private func perform(_ rawArguments: [[UInt8]]) throws -> ExitStatus {
    let parser = CommandLineParser(root: RootCommand.self)
    let arguments: [String]
    do {
      arguments = try decodedArguments(rawArguments)
    } catch {
      throw UsageError(error: error, path: [RootCommand.self])
    }
    let plain = Session(console: console, environment: environment, global: GlobalOptions())
    switch try parser.parse(arguments) {
    case .version:
      try console.write("bookstall \(Self.version) (SQLite \(sqliteVersion))\n")
    case .help(let path):
      try console.write(HelpPage(path: path).text(width: plain.helpWidth))
    case .command(let command as any ToolCommand, _):
      let session = Session(console: console, environment: environment, global: command.global)
      return try command.run(in: session)
    case .command(_, let path):
      try console.write(HelpPage(path: path).shortText(width: plain.helpWidth))
    }
    return .success
  }

  private func report(_ error: any Error) -> ExitStatus {
    switch error {
    case ConsoleError.closedPipe:
      return .success
    case ConsoleError.interrupted:
      console.report("\nNot saved.\n")
      return .interrupted
    case let error as UsageError:
      let session = Session(console: console, environment: environment, global: GlobalOptions())
      console.report(error.text(width: session.messages.columns ?? 80))
      return .usage
    default:
      let failure = Failure(error)
      console.report("Error: \(failure.message)\n")
      return failure.status
    }
  }
}
